// Mouse and fingers: a press picks, a drag carries a thing or moves the camera, a long press looks closer.
import { ghost } from "./ghost.js";

const FAR = 6, LONG = 450; // pixels that make a press a drag; milliseconds that make it a long one
const OWN = "button, a, input, select, textarea, label, dialog, .tools, .overview, #popover, #right .tabs, .log";

export class Pointer {
  constructor(stage, picking, how) {
    Object.assign(this, { stage, picking, how });
    this.fingers = new Map();
    this.mode = "";
    this.gone = Promise.resolve();
    document.addEventListener("pointerdown", (event) => this.down(event));
    document.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, (event) => this.up(event));
    document.addEventListener("click", (event) => this.click(event));
    document.addEventListener("click", (event) => { if (this.swallow && event.detail) event.stopImmediatePropagation(); }, true); // also over what has opened meanwhile
    document.addEventListener("contextmenu", (event) => { if (this.mode) event.preventDefault(); });
  }

  isOurs(event) {
    const path = event.composedPath();
    return path.some((each) => each.id === "table") && !path.some((each) => each.matches?.(OWN));
  }

  down(event) {
    this.swallow = false;
    this.touched = null;
    if (!this.isOurs(event)) return;
    if (this.how.skip()) this.ignore = true; // a press hurries what is being shown, and no more than that
    if (event.button > 0) return;
    this.fingers.set(event.pointerId, event);
    this.elements = this.stage.under(event.clientX, event.clientY);
    this.camera = this.elements.map((each) => this.stage.cameraOf(each)).find(Boolean) ?? null;
    if (this.fingers.size === 2) return this.pinch();
    this.start = this.last = event;
    this.mode = "press";
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.long(), LONG);
    this.grip = this.gripOf(event);
    const pick = this.grip?.from.dataset.pick;
    if (!this.ignore && !this.grip?.scrolls && this.how.mayLift(pick)) this.touched = this.how.lift(pick); // its targets are seen while it is still in the hand
  }

  // What a press could drag. Over a map it is a thing that a command begins with: elsewhere a drag looks around.
  gripOf({ pointerType }) {
    const near = (what) => this.elements.map((each) => each.closest?.(what)).filter(Boolean);
    const from = near(".marked, .chosen")[0] ?? near("[data-pick]").find(({ dataset }) => this.how.mayBegin(dataset.pick));
    if (!from || !this.how.mayDrag(from.dataset.pick)) return null;
    const over = from.closest("[data-thing]") ?? near("[data-thing]")[0];
    if (this.camera && !(over && this.how.mayBegin(from.dataset.pick))) return null;
    const row = pointerType === "mouse" ? null : from.closest(".items"); // a finger may want to move the row
    return { from, thing: over ?? from.querySelector("[data-thing]") ?? from, scrolls: row && row.scrollWidth > row.clientWidth };
  }

  // What this press has picked was not meant.
  letGo() {
    this.gone = this.touched?.then((picked) => picked && this.picking.reset()) ?? this.gone;
    this.touched = null;
    return this.gone;
  }

  async long() {
    if (this.mode !== "press" || this.start.pointerType === "mouse") return;
    await this.letGo();
    if (this.mode === "press" && this.how.inspect(this.elements)) this.mode = "long"; // it can still be dragged
  }

  pinch() {
    clearTimeout(this.timer);
    this.letGo();
    this.mode = this.camera ? "pinch" : "done";
    this.gap = this.spread();
  }

  spread() {
    const [a, b] = [...this.fingers.values()];
    return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  }

  move(event) {
    if (!this.fingers.has(event.pointerId)) return this.how.hover(event);
    this.fingers.set(event.pointerId, event);
    if (this.mode === "pinch" && this.fingers.size === 2) return this.squeeze();
    if (this.mode === "press" || this.mode === "long") {
      if (Math.hypot(event.clientX - this.start.clientX, event.clientY - this.start.clientY) < FAR) return;
      clearTimeout(this.timer);
      this.begin();
    }
    if (this.mode === "pan") this.camera.pan(event.clientX - this.last.clientX, event.clientY - this.last.clientY);
    if (this.mode === "drag") this.carry(event);
    this.last = event;
  }

  squeeze() {
    const [a, b] = [...this.fingers.values()], gap = this.spread();
    this.camera.zoomAt(gap / this.gap, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
    this.gap = gap;
  }

  begin() {
    if (!this.grip) return void (this.mode = this.camera && this.mode === "press" ? "pan" : "done");
    const { from, thing } = this.grip;
    this.mode = "drag";
    this.from = from;
    this.clone = ghost(thing);
    this.clone.classList.add("carried");
    this.thing = thing;
    thing.classList.add("away");
    this.lifted = this.touched ?? this.gone.then(() => this.how.lift(from.dataset.pick));
  }

  carry(event) {
    event.preventDefault();
    this.clone.style.translate = `${event.clientX - this.start.clientX}px ${event.clientY - this.start.clientY}px`;
    const over = this.target(event);
    if (over === this.over) return;
    this.over?.classList.remove("over");
    this.over = over;
    over?.classList.add("over");
  }

  target(event) {
    return this.stage.under(event.clientX, event.clientY).map((each) => each.closest?.(".marked")).find((each) => each && each !== this.from) ?? null;
  }

  async up(event) {
    if (!this.fingers.delete(event.pointerId)) return;
    clearTimeout(this.timer);
    const mode = this.mode;
    if (mode === "pinch" && this.fingers.size) return;
    this.mode = "";
    this.moved = mode !== "press" && mode !== "";
    if (mode === "press" && event.type === "pointercancel") this.letGo();
    this.swallow ||= Boolean(this.touched); // the press has picked already
    this.touched = null;
    if (mode === "drag") await this.drop(event);
  }

  async drop(event) {
    const { clone, thing, from } = this;
    this.over?.classList.remove("over");
    this.over = null;
    await this.lifted;
    const target = event.type === "pointerup" ? this.target(event) : null;
    if (target) await this.picking.press([target]);
    else if (!this.stage.under(event.clientX, event.clientY).includes(from)) this.picking.reset();
    clone.remove();
    thing.classList.remove("away");
  }

  click(event) {
    const moved = this.moved, ignored = this.ignore;
    this.moved = this.ignore = false;
    if (moved || ignored || !this.isOurs(event)) return;
    const made = event.detail === 0 && !event.clientX && !event.clientY;
    const elements = made ? [event.composedPath()[0]] : this.stage.under(event.clientX, event.clientY);
    this.how.press(elements, event);
  }
}
