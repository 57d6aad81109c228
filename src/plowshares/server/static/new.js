// The form for a new table: three questions, seats, and the rules behind them.
import { ask, box, button, colours, crest, drawing, find, make } from "./common.js";
import { t } from "./words.js";

const form = find("form"), game = form.dataset.game, KEY = `plowshares-new-${game}`;
const computers = JSON.parse(find("computers").textContent);
const fields = [...form.querySelectorAll("[data-option]")];
const chosen = (name) => form.querySelector(`input[name=${name}]:checked`);
const isSwitch = (field) => field.type === "checkbox";
const valueOf = (field) => (isSwitch(field) ? String(field.checked) : field.value);
let asked = 0, bots = [], checked, names = [], mine = 0, me = null;

function setField(field, value) {
  if (isSwitch(field)) field.checked = value === "true"; else field.value = value;
}

function presetValues() {
  return JSON.parse(chosen("preset")?.dataset.values ?? "{}");
}

function fill() {
  const values = presetValues();
  for (const field of fields) setField(field, values[field.dataset.option] ?? field.dataset.usual);
}

function given() {
  return { preset: chosen("preset")?.value ?? "", options: Object.fromEntries(fields.map((field) => [field.dataset.option, valueOf(field)])) };
}

// What was chosen last is chosen again.
function keep() {
  const values = presetValues(), changed = fields.filter((field) => valueOf(field) !== (values[field.dataset.option] ?? field.dataset.usual));
  const kept = {
    whom: chosen("whom").value, level: chosen("level")?.value, preset: chosen("preset")?.value, clock: chosen("clock").value,
    time: find("time").value, hints: find("hints").checked, mine, me: find("name-seat-" + (mine + 1))?.value,
    options: Object.fromEntries(changed.map((field) => [field.dataset.option, valueOf(field)])),
  };
  try { localStorage.setItem(KEY, JSON.stringify(kept)); } catch { /* a browser that keeps nothing */ }
}

function recall() {
  let kept = {};
  try { kept = JSON.parse(localStorage.getItem(KEY) ?? "{}"); } catch { /* nothing is kept */ }
  for (const name of ["whom", "level", "preset", "clock"]) {
    const before = [...form.querySelectorAll(`input[name=${name}]`)].find((input) => input.value === kept[name]);
    if (before) before.checked = true;
  }
  fill();
  for (const field of fields) if (field.dataset.option in (kept.options ?? {})) setField(field, kept.options[field.dataset.option]);
  if (kept.time) find("time").value = kept.time;
  if (kept.hints === false) find("hints").checked = false;
  mine = kept.mine ?? 0;
  return kept;
}

// Play now, in the lobby, does the same again: what was played last without guests.
function remember(asks) {
  const kinds = asks.seats.map(({ kind }) => kind);
  if (!kinds.includes("computer") || kinds.some((kind) => kind !== "computer" && kind !== "me")) return;
  try { localStorage.setItem(`plowshares-last-${game}`, JSON.stringify(asks)); } catch { /* a browser that keeps nothing */ }
}

const SEAT = /^\p{L}+ (\d+): /u; // "seat 1: …", in any language

// Where an error is said: at its option, at its seat, at the time, or below the form.
function place(answer) {
  const seat = SEAT.exec(answer.error);
  const where = answer.field || (seat && `seat-${seat[1]}`) || (/\btime\b/.test(answer.error) ? "time" : "form");
  return [find(`wrong-${where}`) ?? find("wrong-form"), find(`option-${where}`) ?? find(`name-${where}`) ?? find(where)];
}

