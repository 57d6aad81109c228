// The form for a new table.
import { ask, find, make } from "./common.js";

const form = find("form"), game = form.dataset.game, agents = form.dataset.agents.split(" ");
const fields = [...form.querySelectorAll("[data-option]")];
const preset = find("preset");
let asked = 0;

function fill() {
  const values = preset ? JSON.parse(preset.selectedOptions[0].dataset.values) : {};
  for (const field of fields) field.value = values[field.dataset.option] ?? field.dataset.usual;
}

function given() {
  const options = Object.fromEntries(fields.map((field) => [field.dataset.option, field.value]));
  return { preset: preset?.value ?? "", options };
}

function blame(answer) {
  for (const element of form.querySelectorAll(".wrong")) element.textContent = "";
  for (const field of fields) field.removeAttribute("aria-invalid");
  if (answer.ok) return;
  const place = find(`wrong-${answer.field}`) ?? (/^time /.test(answer.error) ? find("time-wrong") : find("wrong"));
  place.textContent = answer.error;
  find(`option-${answer.field}`)?.setAttribute("aria-invalid", "true");
  if (answer.field) form.querySelector("details").open = true;
}

async function check() {
  const turn = ++asked, answer = await ask(`/api/games/${game}/check`, given());
  if (turn !== asked) return;
  blame(answer);
  if (answer.ok) showSeats(answer.seats);
}

function showSeats(names) {
  const box = find("seats"), rows = [...box.children];
  rows.slice(names.length).forEach((row) => row.remove());
  names.forEach((name, i) => {
    if (rows[i]) rows[i].firstChild.textContent = name;
    else box.append(seatRow(name, i));
  });
}

function seatRow(name, i) {
  const row = make("div", "", { class: "seat-row" });
  const kind = make("select", "", { "aria-label": `Who plays seat ${i + 1}` });
  const choices = { me: "me", here: "somebody at this screen", link: "somebody by link" };
  for (const agent of agents) choices[`computer ${agent}`] = `computer: ${agent}`;
  for (const [value, words] of Object.entries(choices)) kind.append(make("option", words, { value }));
  kind.value = i === 0 ? "me" : `computer ${agents.at(-1)}`;
  const who = make("input", "", { "aria-label": `Name on seat ${i + 1}`, maxlength: 30 });
  const usual = { me: "me", here: `friend ${i + 1}`, link: `guest ${i + 1}` };
  const update = () => { who.value = usual[kind.value] ?? ""; who.hidden = !(kind.value in usual); };
  kind.addEventListener("change", update);
  update();
  row.append(make("span", name), kind, who);
  return row;
}

function seats() {
  return [...find("seats").children].map((row) => {
    const [kind, agent] = row.querySelector("select").value.split(" ");
    return { kind, name: agent ?? row.querySelector("input").value.trim() };
  });
}

form.addEventListener("change", (event) => {
  if (event.target === preset) fill();
  if (event.target === preset || event.target.dataset.option) check();
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  find("start").disabled = true;
  find("wait").hidden = false;
  const answer = await ask("/api/tables", { game, ...given(), seats: seats(), time: find("time").value });
  if (answer.ok) return location.assign(`/tables/${answer.table}`);
  find("start").disabled = false;
  find("wait").hidden = true;
  blame(answer);
});
fill();
await check();
