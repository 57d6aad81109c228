// A table: shows what the server sends for this screen, and sends picks back. It knows no game.
import { Bar } from "./bar.js";
import { ask, box, button, find, icon, plain, rich } from "./common.js";
import { follow } from "./connection.js";
import { Coach } from "./coach.js";
import { Curtain } from "./curtain.js";
import { confirm, toast } from "./dialogs.js";
import { isPhone } from "./drawing.js";
import { Header } from "./header.js";
import { Hints } from "./hints.js";
import { Inspect } from "./inspect.js";
import { Keyboard } from "./keyboard.js";
import { Log, pointOut, say as speak } from "./log.js";
import { Motion } from "./motion.js";
import { Orders, Rests } from "./orders.js";
import { clearPanels, setTimes, showPanels, showPhases } from "./panels.js";
import { Picking } from "./picking.js";
import { Pointer } from "./pointer.js";
import { groups, Popover } from "./popover.js";
import { set, settings, whenSet } from "./settings.js";
import { Premove } from "./premove.js";
import { play } from "./sound.js";
import { Stage } from "./stage.js";
import { Tabs } from "./tabs.js";
import { isSeeking } from "./seeking.js";
import { t, tn } from "./words.js";

const PASS = 600; // milliseconds until an empty turn ends by itself
const table = find("table").dataset.table, at = `/api/tables/${table}`;
const orders = new Orders(table);
let state = null, latest = null, order = 0, isShowing = false, sending = 0, queue = Promise.resolve(), passing = 0, noted = null;

function say(words, wrong = false) {
  toast(words, wrong);
  if (words) speak(words, wrong);
}

const stage = new Stage(), log = new Log(), header = new Header(() => state, invite, () => resign()), tabs = new Tabs(() => state, at, (text) => send({ command: text }), say);
const popover = new Popover(close);
const bar = new Bar({ hint: () => hints.ask(), beliefs: believe, undo, resign, choose: (offer) => { popover.hide(); picking.choose(offer); }, list: (anchor, rows) => popover.show(anchor, t("Choices"), rows) });
const picking = new Picking(stage, popover, {
  isSending: () => sending > 0, send, say, confirm,
  bar: (offers, prompt, isPicking, more) => bar.show(extras(offers), prompt, state, isPicking, more),
  panel: showOffers,
  marked: () => keyboard.rove(),
  rests: new Rests(table),
  prepare: (path) => premove.prepare(path), forget: () => premove.forget(),
});
const premove = new Premove(at, picking, { say });
const inspect = new Inspect(stage, picking), curtain = new Curtain(at, take), hints = new Hints(at, () => state, picking, popover, (command) => send({ command }));
const motion = new Motion(stage, { state: () => latest, news: () => import("./announce.js"), tell: (event) => { bar.write(event.title || event.text, event.title ? event.detail : ""); speak(event.text); } });
const how = {
  skip: () => motion.skip(),
  press: async (elements, event) => {
    inspect.hide();
    if (!sending) return press(elements);
    await queue; // what was picked just now decides what this press means
    press(event ? stage.under(event.clientX, event.clientY) : elements);
  },
  inspect: (elements) => inspect.pin(elements),
  hover: (event) => inspect.hover(event),
  mayDrag: (pick) => picking.isActing && (picking.next.some((offer) => offer.pick === pick) || state.next.some((offer) => offer.pick === pick) || picking.path.at(-1) === pick),
  mayBegin: (pick) => picking.path.at(-1) === pick || beginning(pick) !== null,
  mayLift: (pick) => !sending && picking.path.at(-1) !== pick && Boolean(beginning(pick)?.leads && !beginning(pick).confirm),
  lift: (pick) => { inspect.hide(); return picking.lift(pick); },
  escape, undo, hint: () => hints.ask(), beliefs: believe, help: async () => (await import("./keys.js")).showHelp(find("sheet"), picking.next),
  mute: () => { set("volume", settings.volume ? 0 : 60); say(settings.volume ? t("Sound on") : t("Sound off")); },
  home: () => cameras().forEach((each) => each.middle()),
  pan: ([x, y]) => { cameras().forEach((each) => each.pan(-80 * x, -80 * y)); return cameras().length > 0; },
  zoom: (factor) => { cameras().forEach((each) => each.zoom(factor)); return cameras().length > 0; },
};
let battles = null; // the card of the last battles, loaded with the first of them
async function showBattles() {
  if (log.events.some(({ verb }) => verb === "battle")) battles ??= import("./battles.js");
  (await battles)?.showBattles(log.events);
}
const coach = new Coach(stage, picking, at, say);
tabs.known = (has) => coach.know(has);
const keyboard = new Keyboard(stage, picking, how);
new Pointer(stage, picking, how);
pointOut(stage);

