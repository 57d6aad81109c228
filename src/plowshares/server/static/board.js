// A board: a drawing of the server in a shadow root, with what can be picked made reachable by keyboard.
// A drawing brings its own style. A strict policy lets no page take styles from text, but a sheet made by
// a script of ours may be adopted, and in a shadow root it cannot disturb the page.
import { FEW, glide, survey } from "./moves.js";

const OURS = `
:host { display: block }
svg { user-select: none; display: block; width: 100%; height: auto; max-height: 78vh; margin: auto }
.pick { cursor: default }
.pick[tabindex] { cursor: pointer; outline: none }
.pick[tabindex]:focus-visible { outline: 3px solid #1769c4; outline-offset: 1px }
.pick[tabindex]:hover { filter: brightness(1.08) }
.pick.changed { outline: 2px dotted #6b5b95; outline-offset: -2px }
.pick.hinted { outline: 4px double #a04a00; outline-offset: -2px }
.pick.chosen { outline: 3px dashed #1769c4 }
.pick.over { outline: 3px solid #1b7f4b }
.dragged { opacity: .8; pointer-events: none; cursor: grabbing }
`;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const READABLE = 0.6, WIDEST = 720; // pixels for a unit of the drawing, at least; and when that is enough
const FAR = 6; // pixels that make a press a drag

export class Board {
  constructor(host, pick, drag) {
    this.root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    this.style = new CSSStyleSheet();
    const ours = new CSSStyleSheet();
    ours.replaceSync(OURS);
    this.root.adoptedStyleSheets = [this.style, ours];
    this.text = "";
    this.changed = [];
    this.zoom = 1;
    if (!pick) return;
    const picked = (event) => event.target.closest?.("[data-pick]")?.dataset.pick ?? null;
    this.root.addEventListener("click", (event) => {
      event.stopPropagation();
      if (this.dropped) this.dropped = false; else pick(picked(event));
    });
    this.root.addEventListener("keydown", (event) => {
      if ((event.key === "Enter" || event.key === " ") && picked(event)) {
        event.preventDefault();
        pick(picked(event));
      } else if (event.key.startsWith("Arrow")) this.move(event);
    });
    this.root.addEventListener("pointerdown", (event) => this.grab(event, drag));
  }

  // Show a drawing; with news, what has changed since the last one is marked and moves.
  show(text, news = false) {
    if (text === this.text) return;
    const before = news && this.text ? survey(this.root.firstElementChild) : null;
    this.text = text;
    let css = "";
    const plain = text.replace(/<style>([^]*?)<\/style>/g, (_, style) => { css += style; return ""; });
    const svg = document.importNode(new DOMParser().parseFromString(plain, "image/svg+xml").documentElement, true);
    this.style.replaceSync(css);
    const focused = this.root.activeElement?.dataset.pick;
    this.root.replaceChildren(svg);
    this.fit();
    this.again = focused;
    if (!news) return;
    const changed = glide(before, before && survey(svg), STILL.matches);
    if (changed.length || !before) this.changed = changed.length <= FEW ? changed : [];
  }

  // On a small screen a drawing stays readable and scrolls; zoomed it may be as large as it likes.
  fit() {
    const svg = this.root.firstElementChild, width = svg?.viewBox?.baseVal?.width;
    if (!width) return;
    svg.style.minWidth = this.zoom > 1 ? `${100 * this.zoom}%` : `${Math.min(READABLE * width, WIDEST)}px`;
    svg.style.maxHeight = this.zoom > 1 ? "none" : "";
  }

  resize(factor) {
    this.zoom = Math.min(4, Math.max(1, this.zoom * factor));
    this.fit();
    return this.zoom;
  }

  clear() {
    this.root.replaceChildren();
    this.style.replaceSync("");
    this.text = "";
    this.changed = [];
  }

  // Make these picks reachable; return those that are not drawn.
  offer(picks, chosen = []) {
    const svg = this.root.firstElementChild;
    if (!svg) return picks;
    svg.setAttribute("role", picks.length ? "group" : "img");
    const drawn = new Map();
    for (const element of svg.querySelectorAll("[data-pick]")) {
      const name = element.dataset.pick;
      element.removeAttribute("tabindex");
      element.setAttribute("role", "img");
      element.classList.toggle("chosen", chosen.includes(name));
      element.classList.toggle("changed", this.changed.includes(name));
      element.classList.remove("hinted");
      drawn.set(name, element);
    }
    for (const { pick } of picks) {
      drawn.get(pick)?.setAttribute("tabindex", "0");
      drawn.get(pick)?.setAttribute("role", "button");
    }
    if (this.again) drawn.get(this.again)?.focus({ preventScroll: true });
    this.again = null;
    return picks.filter(({ pick }) => !drawn.has(pick));
  }

  hint(picks) {
    for (const element of this.root.querySelectorAll("[data-pick]")) {
      element.classList.toggle("hinted", picks.includes(element.dataset.pick));
    }
  }

  // Drag from one pick to another: the same as picking both. Fingers scroll instead, and tap.
  grab(down, drag) {
    const from = down.target.closest?.("[data-pick][tabindex]");
    this.dropped = false;
    if (!from || down.button !== 0 || down.pointerType === "touch") return;
    const scale = from.ownerSVGElement.getScreenCTM().a;
    let over = null;
    const move = (event) => {
      const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
      if (!from.classList.contains("dragged") && Math.hypot(x, y) < FAR) return;
      event.preventDefault();
      from.classList.add("dragged");
      from.style.translate = `${x / scale}px ${y / scale}px`;
      over?.classList.remove("over");
      over = this.root.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-pick]") ?? null;
      over?.classList.add("over");
    };
    const end = (event) => {
      for (const [name, what] of handlers) removeEventListener(name, what);
      const dragged = from.classList.contains("dragged");
      from.classList.remove("dragged");
      from.style.translate = "";
      over?.classList.remove("over");
      this.dropped = dragged; // the click that follows is no pick
      if (dragged && over && over !== from && event.type === "pointerup") drag(from.dataset.pick, over.dataset.pick);
    };
    const handlers = [["pointermove", move], ["pointerup", end], ["pointercancel", end]];
    for (const [name, what] of handlers) addEventListener(name, what);
  }

  // Go to the nearest reachable pick in the direction of an arrow key.
  move(event) {
    const here = this.root.activeElement?.getBoundingClientRect();
    if (!here) return;
    event.preventDefault();
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
    let best = null, least = Infinity;
    for (const element of this.root.querySelectorAll("[tabindex]")) {
      const box = element.getBoundingClientRect();
      const x = box.x + box.width / 2 - here.x - here.width / 2, y = box.y + box.height / 2 - here.y - here.height / 2;
      const along = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (along > 1 && along + 3 * aside < least) { best = element; least = along + 3 * aside; }
    }
    best?.focus();
  }
}
