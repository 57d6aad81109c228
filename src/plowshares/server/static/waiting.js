// A table that waits for its guests: chairs, a link to send, the computer meanwhile, other tables.
import { ask, box, button, crest, drawing, face, find, icon, make } from "./common.js";
import { toast } from "./dialogs.js";
import { qrCode } from "./qr.js";
import { keepMeanwhile, meanwhile } from "./seeking.js";
import { set, settings } from "./settings.js";
import { play } from "./sound.js";
import { t, tn } from "./words.js";

const LOOK = 4000, LISTS = 20000; // milliseconds between two looks at one's table, and at the tables of others
const OTHERS = 3; // tables of others that are listed
let page = null, back = null, about = null, at = "", state = null, level = "medium", timer = 0, isOver = false;

const isAsked = new URLSearchParams(location.search).has("wait"); // the form leads here with it; else the board stays in sight
const table = () => at.split("/").pop();
const kept = (what) => `${what}-${table()}`;
const remember = (what, value) => { try { sessionStorage.setItem(kept(what), value); } catch { /* asked again */ } };
const recall = (what) => { try { return sessionStorage.getItem(kept(what)); } catch { return null; } };
const COLOURS = [t("Red"), t("Blue"), t("Gold"), t("Green"), t("Plum"), t("Sky"), t("Stone"), t("Pink")];
const colour = (seat) => COLOURS[seat] ?? t("Seat {n}", { n: seat + 1 });

export function show(shown, path, described, must) {
  const before = state?.open_seats?.length ?? 0;
  [state, at, about] = [shown, path, described];
  if (page && before > state.open_seats.length) arrived();
  if (!must) return close();
  if (page) return chairs();
  if (!isOver && about.free.length) open(); // a seat that is left later does not hide the board
}

function open() {
  const style = make("link", "", { rel: "stylesheet", href: new URL("./waiting.css", import.meta.url).pathname });
  document.head.append(style);
  page = make("section", "", { id: "waiting", "aria-label": t("Waiting for somebody") });
  page.append(box("div.columns", box("div.column", card(), begin()), box("div.column", computer(), others())));
  back = button([icon("hourglass"), t("Waiting for somebody")], () => reveal(true), "pill waiting-pill");
  find("tools").prepend(back);
  style.addEventListener("load", () => reveal(isAsked && recall("board") === null), { once: true });
  page.hidden = back.hidden = true;
  find("table").before(page);
  chairs();
  links();
  lists();
  count();
  timer = setInterval(count, 1000);
  page.lists = setInterval(lists, LISTS);
}

function reveal(on) {
  if (!page) return;
  page.hidden = !on;
  back.hidden = on;
  find("table").inert = on;
  if (!on) remember("board", "1");
}

function close() {
  if (!page) return;
  clearInterval(timer);
  clearInterval(page.lists);
  page.remove();
  back.remove();
  find("table").inert = false;
  page = null;
  isOver = true;
}

// Somebody has sat down: it is told here, and by a note of the browser if nobody looks.
function arrived() {
  play("joined");
  if (document.hidden && window.Notification?.permission === "granted") new Notification(state.title, { body: t("Somebody sat down at your table."), tag: table() });
}

function card() {
  const isOpen = about.access === "open";
  const words = [state.title, about.board, about.clock, about.rated ? t("rated") : t("casual")].filter(Boolean).join(" · ");
  return box("div.card.host",
    box("div.chairs"),
    box("h2", isOpen ? t("Your table is open") : t("Your table is ready")),
    box("p.quiet", `${words}. ${t("We call you when somebody sits down.")}`),
    box("div.sending"),
    box("div.foot", box("span.dot"), box("span.since"), callMe(), button(t("Close the table"), closeTable, "plain danger")));
}

function chairs() {
  page.querySelector(".chairs").replaceChildren(...state.seats.flatMap((player, seat) => {
    const isFree = state.open_seats.includes(seat), isMe = seat === state.seat;
    const made = isFree ? box("span.av.free", icon("user")) : face(seat, state.kinds?.[seat], player.who, state.faces?.[seat]);
    const chair = box(`div.chair.seat-${seat % 8}`, made, box("b", isFree ? t("Who comes?") : isMe ? t("You") : player.who), box("small", crest(seat), isFree ? t("{colour} · free", { colour: colour(seat) }) : colour(seat)));
    return seat === 1 ? [make("img", "", { src: `/games/${about.game}/picture.svg`, alt: "", class: "between" }), chair] : [chair];
  }));
}

// A link replaces the one before it: it is made once, and again only if somebody asks for it.
async function links() {
  const seat = state.open_seats[0], host = page.querySelector(".sending");
  const known = recall(`link-${seat}`);
  if (known) return showLink(host, JSON.parse(known));
  if (about.linked.includes(seat)) return host.replaceChildren(offer(seat, t("A link was made before. A new one replaces it.")));
  makeLink(seat);
}

function offer(seat, words = "") {
  return box("div.row", button([icon("link"), t("Make a link for a friend")], () => makeLink(seat), "chip"), words ? box("small", words) : "");
}

async function makeLink(seat) {
  const answer = await ask(`${at}/invite`, { seat });
  if (!answer.ok) return toast(answer.error, true);
  remember(`link-${seat}`, JSON.stringify({ link: answer.link, qr: answer.qr }));
  if (page) showLink(page.querySelector(".sending"), answer);
}