const cameras = () => stage.cameras;

// What a command begins with, unless it is a target of the one that is begun.
const beginning = (pick) => (picking.isActing && (picking.path.length === 0 || !picking.find(pick)) ? state.next.find((offer) => offer.pick === pick) ?? null : null);

function press(elements) {
  const wasOpen = popover.isOpen;
  if (picking.press(elements)) return;
  if (picking.path.length) return picking.reset();
  if (wasOpen) close();
  if (!inspect.pin(elements) && state?.acting) play("");
}

// What has opened goes; a question that has to be answered there comes back.
function close() {
  if (picking.path.length) return picking.reset();
  popover.hide();
  const hinted = stage.all(".hinted");
  if (picking.state) picking.show();
  for (const element of hinted) element.classList.add("hinted");
}

async function invite(seat) {
  (await import("./invite.js")).showInvite(state, at, seat, say);
}

// What may be hidden is loaded when somebody asks for it.
let believing = null;
async function believe() {
  const { Believing } = await import("./believing.js");
  believing ??= new Believing(at, () => state, stage, popover);
  await believing.toggle();
  if (!popover.isOpen && picking.state) picking.show();
}

async function escape() {
  const pinned = inspect.isPinned;
  inspect.hide();
  if (pinned) return;
  if (popover.isOpen && !picking.path.length) return close();
  if (sending) await queue; // what was picked just now is taken back too
  if (picking.path.length) return picking.reset();
  if (premove.forget()) picking.begin(state);
}

// Answers and events come by different ways: an older one must not undo a newer one.
function take(answer) {
  if (!answer?.state || answer.order < order) return;
  order = answer.order;
  latest = answer.state;
  setTimes(answer);
  header.company(answer);
  document.dispatchEvent(new CustomEvent("shown", { detail: { state: latest, answer } }));
  show();
}

function busy() {
  find("table").setAttribute("aria-busy", String(isShowing || sending > 0 || !state));
}

async function show() {
  if (isShowing) return;
  isShowing = true;
  busy();
  while (latest.name !== state?.name) await present(latest);
  isShowing = false;
  busy();
  afterwards();
}

async function present(next) {
  clearTimeout(passing);
  if (next.kind === "curtain") return leave(next);
  curtain.hide();
  const before = state?.kind === "table" && state.seat === next.seat && state.table === next.table ? state : null;
  // What others did meanwhile must not undo picks for a decision that is still the same.
  const begun = before && next.decision && next.decision === before.decision ? picking.path : [];
  if (!before) log.clear();
  const fresh = log.take(next);
  if (before && fresh.some(({ verb, seat }) => verb === "turn" && seat === next.seat)) orders.turn();
  if (before && fresh.length && !begun.length) {
    quiet();
    await motion.play(fresh, () => draw(next));
  } else draw(next);
  if (before && !before.acting && next.acting) { call(); await premove.due(send); }
  if (begun.length) await send({ path: begun });
}

// Nothing can be picked while the last thing that happened is being shown.
function quiet() {
  popover.hide();
  inspect.hide();
  hints.hide();
  believing?.hide();
  picking.state = { ...state, acting: false, ahead: [] };
  picking.take({ path: [], next: [], prompt: state.prompt });
}

