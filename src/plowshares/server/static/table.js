// A table: shows what the server sends for this screen, and sends picks back. It knows no game.
import { ask, button, find, make } from "./common.js";
import { Board } from "./board.js";
import { clearPanels, renderPanels, setTimes } from "./panels.js";

const table = find("table").dataset.table;
const at = `/api/tables/${table}`;
let state = null, path = [], next = [], sending = Promise.resolve(), order = 0;
const board = new Board(find("board"), (name) => pick(name), (from, to) => drag(from, to));

function take(answer) {
  // Answers and events come by different ways: an older one must not undo a newer one.
  if (!answer.state || answer.order < order) return;
  order = answer.order;
  const isNew = answer.state.name !== state?.name;
  if (isNew) {
    // What others did meanwhile must not undo picks for a decision that is still the same.
    const begun = answer.state.decision && answer.state.decision === state?.decision ? path : [];
    if (answer.state.seat !== state?.seat) board.clear(); // somebody else looks: nothing has moved for them
    state = answer.state;
    path = [];
    render();
    if (begun.length) send({ path: begun });
  }
  setTimes(answer);
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

function drag(from, to) {
  if (!state?.acting) return;
  const isFirst = state.next.some((offer) => offer.pick === from);
  send({ path: isFirst ? [from, to] : [...path, from, to] });
}

function reset() {
  if (!state || state.kind !== "table") return;
  say("");
  path = [];
  showPicks(state.next, state.board);
}

function showPicks(offers, drawing, news = false) {
  next = offers;
  board.show(drawing, news);
  const loose = board.offer(offers, path);
  const box = find("picks");
  const focused = box.contains(document.activeElement);
  box.replaceChildren();
  if (loose.length && loose.every(({ pick }) => /^number -?\d+$/.test(pick))) box.append(dial(loose));
  else for (const offer of loose) box.append(button(offer.label, () => pick(offer.pick)));
  if (path.length) box.append(button("Cancel", reset, "cancel"));
  else if (state.begun || state.undo) {
    const undoing = button(`Undo “${state.begun || state.undo.text}”`, undo, "cancel");
    undoing.setAttribute("aria-keyshortcuts", "Control+Z");
    box.append(undoing);
  }
  if (focused) (box.querySelector("button, input") ?? find("command")).focus();
  if (find("list").open) list();
  const words = path.map((name) => name.replace(/^\S+ /, "")).join(" → ");
  find("prompt").textContent = path.length ? `${words}: now pick what comes next.` : state.prompt;
}

// What is begun and nobody has seen, or else the last command; the server says why that has to stand.
async function undo() {
  if (state.begun) return send({ take_back: true });
  const answer = await ask(`${at}/undo`, { at: state.undo.at });
  if (answer.ok) take(answer);
  else if (answer.status === 409) take(await ask(at));
  else {
    say(answer.error);
    state.undo = null; // it stands, and so the question does not
    showPicks(state.next, state.board);
  }
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
  find("hints").replaceChildren();
  if (!shown) return renderCurtain();
  find("note").hidden = !state.note;
  find("note").textContent = state.note;
  find("rules").hidden = false;
  find("rules").href = `/games/${state.game}/rules`;
  showPicks(state.next, state.board, true);
  find("command-form").hidden = find("list").hidden = !state.acting;
  find("hint").hidden = !(state.acting && state.hints);
  find("resign").hidden = state.you === null || Boolean(state.result);
  find("hide-box").hidden = !(state.shared && !state.acting && !state.result);
  renderPanels(state, at, say);
}

function renderCurtain() {
  // Nothing of the last player may stay in the page.
  board.clear();
  clearPanels();
  for (const id of ["picks", "actions"]) find(id).replaceChildren();
  find("prompt").textContent = find("command").value = "";
  const called = state.call !== null;
  find("call").textContent = called ? `${state.call_name} (${state.call_who}), it is your turn` : "The others are playing …";
  find("call-help").textContent = called ? "Press the button when only you can see the screen." : "Wait until somebody at this screen is called.";
  find("ready").hidden = !called;
  if (called) find("ready").focus();
}

async function hint() {
  const asked = state.decision, box = find("hints");
  box.replaceChildren(make("p", "Thinking … the first hint of a game takes longer.", { class: "quiet" }));
  find("hint").disabled = true;
  const answer = await ask(`${at}/hint`, { at: asked });
  find("hint").disabled = false;
  if (asked !== state.decision) return; // the words were taken away with the position
  if (!answer.ok) return box.replaceChildren(make("p", answer.error, { class: "wrong" }));
  const items = answer.hints.map((each) => {
    const item = make("li"), words = `${Math.round(100 * each.chance)} % chance. ${each.reason}`;
    item.append(button(each.text, () => send({ command: each.text })), make("span", ` ${words}`));
    if (each.line.length > 1) item.append(make("small", ` Expected: ${each.line.join(", ")}`));
    return item;
  });
  const best = make("ol", "", { class: "hints" });
  best.append(...items);
  box.replaceChildren(best);
  if (!path.length) board.hint(answer.hints[0]?.picks ?? []);
}

async function teach() {
  const box = find("how-words");
  if (!find("how").open || !state?.game || box.children.length) return;
  const answer = await ask(`/games/${state.game}/how`);
  box.replaceChildren(...(answer.how ?? []).map((line) => make("li", line)));
}

async function curtain(seat) {
  const answer = await ask(`${at}/curtain`, { seat });
  if (answer.ok) take(answer);
  else take(await ask(at));
}

find("ready").addEventListener("click", () => curtain(state.call));
find("hide").addEventListener("click", () => curtain(null));
for (const [id, factor] of [["closer", 1.5], ["farther", 1 / 1.5]]) {
  find(id).addEventListener("click", () => { find("farther").disabled = board.resize(factor) === 1; });
}
find("hint").addEventListener("click", hint);
find("how").addEventListener("toggle", teach);
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
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") reset();
  const typing = event.composedPath()[0].matches?.("input") && find("command").value;
  if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || typing || !(state?.begun || state?.undo)) return;
  event.preventDefault();
  if (path.length) reset(); else undo();
});
document.addEventListener("click", (event) => {
  if (path.length && event.target.matches("body, main, section, #play, #table, #board, .left, .right")) reset();
});

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
