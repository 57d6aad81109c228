// How a match ended: one sentence, the standing, how it went, and where to go from here. Loaded when it is needed.
import { showChart } from "./chart.js";
import { ask, box, button, crest, face, find, icon, iconButton, link, make, rich } from "./common.js";
import { isTouch } from "./drawing.js";
import { isStill } from "./settings.js";
import { play } from "./sound.js";
import { t } from "./words.js";

let shownFor = "";

export function showResult(state, at, say, coach) {
  if (!state.result) return void (find("result").open && find("result").close());
  const isNew = shownFor !== state.table;
  fill(state, at, say, coach);
  if (!isNew) return;
  shownFor = state.table;
  const outcome = state.seat >= 0 ? state.seats[state.seat].outcome : 0, best = Math.max(...state.seats.map((seat) => seat.outcome));
  const won = state.seat >= 0 && outcome === best && outcome > 0;
  play(won ? "win" : outcome < 0 ? "loss" : "draw");
  find("result").show();
  find("result").querySelector(".button")?.focus({ focusVisible: false, preventScroll: true });
  if (won && !isStill()) confetti();
}

export const hideResult = () => { shownFor = ""; find("result").close(); };

function fill(state, at, say, coach) {
  const sheet = find("result"), { ending, scores = [] } = state.result;
  const order = state.seats.map((_, seat) => seat).sort((a, b) => state.seats[b].outcome - state.seats[a].outcome || (scores[b] ?? 0) - (scores[a] ?? 0));
  const level = (a, b) => state.seats[a].outcome === state.seats[b].outcome && scores[a] === scores[b];
  const place = (seat) => order.findIndex((other) => level(other, seat)) + 1; // who did equally well stands on one place
  const mine = state.seat >= 0 ? state.seats[state.seat].outcome : 0;
  const top = state.seat >= 0 ? state.seat : order[0];
  const again = async () => {
    const answer = await ask(`${at}/rematch`, {});
    if (answer.ok) location.assign(`/tables/${answer.table}`); else say(answer.error, true);
  };
  const rematch = state.guide ? "" : state.rematch ? link(t("To the rematch"), `/tables/${state.rematch}`, "button")
    : state.seat >= 0 || state.shared ? button([icon("turn"), t("Rematch")], again, "button") : "";
  const close = button(icon("x"), () => sheet.close(), "ghost close");
  close.setAttribute("aria-label", t("Look at the board"));
  sheet.className = `result ${mine > 0 ? "good" : mine < 0 ? "bad" : "even"}`;
  const { chart } = state.result, drawn = chart?.series[0].length > 2 ? box("div.chart") : "", won = state.seats[top].outcome > 0;
  sheet.replaceChildren(
    box("div.crown", close, won ? box("i.coronet") : "", face(top, state.seats[top].kind ?? state.kinds?.[top], state.seats[top].who, state.faces?.[top]), box("h1", ending.title), box("p", ...rich(ending.reason ?? ""))),
    box("ol.standing", ...order.map((seat) => standing(state, seat, place(seat), scores))),
    drawn,
    ending.rows?.length ? box("dl.rows", ...ending.rows.flatMap(([name, value]) => [box("dt", ...rich(name)), box("dd", ...rich(value))])) : "",
    state.guide ? box("p.done", ...rich(state.guide.done)) : "",
    state.guide ? box("div.row", ...coach.onward()) : box("div.row", rematch, link(t("Review"), `/tables/${state.table}/review`, "chip"),
      link(t("Look back"), `/tables/${state.table}/replay`, "chip")),
    wish(state),
    box("p.quiet", link(t("New game"), `/games/${state.game}`), " · ", link(t("Record of the match"), `${at}/record`)));
  if (drawn) showChart(drawn, chart, state.seats, state.seat);
  sheet.setAttribute("aria-label", t("Result"));
  if (state.rated) showRating(sheet, state, at);
  offerToShare(sheet, state, at, say);
}

// Somebody else has opened the rematch and waits there.
function wish({ rematch, rematch_by: seat = null, seats, seat: me, shared }) {
  if (!rematch || seat === null || seat === me || shared) return "";
  return box("p.done", crest(seat), " ", t("{name} would like a rematch.", { name: seats[seat].who }));
}

// A match at an open table can be shown to anybody; others only to those who have a link.
async function offerToShare(sheet, state, at, say) {
  const about = await ask(`${at}/about`), row = sheet.querySelector(":scope > .row");
  if (about.access !== "open" || !row || row.querySelector(".share")) return;
  const share = async () => {
    const url = `${location.origin}/tables/${state.table}/replay`;
    try {
      if (navigator.share && isTouch()) return await navigator.share({ title: document.title, url });
      await navigator.clipboard.writeText(url);
      say(t("Copied"));
    } catch (error) { if (error.name !== "AbortError") say(url); }
  };
  row.append(iconButton("share", t("Share this match"), share, "share"));
}

// How a rated match has counted; that is known a moment after the end.
async function showRating(sheet, state, at, tries = 3) {
  const { seats = [] } = await ask(`${at}/result`);
  if (!seats.length && tries) return setTimeout(() => showRating(sheet, state, at, tries - 1), 700);
  const signed = (n) => (n > 0 ? `+${n}` : String(n).replace("-", "−"));
  const mine = seats.find(({ seat }) => seat === state.seat);
  const words = !mine ? "" : mine.rated ? t("Your rating: {change}", { change: signed(mine.change) }) : t("This match did not count for ratings.");
  if (words) sheet.querySelector(".standing")?.after(box("p.quiet", link(words, "/players/me")));
}

function standing(state, seat, place, scores) {
  const player = state.seats[seat], isMe = seat === state.seat;
  const how = player.outcome > 0 ? t("won") : player.outcome < 0 ? t("lost") : t("drew");
  const score = scores[seat];
  return box(`li${isMe ? ".mine" : ""}`, box("span.num", String(place)), face(seat, player.kind ?? state.kinds?.[seat], player.who, state.faces?.[seat]),
    box("span.words", box("b", isMe ? t("You") : player.who), player.panel?.line ? box("small", ...rich(player.panel.line)) : ""),
    box("b.num", scores.some((each) => Math.abs(each) > 1) ? String(Math.round(score * 100) / 100) : how));
}

const COLOURS = ["#f0b843", "#d9543f", "#5a9bd8", "#6cba5a", "#fffdf8"];

function confetti() {
  const layer = make("div", "", { class: "confetti", "aria-hidden": "true" });
  document.body.append(layer);
  for (let i = 0; i < 70; i++) {
    const grain = box("i");
    grain.style.left = `${Math.random() * 100}%`;
    grain.style.background = COLOURS[i % COLOURS.length];
    layer.append(grain);
    grain.animate([{ translate: "0 -5vh", rotate: "0deg" }, { translate: `${Math.random() * 120 - 60}px 105vh`, rotate: `${Math.random() * 900}deg` }],
      { duration: 1500 + Math.random() * 1500, delay: Math.random() * 500, easing: "cubic-bezier(.3,.2,.7,1)", fill: "both" });
  }
  setTimeout(() => layer.remove(), 3600);
}
