// Rows of cards, small tiles and trays: HTML of the page, so that their text is as large as text is.
import { box, colours, drawing, fact, plain, rich } from "./common.js";
import { Drawing } from "./drawing.js";
import { t } from "./words.js";

function picture(card) {
  if (!card.picture) return card.art ? drawing(card.art, "") : null;
  const host = box("div.picture");
  new Drawing(host, true).show({ kind: "board", svg: card.picture });
  return host;
}

function named(element, card) {
  element.dataset.thing = card.thing;
  element.setAttribute("aria-label", plain([card.title, card.text].filter(Boolean).join(": ")));
  element.setAttribute("role", "img");
  if (card.colour !== undefined) element.classList.add(colours(card.colour));
  if (card.dim) element.classList.add("dim");
  return element;
}

// A card to read: picture, name, rarity, text, figures in the corners.
export function bigCard(card) {
  const made = box("div.pcard",
    box("div.art", picture(card)), box("b.title", card.title),
    card.gems ? box("div.gems", ...Array.from({ length: card.gems }, () => box("i"))) : null,
    card.text ? box("p", ...rich(card.text)) : null,
    card.left ? fact(card.left, "corner left") : null, card.right ? fact(card.right, "corner right") : null,
    card.badge ? box("span.tag", card.badge) : null);
  made.dataset.tint = card.tint ?? "";
  made.dataset.rim = card.rim ?? "";
  made.dataset.gems = card.gems ?? 0;
  return named(made, card);
}

function fullCard(card) {
  const made = bigCard(card), outer = box("div.cardbox", made);
  if (!card.price && !card.tag) {
    if (card.pick) made.dataset.pick = card.pick;
    return outer;
  }
  // What is for sale is read first: the tag below it buys.
  const tag = box("div.price", card.tag ? box("span", ...rich(card.tag)) : null, card.price ? fact(card.price) : null);
  if (card.pick) tag.dataset.pick = card.pick;
  tag.dataset.thing = card.thing;
  tag.setAttribute("role", "img");
  const price = card.price ? `${card.price.value} ${card.price.label ?? ""}` : "";
  tag.setAttribute("aria-label", plain(t("{card}: {tag} {price}", { card: card.title, tag: card.tag ?? "", price })));
  outer.append(tag);
  return outer;
}

function tile(card) {
  const made = box("div.tile", picture(card),
    card.left ? fact(card.left, "corner left") : null, card.right ? fact(card.right, "corner right") : null,
    card.badge ? box("span.tag", card.badge) : null, card.count > 1 ? box("span.count.num", String(card.count)) : null);
  made.dataset.tint = card.tint ?? "";
  if (card.pick) made.dataset.pick = card.pick;
  return named(made, card);
}

function trayItem(card) {
  const words = card.badge || (card.count !== undefined && card.count !== 1 ? String(card.count) : "");
  const made = box("div.trayitem", box("div.frame", picture(card)), words ? box("span.num", words) : box("span.name", card.title));
  if (card.pick) made.dataset.pick = card.pick;
  return named(made, card);
}

// In a rail, cards are a list of choices: picture, name, a line.
function choice(card) {
  const made = box("div.choice", picture(card), box("div", box("b", card.title), card.text ? box("small", ...rich(card.text)) : null),
    card.price ? fact(card.price) : null);
  if (card.pick) made.dataset.pick = card.pick;
  return named(made, card);
}

const MAKERS = { cards: fullCard, tiles: tile, tray: trayItem };

export class Row {
  constructor(host) {
    this.host = host;
    this.words = "";
  }

  show(region) {
    const words = JSON.stringify([region.cards, region.kind, region.place, region.empty, region.fan]);
    if (words === this.words) return false;
    this.words = words;
    const rail = region.place === "left" || region.place === "right";
    const maker = region.kind !== "tray" && rail ? choice : MAKERS[region.kind];
    const cards = (region.cards ?? []).map(maker);
    const left = this.host.scrollLeft;
    this.host.className = `items ${region.kind}${rail && region.kind !== "tray" ? " listed" : ""}${region.fan ? " fan" : ""}`;
    this.host.style.setProperty("--n", cards.length);
    cards.forEach((card, i) => card.style.setProperty("--i", i - (cards.length - 1) / 2));
    this.host.replaceChildren(...(cards.length ? cards : region.empty ? [box("p.quiet", region.empty)] : []));
    this.host.scrollLeft = left;
    return true;
  }

  clear() {
    this.host.replaceChildren();
    this.words = "";
  }
}
