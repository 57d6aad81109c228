// A table: shows what the server sends for this screen, and sends picks back. It knows no game.
import { ask, button, find, link, make } from "./common.js";
import { Board } from "./board.js";

const table = find("table").dataset.table;
const at = `/api/tables/${table}`;
let state = null, clocks = null, clocksAt = 0, path = [], next = [], sending = Promise.resolve(), order = 0;
const board = new Board(find("board"), (name) => pick(name));

function take(answer) {
  // Answers and events come by different ways: an older one must not undo a newer one.
  if (!answer.state || answer.order < order) return;
  order = answer.order;
  const isNew = answer.state.name !== state?.name;
  clocks = answer.clocks; clocksAt = performance.now();
  if (!isNew) return;
  // What others did meanwhile must not undo picks for a decision that is still the same.
  const begun = answer.state.decision && answer.state.decision === state?.decision ? path : [];
  state = answer.state;
  path = [];
  render();
  if (begun.length) send({ path: begun });
}

function say(words) { find("wrong").textContent = words; }

// One after another, each for the decision that was on the screen when it was chosen.
function send(body) {
  const seen = state.decision || state.name;
  find("play").ariaBusy = "true";
  const mine = sending.then(() => sendNow({ at: seen, ...body }));
  sending = mine;
  mine.finally(() => { if (sending === mine) find("play").ariaBusy = "false"; });
  return mine;
}

async function sendNow(body) {
  const answer = await ask(`${at}/play`, body);
  if (answer.ok && answer.board && state.decision !== body.at) return;
  if (answer.ok && answer.board) {
    say("");
    path = answer.path;
    showPicks(answer.next, answer.board);
  } else if (answer.ok) {
    say("");
    take(answer);
  } else {
    say(answer.error);
    if (answer.status === 409) take(await ask(at));
  }
  return answer.ok;
}

function pick(name) {
  if (!state?.acting) return;
  if (name === null || (path.length && name === path.at(-1))) return reset();
  const firsts = state.next.some((offer) => offer.pick === name), follows = next.some((offer) => offer.pick === name);
  if (!follows && firsts) return send({ path: [name] });
  return send({ path: [...path, name] });
}

function reset() {
  if (!state || state.kind !== "table") return;
  say("");
  path = [];
  showPicks(state.next, state.board);
}

function showPicks(offers, drawing) {
  next = offers;
  board.show(drawing);
  const loose = board.offer(offers, path);
  const box = find("picks");
  const focused = box.contains(document.activeElement);
  box.replaceChildren();
  if (loose.length && loose.every(({ pick }) => /^number -?\d+$/.test(pick))) box.append(dial(loose));
  else for (const offer of loose) box.append(button(offer.label, () => pick(offer.pick)));
  if (path.length) box.append(button("Cancel", reset, "cancel"));
  else if (state.begun) box.append(button(`Take back “${state.begun}”`, () => send({ take_back: true }), "cancel"));
  if (focused) (box.querySelector("button, input") ?? find("command")).focus();
  if (find("list").open) list();
  const words = path.map((name) => name.replace(/^\S+ /, "")).join(" → ");
  find("prompt").textContent = path.length ? `${words}: now pick what comes next.` : state.prompt;
}

function dial(offers) {
  const numbers = offers.map(({ pick }) => Number(pick.slice(7)));
  const form = make("form", "", { class: "row" });
  const input = make("input", "", { type: "number", min: Math.min(...numbers), max: Math.max(...numbers), "aria-label": "Number" });
  input.value = Math.max(...numbers);
  form.append(input, make("button", "Choose"));
  form.addEventListener("submit", (event) => { event.preventDefault(); pick(`number ${input.value}`); });
  return form;
}

async function list() {
  const asked = state.name, query = path.map((name) => `pick=${encodeURIComponent(name)}`).join("&");
  const answer = await ask(`${at}/actions?${query}`);
  if (!answer.ok || asked !== state.name) return;
  find("actions").replaceChildren(...answer.actions.map((text) => {
    const item = make("li");
    item.append(button(text, () => send({ command: text })));
    return item;
  }));
}

function render() {
  const shown = state.kind === "table";
  find("refused").hidden = find("loading").hidden = true;
  find("curtain").hidden = shown;
  find("play").hidden = !shown;
  find("title").textContent = state.title;
  document.title = `${shown && state.acting ? "● " : ""}${state.title} – Plowshares`;
  say("");
  if (!shown) return renderCurtain();
  find("rules").href = `/games/${state.game}/rules`;
  showPicks(state.next, state.board);
  find("command-form").hidden = find("list").hidden = !state.acting;
  find("resign").hidden = state.you === null || Boolean(state.result);
  find("hide-box").hidden = !(state.shared && !state.acting && !state.result);
  renderSeats();
  renderLog();
  renderLinks();
  renderEnd();
}

