// A command prepared while others think. It stays in this page and is sent when its turn comes.
import { ask } from "./common.js";
import { t } from "./words.js";

export class Premove {
  constructor(at, picking, how) {
    Object.assign(this, { at, picking, how });
    this.path = null;
  }

  // Follow picks; when they are whole they are kept.
  async prepare(path) {
    const answer = await ask(`${this.at}/play`, { at: "", path, ahead: true });
    if (!this.picking.isAhead) return false; // the turn has come meanwhile
    if (!answer.ok) return this.how.say(answer.error, true), false;
    if (answer.next.length) return this.picking.take(answer), true;
    this.picking.take({ path: [], next: [], prompt: answer.prompt });
    this.path = path;
    this.mark();
    return true;
  }

  mark() {
    for (const element of this.picking.stage.all(".prepared")) element.classList.remove("prepared");
    for (const pick of this.path ?? []) for (const element of this.picking.stage.drawn("pick", pick)) element.classList.add("prepared");
  }

  // Forget what was prepared; say whether there was something.
  forget() {
    const had = this.path !== null;
    this.path = null;
    this.mark();
    if (had) this.how.say(t("Taken back: nothing is prepared."));
    return had;
  }

  // The turn has come: do it, if it still can be done.
  async due(send) {
    const path = this.path;
    if (!path) return;
    this.path = null;
    if (!(await send({ path }, true))) this.how.say(t("What you had prepared cannot be done any more."), true);
  }
}
