// A finished match again: one board, a story to click, arrow keys, and anybody's knowledge at any moment.
import { announce, markPhase } from "./announce.js";
import { box, button, colours, crest, find, iconButton, make, rich } from "./common.js";
import { toast } from "./dialogs.js";
import { Inspect } from "./inspect.js";
import { say } from "./log.js";
import { Motion } from "./motion.js";
import { showPanels, showPhases } from "./panels.js";
import { fetchPosition, isSaved } from "./positions.js";
import { savePage } from "./save.js";
import { showSettings } from "./settings-sheet.js";
import { Stage } from "./stage.js";
import { t } from "./words.js";

const EVERYTHING = -2, SPECTATOR = -1, SPEEDS = [["½×", 2], ["1×", 1], ["3×", 0.33]], HOLD = 700;
const stage = new Stage();
let n = 0, count = 1, viewer = EVERYTHING, wanted = Number(new URLSearchParams(location.hash.slice(1)).get("n") ?? -1), isPlaying = false, speed = 1, shown = null, busy = false;

const holder = { state: null, next: [], isActing: false, find: () => null, choose: () => {} };
const inspect = new Inspect(stage, holder);
const motion = new Motion(stage, { state: () => shown, news: () => ({ announce, markPhase }), tell: () => {} });

const slider = make("input", "", { type: "range", min: 0, max: 0, value: 0, "aria-label": t("Move") });
const where = box("output.num"), playing = iconButton("play", t("Play"), () => (isPlaying ? stop() : start()), "button round");
slider.addEventListener("input", () => { stop(); go(Number(slider.value)); });
const speeds = SPEEDS.map(([words, value]) => {
  const made = button(words, () => { speed = value; speeds.forEach((each) => each.setAttribute("aria-pressed", String(each === made))); }, "chip");
  made.setAttribute("aria-pressed", String(value === speed));
  return made;
});
const dots = box("div.battles");
dots.setAttribute("aria-hidden", "true");
find("bar").append(box("div.timeline", box("div.track", slider, dots), box("div.row", where,
  iconButton("first", t("To the beginning"), () => { stop(); go(0); }), iconButton("prev", t("Back"), () => step(-1)),
  playing, iconButton("next", t("Forward"), () => step(1)), iconButton("last", t("To the end"), () => { stop(); go(count - 1); }), ...speeds)));
if (!isSaved) {
  const table = find("table").dataset.table, save = button(t("Save as a page"), () => savePage(`/api/tables/${table}/export`, save), "chip save");
  find("tools").append(save);
}
find("tools").append(iconButton("gear", t("Settings"), () => showSettings()));

// Go to a position; one step forward is shown as it happened.
async function go(position) {
  wanted = Math.max(0, Math.min(count - 1, position));
  if (busy) return motion.skip();
  busy = true;
  while (wanted !== n || !shown || shown.viewer !== viewer) {
    const target = wanted, who = viewer, answer = await fetchPosition(target, who);
    if (!answer.ok) { toast(answer.error, true); break; }
    const isStep = shown && shown.viewer === who && target === n + 1;
    const next = { ...answer, viewer: who, seat: Math.max(who, SPECTATOR), kinds: answer.kinds ?? [], open_seats: [], next: [], acting: false };
    const draw = () => { shown = next; n = target; show(); };
    if (isStep && answer.log.length) await motion.play(answer.log, draw); else draw();
    if (wanted === target && who === viewer && n + 1 < count) fetchPosition(n + 1, viewer);
  }
  busy = false;
  find("table").setAttribute("aria-busy", "false");
}

