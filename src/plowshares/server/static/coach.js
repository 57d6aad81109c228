// The guided first match, beside the board: what to do now, what to look at. It covers nothing and can be skipped.
import { ask, box, button, drawing, find, iconButton, rich } from "./common.js";
import { isPhone } from "./drawing.js";
import { say } from "./log.js";
import { isStill } from "./settings.js";
import { t } from "./words.js";

const LOOK = 150; // milliseconds between two looks at where the thing pointed at is
const FEW = 3; // tables of a game at which its pictures lie open

// What this browser has played: the first tables of each game, and whether its guided match was wanted.
export function recall(game) {
  try {
    return JSON.parse(localStorage.getItem(`met ${game}`)) ?? { tables: [], guide: "" };
  } catch {
    return { tables: [], guide: "" };
  }
}

export function remember(game, change) {
  const known = { ...recall(game), ...change };
  try {
    localStorage.setItem(`met ${game}`, JSON.stringify(known));
  } catch { /* a browser that keeps nothing */ }
  return known;
}

// Note a table; say whether it is one of the first of its game.
export function meets(game, table) {
  const { tables } = recall(game);
  if (tables.length < FEW && !tables.includes(table)) remember(game, { tables: [...tables, table] });
  return tables.length < FEW || tables.includes(table);
}

export async function openGuide(game, say_) {
  const answer = await ask(`/api/games/${game}/guide`, {});
  if (!answer.ok) return say_(answer.error, true);
  remember(game, { guide: "begun", table: answer.table, step: 0 });
  location.assign(`/tables/${answer.table}`);
}

// A match of one's own against the easiest computer, with everything as usual.
export async function playEasy(game, say_) {
  const form = await ask(`/api/games/${game}/check`, {});
  if (!form.ok) return say_(form.error, true);
  const me = (await ask("/api/me")).me?.name || t("You"), easy = { kind: "computer", name: "easy" };
  const seats = form.seats.map((_, i) => (i ? easy : { kind: "me", name: me }));
  const answer = await ask("/api/tables", { game, seats, hints: true });
  if (answer.ok) location.assign(`/tables/${answer.table}`); else say_(answer.error, true);
}

export class Coach {
  constructor(stage, picking, at, say_) {
    Object.assign(this, { stage, picking, at, say: say_, state: null, read: 0, told: "" });
    this.host = find("coach");
    this.ring = find("spot");
    setInterval(() => this.point(), LOOK);
  }

  show(state) {
    this.state = state;
    document.body.classList.toggle("guided", Boolean(state.guide));
    if (state.guide) return this.teach();
    const known = recall(state.game), first = known.tables[0] === state.table && !known.guide;
    const offer = state.seat >= 0 && !state.result && first && this.has;
    this.host.hidden = !offer;
    if (offer && !this.host.dataset.offer) this.invite();
  }

  // Whether the game has a guided match is known when its pictures have come.
  know(has) {
    this.has = has;
    if (this.state) this.show(this.state);
  }

  invite() {
    this.host.dataset.offer = "yes";
    this.host.replaceChildren(box("div.head", box("span", box("b", t("New to {game}?", { game: this.state.title })), box("small", t("A short match shows you how."))),
      button(t("Show me"), () => openGuide(this.state.game, this.say), "button"), iconButton("x", t("No, thanks"), () => this.decline(), "small")));
  }

  decline() {
    remember(this.state.game, { guide: "no" });
    this.host.hidden = true;
  }

  get key() {
    return `read ${this.state.table}`;
  }

  // Steps to read are the page's own; those to do are counted by the server.
  get step() {
    const { guide } = this.state, last = guide.steps.findLastIndex((each, i) => i < guide.step && each.does);
    const read = Math.max(last + 1, Number(sessionStorage.getItem(this.key) ?? 0));
    return Math.min(read, guide.step);
  }

