// Everything by keys: Tab enters the board once, arrows go from place to place, Enter picks.
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Keyboard {
  constructor(stage, picking, how) {
    Object.assign(this, { stage, picking, how });
    this.at = null; // the pick or thing that the focus is on, while the board is drawn again
    document.addEventListener("keydown", (event) => this.press(event));
    document.addEventListener("focusin", (event) => this.arrive(event.composedPath()[0]));
    document.addEventListener("reached", (event) => this.arrive(event.detail));
  }

  arrive(element) {
    this.at = this.isPlace(element) ? element.dataset.pick ?? element.dataset.thing : null;
    if (this.at !== null && element.matches(":focus-visible")) this.stage.reveal(element);
  }

  isPlace(element) {
    return Boolean(element?.matches?.("[data-pick], [data-thing]")) && this.stage.has(element);
  }

  get places() {
    const marked = this.stage.all(".marked");
    return marked.length ? marked : this.stage.all("[data-thing]");
  }

  get focused() {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return this.isPlace(element) ? element : null;
  }

  // One place can be reached by Tab; the focus comes back to where it was when the board has been drawn again.
  rove() {
    const places = this.places, was = this.at;
    const all = this.stage.all("[tabindex]");
    for (const element of all) if (element.matches("[data-pick], [data-thing]")) element.setAttribute("tabindex", "-1");
    for (const element of places) element.setAttribute("tabindex", "-1");
    const here = was === null ? null : this.stage.drawn("pick", was)[0] ?? this.stage.drawn("thing", was)[0] ?? null;
    const first = (here && places.includes(here) ? here : null) ?? places[0];
    first?.setAttribute("tabindex", "0");
    if (was === null || this.focused) return;
    const next = here ?? first;
    if (document.activeElement && document.activeElement !== document.body && !document.activeElement.shadowRoot) return;
    next?.setAttribute("tabindex", "0");
    next?.focus({ preventScroll: true });
  }

  press(event) {
    const origin = event.composedPath()[0], typing = origin.matches?.("input:not([type=checkbox]):not([type=range]), textarea, select");
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") return this.how.escape();
    if (event.altKey || (typing && !origin.closest("#popover"))) return;
    if ((event.ctrlKey || event.metaKey) && event.key === "z") return event.preventDefault(), this.how.undo();
    if (typing || event.ctrlKey || event.metaKey) return;
    if (this.keys(event, origin)) event.preventDefault();
  }

  keys(event, origin) {
    const { key } = event, place = this.focused, pressed = origin.matches?.("button, a, [role=tab], [role=radio]");
    if (key === " " && this.how.skip()) return true;
    if (ARROWS[key] && place) return this.go(place, ARROWS[key], event.shiftKey);
    const spare = key === " " && place?.dataset.pick === this.picking.path.at(-1) && this.picking.next.find((each) => each.key === "Space");
    if (spare) return this.picking.choose(spare), true;
    // After a mouse the focus is only where it was last: then these keys are those of the offers.
    const named = (key === "Enter" || key === " ") && !place?.matches(":focus-visible") && this.picking.next.find((each) => each.key === (key === " " ? "Space" : key));
    if ((key === "Enter" || key === " ") && place && !named) return this.how.press([place]), true;
    if (key === "i" && place) return this.how.inspect([place, ...this.over(place)]);
    if (key === "?") return this.how.help(), true;
    if (key === "m") return this.how.mute(), true;
    if (key === "h") return this.how.hint(), true;
    if (key === "b") return this.how.beliefs(), true;
    if (key === "Home") return this.how.home(), true;
    if (ARROWS[key] && !pressed && this.how.pan(ARROWS[key])) return true;
    if ((key === "+" || key === "-") && this.how.zoom(key === "+" ? 1.4 : 1 / 1.4)) return true;
    if (pressed && (key === "Enter" || key === " ")) return false;
    const offer = this.picking.next.find((each) => each.key && each.key.toLowerCase() === (key === " " ? "space" : key.toLowerCase()));
    if (offer) this.picking.choose(offer);
    return Boolean(offer);
  }

  over(place) {
    const { x, y, width, height } = place.getBoundingClientRect();
    return this.stage.under(x + width / 2, y + height / 2);
  }

  // The nearest place in a direction; with Shift among everything that is drawn.
  go(from, [dx, dy], every) {
    const here = from.getBoundingClientRect();
    let best = null, least = Infinity;
    for (const element of every ? this.stage.all("[data-pick], [data-thing]") : this.places) {
      const box = element.getBoundingClientRect();
      if (element === from || !box.width) continue;
      const x = box.x + box.width / 2 - here.x - here.width / 2, y = box.y + box.height / 2 - here.y - here.height / 2;
      const along = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (along > 1 && along + 3 * aside < least) { best = element; least = along + 3 * aside; }
    }
    if (!best) return true;
    from.setAttribute("tabindex", "-1");
    best.setAttribute("tabindex", "0");
    best.focus({ focusVisible: true });
    return true;
  }
}
