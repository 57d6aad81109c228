// The puzzles of every game: choose how difficult, and the next one that is not solved yet opens.
import { ask, box, button, find, make } from "./common.js";
import "./top.js";
import { isSolved, openPuzzle } from "./puzzle.js";
import { t } from "./words.js";

async function begin() {
  const answer = await ask("/api/puzzles"), host = find("puzzles");
  host.setAttribute("aria-busy", "false");
  if (!answer.ok) return find("wrong").append(answer.error);
  if (!answer.games.length) host.append(box("li.tile", box("div.about", box("p", t("There are no puzzles yet.")))));
  host.append(...answer.games.map(({ game, title, difficulties, words }) => {
    const numbers = difficulties.map((name, i) => [name, i + 1]);
    const solved = numbers.filter(([, number]) => isSolved(game, number)).length;
    const buttons = Object.keys(words).filter((name) => difficulties.includes(name)).map((name) => {
      const of = numbers.filter(([each]) => each === name).map(([, number]) => number);
      const next = of.find((number) => !isSolved(game, number)) ?? of[0];
      return button(t("{difficulty} ({n})", { difficulty: words[name], n: of.length }), () => openPuzzle(game, next, (error) => find("wrong").replaceChildren(error)), "small");
    });
    return box("li.tile", box("span.cover", make("img", "", { src: `/games/${game}/picture.svg`, alt: "", width: 300, height: 160 })),
      box("div.about", box("h2", title), box("p", t("{n} of {count} solved", { n: solved, count: difficulties.length })), box("div.actions.levels", ...buttons)));
  }));
}
if (find("puzzles")) begin();
