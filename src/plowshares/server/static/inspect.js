// Looking closer: what a thing is, what it can do, and what would happen if it were chosen.
import { bigCard } from "./cards.js";
import { box, button, colours, drawing, fact, find, plain, rich } from "./common.js";
import { isPhone, isTouch } from "./drawing.js";
import { beside, forecast } from "./popover.js";
import { t } from "./words.js";

const HOVER = 300; // milliseconds

export class Inspect {
  constructor(stage, picking) {
    Object.assign(this, { stage, picking });
    this.host = find("inspect");
    this.timer = 0;
    this.over = null;
    document.addEventListener("pointerleave", () => { if (!this.isPinned) this.hide(); }); // a finger leaves when it is lifted
  }

  // Whatever under a point has something to say.
  find(elements) {
    const { things: drawn = {}, seats = [] } = this.picking.state ?? {};
    const things = { ...drawn };
    seats.forEach((player, seat) => { if (player.panel?.text) things[`panel ${seat}`] = { label: player.who, text: player.panel.text }; });
    for (const element of elements) {
      const near = element.closest?.("[data-thing], [data-pick]");
      if (!near) continue;
      const id = near.dataset.thing ?? "", pick = near.closest("[data-pick]")?.dataset.pick;
      const offer = pick === undefined ? null : this.picking.next.find((each) => each.pick === pick) ?? null;
      const thing = things[id] ?? null, tells = offer && (offer.forecast || offer.detail || offer.why_not);
      if (thing || tells || this.card(id)) return { element: near, id, thing, offer: offer ?? (thing?.pick ? this.picking.find(thing.pick) : null) };
    }
    return null;
  }

  card(id) {
    if (!id) return null;
    for (const { region } of this.stage.places.values()) {
      const found = (region.cards ?? []).find(({ thing }) => thing === id);
      if (found && region.kind === "cards") return found;
    }
    return null;
  }

  hover(event) {
    if (event.pointerType !== "mouse" || this.isPinned) return;
    const found = this.find(this.stage.under(event.clientX, event.clientY));
    if (found?.element === this.over) return;
    this.over = found?.element ?? null;
    clearTimeout(this.timer);
    this.host.hidden = true;
    if (found && (found.thing || found.offer)) this.timer = setTimeout(() => this.show(found), HOVER);
  }

  // Show it for good: by a long press, a tap, or a key.
  pin(elements) {
    const found = this.find(elements);
    if (!found) return false;
    clearTimeout(this.timer);
    this.show(found, true);
    return true;
  }

  get isPinned() {
    return !this.host.hidden && this.host.classList.contains("pinned");
  }

  show({ element, id, thing, offer }, pinned = false) {
    const card = this.card(id), host = this.host;
    if (!element.isConnected) return;
    const parts = card && (pinned || isPhone()) ? [bigCard(card)] : [];
    if (thing) parts.push(box("div.thing", thing.art && !card ? drawing(thing.art, `pic ${colours(thing.colour)}`) : null,
      box("div", card ? null : box("h2", ...rich(thing.label)), thing.text && !card ? box("p", ...rich(thing.text)) : null,
        thing.facts?.length ? box("div.facts", ...thing.facts.map((each) => fact(each))) : null)));
    if (offer && !card && !thing) parts.push(box("h2", ...rich(offer.label)));
    if (offer?.detail) parts.push(box("p", ...rich(offer.detail)));
    if (offer?.enabled === false && offer.why_not) parts.push(box("p.why", ...rich(offer.why_not)));
    if (offer?.forecast) parts.push(forecast(offer.forecast));
    if (pinned) parts.push(this.buttons(offer, card));
    host.replaceChildren(...parts);
    host.querySelector(".pcard")?.removeAttribute("data-thing");
    host.hidden = false;
    host.classList.toggle("pinned", pinned);
    host.classList.toggle("sheet", isPhone());
    this.place(element);
    if (pinned) host.querySelector("button")?.focus({ preventScroll: true, focusVisible: !isTouch() });
  }

  buttons(offer, card) {
    const close = button(t("Close"), () => this.hide(), "chip");
    const can = offer && offer.enabled !== false && this.picking.isActing;
    const words = card?.price ? [plain(card.tag || t("Buy for")), fact(card.price)] : [offer ? plain(offer.label) : ""];
    return box("div.row", close, can ? button(words, () => { this.hide(); this.picking.choose(offer); }, "button") : null);
  }

  place(element) {
    const style = this.host.style;
    style.left = style.top = "";
    if (this.host.classList.contains("sheet")) return;
    const { width, height } = this.host.getBoundingClientRect();
    const [left, top] = beside(element.getBoundingClientRect(), width, height, this.stage.all(".marked").slice(0, 30).map((each) => each.getBoundingClientRect()), 12);
    style.left = `${left}px`;
    style.top = `${top}px`;
  }

  hide() {
    clearTimeout(this.timer);
    this.over = null;
    if (this.host.hidden) return false;
    this.host.hidden = true;
    this.host.replaceChildren();
    return true;
  }
}
