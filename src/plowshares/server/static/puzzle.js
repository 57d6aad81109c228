// A puzzle at a real table: what it asks, and after the first decision whether that was the answer.
import { ask, box, button, find, link, rich } from "./common.js";
import { t } from "./words.js";

const POLL = 1200, KEPT = "plowshares-puzzles";
const kept = () => JSON.parse(localStorage.getItem(KEPT) ?? "[]");
export const isSolved = (game, number) => kept().includes(`${game} ${number}`);

export async function openPuzzle(game, number, wrong) {
  const answer = await ask(`/api/puzzles/${game}`, { number });
  if (answer.ok) location.href = `/tables/${answer.table}?puzzle=${number}`; else wrong(answer.error);
}

async function look() {
  const answer = await ask(`/api/tables/${find("table").dataset.table}/puzzle`);
  if (answer.ok) show(answer);
  if (!answer.ok ? [429, 503].includes(answer.status) : answer.solved === null) setTimeout(look, POLL);
}

let host = null, said = "";
function show({ game, number, count, solved, difficulty, title, text }) {
  const words = `${title} ${text}`;
  if (words === said) return;
  said = words;
  if (solved) localStorage.setItem(KEPT, JSON.stringify([...new Set([...kept(), `${game} ${number}`])]));
  host ??= find("extra").insertAdjacentElement("beforebegin", box("section.card.puzzle"));
  host.setAttribute("aria-label", t("Puzzle"));
  host.setAttribute("aria-live", "polite");
  const again = () => openPuzzle(game, number, (error) => host.append(error));
  const next = () => openPuzzle(game, (number % count) + 1, (error) => host.append(error));
  host.replaceChildren(box("h2", title), box("p", ...rich(text)), box("p.quiet", t("Puzzle {n} of {count} · {difficulty}", { n: number, count, difficulty })),
    box("div.row", solved === null ? "" : button(t("Next puzzle"), next, "button"), solved === false ? button(t("Try again"), again, "chip") : "", link(t("All puzzles"), "/puzzles", "chip")));
}
if (find("table") && new URLSearchParams(location.search).has("puzzle")) look();
