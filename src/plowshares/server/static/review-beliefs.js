// Beliefs on the board: chips with the likeliest kinds, heat for what everybody looks for, and arrows of a decision.
// They are drawn into the board's own picture, so that they move with it; what lies beside a picture gets a badge.
import { box, button, colours, drawing, rich } from "./common.js";
import { t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg", SMALL = 46, LABEL = 13, SHOWN = 4, FEW = 8;
const STEPS = [[0.2, 5], [0.08, 4], [0.05, 3], [0.03, 2]];
const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
.rv { pointer-events: none } .rv text { font-family: var(--ui); font-weight: 800; fill: #2c231c } .rv .sub { font-weight: 700; fill: #473c33 }
.rv .paper { fill: #fffdf8 } .rv .faint { opacity: .72 } .rv .sign { fill: var(--pc) } .rv .onsign { fill: var(--on) } .rv .cover { fill: var(--pc); opacity: .55 }
.rv .heat2 { fill: #aeb9bd } .rv .heat3 { fill: #e6c67a } .rv .heat4 { fill: #f2b03a } .rv .heat5 { fill: #e8701a } .rv .fogheat { opacity: .6 }
.rv .arrow { fill: none; stroke-linecap: round } .rv .better { stroke: #2f6b46 } .rv .played { stroke: #7d5108 } .rv .halo { stroke: #fff; fill: none; stroke-linecap: round; opacity: .85 }
.rv .headbetter { fill: #2f6b46; stroke: #fff } .rv .headplayed { fill: #7d5108; stroke: #fff } .rv .ring { fill: none; stroke: var(--glow) }
.rv .labelbetter { fill: #2f6b46 } .rv .labelplayed { fill: #7d5108 } .rv .onlabel { fill: #fff }
`);

export const percent = (chance) => t("{n} %", { n: Math.round(100 * chance) });
const heatStep = (chance) => STEPS.find(([least]) => chance >= least - 0.005)?.[1] ?? 1;

function part(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export class Beliefs {
  constructor(stage, art) {
    Object.assign(this, { stage, art });
  }

  // The picture of the board, if it is one.
  get drawing() {
    return [...this.stage.places.values()].find(({ isDrawn, body }) => isDrawn && body.svg)?.body ?? null;
  }

  clear() {
    this.drawing?.svg.querySelectorAll(".rv").forEach((each) => each.remove());
    document.querySelectorAll(".rvbadge").forEach((each) => each.remove());
    document.querySelectorAll(".rvbetter, .rvplayed, .rvhost").forEach((each) => each.classList.remove("rvbetter", "rvplayed", "rvhost"));
  }

  // Where a thing lies in the picture: [x, y, width, height], or null.
  boxOf(place) {
    const { svg, root } = this.drawing ?? {};
    const element = place && svg ? [...this.stage.drawn("thing", place), ...this.stage.drawn("pick", place)].find((each) => each.getRootNode() === root && each.getBoundingClientRect().width > 0) : null;
    return element ? this.toPicture(element.getBoundingClientRect()) : null;
  }

  toPicture({ left, top, right, bottom }) {
    const back = this.drawing.svg.getScreenCTM()?.inverse();
    if (!back) return null;
    const a = new DOMPoint(left, top).matrixTransform(back), b = new DOMPoint(right, bottom).matrixTransform(back);
    return [a.x, a.y, b.x - a.x, b.y - a.y];
  }

  show(hidden, { chips, heat, chosen }) {
    this.clear();
    const picture = this.drawing, beside = hidden.filter(({ box: fog, place, quiet }) => !quiet && !fog && !this.boxOf(place));
    if (chips) beside.forEach((each) => this.badge(each));
    if (!picture) return;
    if (!picture.root.adoptedStyleSheets.includes(STYLE)) picture.root.adoptedStyleSheets = [...picture.root.adoptedStyleSheets, STYLE];
    const scale = Math.hypot(picture.svg.getScreenCTM()?.a ?? 1, picture.svg.getScreenCTM()?.b ?? 0);
    for (const each of hidden) {
      const place = each.box ?? this.boxOf(each.place);
      if (!place) continue;
      const made = part("g", { class: `rv ${colours(each.colour)}` });
      const isHot = heat && this.heat(made, each, place);
      if (chips && !each.quiet) this.chips(made, each, place, place[2] * scale < SMALL, isHot);
      if (each.thing === chosen) made.append(part("rect", { class: "ring", x: place[0], y: place[1], width: place[2], height: place[3], rx: place[2] * 0.12, "stroke-width": place[2] * 0.06 }));
      picture.svg.append(made);
    }
  }

  // A badge with the likeliest kinds, on the panel or the row of cards where a thing lies that no picture shows.
  badge({ place, colour, guesses }) {
    const host = this.stage.spot(place) ?? document.querySelector(`[data-panel="${colour}"]`);
    if (!host || host instanceof SVGElement) return;
    host.classList.add("rvhost");
    host.append(box(`span.rvbadge.${colours(colour)}`, ...guesses.filter(({ nothing }) => !nothing).slice(0, 2).map(({ art, sign, label, chance }) =>
      box("span", art ? drawing(art, "pic") : box("b", sign ?? ""), box("span.hidden", ...rich(label)), percent(chance)))));
  }

  heat(host, { heat = 0, box: fog }, [x, y, w, h]) {
    const step = heatStep(heat);
    if (step <= 1) return false;
    host.append(part("rect", { class: `heat${step}${fog ? " fogheat" : ""}`, x: x + w * 0.04, y: y + h * 0.03, width: w * 0.92, height: h * 0.9, rx: w * 0.12 }));
    return true;
  }

  chips(host, { guesses, box: fog }, [x, y, w, h], isSmall, isHot) {
    const shown = guesses.filter(({ nothing }) => !nothing).slice(0, isSmall || fog ? 1 : 2);
    if (isSmall || fog) {
      const side = Math.min(w, h) * 0.56;
      const chip = part("g", { class: shown[0]?.chance < 0.3 ? "faint" : "" }, part("rect", { class: "paper", x: x + (w - side) / 2, y: y + (h - side) / 2, width: side, height: side, rx: side * 0.22 }));
      if (shown[0]) { this.sign(chip, shown[0], x + (w - side) / 2, y + (h - side) / 2, side, true); host.append(chip); }
      return;
    }
    if (!isHot) host.append(part("rect", { class: "cover", x: x + w * 0.07, y: y + h * 0.1, width: w * 0.86, height: h * 0.78, rx: w * 0.1 }));
    shown.forEach((guess, i) => {
      const tall = h * (i ? 0.33 : 0.38), top = y + h * (i ? 0.54 : 0.12), left = x + w * 0.07, wide = w * 0.86;
      const chip = part("g", { class: i ? "faint" : "" }, part("rect", { class: "paper", x: left, y: top, width: wide, height: tall, rx: tall * 0.28 }));
      this.sign(chip, guess, left + wide * 0.03, top + tall * 0.08, tall * 0.84, false);
      const share = `${Math.round(100 * guess.chance)}%`, size = tall * (i ? 0.62 : 0.57) * (share.length > 3 ? 0.76 : 1); // "100%" is wide
      const words = part("text", { class: i ? "sub" : "", x: left + wide * 0.96, y: top + tall * 0.54 + size * 0.35, "text-anchor": "end", "font-size": size });
      words.textContent = share;
      chip.append(words);
      host.append(chip);
    });
  }

  sign(host, { sign, art }, x, y, side, bare) {
    if (!sign) {
      if (art) host.append(part("use", { href: `${this.art}#${art}`, x, y, width: side, height: side }));
      return;
    }
    if (!bare) host.append(part("rect", { class: "sign", x, y: y + side * 0.06, width: side * 0.86, height: side * 0.86, rx: side * 0.2 }));
    const words = part("text", { class: bare ? "" : "onsign", x: x + side * (bare ? 0.5 : 0.43), y: y + side * 0.74, "text-anchor": "middle", "font-size": side * (bare ? 0.74 : 0.66) });
    words.textContent = sign;
    host.append(words);
  }

  // Arrows of what was played and of what was better.
  arrows(point) {
    if (!point) return;
    if (point.best) this.arrow(point.best_picks, "better", t("better: {n}", { n: percent(point.best_chance) }));
    this.arrow(point.picks, "played", t("played: {n}", { n: percent(point.chance) }));
  }

  // What was played is named left of its arrow, what was better right of it, within the picture.
  label(words, kind, [x, y], unit) {
    const { x: left, width: whole } = this.drawing.svg.viewBox.baseVal, { a = 1, b = 0 } = this.drawing.svg.getScreenCTM() ?? {};
    const size = LABEL / Math.hypot(a, b), wide = size * (0.56 * words.length + 1.2), tall = size * 1.8, aside = Math.min(unit * 0.3, 2 * size);
    const wish = kind === "played" ? x - aside - wide : x + aside, at = Math.max(left, Math.min(left + whole - wide, wish));
    const text = part("text", { class: "onlabel", x: at + wide / 2, y: y + size * 0.36, "text-anchor": "middle", "font-size": size });
    text.textContent = words;
    return [part("rect", { class: `label${kind}`, x: at, y: y - tall / 2, width: wide, height: tall, rx: tall * 0.3 }), text];
  }

  // A ring around the only place of a decision.
  mark([x, y, w, h], kind, words) {
    this.drawing.svg.append(part("g", { class: "rv" },
      part("rect", { class: `arrow ${kind}`, x, y, width: w, height: h, rx: w * 0.12, "stroke-width": w * 0.06 }), ...this.label(words, kind, [x + w / 2, kind === "played" ? y + h * 0.75 : y + h * 0.25], w)));
  }

  arrow(picks, kind, words) {
    const boxes = picks.map((pick) => this.boxOf(pick)).filter(Boolean);
    if (!boxes.length) return picks.forEach((pick) => this.stage.spot(pick)?.classList.add(`rv${kind}`)); // a card beside the picture
    if (boxes.length < 2) return this.mark(boxes[0], kind, words);
    const [from, to] = [boxes[0], boxes.at(-1)].map(([x, y, w, h]) => [x + w / 2, y + h / 2]);
    const unit = boxes[0][2], length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
    const start = [from[0] + dx * unit * 0.34, from[1] + dy * unit * 0.34], tip = [to[0] - dx * unit * 0.3, to[1] - dy * unit * 0.3];
    const line = { x1: start[0], y1: start[1], x2: tip[0] - dx * unit * 0.16, y2: tip[1] - dy * unit * 0.16 };
    const head = [[tip[0], tip[1]], [tip[0] - dx * unit * 0.24 - dy * unit * 0.16, tip[1] - dy * unit * 0.24 + dx * unit * 0.16], [tip[0] - dx * unit * 0.24 + dy * unit * 0.16, tip[1] - dy * unit * 0.24 - dx * unit * 0.16]];
    this.drawing.svg.append(part("g", { class: "rv" },
      part("line", { ...line, class: "halo", "stroke-width": unit * 0.13 }),
      part("line", { ...line, class: `arrow ${kind}`, "stroke-width": unit * 0.08, ...(kind === "played" ? { "stroke-dasharray": `${unit * 0.02} ${unit * 0.14}` } : {}) }),
      part("polygon", { points: head.map((each) => each.join()).join(" "), class: `head${kind}`, "stroke-width": unit * 0.03, "stroke-linejoin": "round" }),
      ...this.label(words, kind, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], unit)));
  }
}

// The bars of one hidden thing, with the evidence in words.
export function showThing(host, hidden, chosen, choose) {
  const each = hidden.find(({ thing }) => thing === chosen);
  host.hidden = hidden.length === 0;
  const loud = hidden.filter(({ quiet }) => !quiet), beside = loud.length <= FEW ? loud : []; // more are found on the board
  if (!each) return host.replaceChildren(box("h2", t("Hidden things")),
    box("p.quiet", beside.length ? t("Choose one to see what it may be, and why.") : t("Click one on the board to see what it may be, and why.")),
    box("div.things", ...beside.map((one) => button(rich(one.label), () => choose(one.thing), "chip"))));
  const bars = each.guesses.slice(0, SHOWN).map(({ label, art, sign, chance }) => {
    const bar = box("span.meter", box("i"));
    bar.firstElementChild.style.width = `${Math.max(2, 100 * chance)}%`;
    return box("li", art ? drawing(art, `pic ${colours(each.colour)}`) : box("b.num", sign ?? ""), box("span", ...rich(label)), bar, box("b.num", percent(chance)));
  });
  host.replaceChildren(...[box("div.row", box("h2", ...rich(each.label)), each.tag ? box("span.pill", each.tag) : null),
    box(`ul.bars.${colours(each.colour)}`, ...bars), each.evidence?.length ? box("p.quiet", ...rich(each.evidence.join(" "))) : null,
    hidden.length > 1 ? button(t("All hidden things"), () => choose(""), "chip") : null].filter(Boolean));
}
