// Questions and short news.
import { box, button, find, rich } from "./common.js";
import { play } from "./sound.js";
import { t } from "./words.js";

// Ask once; the harmless answer is Escape's.
export function confirm(question, yes, no = t("Go back")) {
  const sheet = find("question");
  return new Promise((resolve) => {
    const answer = (value) => { sheet.returnValue = value; sheet.close(value); };
    sheet.replaceChildren(box("h2", ...rich(question)),
      box("div.row", button(no, () => answer("no"), "chip"), button(yes, () => answer("yes"), "button danger")));
    sheet.returnValue = "";
    sheet.addEventListener("close", () => resolve(sheet.returnValue === "yes"), { once: true });
    sheet.showModal();
  });
}

// One line over the cloth; an error stays until something goes right.
let timer = 0;
export function toast(words, wrong = false, buttons = []) {
  const host = find("toast");
  clearTimeout(timer);
  host.replaceChildren(...(words ? [box("span", ...rich(words))] : []), ...(buttons.length ? [box("span.row", ...buttons)] : []));
  host.hidden = !words;
  host.classList.toggle("wrong", wrong);
  if (words && !wrong && !buttons.length) timer = setTimeout(() => { host.hidden = true; }, 4000);
  if (wrong && words) play("error");
}
