// The ladder of a game: who plays best, how sure that is, and where I stand.
import { ask, box, button, drawing, find, link } from "./common.js";
import { columns, shape } from "./figures.js";
import "./top.js";
import { t, tn } from "./words.js";

const tabs = [...document.querySelectorAll("[data-game]")];
const SIZES = { 2: t("2 players"), "3-4": t("3–4 players"), "5+": t("5 players or more") };
const AMONG = { all: t("Everybody"), friends: t("Friends"), people: t("People only") };
const asked = new URLSearchParams(location.search);
let game = tabs.some((tab) => tab.dataset.game === asked.get("game")) ? asked.get("game") : tabs[0]?.dataset.game, size = asked.get("size") ?? "2", among = asked.get("among") ?? "all";

const page = (player) => `/players/${player.replace(/^person:/, "")}`;
const signed = (n) => (n > 0 ? `+${n}` : String(n).replace("-", "−"));

// A bar from the lowest to the highest of the list, with the band of one standard deviation.
function band(row, low, high) {
  const at = (rating) => ((rating - low) / Math.max(1, high - low)) * 160;
  const left = Math.max(0, at(row.rating - row.plus)), right = Math.min(160, at(row.rating + row.plus));
  return shape("svg", { viewBox: "0 0 160 16", class: "sure", "aria-hidden": "true" },
    shape("rect", { x: 0, y: 2, width: 160, height: 12, rx: 6, class: "well" }), shape("rect", { x: left, y: 3, width: Math.max(4, right - left), height: 10, rx: 5, class: "band" }),
    shape("rect", { x: Math.min(155, Math.max(0, at(row.rating) - 2.5)), y: 1, width: 5, height: 14, rx: 2.5, class: "now" }));
}

function rung(row, low, high) {
  const name = link(row.me ? t("You") : row.name, page(row.player));
  const who = box("td", box("span.who", box("span.av.nobody", drawing(`av-${row.avatar || "robot"}`, "")), name, row.kind === "computer" ? box("span.pill.quiet", t("computer")) : row.kind === "bot" ? box("span.pill.quiet", t("program")) : ""));
  const made = box("tr", box("td.num", String(row.place)), who, box("td.number", box("b", String(row.rating)), ` ± ${row.plus}`), box("td.wide", band(row, low, high)),
    box("td.num.wide", String(row.games)), box("td.num.wide", `${Math.round((100 * row.won) / row.games)} %`), box(`td.num.change.${row.week > 0 ? "up" : row.week < 0 ? "down" : "same"}`, signed(row.week)));
  if (row.me) made.className = "mine";
  return made;
}

function showRows({ rows, count }) {
  const low = Math.min(...rows.map((row) => row.rating - row.plus)), high = Math.max(...rows.map((row) => row.rating + row.plus)), made = [];
  rows.forEach((row, i) => {
    if (i && rows[i - 1].place + 1 !== row.place) { const gap = box("td", "…"); gap.colSpan = 7; made.push(box("tr.gap", gap)); }
    made.push(rung(row, low, high));
  });
  find("rows").replaceChildren(...made);
  find("rows").parentElement.hidden = !count;
  find("empty").hidden = Boolean(count);
  find("empty").textContent = among === "friends" ? t("None of your friends is listed yet.") : t("Nobody is listed yet. Players appear after ten rated games.");
}

function showPodium({ rows }) {
  const first = rows.slice(0, 3), places = [1, 0, 2].filter((i) => first[i]);
  find("podium").hidden = !first.length;
  find("podium").replaceChildren(...places.map((i) => {
    const made = link("", page(first[i].player), `step place-${i + 1}`);
    made.append(box("span.av.nobody", drawing(`av-${first[i].avatar || "robot"}`, "")), box("b", first[i].name), box("small.num", String(first[i].rating)), box("span.block", String(i + 1)));
    return made;
  }));
}

function showMine({ place, count, mine, columns: found }) {
  const words = place ? t("You are number {place} of {count}", { place, count }) : mine ? tn("{n} game, {rest} to go", "{n} games, {rest} to go", mine.games, { rest: Math.max(0, 10 - mine.games) }) : t("Where do you stand?");
  find("mine-title").textContent = words;
  find("mine-words").textContent = place ? t("Your rating is {rating} ± {plus}. Every rated game makes it surer.", mine)
    : mine && mine.games < 10 ? t("A number appears after ten rated games.") : t("Play ten rated games against people or the computer, and you are listed here.");
  find("columns").replaceChildren(...(found.length > 2 ? [columns(found, mine?.rating ?? null), box("p.ends", box("span", String(found[0][0])), box("span", tn("{n} player by rating", "{n} players by rating", count)), box("span", String(found.at(-1)[0] + 50)))] : []));
  find("rated").href = `/games/${game}?rated=1`;
}

function choices(id, words, now, choose) {
  find(id).replaceChildren(...Object.entries(words).map(([value, label]) => {
    const each = button(label, () => { choose(value); load(); });
    each.setAttribute("role", "radio");
    each.setAttribute("aria-checked", String(value === now));
    return each;
  }));
}

async function load() {
  for (const tab of tabs) tab.setAttribute("aria-checked", String(tab.dataset.game === game));
  const query = new URLSearchParams({ size, among });
  const answer = await ask(`/api/ladder/${game}?${query}`);
  find("main").ariaBusy = "false";
  find("problem").textContent = answer.ok ? "" : answer.error;
  if (!answer.ok) return;
  query.set("game", game);
  history.replaceState(null, "", `/ladder?${query}`);
  find("sizes").hidden = answer.sizes.length < 2;
  choices("sizes", Object.fromEntries(answer.sizes.map((each) => [each, SIZES[each]])), size, (value) => { size = value; });
  choices("among", AMONG, among, (value) => { among = value; });
  showRows(answer); showPodium(answer); showMine(answer);
}
for (const tab of tabs) tab.addEventListener("click", () => { game = tab.dataset.game; size = "2"; load(); });
await load();