function draw(next) {
  const isHinted = hints.isOpen && next.decision && state.decision === next.decision; // news of others leave a hint where it is
  state = next;
  document.title = `${state.acting ? "● " : ""}${state.title} – Plowshares`;
  document.body.dataset.cloth = state.regions.find(({ cloth }) => cloth)?.cloth ?? "";
  header.show(state);
  showPanels(state);
  showPhases(state.phases);
  stage.show(state.regions);
  inspect.hide();
  if (!isHinted) hints.hide();
  believing?.hide();
  picking.begin(state);
  if (isHinted) hints.again();
  premove.mark();
  tabs.show(state);
  log.show();
  showBattles();
  coach.show(state);
  const isOld = noted === null && state.logged > 0; // it was told before this page was there
  if (state.note && state.note !== noted && !isOld) toast(state.note); // news are told once
  noted = state.note;
  askUndo();
  showEnding(next);
}

// The end is loaded when it comes; it goes again when something is taken back, or behind the curtain.
let ending = null;
function showEnding(shown) {
  if (shown.result) ending ??= import("./ending.js");
  if (!shown.result) find("result").close();
  ending?.then(({ showResult, hideResult }) => { if (state === shown) (shown.result ? showResult(shown, at, say, coach) : hideResult()); });
}

function leave(next) {
  // Nothing of the last player may stay in the page.
  state = next;
  document.title = `${next.title} – Plowshares`;
  believing?.hide();
  popover.hide();
  inspect.hide();
  showEnding(next);
  motion.clear();
  stage.clear();
  log.clear();
  showBattles();
  clearPanels();
  bar.clear();
  showOffers([]);
  showPhases(null);
  for (const id of ["live", "alert"]) find(id).textContent = "";
  toast("");
  picking.state = null;
  picking.path = [];
  picking.next = [];
  premove.path = null;
  find("actions").replaceChildren();
  find("command").value = "";
  // Where nothing is hidden, nobody has to look away.
  if (!next.secrets && next.call !== null) return curtain.open(next.call);
  curtain.show(next);
}

function call() {
  play("turn");
  if (settings.call && document.hidden && window.Notification?.permission === "granted") new Notification(state.title, { body: state.prompt.title, tag: table });
}

// What the page does by itself: end an empty turn, hide a shared board.
function afterwards() {
  if (state?.kind !== "table" || state.result) return;
  const can = state.next.filter(({ enabled }) => enabled !== false), name = state.name;
  if (settings.pass && !state.guide && state.acting && can.length === 1 && can[0].main && !can[0].confirm && !can[0].amount && !state.begun) {
    bar.write(t("Nothing to do"), can[0].label);
    passing = setTimeout(() => { if (state.name === name) { log.note(t("Nothing to do: {what}.", { what: plain(can[0].label) })); picking.choose(can[0]); } }, PASS);
  }
  if ((settings.hide || !state.secrets) && state.shared && !state.acting) passing = setTimeout(() => { if (state.name === name) curtain.close(); }, state.secrets ? 1500 : 200);
}

// At a shared screen the main button hides the board; after the end it shows the result again.
function extras(offers) {
  const due = state.acting && !picking.path.length ? orders.due.length : 0;
  if (due) return [...offers, { pick: "carry on", label: t("Carry on: {n}", { n: due }), art: "i-play", orders: true }];
  if (state.result) return [{ pick: "", label: t("Result"), main: true, ends: true }];
  if (!state.shared || state.acting) return offers;
  return [{ pick: "", label: t("Hide my board"), main: true, hides: true }];
}

function showOffers(offers) {
  const host = find("offers");
  host.hidden = !offers.length;
  host.replaceChildren(...groups(offers, (offer) => picking.choose(offer)));
}

