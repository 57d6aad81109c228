// The form for a new table.
import { ask, find, make } from "./common.js";

const form = find("form"), game = form.dataset.game, agents = JSON.parse(form.dataset.agents);
const fields = [...form.querySelectorAll("[data-option]")];
const preset = find("preset");
let asked = 0, bots = [], checked;

function fill() {
  const values = preset ? JSON.parse(preset.selectedOptions[0].dataset.values) : {};
  for (const field of fields) field.value = values[field.dataset.option] ?? field.dataset.usual;
}

function given() {
  const options = Object.fromEntries(fields.map((field) => [field.dataset.option, field.value]));
  return { preset: preset?.value ?? "", options };
}

// Where an error is said: at its option, at its seat, at the time, or below the form.
function place(answer) {
  const seat = /^seat (\d+): /.exec(answer.error);
  const where = answer.field || (seat && `seat-${seat[1]}`) || (/^time /.test(answer.error) ? "time" : "form");
  return [find(`wrong-${where}`) ?? find("wrong-form"), find(`option-${where}`) ?? find(`name-${where}`) ?? find(where)];
}

function blame(answer) {
  for (const element of form.querySelectorAll(".wrong")) element.textContent = "";
  for (const element of form.querySelectorAll("[aria-invalid]")) element.removeAttribute("aria-invalid");
  if (answer.ok) return;
  const [words, field] = place(answer);
  words.textContent = answer.error;
  if (answer.field) form.querySelector("details").open = true;
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

function showSeats(names) {
  const box = find("seats"), rows = [...box.querySelectorAll(".seat-row")];
  box.querySelector(".quiet")?.remove();
  rows.slice(names.length).forEach((row) => row.remove());
  names.forEach((name, i) => {
    if (rows[i]) rows[i].firstChild.textContent = name;
    else box.append(seatRow(name, i));
  });
}

function seatRow(name, i) {
  const row = make("div", "", { class: "seat-row" }), n = i + 1;
  const kind = make("select", "", { "aria-label": `Who plays seat ${n}`, "aria-describedby": `about-seat-${n}` });
  const choices = { me: "me", here: "somebody at this screen", link: "somebody by link" };
  for (const agent of Object.keys(agents)) choices[`computer ${agent}`] = `computer: ${agent}`;
  for (const bot of bots) choices[`bot ${bot}`] = `your bot: ${bot}`;
  for (const [value, words] of Object.entries(choices)) kind.append(make("option", words, { value }));
  kind.value = i === 0 ? "me" : `computer ${"medium" in agents ? "medium" : Object.keys(agents)[0]}`;
  const who = make("input", "", { id: `name-seat-${n}`, "aria-label": `Name on seat ${n}`, "aria-describedby": `wrong-seat-${n}`, maxlength: 30 });
  const about = make("small", "", { id: `about-seat-${n}` });
  const usual = { me: "me", here: `friend ${n}`, link: `guest ${n}` };
  const help = { me: "", here: "You pass the screen; nobody sees the other's side.", link: "The table gives you a link to send." };
  const update = () => {
    who.value = usual[kind.value] ?? "";
    who.hidden = !(kind.value in usual);
    about.textContent = help[kind.value] ?? agents[kind.value.replace("computer ", "")] ?? "A program on the server's machine.";
  };
  kind.addEventListener("change", update);
  update();
  row.append(make("span", name), kind, who, about, make("p", "", { class: "wrong", id: `wrong-seat-${n}`, role: "alert" }));
  return row;
}

function seats() {
  return [...form.querySelectorAll(".seat-row")].map((row) => {
    const [, kind, program] = /^(\w+) ?(.*)$/.exec(row.querySelector("select").value);
    return { kind, name: program || row.querySelector("input").value.trim() };
  });
}

form.addEventListener("change", (event) => {
  if (event.target === preset) fill();
  if (event.target === preset || event.target.dataset.option) checked = check();
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  find("start").disabled = true;
  find("wait").hidden = false;
  await checked; // it may change how many seats there are
  const asks = { game, ...given(), seats: seats(), time: find("time").value, hints: find("hints").checked };
  const answer = await ask("/api/tables", asks);
  if (answer.ok) return location.assign(`/tables/${answer.table}`);
  find("start").disabled = false;
  find("wait").hidden = true;
  (blame(answer) ?? find("start")).focus();
});
fill();
({ bots = [] } = await ask("/api/bots"));
await (checked = check());
find("start").disabled = false; // until there are seats, there is nothing to start
