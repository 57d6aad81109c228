// A drawing of the server in a shadow root. It brings its own style: a strict policy lets no page take styles from
// text, but a sheet made by a script of ours may be adopted, and in a shadow root it cannot disturb the page.
import { Camera } from "./camera.js";
import { box, find, withArt } from "./common.js";

const OURS = new CSSStyleSheet();
OURS.replaceSync(`
${[0, 1, 2, 3, 4, 5, 6, 7].map((n) => `.seat-${n} { --pc: var(--p${n}); --pl: var(--p${n}l); --pd: var(--p${n}d); --on: var(--p${n}on) }`).join("\n")}
:host { display: block; position: relative; width: 100%; height: 100%; overflow: clip; touch-action: none }
:host(.free) { overflow: visible }
svg { display: block; user-select: none; -webkit-user-select: none; overflow: visible }
:host(:not(.camera)) > svg { width: 100%; height: 100% }
:host(.camera) > svg { position: absolute; left: 0; top: 0; max-width: none }
:host(.camera.far) text { display: none }
text { font-family: var(--ui) !important; pointer-events: none }
.mark { display: none; pointer-events: none }
.marked { cursor: pointer }
.marked .mark, .pictured .mark { display: inline }
:is(.marked, .pictured):not(:has(.mark)) { filter: drop-shadow(0 0 2px #fff) drop-shadow(0 0 3px var(--glow)) drop-shadow(0 0 1px var(--select)) }
.marked:not(:has(.mark))[data-mark=attack] { filter: drop-shadow(0 0 2px #fff) drop-shadow(0 0 3px var(--attack)) drop-shadow(0 0 1px var(--attack)) }
[data-mark=attack] .mark { stroke: var(--attack) }
.marked:hover { filter: brightness(1.06) }
.chosen { filter: drop-shadow(0 0 1px #fff) drop-shadow(0 0 2px var(--select)) drop-shadow(0 0 5px var(--glow)) drop-shadow(0 4px 4px rgba(40, 20, 5, .45)) }
.lifted { --o: calc(3px / var(--scale, 1)); translate: 0 calc(-4px / var(--scale, 1)); filter: drop-shadow(0 var(--o) 0 var(--glow)) drop-shadow(0 calc(-1 * var(--o)) 0 var(--glow)) drop-shadow(var(--o) 0 0 var(--glow)) drop-shadow(calc(-1 * var(--o)) 0 0 var(--glow)) drop-shadow(0 calc(7px / var(--scale, 1)) calc(3px / var(--scale, 1)) rgba(40, 20, 5, .5)) }
.chosen .mark { display: inline; stroke: var(--glow) }
.hinted { filter: drop-shadow(0 0 2px #fff) drop-shadow(0 0 5px var(--info)) }
.prepared { filter: drop-shadow(0 0 1px #fff) drop-shadow(0 0 3px var(--info)) drop-shadow(0 0 5px var(--info)) }
.over { filter: brightness(1.15) drop-shadow(0 0 4px var(--glow)) }
.away { visibility: hidden }
.through, .through * { pointer-events: none }
:host-context(.contrast) .marked .mark { stroke: #000; stroke-width: 4px; paint-order: stroke }
[data-pick]:focus, [data-thing]:focus { outline: none }
[data-pick]:focus-visible, [data-thing]:focus-visible { outline: 3px solid var(--select); outline-offset: 2px; filter: drop-shadow(0 0 2px #fff) }
.tools { position: absolute; right: 10px; top: 10px; display: flex; flex-direction: column; gap: 8px; z-index: 2 }
@media (max-height: 500px) { .tools { flex-direction: row } }
.tools button { width: 44px; height: 44px; border: 1px solid var(--line2); border-radius: 12px; background: var(--surface); color: var(--ink); cursor: pointer; padding: 11px }
.tools button:focus-visible { outline: 3px solid var(--select); outline-offset: 2px }
.tools svg, .overview svg { width: 100%; height: 100%; position: static }
.overview { position: absolute; right: 10px; bottom: 10px; background: var(--surface); border: 4px solid var(--surface); border-radius: 12px; box-shadow: var(--sh2); overflow: hidden; cursor: crosshair; z-index: 2 }
.strip { position: absolute; inset: 0 0 auto; background: var(--cloth2); z-index: 1 }
.overview.wide { right: 0; left: 0; margin: 0 auto; top: 8px; bottom: auto }
.overview i { position: absolute; border: 2px solid #fff; border-radius: 5px; box-shadow: inset 0 0 0 2px #2c231c; pointer-events: none }
[hidden] { display: none !important }
:host(:not(.camera)) :is(.tools, .overview, .strip) { display: none }
`);
const TOUCH = matchMedia("(pointer: coarse)");
const SMALLEST = 12; // pixels of a letter

export const least = () => (TOUCH.matches ? 36 : 20); // pixels of a cell that can be hit