function renderCurtain() {
  // Nothing of the last player may stay in the page.
  board.show("<svg xmlns='http://www.w3.org/2000/svg'/>");
  for (const id of ["picks", "seats", "log", "actions", "links", "over"]) find(id).replaceChildren();
  find("prompt").textContent = find("command").value = "";
  const called = state.call !== null;
  find("call").textContent = called ? `${state.call_name} (${state.call_who}), it is your turn` : "The others are playing …";
  find("call-help").textContent = called ? "Press the button when only you can see the screen." : "Wait until somebody at this screen is called.";
  find("ready").hidden = !called;
  if (called) find("ready").focus();
}

function renderSeats() {
  find("seats").replaceChildren(...state.seats.map((seat, i) => {
    const item = make("li", "", seat.acting ? { class: "acting" } : {});
    const you = i === state.seat && !state.shared ? " – you" : "";
    const doing = seat.left ? " (left)" : seat.acting ? " ▸ to act" : "";
    item.append(make("span", `${seat.name} (${seat.who})${you}${doing}`), make("span", "", { class: "clock", "data-seat": i }));
    return item;
  }));
  tick();
}

function tick() {
  if (!clocks) return;
  for (const element of document.querySelectorAll(".clock")) {
    const { left, running } = clocks[element.dataset.seat];
    if (left === null) continue;
    const now = Math.max(0, Math.ceil(left - (running && !state.result ? (performance.now() - clocksAt) / 1000 : 0)));
    element.textContent = `${Math.floor(now / 60)}:${String(now % 60).padStart(2, "0")}`;
  }
}

function renderLog() {
  const log = find("log");
  const start = state.logged - state.log.length + 1;
  log.setAttribute("start", start);
  log.replaceChildren(...state.log.map((line) => make("li", line)));
  log.scrollTop = log.scrollHeight;
}

function renderLinks() {
  const box = find("links");
  if (!state.owner || state.result) return box.replaceChildren();
  if (box.dataset.open === String(state.open_seats) && box.children.length) return;
  box.dataset.open = String(state.open_seats);
  const rows = state.open_seats.map((seat) => inviteRow(seat, `Link for ${state.seats[seat].name}`));
  box.replaceChildren(...rows, inviteRow(-1, "Link for watching"));
}

function inviteRow(seat, words) {
  const row = make("div", "", { class: "row" });
  row.append(button(words, async () => {
    const answer = await ask(`${at}/invite`, { seat });
    if (!answer.ok) return say(answer.error);
    const input = make("input", "", { readonly: "", "aria-label": words });
    input.value = answer.link;
    row.replaceChildren(input, button("Copy", () => { input.select(); navigator.clipboard?.writeText(answer.link); }));
    input.select();
  }));
  return row;
}

function renderEnd() {
  const box = find("over"), result = state.result;
  box.hidden = !result;
  if (!result) return;
  const scores = state.seats.map((seat) => {
    const how = seat.outcome > 0 ? "won" : seat.outcome < 0 ? "lost" : "drew";
    return make("li", `${seat.name} (${seat.who}) ${how}, ${seat.score} points`);
  });
  const points = make("ul");
  points.append(...scores);
  const row = make("div", "", { class: "row" });
  row.append(
    state.rematch ? link("To the rematch", `/tables/${state.rematch}`, "button") : button("Rematch", rematch, "button"),
    link("Replay", `/tables/${table}/replay`), link("Record", `${at}/record`), link("New game", `/games/${state.game}`),
  );
  box.replaceChildren(make("h2", "The match is over"), make("p", `${result.sentence} (${result.reason})`), points, row);
}

async function rematch() {
  const answer = await ask(`${at}/rematch`, {});
  if (answer.ok) location.assign(`/tables/${answer.table}`);
  else say(answer.error);
}

async function curtain(seat) {
  const answer = await ask(`${at}/curtain`, { seat });
  if (answer.ok) take(answer);
  else take(await ask(at));
}

find("ready").addEventListener("click", () => curtain(state.call));
find("hide").addEventListener("click", () => curtain(null));
find("list").addEventListener("toggle", () => { if (find("list").open) list(); });
find("resign").addEventListener("click", async () => {
  if (!confirm("Give up this match?")) return;
  const answer = await ask(`${at}/resign`, {});
  if (answer.ok) take(answer); else say(answer.error);
});
find("command-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = find("command").value.trim();
  if (text && await send({ command: text })) find("command").value = "";
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape") reset(); });
document.addEventListener("click", (event) => {
  if (path.length && event.target.matches("body, main, section, #play, #table, #board, .left, .right")) reset();
});
setInterval(tick, 250);

const events = new EventSource(`${at}/events`);
events.addEventListener("message", (event) => take(JSON.parse(event.data)));
events.addEventListener("open", () => { find("connection").hidden = true; order = 0; });
events.addEventListener("error", async () => {
  find("connection").hidden = false;
  if (events.readyState !== EventSource.CLOSED) return;
  const answer = await ask(at);
  if (answer.ok || answer.status === 0 || answer.status >= 500) return setTimeout(() => location.reload(), 2000);
  find("connection").hidden = find("loading").hidden = true;
  find("refused").hidden = false;
  find("refused").textContent = answer.error;
});
