// The people at the table: face, name, clock, and the figures that the game shows for each.
import { box, crest, face, fact, find, rich } from "./common.js";
import { play } from "./sound.js";
import { t } from "./words.js";

const FEW = 20, MANY = 4; // seconds at which a clock alarms; opponents from which their panels are small
let clocks = null, since = 0, present = null, shown = null, ticked = -1;

export function showPanels(state) {
  shown = state;
  const mine = state.seat, others = state.seats.map((_, seat) => seat).filter((seat) => seat !== mine);
  // Those who play after the viewer come first, as around a table.
  const order = mine >= 0 ? [...others.filter((seat) => seat > mine), ...others.filter((seat) => seat < mine)] : others;
  find("others").classList.toggle("many", order.length > MANY);
  const withRegions = new Set(state.regions.filter(({ place, seat }) => place === "seat" && seat !== mine).map(({ seat }) => seat));
  arrange(find("strip"), order.filter((seat) => withRegions.has(seat)));
  arrange(find("others"), order.filter((seat) => !withRegions.has(seat)));
  arrange(find("me"), mine >= 0 ? [mine] : []);
  find("strip").style.setProperty("--n", withRegions.size);
  find("strip").classList.toggle("few", withRegions.size < 3);
  document.body.classList.toggle("has-strip", withRegions.size > 0);
}

function arrange(parent, seats) {
  const had = new Map([...parent.children].map((each) => [Number(each.dataset.panel), each]));
  const made = seats.map((seat) => {
    const element = had.get(seat) ?? empty(seat);
    fill(element, seat);
    return element;
  });
  if (made.some((each, i) => parent.children[i] !== each) || parent.children.length !== made.length) parent.replaceChildren(...made);
}

function empty(seat) {
  const made = box(`div.panel.seat-${seat % 8}`, box("div.who"), box("div.regions"));
  made.dataset.panel = seat;
  made.setAttribute("role", "group");
  made.lastElementChild.dataset.seatRegions = seat;
  return made;
}

function fill(element, seat) {
  const player = shown.seats[seat], panel = player.panel ?? {}, isMe = seat === shown.seat;
  // Times and presence come while somebody picks: marks of what can be picked stay.
  for (const [name, on] of [["turn", player.acting], ["out", panel.out || player.left], ["mine", isMe]]) element.classList.toggle(name, Boolean(on));
  const kind = player.kind ?? shown.kinds?.[seat];
  const away = shown.open_seats?.includes(seat) ? t("nobody has come yet") : !shown.result && present?.[seat] === false && kind !== "computer" ? t("away") : "";
  const name = box("div.nm", crest(seat), box("b", isMe ? t("You") : player.who ?? player.name));
  if (panel.chosen === true) name.append(box("span.pill.g", t("has chosen")));
  else if (panel.chosen === false && !shown.result) name.append(box("span.pill.y", t("choosing")));
  else if (player.acting && !isMe && !away && !shown.result) name.append(box("span.pill.y", t("thinking")));
  const line = player.left || [panel.line, away].filter(Boolean).join(" · ");
  element.firstElementChild.replaceChildren(
    face(seat, kind, player.who ?? "", shown.faces?.[seat]),
    box("div.words", name, line ? box("div.line", ...rich(line)) : "",
      panel.facts?.length ? box("div.facts", ...panel.facts.map((each) => fact(each))) : "",
      panel.progress === undefined || panel.progress === null ? "" : progress(panel.progress)),
    box("time.clock"));
  if (panel.pick) element.dataset.pick = panel.pick; else delete element.dataset.pick;
  if (panel.text) element.dataset.thing = `panel ${seat}`;
  element.setAttribute("aria-label", isMe ? t("You") : player.who ?? "");
  tick();
}

function progress(share) {
  const made = box("div.progress", box("i"));
  made.firstElementChild.style.width = `${Math.max(2, Math.min(100, 100 * share))}%`;
  return made;
}

export function clearPanels() {
  shown = null;
  for (const id of ["strip", "others", "me"]) find(id).replaceChildren();
}

// Time and presence run on their own, and come with every answer.
export function setTimes(answer) {
  clocks = answer.clocks;
  since = performance.now();
  present = answer.present ?? present;
  if (shown) showPanels(shown);
}

// Seconds as a clock shows them: 4:09, 1:04:09, or days and hours.
function spell(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60], two = (n) => String(n).padStart(2, "0");
  if (hours >= 24) return t("{d} d {h} h", { d: Math.floor(hours / 24), h: hours % 24 });
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

function tick() {
  if (!clocks || !shown) return;
  for (const panel of document.querySelectorAll("[data-panel]")) {
    const clock = clocks[panel.dataset.panel], element = panel.querySelector(".clock");
    if (!clock || clock.left === null) continue;
    const now = Math.max(0, clock.left - (clock.running && !shown.result ? (performance.now() - since) / 1000 : 0));
    const low = now < FEW && clock.running && !shown.result;
    element.classList.toggle("on", clock.running && !shown.result);
    element.classList.toggle("low", low);
    const whole = Math.ceil(now);
    const words = low ? now.toFixed(1) : spell(whole);
    if (element.textContent !== words) element.textContent = words; // the page rests while nothing changes
    if (low && Number(panel.dataset.panel) === shown.seat && whole !== ticked && whole <= 10) { ticked = whole; play("tick"); }
  }
}
setInterval(tick, 200);

export function showPhases(phases) {
  const host = find("phases");
  if (!phases) return host.replaceChildren();
  const steps = phases.names.map((name, i) => {
    const current = i === phases.current;
    const made = box(`li.ph${current ? ".on" : i < phases.current ? ".done" : ""}`, box("span", ...rich(name)),
      current && phases.art ? art(phases.art) : "", current && phases.note ? box("span.note", ...rich(phases.note)) : "");
    if (current) made.setAttribute("aria-current", "step");
    return made;
  });
  host.replaceChildren(box("ol", ...steps), box("div.aside", ...(phases.aside ?? []).map((words) => box("span.pill", ...rich(words)))));
  document.body.classList.add("has-phases"); // once there, its room stays
}

const art = (id) => rich(`:#${id}:`)[0];
