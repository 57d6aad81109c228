// What has happened, newest turn on top; and the words that a screen reader says.
import { box, crest, find, rich, plain } from "./common.js";
import { t } from "./words.js";

const MOST = 400; // lines kept

export class Log {
  constructor() {
    this.clear();
  }

  clear() {
    this.kept = []; // events with their numbers in the story
    this.to = this.seen = 0; // the number of the next event; of the first that is new to the player
    this.seat = null;
    find("log").replaceChildren();
  }

  get events() {
    return this.kept.map(([event]) => event);
  }

  // Take the events of a state; return those that are new.
  take(state) {
    const start = state.logged - state.log.length;
    const goesOn = this.seat === state.seat && this.to >= start && this.to <= state.logged;
    const fresh = goesOn ? state.log.slice(this.to - start) : [];
    const added = goesOn ? fresh.map((event, i) => [event, this.to + i]) : state.log.map((event, i) => [event, start + i]);
    this.kept = [...(goesOn ? this.kept : []), ...added].slice(-MOST);
    this.seen = !goesOn ? state.logged : this.read(fresh, state.seat);
    this.to = state.logged;
    this.seat = state.seat;
    return fresh;
  }

  // Whoever does something has read what was before; a watcher sees as new what came last.
  read(fresh, me) {
    if (me < 0) return this.to;
    const others = fresh.findIndex(({ seat }) => seat !== me && seat !== null && seat !== undefined);
    const mine = others < 0 ? fresh.length : others;
    return fresh.slice(0, mine).some(({ seat }) => seat === me) ? this.to + mine : this.seen;
  }

  // Write down something that the page did by itself.
  note(text) {
    this.kept.push([{ verb: "say", text, seat: this.seat }, this.to - 1]);
    this.show();
  }

  show() {
    const parts = [];
    for (const [event, n] of this.kept) {
      if (event.group || !parts.length) parts.push({ heading: event.group ?? "", lines: [] });
      if (event.text) parts.at(-1).lines.push([event, n >= this.seen]);
    }
    const told = parts.filter(({ lines: each }) => each.length);
    const grouped = parts.some(({ heading }) => heading);
    const children = told.toReversed().flatMap((part) => [
      grouped ? box("li.sec", ...rich(part.heading)) : null, // what was before the first turn is set off by a line
      ...(grouped ? part.lines : part.lines.toReversed()).map(([event, isNew]) => line(event, isNew)),
    ]).filter(Boolean);
    if (this.seat >= 0 && this.seen > 0 && this.kept.some(([{ text }, n]) => text && n >= this.seen)) children.unshift(box("li.since", t("Since your last turn")));
    find("log").replaceChildren(...(children.length ? children : [box("li.quiet", t("Nothing has happened yet."))]));
  }
}

function line(event, isNew) {
  const made = box(`li${isNew ? ".new" : ""}`, event.seat === undefined || event.seat === null ? box("i.dot") : crest(event.seat), box("span", ...rich(event.text)));
  made.dataset.names = [event.thing, event.other, event.source, event.target].filter(Boolean).join("\n");
  return made;
}

// Whoever points at a line sees what it is about on the board.
export function pointOut(stage) {
  const light = (event, on) => {
    const names = event.target.closest?.("li")?.dataset.names?.split("\n").filter(Boolean) ?? [];
    for (const name of names) stage.spot(name)?.classList.toggle("hinted", on);
  };
  find("log").addEventListener("pointerover", (event) => light(event, true));
  find("log").addEventListener("pointerout", (event) => light(event, false));
}

// Say something to those who listen instead of looking.
let said = Promise.resolve();
export function say(words, urgent = false) {
  const region = find(urgent ? "alert" : "live");
  said = said.then(() => new Promise((done) => setTimeout(() => { region.textContent = plain(words); done(); }, 30)));
}
