// A large drawing behind a frame: drag, wheel, pinch and keys look around; a small picture shows all of it.
import { box, iconButton, withArt } from "./common.js";
import { isStill, pace } from "./settings.js";
import { t } from "./words.js";

const LARGEST = 160, ROOM = 64; // pixels of a cell at most; pixels of empty cloth that may be seen beside the drawing
const GAP = 20, SHOWN = 44, FAR = 24, HIGH = 260; // pixels around the small picture; of a cell at which all of a map is shown, and at least; of a frame with room for a strip
const EDGE = 16; // pixels of cloth beside a drawing at first: names of what stands there reach over its edge

const clamp = (at, low, high) => Math.min(high, Math.max(low, at));

// Where to look along one axis: at the middle of what matters, with little empty cloth; of what does not fit and lies
// at one edge of the drawing, at the outer part.
function along(from, length, seen, low, whole, edge) {
  if (seen >= whole) return low + whole / 2;
  const middle = from + length / 2, aside = middle - low - whole / 2;
  const outer = aside < 0 ? from + seen / 2 : from + length - seen / 2;
  return clamp(length <= seen || Math.abs(aside) < whole / 16 ? middle : outer, low - edge + seen / 2, low + whole + edge - seen / 2);
}

export class Camera {
  constructor(drawing) {
    this.drawing = drawing;
    this.x = this.y = 0; // the point in the upper left corner of the frame
    this.scale = 0; // pixels per unit of the drawing
    this.covered = 0; // pixels at the bottom that a sheet lies over
    this.inset = 0; // pixels at the top that belong to the small picture
    this.wandered = null; // where it looked before it followed something
    this.tools = box("div.tools",
      iconButton("plus", t("Closer"), () => this.zoom(1.4)), iconButton("minus", t("Farther"), () => this.zoom(1 / 1.4)),
      iconButton("target", t("Back to the middle"), () => this.middle()));
    this.tools.querySelectorAll("svg").forEach(withArt);
    this.overview = box("div.overview");
    this.overview.setAttribute("aria-hidden", "true");
    this.frame = box("i");
    this.strip = box("div.strip");
    drawing.host.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    const look = (event) => { if (event.buttons) this.jump(event); };
    this.overview.addEventListener("pointerdown", look);
    this.overview.addEventListener("pointermove", look);
  }

  get size() {
    return { width: this.drawing.host.clientWidth, height: this.drawing.host.clientHeight - this.inset };
  }

  get fit() {
    const { width, height } = this.size, [, , w, h] = this.drawing.view;
    return Math.min(width / w, height / h);
  }

  get most() {
    return this.drawing.cell ? Math.max(LARGEST / this.drawing.cell, this.fit) : this.fit * 8;
  }

  get showsAll() {
    return this.fit * this.drawing.cell >= SHOWN;
  }

  // Show the part that matters: what the game says, or else the near edge.
  home(smooth = false) {
    const [x, y, w, h] = this.drawing.view, { width, height } = this.size;
    const cell = this.drawing.cell || 64, whole = Math.max(width / w, height / h); // shows all rows or all columns of a board, if they can be hit
    const wish = Math.min(this.drawing.wanted / cell, this.drawing.kind === "board" ? Math.max(whole, SHOWN / cell) : Infinity);
    const [left, top, wide, high] = this.drawing.focus ?? [x + w / 2 - 1, y + h - height / wish / 2, 2, 2];
    const tight = Math.min(width / wide, height / high);
    const isOpen = this.drawing.kind === "map" && !this.drawing.focus && this.fit * cell >= FAR; // of nobody: all of it
    this.scale = this.showsAll || isOpen ? this.fit : clamp(Math.min(wish, Math.max(tight, wish * this.drawing.near)), this.fit, this.most);
    const edge = this.showsAll ? 0 : EDGE / this.scale;
    this.centre(along(left, wide, width / this.scale, x, w, edge), along(top, high, height / this.scale, y, h, edge), smooth);
    const frame = this.drawing.host.getBoundingClientRect();
    const at = { left: frame.left + (left - this.x) * this.scale, top: frame.top + this.inset + (top - this.y) * this.scale };
    const hidden = this.covers({ ...at, right: at.left + wide * this.scale, bottom: at.top + high * this.scale });
    if (hidden && !this.showsAll && tight >= this.scale) this.centre(left + wide / 2, top + high / 2, smooth);
  }

  centre(x, y, smooth = false) {
    const { width, height } = this.size;
    this.x = x - width / this.scale / 2;
    this.y = y - height / this.scale / 2;
    this.place(smooth);
  }

  // Bring to the middle what is picked, or else what matters.
  middle() {
    const picked = this.drawing.svg.querySelector(".chosen");
    if (picked) this.centreOn(picked, true); else this.home(true);
  }

  centreOn(element, smooth = false) {
    const frame = this.drawing.host.getBoundingClientRect(), spot = element.getBoundingClientRect();
    this.centre(this.x + (spot.x + spot.width / 2 - frame.x) / this.scale, this.y + (spot.y + spot.height / 2 - frame.top - this.inset + this.covered / 2) / this.scale, smooth);
  }

  pan(dx, dy) {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.place();
  }

  // Closer or farther; the point under the pointer stays.
  zoom(factor, px = this.size.width / 2, py = this.size.height / 2) {
    const before = this.scale;
    this.scale = clamp(before * factor, this.fit, this.most);
    this.x += px / before - px / this.scale;
    this.y += py / before - py / this.scale;
    this.place();
    this.drawing.readable();
  }