function blame(answer) {
  for (const element of form.querySelectorAll(".wrong")) element.textContent = "";
  for (const element of form.querySelectorAll("[aria-invalid]")) element.removeAttribute("aria-invalid");
  if (answer.ok) return;
  const [words, field] = place(answer);
  words.textContent = answer.error.replace(SEAT, "");
  for (let box = field?.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
  if (field === form) return;
  field?.setAttribute("aria-invalid", "true");
  return field;
}

async function check() {
  form.ariaBusy = "true";
  const turn = ++asked, answer = await ask(`/api/games/${game}/check`, given());
  if (turn !== asked) return;
  blame(answer);
  if (answer.ok) showSeats(answer.seats);
  form.ariaBusy = "false";
}

// Who sits where

function showSeats(found) {
  names = found;
  if (mine >= names.length) mine = 0;
  const seats = find("seats"), rows = [...seats.querySelectorAll(".seat-row")];
  seats.querySelector(".quiet")?.remove();
  rows.slice(names.length).forEach((row) => row.remove());
  names.forEach((name, i) => { if (!rows[i]) seats.append(seatRow(name, i)); });
  find("swap")?.remove();
  if (names.length > 1) seats.append(Object.assign(button(names.length === 2 ? t("Swap sides") : t("Take the next seat"), swap, "ghost"), { id: "swap" }));
  seatAll();
}

function rival() {
  const whom = chosen("whom").value === "anybody" ? "link" : chosen("whom").value;
  return whom === "computer" ? `computer ${chosen("level")?.value ?? form.dataset.level}` : whom;
}

function seatAll() {
  for (const row of form.querySelectorAll(".seat-row")) row.sit(row.index === mine ? "me" : rival());
  summary();
}

function swap() {
  mine = (mine + 1) % names.length;
  seatAll();
}

function seatRow(name, i) {
  const row = make("div", "", { class: "seat-row" }), n = i + 1;
  const kind = make("select", "", { "aria-label": t("Who plays {name}", { name }), "aria-describedby": `about-seat-${n}` });
  const choices = { me: t("You"), here: t("Somebody at this screen"), link: t("A friend by link") };
  for (const { name: program, title } of computers) choices[`computer ${program}`] = t("Computer: {title}", { title });
  for (const bot of bots) choices[`bot ${bot}`] = t("Your bot: {name}", { name: bot });
  for (const [value, words] of Object.entries(choices)) kind.append(make("option", words, { value }));
  const who = make("input", "", { id: `name-seat-${n}`, "aria-label": t("Name of {name}", { name }), "aria-describedby": `wrong-seat-${n}`, maxlength: 30 });
  const about = make("small", "", { id: `about-seat-${n}` }), face = box(`span.av.${colours(i)}`);
  const usual = { me: me?.name || kept.me || t("You"), here: t("Friend {n}", { n }), link: t("Guest {n}", { n }) };
  const help = { me: "", here: t("You pass the screen; nobody sees the other’s side."), link: t("The table gives you a link to send.") };
  const update = () => {
    const computer = computers.find((each) => kind.value === `computer ${each.name}`);
    if (!who.value || Object.values(usual).includes(who.value) || !(kind.value in usual)) who.value = usual[kind.value] ?? "";
    who.hidden = !(kind.value in usual);
    about.textContent = help[kind.value] ?? computer?.text ?? t("A program on the server’s machine.");
    face.replaceChildren(drawing(computer?.art ?? (kind.value in usual ? "av-fox" : "av-robot"), ""));
  };
  kind.addEventListener("change", () => { update(); summary(); });
  row.index = i;
  row.sit = (value) => { if (kind.value !== value) kind.value = value; update(); };
  row.append(face, kind, box("span.colour", crest(i), name), who, about, make("p", "", { class: "wrong", id: `wrong-seat-${n}`, role: "alert" }));
  return row;
}

function seats() {
  return [...form.querySelectorAll(".seat-row")].map((row) => {
    const [, kind, program] = /^(\w+) ?(.*)$/.exec(row.querySelector("select").value);
    const name = row.querySelector("input").value.trim(), isUsual = kind === "link" && name === t("Guest {n}", { n: row.index + 1 });
    return { kind, name: program || (isUsual ? "Guest" : name) }; // the server says "Guest" in every reader's language
  });
}

function summary() {
  const whom = chosen("whom").value, card = chosen("preset");
  const board = card?.dataset.title ?? document.title.split(" – ")[0];
  const level = computers.find(({ name }) => name === chosen("level")?.value)?.title ?? "";
  const against = { anybody: t("{board} with anybody", { board }), computer: t("{board} against {level}", { board, level }), link: t("{board} with a friend", { board }), here: t("{board} at one screen", { board }) };
  find("summary-title").textContent = against[whom];
  const note = card?.parentElement.querySelector("small")?.textContent;
  if (note) find("summary-text").textContent = note;
  if (card) find("summary-picture").src = card.parentElement.querySelector("img").src;
  const invited = seats().some(({ kind }) => kind === "link");
  find("start-words").textContent = invited ? t("Open the table") : t("Start the game");
  find("levels").hidden = whom !== "computer";
  const mayRate = Boolean(me?.account) && whom !== "here" && !seats().some(({ kind }) => kind === "here");
  find("rated").disabled = !mayRate;
  if (!mayRate) find("rated").checked = false;
  find("rated-help").textContent = me?.account ? t("The result counts for your rating; without hints and memory aids.") : t("With an account, games can count for a rating.");
  find("hints").disabled = find("rated").checked;
  find("other-time").hidden = chosen("clock").value !== "other";
}

const time = () => (chosen("clock").value === "other" ? find("time").value : chosen("clock").value);

form.addEventListener("change", (event) => {
  const { name, dataset } = event.target;
  if (name === "preset") fill();
  if (name === "preset" || dataset.option) checked = check();
  if (name === "whom" || name === "level") seatAll();
  if (name === "clock" || event.target.id === "rated") summary();
});
find("again").addEventListener("click", () => { fill(); checked = check(); });
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  find("start").disabled = true;
  find("wait").hidden = false;
  await checked; // it may change how many seats there are
  keep();
  const rated = find("rated").checked, access = chosen("whom").value === "anybody" ? "open" : "private";
  const asks = { game, ...given(), seats: seats(), time: time(), hints: find("hints").checked && !rated, rated, access };
  remember(asks);
  const answer = await ask("/api/tables", asks);
  if (answer.ok) return location.assign(`/tables/${answer.table}?wait`);
  find("start").disabled = false;
  find("wait").hidden = true;
  (blame(answer) ?? find("start")).focus();
});
const kept = recall();
const wanted = new URLSearchParams(location.search);
me = (await ask("/api/me")).me ?? null;
if (wanted.has("rated") && me?.account) find("rated").checked = true;
summary();
// On a phone the cards are in rows: what is chosen is seen.
for (const card of ["level", "preset"].map((name) => chosen(name)?.parentElement).filter(Boolean)) {
  card.parentElement.scrollLeft = card.offsetLeft - card.parentElement.offsetLeft - 14;
}
({ bots = [] } = await ask("/api/bots"));
await (checked = check());
find("start").disabled = false; // until there are seats, there is nothing to start
