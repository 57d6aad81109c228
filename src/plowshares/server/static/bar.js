// The action bar: what to do, and what can be done that is not on the board. Always the same height.
import { box, button, drawing, fact, find, icon, iconButton, rich } from "./common.js";
import { isPhone } from "./drawing.js";
import { groups } from "./popover.js";
import { t } from "./words.js";

export class Bar {
  constructor(how) {
    this.how = how;
    this.host = find("bar");
    this.title = box("b");
    this.help = box("small");
    this.offers = box("div.offers");
    this.main = box("div.main");
    this.hint = iconButton("hint", t("Hint"), () => how.hint(), "tool hint");
    this.beliefs = iconButton("eye", t("What may be hidden"), () => how.beliefs(), "tool");
    this.undo = iconButton("undo", t("Undo"), () => how.undo(), "tool");
    this.resign = iconButton("resign", t("Resign"), () => how.resign(), "tool danger");
    this.undo.setAttribute("aria-keyshortcuts", "Control+Z");
    const say = box("div.say", this.title, this.help);
    say.id = "prompt";
    this.host.append(box("i.pulse"), say, this.offers, box("div.helps", this.beliefs, this.hint, this.undo, this.resign), this.main);
  }

  // `more` are offers of the panel, which a phone has no room for: a list that opens above the bar.
  show(offers, prompt, state, isPicking, more = []) {
    this.state = state;
    this.host.dataset.tone = prompt.tone ?? "";
    this.host.classList.toggle("acting", Boolean(state.acting));
    this.write(prompt.title, prompt.help);
    const main = offers.find((offer) => offer.main), rest = offers.filter((offer) => offer !== main);
    this.main.replaceChildren(main ? this.big(main) : "");
    const can = isPicking || Boolean(state.begun || state.undo), name = isPicking ? t("Cancel") : t("Undo");
    this.undo.disabled = !can;
    this.undo.replaceChildren(icon(isPicking ? "x" : "undo"));
    const what = state.begun || state.undo?.text;
    this.undo.title = isPicking || !what ? name : t("Undo: {what}", { what });
    this.undo.setAttribute("aria-label", this.undo.title);
    this.hint.disabled = !state.acting;
    this.hint.hidden = !state.hints;
    this.beliefs.hidden = !state.hints || state.seat < 0 || Boolean(state.result);
    this.resign.disabled = state.seat < 0 || Boolean(state.result);
    this.host.classList.toggle("watching", state.seat < 0 || Boolean(state.result && !state.undo));
    this.fill(rest, Boolean(main), more);
  }

  // Nothing of a player stays behind the curtain.
  clear() {
    this.write("");
    this.offers.replaceChildren();
    this.main.replaceChildren();
    this.undo.removeAttribute("title");
    this.undo.setAttribute("aria-label", t("Undo"));
    this.host.classList.remove("acting");
  }

  write(title, help = "") {
    this.title.replaceChildren(...rich(title));
    this.help.replaceChildren(...rich(help ?? ""));
  }

  // Few offers are buttons, many a list that opens above the bar.
  fill(offers, hasMain, extra) {
    const words = innerHeight > 500 ? 204 : 124; // pixels for what the bar says, at least
    const wide = this.host.clientWidth - words - this.undo.parentElement.offsetWidth - (hasMain ? 130 : 0);
    const room = isPhone() ? (hasMain ? 2 : 3) : Math.max(1, Math.min(5, Math.floor(wide / 124)));
    const shown = offers.length > room || extra.length ? offers.slice(0, Math.max(0, room - 1)) : offers, rest = offers.slice(shown.length);
    const made = shown.map((offer) => this.small(offer)), all = [...rest, ...extra];
    if (all.length) {
      const can = extra.filter(({ enabled }) => enabled !== false).length;
      const more = button([rest.length ? t("More") : t("Choices"), can ? box("span.count", String(can)) : icon("up")], () => this.how.list(more, groups(all, (each) => this.how.choose(each))), "chip more");
      made.push(more);
    }
    this.offers.replaceChildren(...made);
  }

  small(offer) {
    const made = button([offer.art ? drawing(offer.art, `pic seat-${(offer.colour ?? 0) % 8}`) : "", box("span", ...rich(offer.label)), offer.price ? fact(offer.price) : ""].filter(Boolean), () => this.how.choose(offer), "chip");
    return this.common(made, offer);
  }

  big(offer) {
    const made = button([box("span", ...rich(offer.label)), offer.price ? fact(offer.price) : ""].filter(Boolean), () => this.how.choose(offer), "button");
    if (offer.key && !isPhone()) made.append(box("kbd", offer.key));
    return this.common(made, offer);
  }

  common(made, offer) {
    made.dataset.offer = offer.pick;
    made.dataset.pick = offer.pick;
    if (offer.enabled === false) {
      made.setAttribute("aria-disabled", "true");
      made.title = offer.why_not ?? "";
    } else if (!offer.ends) made.classList.add("marked");
    if (offer.key) made.setAttribute("aria-keyshortcuts", offer.key);
    return made;
  }
}
