// What can be chosen next, beside the thing that was picked: rows with drawing, price and reason; numbers as steppers.
import { box, button, colours, drawing, fact, find, make, plain, rich } from "./common.js";
import { isPhone } from "./drawing.js";
import { t } from "./words.js";

const GAP = 8, FAR = 3000, SHEET = 200; // pixels; square pixels that may be hidden before a card goes far away; least height

export function forecast({ tone, title, text = "", rows = [] }) {
  return box(`div.forecast.${tone}`, box("span.pill", title), text ? box("p", ...rich(text)) : null,
    rows.length ? box("dl", ...rows.flatMap(([name, value]) => [box("dt", ...rich(name)), box("dd", ...rich(value))])) : null);
}

// A row to choose: one that cannot be chosen says why.
export function offerRow(offer, choose) {
  const row = button("", () => choose(offer), "offer");
  if (offer.art) row.append(drawing(offer.art, `pic ${colours(offer.colour)}`));
  row.append(box("span.words", box("b", ...rich(offer.label)),
    offer.enabled === false && offer.why_not ? box("small.why", ...rich(offer.why_not)) : offer.detail ? box("small", ...rich(offer.detail)) : null,
    offer.facts?.length ? box("span.facts", ...offer.facts.map((each) => fact(each))) : null));
  if (offer.price) row.append(fact(offer.price, "fact cost"));
  if (offer.key && !isPhone()) row.append(box("kbd", offer.key));
  const isOff = offer.enabled === false;
  if (isOff) row.setAttribute("aria-disabled", "true"); // it can be reached, so that its reason can be heard
  row.dataset.offer = row.dataset.pick = offer.pick;
  row.classList.toggle("marked", !isOff);
  return row;
}

export function groups(offers, choose) {
  const made = [];
  let heading = "";
  for (const offer of offers) {
    if (offer.group && offer.group !== heading) made.push(box("b.group", offer.group));
    heading = offer.group ?? "";
    made.push(offerRow(offer, choose));
  }
  return made;
}

// A number to choose. It begins with what the game proposes.
export function stepper(offer, labels, choose) {
  const { least, most, default: usual, unit = "", quick = [] } = offer.amount;
  let value = usual ?? least, held = 0;
  const input = make("input", "", { type: "number", inputmode: "numeric", min: least, max: most, "aria-label": plain(offer.detail || unit || t("How many")) });
  const done = button("", () => choose(value), "button marked");
  const set = (wanted) => {
    value = Math.min(most, Math.max(least, Number.isFinite(wanted) ? Math.round(wanted) : least));
    input.value = value;
    done.dataset.pick = `number ${value}`;
    done.replaceChildren(...rich(labels.get(`number ${value}`) || t("Choose {n} {unit}", { n: value, unit })));
    less.disabled = value <= least;
    more.disabled = value >= most;
  };
  const step = (words, by, limit) => {
    const made = button(words, () => { if (!held) set(value + by); held = 0; }, "step");
    let timer = 0;
    made.addEventListener("pointerdown", () => { held = 0; timer = setTimeout(() => { held = 1; set(limit); }, 550); });
    for (const end of ["pointerup", "pointerleave", "pointercancel"]) made.addEventListener(end, () => clearTimeout(timer));
    return made;
  };
  const less = step("−", -1, least), more = step("+", 1, most);
  less.setAttribute("aria-label", t("One less"));
  more.setAttribute("aria-label", t("One more"));
  input.addEventListener("change", () => set(Number(input.value)));
  input.addEventListener("keydown", (event) => { if (event.key === "Enter") { set(Number(input.value)); choose(value); event.preventDefault(); } });
  set(value);
  return box("div.stepper", box("div.row", less, input, unit ? box("span.unit", unit) : null, more),
    quick.length ? box("div.quick", ...quick.map((n) => button(String(n), () => set(n)))) : null, done);
}

export class Popover {
  constructor(close) {
    this.host = find("popover");
    this.close = close;
    this.anchor = null;
    this.host.addEventListener("keydown", (event) => this.keys(event));
  }

  get isOpen() {
    return !this.host.hidden;
  }

  show(anchor, title, children, avoid = []) {
    const had = this.host.contains(document.activeElement), open = this.isOpen;
    this.anchor = anchor;
    this.avoid = avoid;
    this.host.hidden = false;
    this.host.replaceChildren(...(title ? [box("div.head", box("h2", ...rich(title)), closer(() => this.close()))] : []), ...children);
    this.host.classList.toggle("sheet", isPhone());
    this.place();
    if (had || !open) this.host.querySelector("button.offer:not([aria-disabled]), input, button.button")?.focus({ preventScroll: true, focusVisible: had });
  }

  hide() {
    if (!this.isOpen) return;
    this.host.hidden = true;
    this.host.replaceChildren();
    this.anchor = null;
  }

  // Beside what was picked, within the screen, never over it; a sheet is as low as what can be picked is.
  place() {
    const style = this.host.style;
    style.left = style.top = style.maxHeight = "";
    if (!this.isOpen) return;
    const spots = this.avoid.map((each) => each.getBoundingClientRect()), low = Math.max(0, ...spots.map(({ bottom }) => bottom));
    if (this.host.classList.contains("sheet")) {
      if (low) style.maxHeight = `${Math.max(SHEET, innerHeight - low - GAP)}px`;
      return;
    }
    const { width, height } = this.host.getBoundingClientRect();
    const bar = find("bar");
    if (bar.contains(this.anchor)) spots.push(bar.getBoundingClientRect()); // what opens from the bar leaves it free
    const [left, top] = beside(this.anchor?.getBoundingClientRect() ?? bar.getBoundingClientRect(), width, height, spots);
    style.left = `${left}px`;
    style.top = `${top}px`;
  }

  keys(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.target.matches("input")) return;
    const rows = [...this.host.querySelectorAll("button:not(:disabled)")];
    const at = rows.indexOf(document.activeElement);
    rows[(at + step + rows.length) % rows.length]?.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}

function closer(press) {
  const made = button(drawing("i-x"), press, "ghost small");
  made.setAttribute("aria-label", t("Cancel"));
  return made;
}

const overlap = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

// Where a floating card goes: right, left, above or below, whichever hides least; if they hide much, to an edge of the screen.
export function beside(spot, width, height, avoid = [], gap = GAP) {
  const hold = (at, size, whole) => Math.max(gap, Math.min(whole - size - gap, at));
  const middle = [spot.left + spot.width / 2 - width / 2, spot.top + spot.height / 2 - height / 2];
  const wishes = [[spot.right + gap, middle[1]], [spot.left - width - gap, middle[1]], [middle[0], spot.top - height - gap], [middle[0], spot.bottom + gap],
    [innerWidth, middle[1]], [0, middle[1]]];
  let best = null, cost = Infinity;
  wishes.forEach(([x, y], i) => {
    const left = hold(x, width, innerWidth), top = hold(y, height, innerHeight);
    const card = { left, top, right: left + width, bottom: top + height };
    const hidden = 4 * overlap(card, spot) + avoid.reduce((sum, each) => sum + overlap(card, each), 0) + (i > 3 ? FAR : 0) + i;
    if (hidden < cost) { best = [left, top]; cost = hidden; }
  });
  return best;
}