  zoomAt(factor, x, y) {
    const frame = this.drawing.host.getBoundingClientRect();
    this.zoom(factor, x - frame.x, y - frame.y - this.inset);
  }

  wheel(event) {
    event.preventDefault();
    this.zoomAt(Math.exp(-event.deltaY / (event.ctrlKey ? 120 : 480)), event.clientX, event.clientY);
  }

  jump(event) {
    const picture = this.overview.getBoundingClientRect(), [x, y, w, h] = this.drawing.view;
    this.centre(x + (event.clientX - picture.x) / picture.width * w, y + (event.clientY - picture.y) / picture.height * h);
  }

  // Make sure that an element is seen; `far`: if it is out of sight.
  reveal(element, far) {
    const frame = this.drawing.host.getBoundingClientRect(), spot = element.getBoundingClientRect();
    const top = frame.top + this.inset, sheet = document.querySelector("#popover.sheet:not([hidden])")?.getBoundingClientRect();
    this.covered = Math.max(0, frame.bottom - Math.min(frame.bottom, sheet?.top ?? Infinity));
    const inside = spot.left >= frame.left + 8 && spot.right <= frame.right - 8 && spot.top >= top + 8 && spot.bottom <= frame.bottom - this.covered - 8;
    if (far ? spot.left < frame.right && spot.right > frame.left : inside && !this.covers(spot)) return false;
    this.centreOn(element);
    return true;
  }

  // The sheet over the lower part is gone.
  uncover() {
    if (!this.covered) return;
    this.covered = 0;
    this.place();
  }

  // Where the whole drawing lies on the screen.
  get seen() {
    const [x, y, w, h] = this.drawing.view, frame = this.drawing.host.getBoundingClientRect();
    const left = frame.left + (x - this.x) * this.scale, top = frame.top + this.inset + (y - this.y) * this.scale;
    return { left, top, right: left + w * this.scale, bottom: top + h * this.scale };
  }

  // Whether the buttons or the small picture lie over something.
  covers(spot) {
    return [this.tools, this.overview].filter((each) => !each.hidden).map((each) => each.getBoundingClientRect())
      .some((box) => spot.left < box.right && spot.right > box.left && spot.top < box.bottom && spot.bottom > box.top);
  }

  // Look at what happens, and back.
  follow(element) {
    const before = [this.x, this.y];
    if (this.reveal(element)) this.wandered ??= before;
  }

  back() {
    if (!this.wandered) return;
    [this.x, this.y] = this.wandered;
    this.wandered = null;
    this.place(pace() > 0);
  }

  place(smooth = false) {
    const { width, height } = this.size, [x, y, w, h] = this.drawing.view;
    const fits = h <= height / this.scale, small = this.overview.hidden || this.inset ? null : this.overview;
    const room = ROOM / this.scale; // also what fits can be drawn from under the buttons
    const hold = (at, low, whole, seen, end) => {
      const middle = low - (seen - whole) / 2;
      return whole <= seen && !this.covered ? clamp(at, middle - room, middle + room) : clamp(at, low - room, low + whole - seen + end / this.scale);
    };
    this.x = hold(this.x, x, w, width / this.scale, small && fits ? small.offsetWidth + GAP : ROOM);
    this.y = hold(this.y, y, h, height / this.scale, (small ? small.offsetHeight + GAP : ROOM) + this.covered);
    const svg = this.drawing.svg;
    svg.style.width = `${w * this.scale}px`;
    svg.style.height = `${h * this.scale}px`;
    svg.style.transition = smooth && !isStill() ? "transform .25s" : "";
    svg.style.transform = `translate(${(x - this.x) * this.scale}px, ${(y - this.y) * this.scale + this.inset}px)`;
    this.drawing.scaled(this.scale);
    this.draw(width, height);
  }

  draw(width, height) {
    const [x, y, w, h] = this.drawing.view, whole = this.scale <= this.fit * 1.02;
    this.overview.hidden = whole || !this.drawing.small;
    this.tools.hidden = false;
    if (whole && this.showsAll) this.tools.hidden = this.covers(this.seen); // they make room where everything can be seen
    const style = this.frame.style, part = (value) => `${Math.max(0, Math.min(100, 100 * value))}%`;
    style.left = part((this.x - x) / w);
    style.top = part((this.y - y) / h);
    style.right = part(1 - (this.x + width / this.scale - x) / w);
    style.bottom = part(1 - (this.y + height / this.scale - y) / h);
  }

  show(picture) {
    this.inset = 0;
    if (!picture) { this.strip.hidden = true; return this.overview.replaceChildren(); }
    const [, , w, h] = this.drawing.view, { width, height } = this.size, wide = w > 2.5 * h && height > HIGH && !this.showsAll;
    const scale = Math.min((wide ? Math.min(760, width - 28) : Math.min(220, width * 0.34)) / w, height * (wide ? 0.2 : 0.34) / h);
    this.overview.style.width = `${w * scale + 8}px`;
    this.overview.style.height = `${h * scale + 8}px`;
    this.overview.classList.toggle("wide", wide);
    this.inset = wide ? Math.ceil(h * scale + 8 + GAP) : 0;
    this.strip.hidden = !wide;
    this.strip.style.height = `${this.inset}px`;
    this.tools.style.top = `${this.inset + 10}px`;
    this.overview.replaceChildren(picture, this.frame);
  }
}
