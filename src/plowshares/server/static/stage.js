// The regions of a table: where each stands, and how to find what is drawn in them.
import { box, find, plain } from "./common.js";
import { Row } from "./cards.js";
import { Drawing, isLow, isPhone } from "./drawing.js";

const DRAWN = ["board", "map"];
const CARD = { least: 112, most: 158, tall: 1.44, fan: 1.44, tile: 0.78, price: 37, gap: 20 };

class Place {
  constructor(region) {
    this.host = box("section.region");
    this.heading = box("div.heading");
    this.inner = box("div");
    this.host.append(this.heading, this.inner);
    this.isDrawn = DRAWN.includes(region.kind);
    this.body = this.isDrawn ? new Drawing(this.inner) : new Row(this.inner);
  }

  show(region) {
    this.region = region;
    this.host.className = `region ${region.kind} at-${region.place ?? "stage"}`;
    this.host.dataset.region = region.name;
    this.host.dataset.tone = region.tone ?? "";
    this.host.setAttribute("aria-label", region.label);
    if (!this.isDrawn || region.heading) {
      this.heading.replaceChildren(box("h2", region.label), region.note ? box("span.pill", region.note) : "");
    }
    this.heading.hidden = !region.heading;
    if (this.isDrawn && region.svg) {
      const view = /viewBox="([^"]+)"/.exec(region.svg)?.[1].split(/[ ,]+/).map(Number);
      if (view) this.host.style.setProperty("--ratio", view[2] / view[3]);
    }
    this.body.show(region);
  }

  get roots() {
    if (this.isDrawn) return [this.body.root];
    return [this.host, ...[...this.host.querySelectorAll(".picture")].map((each) => each.shadowRoot)];
  }
}

export class Stage {
  constructor() {
    this.places = new Map();
    this.priced = new Set(); // rows whose cards have had tags below them
    this.seen = new Set(); // sides that have had regions keep their room
    new ResizeObserver(() => this.measure()).observe(find("board"));
  }

  parentOf(region) {
    const side = region.place ?? "stage";
    if (side === "seat") return document.querySelector(`[data-seat-regions="${region.seat}"]`) ?? find("strip");
    return { left: find(isLow() ? "extra" : "left"), right: find(isPhone() ? "left" : "extra"), above: find("above"), below: find("below") }[side] ?? find("centre");
  }

  show(regions) {
    const names = new Set(regions.map(({ name }) => name));
    for (const [name, place] of this.places) if (!names.has(name)) { place.host.remove(); this.places.delete(name); }
    const lasts = new Map();
    for (const region of regions) {
      let place = this.places.get(region.name);
      if (place && place.isDrawn !== DRAWN.includes(region.kind)) place = place.host.remove();
      if (!place) this.places.set(region.name, place = new Place(region));
      const parent = this.parentOf(region), last = lasts.get(parent);
      const there = last ? last.nextElementSibling : parent.firstElementChild;
      if (there !== place.host) { if (last) last.after(place.host); else parent.prepend(place.host); }
      lasts.set(parent, place.host);
      this.seen.add(region.place ?? "stage");
      place.show(region);
    }
    document.body.classList.toggle("has-left", this.seen.has("left") || (isPhone() && this.seen.has("right")));
    for (const each of DRAWN) document.body.classList.toggle(`has-${each}`, regions.some(({ kind, place }) => kind === each && (place ?? "stage") === "stage"));
    this.measure();
  }

  // Cards are as large as the rows of the stage allow.
  measure() {
    const stage = find("board"), places = [...this.places.values()];
    if (!stage) return; // the table is gone
    const rows = places.filter(({ host, isDrawn }) => !isDrawn && stage.contains(host) && !host.closest(".panel"));
    const large = places.some(({ host, isDrawn }) => isDrawn && find("centre").contains(host));
    let need = 0, fixed = 0, wide = CARD.most;
    for (const { region, inner } of rows) {
      const cards = region.cards ?? [];
      if (cards.some(({ price, tag }) => price || tag) || (region.kind === "cards" && !region.fan && !region.place)) this.priced.add(region.name);
      fixed += (region.heading && innerWidth < 700 ? 30 : 0) + (region.fan ? 46 : 28);
      if (region.kind === "cards") {
        need += region.fan ? CARD.fan : CARD.tall;
        if (this.priced.has(region.name)) fixed += CARD.price;
        if (!region.fan && cards.length) wide = Math.min(wide, inner.clientWidth / cards.length - CARD.gap);
      } else if (region.kind === "tiles") need += CARD.tile;
      else fixed += 60;
    }
    const strip = find("strip").offsetHeight, free = stage.clientHeight - fixed - (strip ? strip + 12 : 0);
    const fit = large || !need ? 120 : isPhone() ? CARD.least : Math.min(free / need, wide);
    // Sizes stay while the rows stay: what somebody holds must not move what lies beside it.
    const key = [stage.clientWidth, stage.clientHeight, strip, ...rows.map(({ region }) => region.name + region.kind), ...this.priced].join();
    let card = this.key === key ? this.card : Math.round(Math.max(CARD.least, fit));
    stage.style.setProperty("--w", `${card}px`);
    if (this.key !== key) while (!large && !isPhone() && card > CARD.least - 8 && stage.scrollHeight > stage.clientHeight + 1) stage.style.setProperty("--w", `${card -= 3}px`);
    Object.assign(this, { key, card });
    // What scrolls can be scrolled by keys.
    for (const each of document.querySelectorAll("#strip, #phases ol, .items")) each.scrollWidth > each.clientWidth ? each.tabIndex = 0 : each.removeAttribute("tabindex");
    for (const { host, inner, region } of rows) {
      host.classList.toggle("priced", this.priced.has(region.name));
      const n = region.cards?.length ?? 0, width = inner.clientWidth - 16;
      if (!region.fan || !n || !width) continue;
      const step = n > 1 ? Math.min(card + 8, (width - card) / (n - 1)) : 0;
      host.style.setProperty("--step", `${Math.max(44, step)}px`);
    }
  }

