// What has just come about, on cards above the board: orders that are revealed, a city that is taken.
import { box, button, colours, drawing, fact, find, rich } from "./common.js";
import { isPhone, top } from "./drawing.js";
import { beside } from "./popover.js";
import { isStill } from "./settings.js";
import { t } from "./words.js";

const LEAST = 900, LETTER = 26, MOST = 4500; // milliseconds
const GAP = 12, BUTTON = 54; // pixels: to the places and the edges, and for the button that comes
const PACES = 3; // a card with facts is read slowly; a button ends it

export async function announce(motion, event) {
  const spot = event.target ? motion.stage.spot(event.target) : null;
  if (spot) motion.stage.follow(spot);
  const card = made(event), isRead = Boolean(event.facts?.length);
  const spots = (event.places ?? []).map((id) => motion.stage.spot(id)).filter(Boolean);
  const marks = spot ? [rays(spot), ...(event.tag ? spots.map((each) => tag(each, event.tag)) : [])] : [];
  top().append(...marks);
  if (spot) put(card, [spot, ...spots]); else row().append(card);
  if (!isStill()) card.animate([{ opacity: 0, scale: 0.85 }, { opacity: 1, scale: 1 }], { duration: 220 * motion.rate });
  const letters = card.textContent.length, time = Math.min(MOST, Math.max(LEAST, LETTER * letters) * (isRead ? PACES : 1));
  const waiting = motion.wait(time), end = [...motion.timers].at(-1);
  if (isRead) card.append(button(t("Go on"), () => end?.(), "chip on"));
  await waiting;
  for (const each of marks) each.remove();
  if (spot || isPhone()) card.remove(); // the others stay until all of it has been shown
}

function made(event) {
  return box(`div.news.${colours(event.colour ?? event.seat)}.${event.tone ?? "even"}`,
    box("div.head", event.art ? drawing(event.art, "pic") : null, box("div", event.title ? box("h3", ...rich(event.title)) : null, event.detail ? box("p", ...rich(event.detail)) : null)),
    event.facts?.length ? box("div.gains", ...event.facts.map((each) => box("span.gained", fact(each), box("small", each.label)))) : null,
    event.note ? box("p.note", ...rich(event.note)) : null);
}

// Cards that are shown at the same time stand side by side at the top of the board.
function row() {
  const known = top().querySelector(".newsrow");
  if (known) return known;
  const host = box("div.newsrow"), stage = find("board").getBoundingClientRect();
  Object.assign(host.style, { left: `${stage.left + 10}px`, top: `${stage.top + 8}px`, width: `${stage.width - 20}px` });
  top().append(host);
  return host;
}

// Beside all the places that the card is about.
function put(card, spots) {
  top().append(card);
  const { width, height } = card.getBoundingClientRect(), all = spots.map((each) => each.getBoundingClientRect());
  const left = Math.min(...all.map((each) => each.left)), right = Math.max(...all.map((each) => each.right));
  const head = Math.min(...all.map((each) => each.top)), bottom = Math.max(...all.map((each) => each.bottom));
  const [x, y] = beside({ left, right, top: head, bottom, width: right - left, height: bottom - head }, width, height + BUTTON, [], GAP);
  Object.assign(card.style, { position: "absolute", left: `${x}px`, top: `${y}px` });
}

function middle(spot) {
  const { left, top: y, width, height } = spot.getBoundingClientRect();
  return { left: `${left + width / 2}px`, top: `${y + height / 2}px` };
}

function rays(spot) {
  const host = box("i.rays");
  Object.assign(host.style, middle(spot));
  return host;
}

function tag(spot, words) {
  const host = box("span.newstag", ...rich(words));
  Object.assign(host.style, middle(spot));
  return host;
}
