// Playing with people: draw offers, more time, somebody who has gone, mute, block and report, games that wait.
import { ask, box, button, find, icon, iconButton, link, make } from "./common.js";
import { toast } from "./dialogs.js";
import { say as speak } from "./log.js";
import { mute, muted, unmute } from "./muted.js";
import { meanwhile } from "./seeking.js";
import { play } from "./sound.js";
import { t, tn } from "./words.js";

const LOOK = 30000; // milliseconds between two looks at one's other games
const at = `/api/tables/${find("table").dataset.table}`;
let state = null, answer = {}, offered = "";

const people = iconButton("users", t("Players"), show);
people.hidden = true;
const others = link("", "/", "pill others-wait");
others.hidden = true;
find("tools").prepend(others, people);
const wish = make("div", "", { class: "wish", role: "group", "aria-label": t("Offer of a draw") });
wish.hidden = true;
find("bar").before(wish);

document.addEventListener("shown", ({ detail }) => {
  if (detail.state.open_seats?.length < state?.open_seats?.length) play("joined");
  state = detail.state;
  answer = detail.answer ?? answer;
  people.hidden = state.kind !== "table" || (state.seats?.length ?? 0) < 2;
  askDraw();
  if (state.kind === "table" && (waiting || mustWait())) wait();
});

// A table without its guests shows how they can come.
let about = null, waiting = null;
const mustWait = () => state.owner && state.seat >= 0 && state.open_seats?.length > 0 && !state.result;

async function wait() {
  waiting ??= import("./waiting.js");
  about ??= ask(`${at}/about`);
  const described = await about, { show: draw } = await waiting;
  if (described.ok) draw(state, at, described, mustWait());
}

async function send(path, body, words) {
  const given = await ask(`${at}/${path}`, body);
  toast(given.ok ? words : given.error, !given.ok);
  if (words || !given.ok) speak(given.ok ? words : given.error, !given.ok);
  return given.ok;
}

// Somebody offers a draw: it is answered over the bar.
function askDraw() {
  const offer = state.draw, kind = offer ? `${offer.who}${offer.mine}` : "";
  if (kind === offered) return;
  offered = kind;
  wish.hidden = !offer;
  if (!offer) return;
  const words = offer.mine ? t("You offer a draw.") : t("{name} offers a draw.", { name: offer.who });
  const no = button(offer.mine ? t("Take it back") : t("Play on"), () => send("draw", { agree: false }, ""), "chip");
  wish.replaceChildren(box("b", words), no, ...(offer.mine ? [] : [button(t("Agree"), () => send("draw", { agree: true }, ""), "button")]));
  speak(words, !offer.mine);
}

function show() {
  const sheet = find("sheet"), isPlaying = state.seat >= 0 && !state.result;
  sheet.replaceChildren(
    box("div.head", box("h2", t("Players")), iconButton("x", t("Close"), () => sheet.close())),
    ...(isPlaying ? [together(sheet)] : []),
    ...state.seats.map((_, seat) => seat).filter((seat) => seat !== state.seat).map((seat) => row(seat, sheet)));
  sheet.showModal();
}

function together(sheet) {
  const press = (name, words, does) => button([icon(name), words], () => { sheet.close(); does(); }, "chip");
  const made = box("div.row.together");
  if (state.draws && !state.draw?.mine) made.append(press("users", t("Offer a draw"), () => send("draw", { agree: true }, "")));
  if (answer.clocks) made.append(press("clock", t("Give the others more time"), () => send("time", {}, t("The others have more time."))));
  return made;
}

function row(seat, sheet) {
  const player = state.seats[seat], kind = state.kinds?.[seat], name = player.who;
  const made = box("div.person", box("b", name), box("small", kind === "computer" || kind === "bot" ? t("a program") : isAway(seat) ? t("away") : ""));
  const isPerson = kind !== "computer" && kind !== "bot" && !state.open_seats?.includes(seat);
  if (!isPerson) return made;
  const press = (words, does, classes = "chip") => button(words, () => { sheet.close(); does(); }, classes);
  made.append(box("div.row",
    muted().has(name) ? press(t("Hear again"), () => unmute(name)) : press(t("Mute"), () => mute(name)),
    press(t("Block"), async () => (await conduct()).block({ seat }, name, send)), press(t("Report"), async () => (await conduct()).report({ seat }, name, send))));
  if (isAway(seat) && player.acting && state.seat >= 0 && !state.result) made.append(box("p.quiet", t("It is {name}’s turn, but they are away. After a while you can go on without them.", { name })),
    box("div.row", press(t("Let the computer play on"), () => reseat(seat, "computer")),
      press(t("Let somebody else sit down"), () => reseat(seat, "somebody")),
      press(t("Claim the match"), () => reseat(seat, "out"), "chip danger")));
  return made;
}

const conduct = () => import("./conduct.js"); // seldom needed
const isAway = (seat) => answer.present?.[seat] === false;

async function reseat(seat, then) {
  await send("reseat", { seat, then }, "");
}

// One's other games: how many wait, and the way to the next one.
async function look() {
  if (document.hidden) return;
  const given = await ask("/api/waiting");
  const waiting = given.ok ? given.waiting.filter(({ id }) => `/api/tables/${id}` !== at) : [];
  others.hidden = !waiting.length;
  if (!waiting.length) return;
  others.textContent = tn("{n} game waits for you", "{n} games wait for you", waiting.length);
  others.href = `/tables/${waiting[0].id}`;
}
look();
setInterval(look, LOOK);
if (meanwhile() && `/api/tables/${meanwhile()}` !== at) import("./waiting.js").then(({ watchOver }) => watchOver());
document.addEventListener("visibilitychange", look);