// One after another, each for the decision that was on the screen when it was chosen.
function send(body, quietly = false) {
  const seen = state.decision || state.name;
  clearTimeout(passing);
  sending++;
  busy();
  const mine = queue.then(() => sendNow({ at: seen, ...body }, quietly)).finally(() => { sending--; busy(); });
  queue = mine.catch(() => {});
  return mine;
}

async function sendNow(body, quietly) {
  const answer = await ask(`${at}/play`, body);
  if (answer.ok && answer.path) {
    if (state.decision === body.at || state.name === body.at) { toast(""); picking.take(answer); }
  } else if (answer.ok) {
    toast("");
    take(answer);
  } else if (answer.status === 409) take(await ask(at)); // it was meant for what is not there any more
  else {
    if (!quietly) say(answer.error, true);
    if (picking.state) picking.show();
  }
  return answer.ok;
}

// What is begun and nobody has seen, or else the last command; the server says why that has to stand.
async function undo() {
  if (sending) await queue;
  if (picking.path.length) return picking.reset();
  if (!state?.begun && !state?.undo) return;
  if (state.begun) return send({ take_back: true });
  const answer = await ask(`${at}/undo`, { at: state.undo.at });
  if (answer.ok) return take(answer);
  if (answer.status === 409) return take(await ask(at));
  say(answer.error, true);
  state.undo = null; // it stands, and so the question does not
  picking.show();
}

// Somebody wants to take back what others have seen: those are asked, over the cloth and not over the board.
let asked = "";
function askUndo() {
  const wish = state.asks_undo, kind = wish ? `${wish.mine}${wish.declined}` : "";
  if (kind === asked) return;
  asked = kind;
  if (!wish) return toast("");
  if (wish.mine) return say(wish.declined ? t("The others would rather not take it back.") : t("The others have seen it: they are asked whether you may take it back."));
  const answer = async (agree) => {
    toast("");
    const given = await ask(`${at}/undo`, { agree });
    take(given.ok ? given : await ask(at));
  };
  const words = t("{name} asks to take back the last move.", { name: wish.who });
  toast(words, false, [button(t("No"), () => answer(false), "chip"), button(t("Allow it"), () => answer(true), "button")]);
  speak(words, true);
}

async function resign() {
  if (!(await confirm(t("Give up this match?"), t("Resign")))) return;
  const answer = await ask(`${at}/resign`, {});
  if (answer.ok) take(answer); else say(answer.error, true);
}

const choose = picking.choose.bind(picking);
picking.choose = async (offer, value) => {
  if (offer.hides) return curtain.close();
  if (offer.ends) return find("result").show();
  if (offer.orders) return carryOn();
  if (!(await choose(offer, value))) return false;
  if (offer.then?.length) orders.keep(offer.then);
  return true;
};

// One order after another, each when the last one has been shown; what has become impossible is dropped.
async function carryOn() {
  const dropped = await orders.carryOn(obey);
  if (dropped) say(tn("{n} order cannot be carried out any more and is dropped.", "{n} orders cannot be carried out any more and are dropped.", dropped));
  picking.show();
}

async function obey(command) {
  const taken = await send({ command }, true);
  while (isShowing) await new Promise((done) => setTimeout(done, 50));
  return taken;
}
addEventListener("resize", () => {
  popover.place();
  if (state?.kind !== "table" || isShowing) return;
  stage.show(state.regions);
  picking.show();
});
document.addEventListener("invite", (event) => invite(event.detail));
follow(at, { take, order: () => { order = 0; }, say, gone: (words) => {
  find("table").replaceChildren(box("div.gone", box("h2", ...rich(words)), button([icon("left"), t("All games")], () => location.assign("/"), "button")));
} });
if (isPhone()) document.body.classList.add("phone");

// seldom needed
if (new URLSearchParams(location.search).has("puzzle")) import("./puzzle.js");
if (isSeeking()) import("./pairing.js");
whenSet(async (name) => { if (name === "call") (await import("./push.js")).followSetting(); });