function show() {
  find("title").textContent = shown.title;
  showPanels(shown);
  showPhases(shown.phases);
  stage.show(shown.regions);
  stage.label(shown.things, []);
  holder.state = shown;
  slider.max = count - 1;
  slider.value = n;
  where.textContent = t("{n} of {count}", { n, count: count - 1 });
  const lines = [...find("log").children];
  for (const line of lines) line.classList.toggle("new", Number(line.dataset.n) === n);
  const current = lines.findLast((line) => Number(line.dataset.n) <= n);
  if (current) find("log").parentElement.scrollTop = current.offsetTop - find("log").parentElement.clientHeight / 2;
  const told = shown.log.map(({ text }) => text).filter(Boolean).join(" ");
  if (told) say(told);
  if (!isSaved) history.replaceState(null, "", `#n=${n}&as=${viewer}`);
}

function step(by) {
  stop();
  go(wanted + by);
}

async function start() {
  isPlaying = true;
  playing.classList.add("on");
  if (n >= count - 1) await go(0);
  while (isPlaying && n < count - 1) {
    await go(n + 1);
    await new Promise((done) => setTimeout(done, HOLD * speed));
  }
  stop();
}

function stop() {
  isPlaying = false;
  playing.classList.remove("on");
}

async function look(who) {
  stop();
  if (!shown) find("log").replaceChildren(box("li.quiet", t("Fetching the match …")));
  viewer = who;
  for (const each of find("views").children) each.setAttribute("aria-checked", String(Number(each.dataset.who) === who));
  const answer = await fetchPosition(Math.max(0, wanted), who, true);
  if (!answer.ok) return toast(answer.error, true);
  count = answer.count;
  if (wanted < 0) wanted = begin(answer.story ?? []);
  tell(answer.story ?? []);
  if (!find("views").children.length) offer(answer.seats);
  markBattles(answer.story ?? []);
  await go(wanted);
}

// The first position to look at: where play begins, if that is announced before anything else happens.
function begin(story) {
  const first = story.find(({ verb }) => verb !== "say");
  return first?.verb === "turn" ? first.n : 0;
}

function tell(story) {
  find("log").replaceChildren(...story.map((line) => {
    const made = box("li", line.seat === null || line.seat === undefined ? box("i.dot") : crest(line.seat),
      button(rich(line.text), () => { stop(); go(line.n); }, "line"));
    made.dataset.n = line.n;
    return made;
  }));
}

// Where on the way there was a battle, and whose it was.
function markBattles(story) {
  dots.replaceChildren(...story.filter(({ verb }) => verb === "battle").map(({ n: place, seat }) => {
    const dot = box(`i.${colours(seat)}`);
    dot.style.left = `${100 * place / Math.max(1, count - 1)}%`;
    return dot;
  }));
}

function offer(seats) {
  const views = [[EVERYTHING, t("Everything")], ...seats.map(({ who }, seat) => [seat, t("As {name} saw it", { name: who })]), [SPECTATOR, t("As a watcher saw it")]];
  find("subtitle").textContent = seats.map(({ who }) => who).join(" · ");
  find("views").replaceChildren(...views.map(([who, words]) => {
    const made = button(words, () => look(who));
    made.setAttribute("role", "radio");
    made.dataset.who = who;
    made.setAttribute("aria-checked", String(who === viewer));
    return made;
  }));
}

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input[type=range], dialog *") || event.ctrlKey || event.metaKey || event.altKey) return;
  const keys = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => { stop(); go(0); }, End: () => { stop(); go(count - 1); }, " ": () => (isPlaying ? stop() : start()) };
  const digit = Number(event.key);
  if (digit >= 1 && digit <= find("views").children.length) return look(Number(find("views").children[digit - 1].dataset.who));
  if (!keys[event.key] || (event.key === " " && event.target.matches("button"))) return;
  event.preventDefault();
  keys[event.key]();
});
document.addEventListener("pointermove", (event) => inspect.hover(event));
document.addEventListener("click", (event) => { if (find("board").contains(event.target)) inspect.pin(stage.under(event.clientX, event.clientY)); });
const first = Number(new URLSearchParams(location.hash.slice(1)).get("as") ?? EVERYTHING);
look(Number.isInteger(first) ? first : EVERYTHING);
