// Links for guests and for watching. Their tokens are made when asked for.
import { ask, box, button, find, iconButton, make } from "./common.js";
import { qrCode } from "./qr.js";
import { t } from "./words.js";

export function showInvite(state, at, only, say) {
  const sheet = find("sheet");
  const seats = only === null ? [...state.open_seats, -1] : [only];
  sheet.replaceChildren(
    box("div.head", box("h2", t("Invite")), iconButton("x", t("Close"), () => sheet.close())),
    ...seats.map((seat) => row(state, at, seat, say)));
  sheet.showModal();
}

function row(state, at, seat, say) {
  const words = seat < 0 ? t("Link for watching") : t("Link for {name}", { name: state.seats[seat].who });
  const host = box("div.invite");
  host.append(button(words, async () => {
    const answer = await ask(`${at}/invite`, { seat });
    if (!answer.ok) return say(answer.error, true);
    const input = make("input", "", { readonly: "", "aria-label": words });
    input.value = answer.link;
    const copy = button(t("Copy"), async () => {
      input.select();
      await navigator.clipboard?.writeText(answer.link);
      copy.textContent = t("Copied");
    }, "button");
    host.replaceChildren(box("small", words), box("div.row", input, copy), box("div.row", qrCode(answer.qr), box("small", t("Or point a phone at it."))));
    input.select();
  }, "chip"));
  return host;
}