  teach() {
    const { guide } = this.state, at = this.step, step = guide.steps[at];
    this.host.hidden = false;
    if (!step) return this.finish();
    if (recall(this.state.game).table === this.state.table) remember(this.state.game, { step: at });
    const words = `${step.title}. ${step.text}`;
    const dots = box("div.dots", ...guide.steps.map((_, i) => box(`i${i < at ? ".done" : i === at ? ".on" : ""}`)));
    dots.setAttribute("role", "img");
    dots.setAttribute("aria-label", t("Step {n} of {count}", { n: at + 1, count: guide.steps.length }));
    this.host.replaceChildren(
      box("div.head", box("h2", ...rich(step.title)), dots),
      box("p", ...rich(step.text)),
      box("div.row", button(t("Skip"), () => this.leave(), "chip"),
        step.does ? button([drawing("i-target"), t("Show me")], () => this.shake(), "chip") : button(t("Go on"), () => this.next(at), "button")));
    if (words !== this.told) say(words);
    if (words !== this.told) setTimeout(() => this.bring(), LOOK);
    this.told = words;
    this.point();
  }

  next(at) {
    sessionStorage.setItem(this.key, at + 1);
    this.teach();
    this.host.querySelector(".button")?.focus({ focusVisible: false });
  }

  finish() {
    const { guide, game } = this.state;
    remember(game, { guide: "done" });
    this.ring.hidden = true;
    this.host.replaceChildren(box("div.head", box("h2", t("Well done!"))), box("p", ...rich(guide.done)), box("div.row", ...this.onward()));
  }

  onward() {
    const { game } = this.state;
    return [button(t("All games"), () => location.assign("/"), "chip"), button(t("Play Easy now"), () => playEasy(game, this.say), "button")];
  }

  async leave() {
    remember(this.state.game, { guide: "no" });
    await ask(`${this.at}/delete`, {});
    location.assign(`/games/${this.state.game}`);
  }

  // What to look at: once something is begun, or the thing is not there, what can be picked next.
  target() {
    const step = this.state.guide.steps[this.step];
    if (!step) return null;
    const pointed = step.point && (this.stage.spot(step.point) ?? document.querySelector(`[data-pick="${CSS.escape(step.point)}"]`));
    if (!step.does) return pointed;
    // Everything that is offered leads there: what is nearest at hand comes first.
    const seen = (each) => { const { width, left, top } = each.getBoundingClientRect(); return width > 0 && left < innerWidth && top < innerHeight; };
    const marked = [...document.querySelectorAll("#popover .marked"), ...document.querySelectorAll("#bar .main .marked"), ...this.stage.all(".marked"),
      ...document.querySelectorAll("#offers .marked, #left .marked, #extra .marked, #bar .marked")].filter(seen);
    const isPointed = (each) => each === pointed || each.contains(pointed) || pointed.contains(each);
    if (!this.picking.path.length && pointed && marked.some(isPointed)) return pointed;
    return marked[0] ?? pointed;
  }

  point() {
    const element = this.state?.guide && !document.querySelector("dialog[open]") && this.picking.isActing ? this.target() : null;
    if (this.ring.hidden !== !element) this.ring.hidden = !element; // to set it again would style the page again
    if (!element) return;
    const { left, top, width, height } = element.getBoundingClientRect(), room = 6;
    Object.assign(this.ring.style, { left: `${left - room}px`, top: `${top - room}px`, width: `${width + 2 * room}px`, height: `${height + 2 * room}px` });
  }

  // What is pointed at may lie outside of a row or of the map's frame.
  bring() {
    const element = this.target();
    if (!element || this.stage.cameraOf(element)) return element && this.stage.reveal(element);
    return element.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }

  shake() {
    this.bring();
    if (isPhone()) document.body.classList.remove("story-open");
    this.point();
    this.ring.animate(isStill() ? { opacity: [1, 0.2, 1, 0.2, 1] } : { scale: [1, 1.35, 1, 1.25, 1] }, { duration: 900 });
  }
}
