// What stands beside the board: seats with their clocks, log, links, the result. None of it knows a game.
import { ask, button, find, link, make } from "./common.js";

let clocks = null, clocksAt = 0, present = null, shown = null, shownAt = 0;
const SLOW = 4000; // milliseconds after which a program's silence is explained

export function renderPanels(state, at, say) {
  shown = state;
  shownAt = performance.now();
  find("watching").hidden = state.you !== null || state.shared || Boolean(state.result);
  renderSeats();
  renderLog();
  renderLinks(at, say);
  renderEnd(at, say);
}

// Nothing of the last player may stay in the page.
export function clearPanels() {
  shown = null;
  for (const id of ["seats", "log", "links", "over"]) find(id).replaceChildren();
}

// Time and presence run on their own, and come with every answer.
export function setTimes(answer) {
  clocks = answer.clocks;
  clocksAt = performance.now();
  present = answer.present ?? present;
  if (shown) renderSeats();
}

function renderSeats() {
  find("seats").replaceChildren(...shown.seats.map((seat, i) => {
    const item = make("li", "", seat.acting ? { class: "acting" } : {}), kind = shown.kinds[i];
    const who = kind === "computer" ? `computer, ${seat.who}` : seat.who;
    const you = i === shown.seat && !shown.shared ? " – you" : "";
    const doing = seat.left ? " (left)" : seat.acting ? " ▸ to act" : "";
    const words = make("span", `${seat.name} (${who})${you}${doing}`);
    const away = shown.open_seats.includes(i) ? "nobody has come yet" : present?.[i] === false ? "away" : "";
    if (away && !shown.result) words.append(make("small", ` ${away}`));
    item.append(words, make("span", "", { class: "clock", "data-seat": i }));
    return item;
  }));
  tick();
}

function tick() {
  const acting = shown ? shown.seats.map((seat, i) => seat.acting && shown.kinds[i]).filter(Boolean) : [];
  const thinks = acting.length && acting.every((kind) => kind === "computer" || kind === "bot");
  find("slow").hidden = !(thinks && !shown.note && performance.now() - shownAt > SLOW);
  if (!clocks || !shown) return;
  for (const element of document.querySelectorAll(".clock")) {
    const { left, running } = clocks[element.dataset.seat];
    if (left === null) continue;
    const now = Math.max(0, Math.ceil(left - (running && !shown.result ? (performance.now() - clocksAt) / 1000 : 0)));
    element.textContent = `${Math.floor(now / 60)}:${String(now % 60).padStart(2, "0")}`;
  }
}
setInterval(tick, 250);

// Only lines that are new are put in, so that a screen reader says each once.
function renderLog() {
  const log = find("log"), start = shown.logged - shown.log.length;
  const [from, to] = [Number(log.dataset.from ?? 0), Number(log.dataset.to ?? 0)];
  const goesOn = log.querySelector("li") && log.dataset.seat === String(shown.seat) && from <= start && start <= to && to <= shown.logged;
  find("log-empty").hidden = shown.logged > 0;
  if (!goesOn) log.replaceChildren();
  const fresh = goesOn ? shown.log.slice(to - start) : shown.log;
  log.append(...fresh.map((line) => make("li", line)));
  log.dataset.from = goesOn ? from : start;
  log.dataset.to = shown.logged;
  log.dataset.seat = shown.seat;
  log.setAttribute("start", Number(log.dataset.from) + 1);
  if (fresh.length) log.parentElement.scrollTop = log.scrollHeight;
}

function renderLinks(at, say) {
  const box = find("links");
  if (!shown.owner || shown.result) return box.replaceChildren();
  if (box.dataset.open === String(shown.open_seats) && box.children.length) return;
  box.dataset.open = String(shown.open_seats);
  const rows = shown.open_seats.map((seat) => inviteRow(seat, `Link for ${shown.seats[seat].name}`, at, say));
  box.replaceChildren(...rows, inviteRow(-1, "Link for watching", at, say));
}

function inviteRow(seat, words, at, say) {
  const row = make("div", "", { class: "row" });
  row.append(button(words, async () => {
    const answer = await ask(`${at}/invite`, { seat });
    if (!answer.ok) return say(answer.error);
    const input = make("input", "", { readonly: "", "aria-label": words });
    input.value = answer.link;
    const copy = button("Copy", async () => {
      input.select();
      await navigator.clipboard?.writeText(answer.link);
      copy.textContent = "Copied";
    });
    row.replaceChildren(make("small", words, { class: "whole" }), input, copy);
    input.select();
  }));
  return row;
}

function renderEnd(at, say) {
  const box = find("over"), result = shown.result;
  box.hidden = !result;
  if (!result) return;
  const points = make("ul");
  points.append(...shown.seats.map((seat) => {
    const how = seat.outcome > 0 ? "won" : seat.outcome < 0 ? "lost" : "drew";
    return make("li", `${seat.name} (${seat.who}) ${how}, ${seat.score} point${seat.score === 1 ? "" : "s"}`);
  }));
  const again = async () => {
    const answer = await ask(`${at}/rematch`, {});
    if (answer.ok) location.assign(`/tables/${answer.table}`);
    else say(answer.error);
  };
  const row = make("div", "", { class: "row" });
  row.append(
    shown.rematch ? link("To the rematch", `/tables/${shown.rematch}`, "button") : button("Rematch", again, "button"),
    link("Replay", `/tables/${shown.table}/replay`), link("Save as a page", `${at}/export`), link("Record", `${at}/record`),
    link("New game", `/games/${shown.game}`),
  );
  box.replaceChildren(make("h2", "The match is over"), make("p", `${result.sentence} (${result.reason})`), points, row);
}
