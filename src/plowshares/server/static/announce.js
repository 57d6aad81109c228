// What has just come about, on cards above the board: orders that are revealed, a city that is taken.
import { box, button, colours, drawing, fact, find, rich } from "./common.js";
import { isPhone, top } from "./drawing.js";
import { beside } from "./popover.js";
import { isStill } from "./settings.js";
import { t } from "./words.js";

const LEAST = 900, LETTER = 26, MOST = 4500; // milliseconds
const GAP = 12, BUTTON = 54; // pixels: to the places and the edges, and for the button that comes
const PACES = 3; // a card with facts is read slowly; a button ends it

const STYLE = `
  .newsrow { position: absolute; display: flex; flex-wrap: wrap; gap: 10px; justify-content: center }
  .news { background: var(--surface); border: 1px solid var(--line); border-left: 5px solid var(--pc); border-radius: 14px; box-shadow: var(--sh3); padding: 8px 16px 8px 10px; width: max-content; max-width: min(420px, calc(100vw - 24px)); pointer-events: auto }
  .news .head { display: flex; gap: 12px; align-items: center }
  .news .pic { width: 44px; height: 44px; flex: none }
  .news h3 { margin: 0; font: 600 14px var(--ui); color: var(--ink2) }
  .news p { margin: 2px 0 0; font-size: 15px }
  .newsrow .news p { font-weight: 600 }
  .news:has(.gains) { padding: 14px 16px; border-left-width: 1px }
  .news:has(.gains) .pic { width: 72px; height: 72px }
  .news:has(.gains) h3 { font: 650 24px var(--display); color: var(--ink) }
  .gains { display: flex; flex-wrap: wrap; gap: 8px; margin: 12px 0 0 }
  .gained { display: grid; background: var(--sunken); border-radius: 10px; padding: 6px 12px }
  .gained .fact { font-size: 18px; font-weight: 700 }
  .gained small { color: var(--ink2); font-size: 13px }
  .news .note { color: var(--danger); font-size: 14px; margin-top: 10px }
  .news > button { margin-top: 10px }
  .rays { position: absolute; width: 230px; height: 230px; translate: -50% -50%; border-radius: 50%; background: repeating-conic-gradient(var(--glow) 0 7%, transparent 0 12.5%); mask: radial-gradient(closest-side, transparent 26%, #000 27% 70%, transparent); opacity: .75 }
  .newstag { position: absolute; translate: -50% -170%; background: var(--brand); color: var(--on-brand); border: 2px solid var(--on-brand); border-radius: 99px; padding: 1px 12px; font-size: 13px; font-weight: 700 }
`;
let isStyled = false; // the sheet comes with the first card: few matches need it

function dress() {
  if (isStyled) return;
  isStyled = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

export async function announce(motion, event) {
  dress();
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

// While a turn plays out, its parts come one after another.
export function markPhase(current) {
  find("phases").querySelectorAll("li.ph").forEach((step, i) => {
    step.classList.toggle("on", i === current);
    step.classList.toggle("done", i < current);
  });
}
