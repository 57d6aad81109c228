// What has happened, shown one thing after another in a layer above the board. The board below changes when it is over.
import { box, colours, drawing, face, find, plain, rich } from "./common.js";
import { top } from "./drawing.js";
import { ghost, put } from "./ghost.js";
import { beside } from "./popover.js";
import { isStill, pace } from "./settings.js";
import { play } from "./sound.js";

const EASE = "cubic-bezier(.2,.8,.2,1)";
// Where motion is unwanted, things come and go in their places.
const calmly = (frames) => (isStill() ? frames.map(({ opacity, offset = null }) => ({ opacity, offset })) : frames);
const MANY = 12; // events that are shown at their own pace; the rest goes three times as fast
const TIMES = { move: 240, cell: 40, long: 500, battle: 1250, float: 420, roll: 700, turn: 450, reveal: 300, fade: 260, say: 220 };

export class Motion {
  constructor(stage, how) {
    Object.assign(this, { stage, how });
    this.isPlaying = false;
    this.timers = new Set();
    this.actors = new Map(); // copies that stand for things until the board is drawn again
  }

  // Show events on the old board, then let `swap` draw the new one.
  async play(events, swap) {
    const worth = events.filter(({ verb }) => verb !== "result");
    this.isPlaying = true;
    this.isSkipping = pace() === 0 || document.hidden;
    const long = worth.length > MANY;
    for (let i = 0; i < worth.length && !this.isSkipping; i++) {
      const many = [worth[i]];
      while (worth[i + 1]?.together) many.push(worth[++i]);
      this.rate = pace() * (long && i > MANY ? 1 / 3 : 1);
      if (long && i > MANY && many.every(({ quiet }) => quiet)) continue;
      try {
        await Promise.all(many.map((event) => this.show(event)));
      } catch (error) {
        console.warn("an event was not shown", error);
      }
    }
    this.timers.forEach((end) => end());
    swap();
    this.clear();
    this.stage.cameras.forEach((each) => each.back());
    this.isPlaying = false;
    if (!this.isSkipping) this.arrive(events);
  }

  skip() {
    if (!this.isPlaying) return false;
    this.isSkipping = true;
    for (const animation of document.getAnimations()) if (top().contains(animation.effect?.target)) animation.finish();
    this.timers.forEach((end) => end());
    return true;
  }

  clear() {
    this.actors.clear();
    top().replaceChildren();
    for (const element of this.stage.all(".away")) element.classList.remove("away");
  }