  get roots() {
    return [...["strip", "others", "me"].map(find), ...[...this.places.values()].flatMap(({ roots }) => roots)];
  }

  all(selector) {
    return [...new Set(this.roots.flatMap((root) => [...root.querySelectorAll(selector)]))];
  }

  has(element) {
    return this.roots.some((root) => root.contains(element));
  }

  drawn(name, value) {
    return this.all(`[data-${name}="${CSS.escape(value)}"]`);
  }

  // The element of a thing or place; the one of the thing rather than of its place.
  spot(id) {
    if (!id) return null;
    const found = this.drawn("thing", id).concat(this.drawn("pick", id));
    return found.find((each) => each.getBoundingClientRect().width > 0) ?? this.places.get(id)?.host ?? null;
  }

  // The one thing that stands on a place and is drawn over it.
  on(pick) {
    const place = this.drawn("pick", pick).find((each) => each instanceof SVGElement)?.getBoundingClientRect();
    if (!place?.width) return null;
    const things = this.all(".through").filter((each) => {
      const { left, top, width, height } = each.getBoundingClientRect(), x = left + width / 2, y = top + height / 2;
      return x > place.left && x < place.right && y > place.top && y < place.bottom;
    });
    return things.length === 1 ? things[0] : null;
  }

  // What lies under a point, the topmost first; cards and things in drawings alike.
  under(x, y) {
    const found = [];
    const look = (root) => {
      for (const element of root.elementsFromPoint(x, y)) {
        if (element.getRootNode() !== root || found.includes(element)) continue;
        if (element.shadowRoot) look(element.shadowRoot);
        found.push(element);
      }
    };
    look(document);
    const covers = (each) => { const box = each.getBoundingClientRect(); return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom; };
    const through = found.some((each) => each.shadowRoot) ? this.all(".through").filter(covers) : [];
    return [...through.toReversed(), ...found];
  }

  cameraOf(element) {
    const host = element?.getRootNode()?.host;
    const place = [...this.places.values()].find(({ inner }) => inner === host);
    return place?.body.isCamera ? place.body.camera : null;
  }

  get cameras() {
    return [...this.places.values()].filter(({ body }) => body.isCamera).map(({ body }) => body.camera);
  }

  // Look at what happens, and back.
  follow(element) {
    const camera = this.cameraOf(element);
    if (camera) camera.follow(element); else this.reveal(element);
  }

  reveal(element) {
    const camera = this.cameraOf(element);
    if (camera) return camera.reveal(element);
    const row = element?.closest?.(".items");
    if (row) element.scrollIntoView({ block: "nearest", inline: "nearest" });
    return false;
  }

  // On a low screen rows lie below others: if nothing is in sight that can be picked, look there.
  bring(elements) {
    const { top, bottom } = find("board").getBoundingClientRect();
    const isSeen = (each) => { const box = each.getBoundingClientRect(); return box.bottom > top + 24 && box.top < bottom - 24; };
    if (isLow() && elements.length && !elements.some(isSeen)) this.reveal(elements[0]);
  }

  clear() {
    for (const { host, body } of this.places.values()) { body.clear(); host.remove(); }
    this.places.clear();
  }

  // Give everything a name that can be heard.
  label(things, offers) {
    const names = new Map(offers.map((offer) => [offer.pick, offer.label]));
    for (const element of this.all("[data-pick], [data-thing]")) {
      const thing = things[element.dataset.thing ?? ""] ?? things[element.querySelector?.("[data-thing]")?.dataset.thing ?? ""];
      const words = thing?.label ?? element.getAttribute("aria-label") ?? names.get(element.dataset.pick) ?? "";
      if (!words) continue;
      element.setAttribute("aria-label", plain(words));
      if (element instanceof SVGElement && !element.hasAttribute("role")) element.setAttribute("role", "img");
    }
  }
}
