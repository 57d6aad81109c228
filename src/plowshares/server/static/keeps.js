// Commands that a player keeps in this browser under names of their own, such as a whole set-up.
import { box, button, find, make } from "./common.js";
import { t } from "./words.js";

function read(kind) {
  try {
    return JSON.parse(localStorage.getItem(`kept ${kind}`)) ?? {};
  } catch {
    return {};
  }
}

function write(kind, kept) {
  try {
    localStorage.setItem(`kept ${kind}`, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

// Add what was kept to an offer that can be kept: each to be used, and to be deleted.
export function withKept(offers) {
  return offers.flatMap((offer) => {
    if (!offer.keep) return [offer];
    const group = t("Your own"), where = "panel";
    const kept = Object.entries(read(offer.keep)).sort(([a], [b]) => a.localeCompare(b));
    return [offer, ...kept.flatMap(([name, command]) => [
      { pick: `kept ${name}`, label: name, command, group, where, art: "i-star" },
      { pick: `forget ${name}`, label: t("Delete {name}", { name }), forget: [offer.keep, name], group, where, art: "i-x" },
    ])];
  });
}

// Keep a command under a name, or forget one; say whether anything has changed.
export async function change(offer) {
  const [kind, old] = offer.forget ?? [offer.keep], kept = read(kind);
  if (old !== undefined) {
    delete kept[old];
    return write(kind, kept);
  }
  const name = await askName(offer.detail || offer.label, t("My own {n}", { n: Object.keys(kept).length + 1 }));
  if (!name) return false;
  kept[name] = offer.command;
  return write(kind, kept);
}

function askName(question, usual) {
  const sheet = find("question");
  return new Promise((resolve) => {
    const input = make("input", "", { type: "text", maxlength: 30, value: usual, "aria-label": t("Name") });
    const form = make("form", "", { method: "dialog" });
    form.append(box("h2", question), input, box("div.row", button(t("Go back"), () => sheet.close("")), button(t("Save"), () => sheet.close("yes"), "button")));
    form.addEventListener("submit", (event) => { event.preventDefault(); sheet.close("yes"); });
    sheet.returnValue = "";
    sheet.replaceChildren(form);
    sheet.addEventListener("close", () => resolve(sheet.returnValue === "yes" ? input.value.trim() : ""), { once: true });
    sheet.showModal();
    input.select();
  });
}