  wait(time) {
    if (this.isSkipping) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => { clearTimeout(timer); this.timers.delete(end); resolve(); };
      const timer = setTimeout(end, time * this.rate);
      this.timers.add(end);
    });
  }

  async run(element, frames, time) {
    if (this.isSkipping) return;
    if (isStill()) return this.wait(Math.min(time, 200));
    await element.animate(frames, { duration: Math.max(1, time * this.rate), easing: EASE, fill: "forwards" }).finished.catch(() => {});
  }

  async show(event) {
    if (event.text) this.how.tell(event);
    if (event.phase >= 0) (await this.how.news()).markPhase(event.phase);
    const what = this[event.verb];
    if (event.sound && event.verb !== "battle") play(event.sound);
    return what ? what.call(this, event) : this.say(event);
  }

  say(event) {
    return event.text && !event.quiet ? this.wait(TIMES.say) : null;
  }

  // A copy of a thing; the thing itself is away until the board is drawn again.
  actor(event, id = event.thing, place = event.source, art = event.art, colour = event.colour) {
    const known = this.actors.get(id);
    if (known) return known;
    const element = id ? this.stage.drawn("thing", id).find((each) => each.getBoundingClientRect().width) : null;
    let made = null;
    if (element) {
      this.stage.follow(element);
      made = ghost(element);
      element.classList.add("away");
    } else {
      const spot = this.stage.spot(place);
      if (!spot || !art) return null;
      this.stage.follow(spot);
      made = box(`div.shade.${colours(colour)}`, drawing(art, ""));
      put(made, square(spot.getBoundingClientRect()));
      top().append(made);
    }
    if (id) this.actors.set(id, made);
    return made;
  }

  // Slide a copy so that its middle lies on the middle of a place; return the way.
  async slide(made, spot, time, share = 1) {
    const from = made.getBoundingClientRect(), to = spot.getBoundingClientRect();
    const x = share * (to.left + to.width / 2 - from.left - from.width / 2), y = share * (to.top + to.height / 2 - from.top - from.height / 2);
    const old = made.style.translate || "0px 0px", [ox, oy] = [...old.split(" ").map(parseFloat), 0];
    const next = `${ox + x}px ${(oy || 0) + y}px`;
    await this.run(made, [{ translate: old }, { scale: 1.07, offset: 0.5 }, { translate: next }], time);
    made.style.translate = next;
  }

  async move(event) {
    const made = this.actor(event), stops = [...(event.path ?? []), event.target].filter(Boolean);
    if (!made) return this.say(event);
    if (!event.sound) play("slide");
    const spots = stops.map((id) => this.stage.spot(id)).filter(Boolean);
    for (const spot of spots) {
      const far = Math.min(TIMES.long, spots.length > 1 ? TIMES.move / 2 : TIMES.move + TIMES.cell);
      await this.slide(made, spot, far);
    }
    if (!event.sound) play("place");
  }

  async battle(event) {
    const mine = this.actor(event), spot = this.stage.spot(event.target) ?? this.stage.spot(event.other) ?? this.stage.spot(event.source);
    if (mine && spot) await this.slide(mine, spot, 180, 0.55);
    play("battle");
    const card = this.duel(event), stage = find("board").getBoundingClientRect();
    top().append(card);
    const size = card.getBoundingClientRect();
    const middle = { left: stage.left + stage.width / 2, right: stage.left + stage.width / 2, top: stage.top + stage.height / 3, bottom: stage.top + stage.height / 3, width: 0, height: 0 };
    const [left, y] = beside(spot?.getBoundingClientRect() ?? middle, size.width, size.height, [], 24);
    Object.assign(card.style, { left: `${left}px`, top: `${y}px` });
    card.animate(calmly([{ opacity: 0, scale: 0.7 }, { opacity: 1, scale: 1 }]), { duration: isStill() ? 200 : 260 * this.rate, easing: EASE });
    await this.wait(TIMES.battle * 0.42);
    card.classList.add("decided");
    play(event.sound || { good: "good", bad: "bad" }[event.tone] || "place");
    await this.wait(Math.max(TIMES.battle, 30 * plain(event.title ?? "").length));
    card.remove();
    await this.fall(event, mine, spot);
  }

  // The loser is gone, the winner takes the place.
  async fall(event, mine, spot) {
    const other = this.stage.drawn("thing", event.other ?? "").find((each) => each.getBoundingClientRect().width);
    const theirs = other ? this.actor(event, event.other, event.target) : null;
    const leave = async (made, tray) => {
      if (!made) return;
      await this.run(made, [{ rotate: "0deg" }, { rotate: "24deg", filter: "grayscale(1)" }], 120);
      await this.vanishTo(made, tray);
    };
    const isGone = (side) => event.winner !== side && event.winner !== "both";
    await Promise.all([isGone("other") ? leave(theirs, event.other_tray) : null, isGone("thing") ? leave(mine, event.tray) : null]);
    if (event.winner === "thing" && mine && spot) await this.slide(mine, spot, 160);
  }

  duel(event) {
    const side = (art, colour, wins) => box(`div.fighter.${colours(colour)}${wins ? ".wins" : ""}`, art ? drawing(art, "") : null);
    const wins = event.winner ?? "";
    return box(`div.duel.${event.tone ?? "even"}`,
      event.art || event.other_art ? box("div.fighters", side(event.art, event.colour ?? event.seat, wins === "thing" || wins === "both"), box("i.burst"), side(event.other_art, event.other_colour, wins === "other" || wins === "both")) : null,
      event.title ? box("h3", ...rich(event.title)) : null, event.detail ? box("p", ...rich(event.detail)) : null,
      !event.title && event.text ? box("p", ...rich(event.text)) : null);
  }

  async reveal(event) {
    const spot = this.stage.spot(event.thing) ?? this.stage.spot(event.target);
    if (!spot || !event.art) return this.say(event);
    play("card");
    const made = this.actor({ ...event, thing: "" }, "", event.target || event.thing);
    if (!made) return this.say(event);
    await this.run(made, [{ rotate: "y 90deg" }, { rotate: "y 0deg" }], TIMES.reveal);
    await this.wait(TIMES.say);
  }

  async announce(event) {
    return (await this.how.news()).announce(this, event);
  }

  gain(event) {
    return this.float(event, "+");
  }

  lose(event) {
    return this.float(event, "−");
  }

  async float(event, sign) {
    const spot = this.stage.spot(event.target || event.source || event.thing) ?? document.querySelector(`[data-panel="${event.seat}"]`);
    if (!spot) return this.say(event);
    play(event.sound || (sign === "+" ? (event.icon === "i-coin" ? "coin" : "harvest") : "bad"));
    const made = box(`div.float.${event.tone ?? (sign === "+" ? "good" : "bad")}`, event.amount ? `${sign}${Math.abs(event.amount)}` : "", event.icon ? drawing(event.icon) : null);
    top().append(made);
    const place = spot.getBoundingClientRect(), size = made.getBoundingClientRect();
    const height = Math.min(place.height, 90);
    Object.assign(made.style, { left: `${place.left + place.width / 2 - size.width / 2}px`, top: `${place.top + height / 3 - size.height / 2}px` });
    const rise = made.animate(calmly([{ opacity: 0, translate: "0 10px" }, { opacity: 1, translate: "0 0", offset: 0.2 }, { opacity: 1, offset: 0.75 }, { opacity: 0, translate: "0 -26px" }]), { duration: Math.max(1, 1300 * this.rate), fill: "forwards" });
    rise.finished.then(() => made.remove(), () => {});
    await this.wait(event.quiet ? TIMES.float / 3 : TIMES.float);
  }

  async vanish(event) {
    const made = this.actor(event);
    if (!made) return this.say(event);
    await this.vanishTo(made, event.target);
  }

  // Into a tray that is in sight, and away.
  async vanishTo(made, tray) {
    const spot = this.stage.spot(tray);
    if (spot?.getBoundingClientRect().width) await this.slide(made, spot, TIMES.fade);
    await this.run(made, [{ opacity: 1 }, { opacity: 0, filter: "grayscale(1)" }], TIMES.fade);
    made.style.opacity = 0;
  }

  async appear(event) {
    if (!event.art) return this.say(event);
    const made = this.actor({ ...event, source: event.source || event.target });
    if (!made) return this.say(event);
    play("place");
    const spot = this.stage.spot(event.target);
    if (event.source && spot && event.source !== event.target) await this.slide(made, spot, TIMES.move);
    else await this.run(made, [{ opacity: 0, scale: 0.6 }, { opacity: 1, scale: 1 }], TIMES.fade);
  }

  // What has come is on the new board now; it grows out of its place.
  arrive(events) {
    if (isStill()) return;
    for (const { verb, thing } of events) {
      if (verb !== "appear" || !thing) continue;
      this.stage.drawn("thing", thing)[0]?.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: TIMES.fade * (pace() || 1) });
    }
  }

  async roll(event) {
    play(event.sound || "dice");
    const die = event.art || (event.amount >= 1 && event.amount <= 6 ? `die-${event.amount}` : "");
    const made = box("div.banner.roll", die ? drawing(die, "") : box("b.num", String(event.amount ?? "")), event.text ? box("span", ...rich(event.text)) : null);
    top().append(this.atTop(made));
    const picture = made.firstElementChild;
    if (!isStill()) picture.animate([{ rotate: "-540deg", translate: "-60px -30px" }, { rotate: "0deg", translate: "0 0" }], { duration: 600 * this.rate, easing: EASE });
    await this.wait(TIMES.roll + (event.text ? 300 : 0));
    made.remove();
  }

  async turn(event) {
    const state = this.how.state(), seat = event.seat ?? 0, mine = seat === state.seat;
    play(mine ? "turn" : "");
    if (!event.text) return;
    const who = state.seats[seat];
    const made = box(`div.banner.${colours(seat)}`, who ? face(seat, who.kind ?? state.kinds?.[seat], who.who ?? "", state.faces?.[seat]) : null, box("b", ...rich(event.text)));
    top().append(this.atTop(made));
    await this.run(made, [{ translate: "0 -30px", opacity: 0 }, { translate: "0 0", opacity: 1 }], 160);
    await this.wait(TIMES.turn);
    made.remove();
  }

  atTop(made) {
    const stage = find("board").getBoundingClientRect();
    Object.assign(made.style, { left: `${stage.left + stage.width / 2}px`, top: `${stage.top + 12}px` });
    return made;
  }
}

function square({ left, top: y, width, height }) {
  const side = Math.min(width, height, 110);
  return { left: left + (width - side) / 2, top: y + (height - side) / 2, width: side, height: side };
}
