// Commands that a player keeps under names of their own, such as a whole set-up; the server keeps them with the player.
import { ask, box, button, find, make } from "./common.js";
import { t } from "./words.js";

const known = new Map(); // by kind: what is kept

// Learn what is kept of the kinds that are offered; say whether there is anything new to show.
export async function learn(offers) {
  let isNew = false;
  for (const kind of new Set(offers.map(({ keep }) => keep))) {
    if (!kind || known.has(kind)) continue;
    known.set(kind, []);
    await bringAlong(kind);
    if (take(kind, await ask(`/api/kept?kind=${encodeURIComponent(kind)}`)).ok) isNew ||= known.get(kind).length > 0;
    else known.delete(kind);
  }
  return isNew;
}

function take(kind, answer) {
  if (answer.ok) known.set(kind, answer.kept);
  return answer;
}

// What an earlier version has kept in this browser goes to the server, each once.
async function bringAlong(kind) {
  const place = `kept ${kind}`;
  try {
    const left = JSON.parse(localStorage.getItem(place)) ?? {};
    for (const [name, command] of Object.entries(left)) {
      if ((await ask("/api/kept", { kind, name, command, is_new: true })).ok) delete left[name];
    }
    if (Object.keys(left).length) localStorage.setItem(place, JSON.stringify(left));
    else localStorage.removeItem(place);
  } catch { /* a browser that keeps nothing, or nothing that can be read */ }
}

// Add what is kept to an offer that can be kept: each to be used, and to be deleted.
export function withKept(offers) {
  return offers.flatMap((offer) => {
    const group = t("Your own"), where = "panel";
    return [offer, ...(known.get(offer.keep) ?? []).flatMap(({ name, command }) => [
      { pick: `kept ${name}`, label: name, command, group, where, art: "i-star" },
      { pick: `forget ${name}`, label: t("Delete {name}", { name }), forget: [offer.keep, name], group, where, art: "i-x" },
    ])];
  });
}

// Keep a command under a name, or forget one; return what the server says, or null if nobody wants it any more.
export async function change({ keep, forget, command, detail, label }) {
  if (forget) return take(forget[0], await ask("/api/kept/forget", { kind: forget[0], name: forget[1] }));
  const name = await askName(detail || label, t("My own {n}", { n: (known.get(keep)?.length ?? 0) + 1 }));
  return name ? take(keep, await ask("/api/kept", { kind: keep, name, command })) : null;
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
