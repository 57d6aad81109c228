// Picks: what has been picked of a command, what can be picked next, and how that is marked.
import { box, plain, rich } from "./common.js";
import { isPhone, isSmall } from "./drawing.js";
import { forecast, groups, stepper } from "./popover.js";
import { settings } from "./settings.js";
import { play } from "./sound.js";
import { t } from "./words.js";

const isNumber = ({ pick }) => /^number -?\d+$/.test(pick);

export class Picking {
  constructor(stage, popover, how) {
    Object.assign(this, { stage, popover, how });
    this.path = [];
    this.next = [];
    this.state = null;
    this.waiting = Promise.resolve();
  }

  get isActing() {
    return Boolean(this.state?.acting) || this.isAhead;
  }

  // While others think, a command for the next turn can be prepared where the game allows it.
  get isAhead() {
    return Boolean(this.state && !this.state.acting && !this.state.shared && !this.state.guide && this.state.ahead?.length);
  }

  begin(state) {
    this.state = state;
    this.take({ path: [], next: state.next, prompt: state.prompt });
  }

  take({ path, next, prompt }) {
    this.path = path;
    this.served = next;
    this.next = this.keeps?.withKept(next) ?? next;
    this.prompt = prompt ?? this.state.prompt;
    this.show();
    if (next.some(({ keep }) => keep)) this.recall();
  }

  again() {
    this.take({ path: this.path, next: this.served, prompt: this.prompt });
  }

  // What the player has kept comes when it is needed first.
  async recall() {
    this.keeps ??= await import("./keeps.js");
    if (await this.keeps.learn(this.served)) this.again();
  }

  reset() {
    if (!this.state || !this.path.length) return;
    this.take({ path: [], next: this.state.next, prompt: this.state.prompt });
  }

  find(pick) {
    return this.next.find((offer) => offer.pick === pick) ?? null;
  }

  // Choose an offer: now, or after a question where it is probably a mistake.
  async choose(offer, value = null) {
    if (!this.isActing || this.how.isSending()) return;
    if (offer.enabled === false) return this.how.say(offer.why_not || t("That cannot be done now."), true);
    if (offer.confirm && settings.ask && !(await this.how.confirm(offer.confirm, plain(offer.label)))) return;
    if (offer.keep || offer.forget) {
      const answer = await this.keeps?.change(offer);
      return answer?.ok ? this.again() : answer && this.how.say(answer.error, true);
    }
    if (offer.rest) this.how.rests.add(offer.rest);
    if (offer.cycle || offer.rest) return this.turnTo(this.how.rests.first(offer.cycle ?? []));
    if (!this.path.length) this.how.rests.wake(offer.pick);
    play("pick");
    if (offer.offers) return this.take({ path: this.path, next: offer.offers, prompt: { title: offer.label, help: offer.detail } });
    const pick = value === null ? offer.pick : `number ${value}`;
    this.lit(pick);
    if (this.isAhead) return this.how.prepare([...this.path, pick]);
    return this.how.send(offer.command && value === null ? { command: offer.command } : { path: offer.path ?? [...this.path, pick] });
  }

  // Begin with another thing instead, or with nothing.
  turnTo(pick) {
    if (!pick) return this.reset();
    play("pick");
    this.lit(pick);
    return this.how.send({ path: [pick] });
  }

  // Show at once what was clicked; the answer of the server follows.
  lit(pick) {
    for (const element of this.stage.drawn("pick", pick)) element.classList.add("chosen");
    this.stage.on(pick)?.classList.add("lifted");
  }

  // A press on what lies under a point, the topmost first: it falls through to what can be picked.
  press(elements) {
    const picks = [];
    for (const element of elements) {
      const name = element.closest?.("[data-pick]")?.dataset.pick;
      if (name !== undefined && !picks.includes(name)) picks.push(name);
    }
    const first = (offers, from = picks) => from.map((pick) => offers.find((offer) => offer.pick === pick)).find(Boolean);
    if (!this.isActing) return false;
    if (this.isAhead && !first(this.next)) {
      const ready = picks.find((pick) => this.state.ahead.includes(pick)), again = ready !== undefined && this.path.at(-1) === ready;
      this.reset();
      if (again) return true;
      if (ready === undefined) return this.how.forget();
      play("pick");
      this.lit(ready);
      this.how.prepare([ready]);
      return true;
    }
    const last = this.path.at(-1);
    if (this.path.length) {
      const next = first(this.next.filter(({ enabled }) => enabled !== false));
      if (next) return this.choose(next), true;
      if (picks.includes(last) && this.path.length === 1) {
        // The same place again: the next thing that stands on it, or nothing any more.
        const others = picks.slice(picks.indexOf(last) + 1), other = first(this.state.next, others);
        this.reset();
        if (other) this.choose(other);
        return true;
      }
      const restart = first(this.state.next);
      this.reset();
      if (restart) return this.choose(restart), true;
      return picks.length > 0;
    }
    const enabled = first(this.next.filter(({ enabled: can }) => can !== false)), any = enabled ?? first(this.next);
    if (any) this.choose(any);
    return Boolean(any);
  }

