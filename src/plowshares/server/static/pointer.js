// Mouse and fingers: a press picks, a drag carries a thing or moves the camera, a long press looks closer.
import { ghost } from "./ghost.js";

const FAR = 6, LONG = 450; // pixels that make a press a drag; milliseconds that make it a long one
const OWN = "button, a, input, select, textarea, label, dialog, .tools, .overview, #popover, #right .tabs, .log";

export class Pointer {
  constructor(stage, picking, how) {
    Object.assign(this, { stage, picking, how });
    this.fingers = new Map();
    this.mode = "";
    document.addEventListener("pointerdown", (event) => this.down(event));
    document.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, (event) => this.up(event));
    document.addEventListener("click", (event) => this.click(event));
    document.addEventListener("contextmenu", (event) => { if (this.mode) event.preventDefault(); });
  }

  isOurs(event) {
    const path = event.composedPath();
    return path.some((each) => each.id === "table") && !path.some((each) => each.matches?.(OWN));
  }

  down(event) {
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
  }

  long() {
    if (this.mode !== "press" || this.start.pointerType === "mouse") return;
    if (this.how.inspect(this.elements)) this.mode = "done";
  }

  pinch() {
    clearTimeout(this.timer);
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
    if (this.mode === "press") {
      if (Math.hypot(event.clientX - this.start.clientX, event.clientY - this.start.clientY) < FAR) return;
      clearTimeout(this.timer);
      this.begin(event);
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

  begin(event) {
    const from = this.elements.map((each) => each.closest?.(".marked, .chosen")).find(Boolean);
    const finger = event.pointerType !== "mouse";
    if (this.camera && (finger || !from || !this.how.mayDrag(from.dataset.pick))) return void (this.mode = "pan");
    if (!from || !this.how.mayDrag(from.dataset.pick)) return void (this.mode = "done");
    this.mode = "drag";
    this.from = from;
    const thing = from.closest("[data-thing]") ?? this.elements.map((each) => each.closest?.("[data-thing]")).find(Boolean)
      ?? from.querySelector("[data-thing]") ?? from;
    this.clone = ghost(thing);
    this.clone.classList.add("carried");
    this.thing = thing;
    thing.classList.add("away");
    this.lifted = this.picking.lift(from.dataset.pick);
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
