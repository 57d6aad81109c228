// Find an opponent: a wish, and a line that says how it stands on every page until somebody was found.
import { ask, box, button, find, icon, make } from "./common.js";
import { isSeeking, keepSeeking } from "./seeking.js";
import { t, tn } from "./words.js";

const LOOK = 2500; // milliseconds between two questions
const CLOCKS = [["none", t("No clock")], ["300+3", t("5 minutes + 3 s")], ["900+10", t("15 minutes + 10 s")], ["3600", t("1 hour")], ["/86400", t("1 day a move")], ["/259200", t("3 days a move")]];
const line = box("div.seeking");
line.setAttribute("role", "status");
line.hidden = true;
document.body.append(line);
let timer = 0;

async function look() {
  clearTimeout(timer);
  show(await ask("/api/pairing"));
}

function show(answer) {
  clearTimeout(timer);
  if (!answer.ok) { timer = setTimeout(look, LOOK); return; }
  if (answer.table) return found(answer.table);
  keepSeeking(answer.seeking);
  line.hidden = !answer.seeking;
  if (!answer.seeking) return;
  const words = answer.wide ? t("Looking for an opponent, with any board and clock …") : t("Looking for an opponent … {clock}", { clock: answer.clock });
  const company = tn("{n} person looks for one now.", "{n} people look for one now.", answer.others);
  const isAtTable = Boolean(find("table"));
  line.replaceChildren(icon("hourglass"), box("span", box("b", words), " ", box("small", company)),
    isAtTable ? "" : button(t("Play the computer meanwhile"), () => meanwhile(answer), "chip"),
    button(t("Stop looking"), stop, "chip"));
  timer = setTimeout(look, LOOK);
}

async function found(table) {
  keepSeeking(false);
  await ask("/api/pairing/leave", {});
  location.assign(`/tables/${table}`);
}

async function stop() {
  keepSeeking(false);
  line.hidden = true;
  clearTimeout(timer);
  await ask("/api/pairing/leave", {});
}

async function meanwhile({ game, preset }) {
  const checked = await ask(`/api/games/${game}/check`, { preset });
  const seats = [{ kind: "me", name: t("You") }, ...Array.from({ length: (checked.seats?.length ?? 2) - 1 }, () => ({ kind: "computer", name: "medium" }))];
  const answer = await ask("/api/tables", { game, preset, seats, hints: true });
  if (answer.ok) location.assign(`/tables/${answer.table}`);
}

// The lobby: a button beside the open tables.
function offer(host) {
  const games = [...document.querySelectorAll("#table-game option")].map(({ value, textContent }) => [value, textContent]);
  const choose = (id, words, rows, usual) => {
    const made = make("select", "", { id });
    made.append(...rows.map(([value, label]) => make("option", label, { value })));
    made.value = usual ?? rows[0][0];
    return [make("label", words, { for: id }), made];
  };
  const wrong = make("p", "", { class: "wrong", role: "alert" });
  const dialog = make("dialog", "", { class: "dialog", "aria-label": t("Find an opponent") });
  const form = box("form", box("h2", t("Find an opponent")), box("p.quiet", t("You play the first who wants the same game and clock. After a while another board or clock will do, too.")),
    ...choose("pair-game", t("Game"), games), ...choose("pair-time", t("Time for each player"), CLOCKS, "900+10"), wrong,
    box("div.actions", button(t("Cancel"), () => dialog.close(), "small"), make("button", t("Look for somebody"), { class: "main" })));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await ask("/api/pairing", { game: find("pair-game").value, time: find("pair-time").value });
    if (answer.ok) { dialog.close(); show(answer); } else wrong.textContent = answer.error;
  });
  dialog.append(form);
  document.body.append(dialog);
  host.append(button([icon("users"), t("Find an opponent")], async () => {
    wrong.textContent = "";
    const { me } = await ask("/api/me");
    if (me || (await (await import("./who.js")).introduce())) dialog.showModal();
  }, "small find"));
}

const host = document.querySelector("#open-box .head");
if (host) offer(host);
if (isSeeking() || host) look();
