// A finished match again, position by position.
import { ask, find, make } from "./common.js";
import { Drawing } from "./drawing.js";

const at = `/api/tables/${find("replay").dataset.table}/replay`;
const slider = find("n"), viewer = find("as");
let boards = [], asked = 0;

async function show() {
  const turn = ++asked;
  const answer = await ask(`${at}?n=${slider.value}&as=${viewer.value || -2}`);
  if (turn !== asked) return;
  find("refused").hidden = answer.ok;
  if (!answer.ok) return void (find("refused").textContent = answer.error);
  if (!viewer.options.length) first(answer);
  slider.max = answer.count - 1;
  find("where").textContent = `${slider.value} of ${slider.max}`;
  find("told").textContent = answer.told.join(" ");
  while (boards.length < answer.boards.length) {
    const figure = make("figure"), caption = make("figcaption", "", { id: `caption-${boards.length}` });
    const host = make("div", "", { class: "boardbox", role: "group", "aria-labelledby": caption.id, tabindex: 0 });
    figure.append(caption, host);
    find("boards").append(figure);
    boards.push([figure, caption, new Drawing(host)]);
  }
  boards.forEach(([figure, caption, board], i) => {
    figure.hidden = i >= answer.boards.length;
    if (figure.hidden) return;
    caption.textContent = answer.captions[i];
    board.show({ kind: "board", svg: answer.boards[i] });
  });
}

function first(answer) {
  find("title").textContent = `Replay: ${answer.title}`;
  const choices = [["everything", -2], ["a spectator", -1], ...answer.seats.map((name, seat) => [name, seat])];
  for (const [words, value] of choices) viewer.append(make("option", words, { value }));
}

function go(n) {
  slider.value = n;
  show();
}

slider.addEventListener("input", show);
viewer.addEventListener("change", show);
find("first").addEventListener("click", () => go(0));
find("back").addEventListener("click", () => go(Number(slider.value) - 1));
find("forward").addEventListener("click", () => go(Number(slider.value) + 1));
find("last").addEventListener("click", () => go(slider.max));
show();