function showLink(host, { link, qr }) {
  const input = make("input", "", { readonly: "", id: "waiting-link" });
  input.value = link;
  const copy = button([icon("copy"), t("Copy")], async () => {
    input.select();
    try { await navigator.clipboard.writeText(link); copy.lastChild.textContent = t("Copied"); } catch { /* it is selected, to be copied by hand */ }
  }, "button");
  const share = navigator.share ? button([icon("share"), t("Share …")], () => navigator.share({ title: "Plowshares", url: link }).catch(() => {}), "chip") : "";
  host.replaceChildren(box("div.words", make("label", t("Send this link to a friend"), { for: "waiting-link" }), box("div.row", input, copy), box("div.row", share, box("small", state.open_seats.length > 1 ? t("Each link is for one seat. More of them: the link sign above.") : t("It works once.")))),
    box("figure.code", qrCode(qr), box("figcaption", t("or point a phone at it"))));
}

function callMe() {
  if (!window.Notification || Notification.permission === "denied") return "";
  const made = button([icon("bell"), settings.call ? t("We will call you") : t("Call me")], async () => {
    if ((await Notification.requestPermission()) !== "granted") return;
    set("call", true);
    made.lastChild.textContent = t("We will call you");
  }, "chip");
  return made;
}

function count() {
  const seconds = Math.max(0, Math.round(Date.now() / 1000 - about.created)), minutes = Math.floor(seconds / 60);
  const time = minutes < 60 ? `${minutes}:${String(seconds % 60).padStart(2, "0")}` : minutes < 2880 ? tn("{n} hour", "{n} hours", Math.round(minutes / 60)) : tn("{n} day", "{n} days", Math.round(minutes / 1440));
  const words = about.access === "open" ? t("Listed under “Open tables”") : t("Waiting");
  page.querySelector(".since").replaceChildren(box("b", words), ` ${t("for {time}", { time })}`);
}

async function closeTable() {
  const answer = await ask(`${at}/delete`, {});
  if (answer.ok) location.assign("/"); else toast(answer.error, true);
}

function begin() {
  const words = state.acting ? [state.prompt.title, t("You can do that while you wait.")] : [t("Look at the board"), t("It is set up already.")];
  return box("div.card.begin", box("span.thumb", make("img", "", { src: `/games/${about.game}/picture.svg`, alt: "" })), box("span.words", box("b", words[0]), box("small", words[1])), button(t("To the board"), () => reveal(false), "chip"));
}

function computer() {
  const go = button([icon("play"), ""], against, "button wide");
  const name = () => { go.lastChild.textContent = t("Play {level} now", { level: about.levels.find((each) => each.name === level)?.title ?? "" }); };
  const rows = box("div.levels", ...about.levels.map((each) => {
    const made = button([box("span.av.nobody", drawing(each.art, "")), each.title], () => {
      level = each.name;
      for (const other of rows.children) other.setAttribute("aria-checked", String(other === made));
      name();
    });
    made.setAttribute("role", "radio");
    made.setAttribute("aria-checked", String(each.name === level));
    return made;
  }));
  rows.setAttribute("role", "radiogroup");
  rows.setAttribute("aria-label", t("Level"));
  name();
  return box("div.card.computer", box("h3", t("Play the computer meanwhile")), box("p.quiet", t("That game waits as soon as somebody sits down here. You can finish it later.")), rows, go);
}

async function against() {
  const seats = state.seats.map((player, seat) => (seat === state.seat ? { kind: "me", name: player.who } : { kind: "computer", name: level }));
  const answer = await ask("/api/tables", { game: about.game, preset: about.preset, seats, hints: true });
  if (!answer.ok) return toast(answer.error, true);
  keepMeanwhile(table());
  location.assign(`/tables/${answer.table}`);
}

function others() {
  const made = box("div.card.others", box("div.head", box("h3", t("Or sit down here")), box("small", t("closes your table"))), box("ul"));
  made.hidden = true;
  return made;
}

async function lists() {
  const answer = await ask("/api/lobby");
  if (!answer.ok || !page) return;
  const open = answer.open.filter(({ id }) => id !== table()).sort((a, b) => (b.game === about.game) - (a.game === about.game)).slice(0, OTHERS);
  const host = page.querySelector(".others");
  host.hidden = !open.length;
  host.querySelector("ul").replaceChildren(...open.map((each) => {
    const words = [each.title, each.rating ?? "", each.clock, each.rated ? t("rated") : ""].filter(Boolean).join(" · ");
    return box("li", box("span.thumb", make("img", "", { src: `/games/${each.game}/picture.svg`, alt: "" })), box("span.words", box("b", each.host || t("Somebody")), box("small", words)), button(t("Join"), () => join(each), "chip"));
  }));
}

async function join(other) {
  const answer = await ask(`/api/tables/${other.id}/sit`, {});
  if (!answer.ok) { toast(answer.error, true); return lists(); }
  await ask(`${at}/delete`, {});
  location.assign(`/tables/${other.id}`);
}

// While another game is played: tell when somebody has sat down at the table that waits.
export async function watchOver() {
  const waits = meanwhile();
  if (!waits) return;
  const answer = await ask(`/api/tables/${waits}/about`);
  if (answer.status === 403) return keepMeanwhile("");
  if (!answer.ok || answer.free.length) return setTimeout(watchOver, LOOK);
  keepMeanwhile("");
  play("joined");
  const words = t("Somebody sat down at your table. This game waits for you.");
  if (document.hidden && window.Notification?.permission === "granted") new Notification("Plowshares", { body: words, tag: waits });
  toast(words, false, [button(t("Go there"), () => location.assign(`/tables/${waits}`), "button")]);
}
