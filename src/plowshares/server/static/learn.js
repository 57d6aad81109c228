// Learning: a guided match of each game, each game in a few pictures, and the puzzles of the day.
import { openGuide, playEasy, recall, remember } from "./coach.js";
import { ask, box, button, find, make } from "./common.js";
import { pictures } from "./how.js";
import "./top.js";
import { isSolved, openPuzzle } from "./puzzle.js";
import { t, tn } from "./words.js";

const DAY = 86400000; // milliseconds
const MINUTES = 0.6; // for a step
const DIFFICULT = { easy: "won", medium: "gold", hard: "lost" };
const wrong = (words) => { find("wrong").textContent = words; };
const told = new Map();

async function how(game) {
  if (!told.has(game)) told.set(game, fetch(`/games/${game}/how`).then((answer) => answer.json()));
  return told.get(game);
}

// A guided match that was begun is gone on with at its own table, as long as that is there.
async function goOn(game, table) {
  const answer = await ask(`/api/tables/${table}`);
  if (answer.ok) return location.assign(`/tables/${table}`);
  remember(game, { guide: "", table: "", step: 0 });
  return openGuide(game, wrong);
}

// What this browser knows of a guided match is there at once; its steps come a moment later.
function lesson(tile) {
  const game = tile.dataset.lesson, pressed = tile.querySelector("[data-learn]");
  const { guide, table = "", step = 0 } = recall(game), isDone = guide === "done", isBegun = guide === "begun" && Boolean(table);
  tile.querySelector(".learned").hidden = !isDone;
  pressed.querySelector("span").textContent = isDone ? t("Again") : isBegun ? t("Go on") : t("Start");
  pressed.classList.toggle("again", isDone);
  pressed.disabled = false;
  pressed.addEventListener("click", async () => {
    pressed.disabled = true;
    wrong("");
    await (isBegun ? goOn(game, table) : openGuide(game, wrong));
    pressed.disabled = false;
  });
  return steps(tile, game, isDone ? Infinity : isBegun ? step : -1);
}

async function steps(tile, game, reached) {
  const { steps: titles = [] } = await how(game), n = titles.length;
  tile.querySelector(".steps").replaceChildren(...titles.map((_, i) => box(`i${i < reached ? ".on" : ""}`)));
  tile.querySelector(".stand").textContent = reached >= n ? t("done") : reached >= 0 ? t("step {n}: {title}", { n: reached + 1, title: titles[reached] })
    : tn("{n} step, {time} min", "{n} steps, {time} min", n, { time: Math.max(3, Math.round(n * MINUTES)) });
}

let chosen = "";
async function show(game) {
  chosen = game;
  for (const tab of document.querySelectorAll("[data-how]")) tab.setAttribute("aria-checked", String(tab.dataset.how === game));
  const explained = await how(game), { title } = document.querySelector(`[data-how="${game}"]`).dataset;
  if (chosen !== game) return;
  find("how-title").textContent = t("{title} in pictures", { title });
  find("how").replaceChildren(pictures(explained, game)[0]);
}

async function puzzles() {
  const answer = await ask("/api/puzzles");
  if (!answer.ok) return;
  const today = Math.floor(Date.now() / DAY), rows = [];
  for (const { game, title, difficulties, words } of answer.games) {
    const number = (today % difficulties.length) + 1, difficulty = difficulties[number - 1];
    rows.push({ game, title, number, difficulty, words: words[difficulty], isSolved: isSolved(game, number) });
  }
  const fresh = rows.filter((each) => !each.isSolved).length;
  find("fresh").hidden = !fresh;
  find("fresh").textContent = tn("{n} new", "{n} new", fresh);
  find("puzzles").replaceChildren(...rows.map((each) => box("li", box("span.thumb", make("img", "", { src: `/games/${each.game}/picture.svg`, alt: "" })),
    box("span.what", box("b", each.title), box("small", t("One decision is clearly the best.")) ),
    box(`span.pill.${DIFFICULT[each.difficulty] ?? "quiet"}`, each.isSolved ? t("solved") : each.words), button(t("Try"), () => openPuzzle(each.game, each.number, wrong), "small"))));
  if (!rows.length) find("puzzles").append(box("li.empty", t("There are no puzzles yet.")));
}

for (const tab of document.querySelectorAll("[data-how]")) tab.addEventListener("click", () => show(tab.dataset.how));
find("easy").addEventListener("click", () => playEasy(chosen, wrong));
await Promise.all([...document.querySelectorAll("[data-lesson]")].map(lesson));
await Promise.all([show(document.querySelector("[data-how]").dataset.how), puzzles()]);
find("main").ariaBusy = "false";
