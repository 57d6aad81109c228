// Hints: what a program would do, beside the bar; they cover nothing that is needed and move nothing.
import { ask, box, button, find, rich } from "./common.js";
import { t } from "./words.js";

export class Hints {
  constructor(at, state, picking, popover, send) {
    Object.assign(this, { at, state, picking, popover, send });
    this.place = find("bar").querySelector(".tool.hint");
  }

  get isOpen() {
    return this.popover.isOpen && this.popover.anchor === this.place;
  }

  hide() {
    if (this.isOpen) this.popover.hide();
  }

  show(children, picks = []) {
    Object.assign(this, { children, picks });
    this.again();
  }

  again() {
    this.popover.show(this.place, t("Hint"), this.children);
    if (!this.picking.path.length) this.picking.hint(this.picks);
  }

  async ask() {
    const state = this.state();
    if (!state?.acting || !state.hints) return;
    const asked = state.decision;
    this.show([box("p.quiet", t("Thinking …"))]);
    const answer = await ask(`${this.at}/hint`, { at: asked });
    if (asked !== this.state().decision || !this.isOpen) return; // the question went with the position
    if (!answer.ok) return this.show([box("p.why", answer.error)]);
    this.show(answer.hints.map((hint) => this.row(hint)), answer.hints[0]?.picks);
  }

  row(hint) {
    const chance = Math.round(100 * hint.chance), words = hint.words ?? hint.label ?? hint.text;
    const made = button("", () => { this.hide(); this.send(hint.text); }, "offer");
    made.append(box("span.words", box("b", ...rich(words)), box("small", ...rich([hint.reason, t("{chance} % to win", { chance })].filter(Boolean).join(" ")))));
    return made;
  }
}
