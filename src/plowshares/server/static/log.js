// What has happened, newest turn on top; and the words that a screen reader says.
import { box, crest, find, rich, plain } from "./common.js";
import { t } from "./words.js";

const MOST = 400; // lines kept

export class Log {
  constructor() {
    this.clear();
  }

  clear() {
    this.events = [];
    this.from = this.to = 0;
    this.seat = null;
    find("log").replaceChildren();
  }

  // Take the events of a state; return those that are new.
  take(state) {
    const start = state.logged - state.log.length;
    const goesOn = this.seat === state.seat && this.to >= start && this.to <= state.logged;
    const fresh = goesOn ? state.log.slice(this.to - start) : [];
    this.events = (goesOn ? [...this.events, ...fresh] : state.log).slice(-MOST);
    this.to = state.logged;
    this.seat = state.seat;
    this.fresh = fresh.length;
    return fresh;
  }

  show() {
    const lines = this.events.map((event, i) => [event, i >= this.events.length - this.fresh]);
    const parts = [];
    for (const [event, isNew] of lines) {
      if (event.group || !parts.length) parts.push({ heading: event.group ?? "", lines: [] });
      if (event.text) parts.at(-1).lines.push([event, isNew]);
    }
    const told = parts.filter(({ lines: each }) => each.length);
    const grouped = parts.some(({ heading }) => heading);
    const children = told.toReversed().flatMap((part) => [
      part.heading ? box("li.sec", ...rich(part.heading)) : null,
      ...(grouped ? part.lines : part.lines.toReversed()).map(([event, isNew]) => line(event, isNew)),
    ]).filter(Boolean);
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
