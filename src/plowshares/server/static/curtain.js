// The curtain of a shared screen: who is called, and nothing of anybody's board.
import { ask, box, button, face, find, make } from "./common.js";
import { set, settings } from "./settings.js";
import { t } from "./words.js";

export class Curtain {
  constructor(at, take) {
    this.at = at;
    this.take = take;
    this.last = null;
  }

  show(state) {
    const host = find("curtain"), { call, who } = state;
    host.hidden = false;
    document.body.classList.add("curtained");
    if (call === null || call === undefined) {
      return host.replaceChildren(box("div.card", box("h2", t("The others are playing …")), box("p.quiet", t("Wait until somebody at this screen is called."))));
    }
    const ready = button(t("I am {name}: show my board", { name: who }), () => this.open(call), `button big seat-${call % 8}`);
    ready.id = "ready";
    const hide = make("input", "", { type: "checkbox" });
    hide.checked = settings.hide;
    hide.addEventListener("change", () => set("hide", hide.checked));
    host.replaceChildren(box("div.card", face(call, state.kinds?.[call], who, state.faces?.[call]), box("h2", t("Pass the screen to {name}", { name: who })),
      box("p.quiet", t("Nothing secret is shown until {name} taps.", { name: who })), ready,
      box("label.quiet", hide, t("Hide by itself after each move"))));
    ready.focus({ focusVisible: false });
  }

  hide() {
    const host = find("curtain");
    document.body.classList.remove("curtained");
    host.hidden = true;
    host.replaceChildren();
  }

  async open(seat) {
    const answer = await ask(`${this.at}/curtain`, { seat });
    this.take(answer.ok ? answer : await ask(this.at));
  }

  close() {
    return this.open(null);
  }
}