// Turn a drawing's text into an element; styles in it become a sheet.
export function parse(text) {
  let css = "";
  const bare = text.replace(/<style>([^]*?)<\/style>/g, (_, style) => { css += style; return ""; });
  // Styles of single elements would be refused already while they are read; scripts may set them.
  const svg = new DOMParser().parseFromString(bare.replaceAll(' style="', ' data-css="'), "image/svg+xml").documentElement;
  return { svg: withArt(document.importNode(svg, true)), css };
}

function restyle(svg) {
  for (const element of [svg, ...svg.querySelectorAll("[data-css]")]) {
    if (!element.dataset.css) continue;
    element.style.cssText = element.dataset.css;
    delete element.dataset.css;
  }
}

export class Drawing {
  constructor(host, free = false) {
    this.host = host;
    host.classList.add("drawing");
    host.classList.toggle("free", free);
    this.root = host.attachShadow({ mode: "open" });
    // The page does not hear when the focus goes from one place of a drawing to another.
    this.root.addEventListener("focusin", ({ target }) => host.dispatchEvent(new CustomEvent("reached", { bubbles: true, detail: target })));
    this.sheet = new CSSStyleSheet();
    this.root.adoptedStyleSheets = [OURS, this.sheet]; // a drawing may have marks of its own
    this.text = "";
    this.svg = null;
    this.camera = null;
    this.wanted = TOUCH.matches ? 64 : 70; // pixels of a cell to begin with
    this.near = TOUCH.matches ? 0.7 : 0.75; // how much farther away the camera may begin, to show all that matters
    new ResizeObserver(() => this.fit()).observe(host);
  }

  // Show a drawing; return whether it is another than before.
  show(region) {
    this.kind = region.kind;
    this.cell = region.cell ?? 0;
    this.focus = region.focus ?? null;
    if (region.svg === this.text) return false;
    this.text = region.svg;
    const { svg, css } = parse(region.svg);
    const before = this.view?.join();
    const { x, y, width, height } = svg.viewBox?.baseVal ?? { x: 0, y: 0, width: 100, height: 100 };
    this.view = [x, y, width, height];
    if (css !== this.css) this.sheet.replaceSync(css);
    this.css = css;
    svg.setAttribute("role", "group"); // what is in it can be reached
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    if (this.svg) this.svg.replaceWith(svg); else this.root.prepend(svg);
    this.svg = svg;
    restyle(svg);
    // What lies over a place that can be picked lets presses through.
    for (const thing of svg.querySelectorAll("[data-thing]")) {
      if (!thing.closest("[data-pick]") && !thing.querySelector("[data-pick]")) thing.classList.add("through");
    }
    this.small = region.overview ?? "";
    if (this.view.join() !== before) this.at = null;
    this.fit();
    return true;
  }

  get isCamera() {
    return this.host.classList.contains("camera");
  }

  // A map, and a board whose cells would be too small to hit, is looked at through a camera.
  fit() {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (!this.svg || !width || !height) return;
    const scale = Math.min(width / this.view[2], height / this.view[3]);
    const camera = this.kind === "map" || (this.cell > 0 && this.cell * scale < least() - 0.5);
    this.host.classList.toggle("camera", camera);
    if (!camera) {
      this.svg.removeAttribute("style");
      this.scaled(scale);
      return this.readable();
    }
    this.camera ??= new Camera(this);
    if (!this.camera.tools.isConnected || this.camera.tools.getRootNode() !== this.root) this.root.append(this.camera.strip, this.camera.tools, this.camera.overview);
    this.camera.show(this.small ? parse(this.small).svg : null);
    const at = `${width} ${height} ${this.view.join(" ")}`;
    if (this.at !== at) this.camera.home(); else this.camera.place();
    this.at = at;
    this.readable();
  }

  scaled(scale) {
    this.scale = scale;
    this.host.style.setProperty("--scale", scale);
    this.host.classList.toggle("far", this.isCamera && this.cell > 0 && this.cell * scale < 24);
  }

  // No text is smaller than people can read, whatever the size of the drawing.
  readable() {
    if (!this.svg?.isConnected) return;
    for (const text of this.svg.querySelectorAll("text, tspan")) {
      if (![...text.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())) continue;
      text.style.fontSize = "";
      const matrix = text.getScreenCTM(), size = parseFloat(getComputedStyle(text).fontSize);
      const seen = matrix ? Math.hypot(matrix.a, matrix.b) : 1;
      if (size * seen < SMALLEST) text.style.fontSize = `${SMALLEST / seen + 0.01}px`;
    }
  }

  clear() {
    this.svg?.remove();
    this.svg = null;
    this.text = "";
    this.at = null;
    this.sheet.replaceSync("");
    this.css = "";
  }
}

export const isTouch = () => TOUCH.matches;
export const isLow = () => matchMedia("(max-height: 500px) and (min-width: 700px)").matches; // a phone held sideways
export const isPhone = () => matchMedia("(max-width: 699px)").matches;
export const isSmall = () => isPhone() || isLow();
export const top = () => find("top-layer") ?? document.body.appendChild(Object.assign(box("div.top-layer"), { id: "top-layer" }));
