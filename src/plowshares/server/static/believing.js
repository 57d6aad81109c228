// What a player should believe while a match is played: on the board, with a list beside the bar. Only where the table
// allows help; made by the server from this seat's own view.
import { ask, box, find } from "./common.js";
import { Beliefs, showThing } from "./review-beliefs.js";
import { t } from "./words.js";

export class Believing {
  constructor(at, state, stage, popover) {
    Object.assign(this, { at, state, popover, chosen: "", found: null });
    this.beliefs = new Beliefs(stage, document.documentElement.dataset.art);
    this.host = box("section.believed");
  }

  hide() {
    if (!this.found) return;
    this.found = null;
    this.beliefs.clear();
    if (this.popover.host.contains(this.host)) this.popover.hide();
  }

  async toggle() {
    const asked = this.state();
    if (this.found || !asked?.hints || asked.seat < 0 || asked.result) return this.hide();
    this.found = [];
    this.tell(box("p.quiet", t("Thinking …")));
    const answer = await ask(`${this.at}/beliefs`);
    if (asked !== this.state() || !this.found) return this.hide(); // the question went with the position
    if (!answer.ok) return this.tell(box("p.why", answer.error));
    if (!answer.hidden.length) return this.tell(box("p.quiet", t("Nothing is hidden from you just now.")));
    this.found = answer.hidden;
    this.tell();
    this.choose("");
  }

  tell(...words) {
    this.host.replaceChildren(...words);
    this.popover.show(find("bar").querySelector(".helps"), t("What may be hidden"), [this.host]);
  }

  choose(thing) {
    this.chosen = thing;
    this.beliefs.show(this.found, { chips: true, heat: true, chosen: thing });
    showThing(this.host, this.found, thing, (each) => this.choose(each));
    this.popover.place(); // it has another size now
  }
}