  // Begin to drag: the same as picking, and the targets are marked when the server has said them.
  lift(pick) {
    if (this.path.at(-1) === pick) return Promise.resolve();
    const offer = this.find(pick), first = this.state.next.find((each) => each.pick === pick);
    if (offer) return this.choose(offer);
    if (!first) return Promise.resolve();
    this.reset();
    return this.choose(first);
  }

  show() {
    const { stage, next, path } = this;
    for (const element of stage.all(".marked, .chosen, .lifted, .hinted")) {
      element.classList.remove("marked", "chosen", "lifted", "hinted");
      delete element.dataset.mark;
      if (element.getAttribute("role") === "button") element.setAttribute("role", element.dataset.role || "img");
    }
    for (const pick of path) this.lit(pick);
    for (const each of stage.drawn("pick", path.at(-1))) stage.cameraOf(each)?.reveal(each, true);
    const loose = [];
    for (const offer of next) {
      const drawn = offer.amount ? [] : stage.drawn("pick", offer.pick);
      for (const element of drawn) mark(element, offer);
      if (!drawn.length) loose.push(offer);
    }
    stage.label(this.state.things ?? {}, next);
    this.spread(loose);
    if (this.isActing) stage.bring(stage.all(".marked"));
    this.how.marked();
  }

  // Offers that are not drawn go beside the thing picked, into the bar, or into the panel.
  spread(loose) {
    const place = (offer) => (offer.main ? "bar" : offer.where || (this.path.length ? "popover" : "bar"));
    const number = loose.find((offer) => offer.amount);
    const rest = loose.filter((offer) => offer !== number && !(number && isNumber(offer)));
    const beside = rest.filter((offer) => place(offer) === "popover");
    const panel = rest.filter((offer) => place(offer) === "panel");
    this.how.bar(rest.filter((offer) => place(offer) === "bar"), this.prompt, this.path.length > 0, isSmall() ? panel : []);
    this.how.panel(isSmall() ? [] : panel);
    if (!this.isActing || (!beside.length && !number)) {
      this.popover.hide();
      return this.stage.cameras.forEach((each) => each.uncover());
    }
    const labels = new Map(loose.filter((offer) => isNumber(offer) && !/^-?\d+$/.test(offer.label)).map(({ pick, label }) => [pick, label]));
    const children = groups(beside, (offer) => this.choose(offer));
    if (number) children.push(stepper(number, labels, (value) => this.choose(number, value)));
    const foresaw = beside.find((offer) => offer.forecast)?.forecast ?? number?.forecast;
    if (foresaw) children.unshift(forecast(foresaw));
    const anchor = this.anchor();
    this.popover.show(anchor, this.prompt.title, [this.prompt.help ? box("p.quiet", ...rich(this.prompt.help)) : "", ...children], this.targets());
    if (anchor && isPhone()) this.stage.reveal(anchor);
  }

  anchor() {
    return this.path.toReversed().map((pick) => this.stage.spot(pick)).find(Boolean) ?? null;
  }

  targets() {
    const all = this.stage.all(".marked, .chosen");
    return isPhone() ? all.filter((each) => !this.stage.cameraOf(each)) : all.slice(0, 40);
  }

  hint(picks) {
    for (const pick of picks) for (const element of this.stage.drawn("pick", pick)) element.classList.add("hinted");
  }
}

function mark(element, offer) {
  if (offer.enabled === false) return element.setAttribute("aria-disabled", "true");
  element.removeAttribute("aria-disabled");
  element.classList.add("marked");
  element.dataset.mark = offer.mark ?? "";
  if (element.getAttribute("role") !== "button") element.dataset.role = element.getAttribute("role") ?? "";
  element.setAttribute("role", "button");
  element.dataset.label ??= element.getAttribute("aria-label") ?? "";
}
