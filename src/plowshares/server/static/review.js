// A finished match with its review: two curves, turning points in words, beliefs on the board, and playing on from here.
import { ask, box, button, find, icon, iconButton, make, rich } from "./common.js";
import { toast } from "./dialogs.js";
import { Inspect } from "./inspect.js";
import { say } from "./log.js";
import { showPanels, showPhases } from "./panels.js";
import { Beliefs, percent, showThing } from "./review-beliefs.js";
import { Chart } from "./review-chart.js";
import { showSettings } from "./settings-sheet.js";
import { Stage } from "./stage.js";
import { t } from "./words.js";

const POLL = 1500, HOLD = 900, SETTLED = 300, // milliseconds; after the last of them a camera has found its place
   MODES = [["saw", "1"], ["beliefs", "2"], ["truth", "3"]], LEVELS = ["easy", "medium", "hard", "expert"];
const at = `/api/tables/${find("table").dataset.table}`;
const stage = new Stage(), beliefs = new Beliefs(stage, document.documentElement.dataset.art);
const state = { seat: 0, n: 0, count: 1, mode: "beliefs", depth: "full", review: null, hidden: [], heat: "", chosen: "", chips: true, hot: true, names: [], habits: [], wanted: 0, busy: false, run: null, shown: null };
const inspect = new Inspect(stage, { state: null, next: [], isActing: false, find: () => null, choose: () => {} });
const known = new Map();
const fill = (host, ...parts) => host.replaceChildren(...parts.flat().filter(Boolean));

// The bar: a slider with the turning points, and steps.
const slider = make("input", "", { type: "range", min: 0, max: 0, value: 0, "aria-label": t("Move") });
const dots = box("div.dots"), where = box("output.num"), playing = iconButton("play", t("Play"), () => (state.run ? go(state.wanted) : play()), "button round");
slider.addEventListener("input", () => go(Number(slider.value)));
find("bar").append(box("div.timeline", box("div.track", slider, dots), box("div.row", where,
  iconButton("first", t("To the beginning"), () => go(0)), iconButton("prev", t("Back"), () => go(state.wanted - 1)),
  playing, iconButton("next", t("Forward"), () => go(state.wanted + 1)), iconButton("last", t("To the end"), () => go(state.count - 1)),
  button(t("Next turning point"), () => nextPoint(1), "button next"))));
find("tools").append(button([icon("share"), t("Share this moment")], share, "chip share"), iconButton("gear", t("Settings"), () => showSettings()));

// The curve card.
const chartHost = box("div.charthost"), sure = box("p.quiet.sure"), progress = box("div.progress", box("i")), chance = box("span.pill"), who = make("select", "", { "aria-label": t("Review for") });
const chart = new Chart(chartHost, (n) => go(n));
chartHost.setAttribute("role", "img");
find("curve").append(box("div.row", box("h2", t("Chance to win")), chance), chartHost, progress,
  box("p.key", box("i.true"), t("with everything known")), box("p.key", box("i.known"), t("with what was known; the gap is luck")), sure, box("label.row.quiet", t("Review for"), who));
who.addEventListener("change", () => { location.search = `?as=${who.value}`; });

// The switch.
const words = { saw: t("As I saw it"), beliefs: t("Beliefs"), truth: t("Truth") };
const switches = MODES.map(([mode]) => {
  const made = button(words[mode], () => setMode(mode));
  made.setAttribute("role", "radio");
  made.dataset.mode = mode;
  return made;
});
const toggle = (label, key) => {
  const input = make("input", "", { type: "checkbox" });
  input.checked = state[key];
  input.addEventListener("change", () => { state[key] = input.checked; draw(); });
  return box("label.toggle", input, label);
};
const hotLabel = box("span"), hot = toggle(hotLabel, "hot"), chips = toggle(t("likeliest kinds"), "chips");
const legend = box("p.legend.quiet", ...[["heat1", "0–2 %"], ["heat2", "3–4"], ["heat3", "5–7"], ["heat4", "8–19"], ["heat5", "20+"]].map(([name, range]) => box("span", box(`i.${name}`), range)));
const nothing = box("p.quiet", t("Nothing is hidden at this moment."));
const radios = box("div.modes", ...switches);
radios.setAttribute("role", "radiogroup");
radios.setAttribute("aria-label", t("What is shown"));
find("switch").append(radios, box("div.row.toggles", chips, hot), legend, nothing);
find("points").append(box("p.quiet", t("Fetching the match …")));

async function position(n, mode) {
  const key = `${mode === "truth" ? "truth" : "saw"} ${n}`;
  if (!known.has(key)) {
    const answer = await ask(`${at}/moment?n=${n}&as=${state.seat}${mode === "truth" ? "&open=1" : ""}`);
    if (!answer.ok) return answer;
    known.set(key, answer);
    if (known.size > 80) known.delete(known.keys().next().value);
  }
  return known.get(key);
}

async function believed(n) {
  const key = `beliefs ${n}`;
  if (!known.has(key)) {
    const answer = await ask(`${at}/beliefs?n=${n}&as=${state.seat}`);
    if (!answer.ok) {
      if ([429, 503].includes(answer.status)) setTimeout(() => { if (state.n === n && state.mode === "beliefs") go(n); }, POLL);
      return { hidden: [], heat: state.heat };
    }
    known.set(key, answer);
  }
  return known.get(key);
}

// Go to a position; whoever goes by hand ends a run that plays on by itself.
async function go(n, run = null) {
  state.run = run;
  playing.classList.toggle("on", run !== null);
  state.wanted = Math.max(0, Math.min(state.count - 1, n));
  if (state.busy) return;
  state.busy = true;
  let key = "";
  while (key !== `${state.wanted} ${state.mode}`) {
    const { wanted, mode } = state;
    key = `${wanted} ${mode}`;
    const answer = await position(wanted, mode);
    if (!answer.ok) { toast(answer.error, true); break; }
    const found = mode === "beliefs" ? await believed(wanted) : { hidden: [], heat: state.heat };
    Object.assign(state, { n: wanted, shown: answer, hidden: found.hidden, heat: found.heat || state.heat });
    if (!state.hidden.some(({ thing }) => thing === state.chosen)) state.chosen = "";
    show();
  }
  state.busy = false;
  find("table").setAttribute("aria-busy", "false");
}

async function play() {
  const run = {};
  await go(state.wanted < state.count - 1 ? state.wanted : 0, run);
  while (state.run === run && state.wanted < state.count - 1) {
    await new Promise((done) => setTimeout(done, HOLD));
    if (state.run === run) await go(state.wanted + 1, run);
  }
  if (state.run === run) go(state.wanted);
}

async function share() {
  const url = location.href;
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) return await navigator.share({ title: document.title, url });
    await navigator.clipboard.writeText(url);
    toast(t("Copied"));
  } catch (error) { if (error.name !== "AbortError") toast(url); }
}

function show() {
  const { shown, n, count, seat } = state;
  const next = { ...shown, seat, ...state.sat, open_seats: [], next: [], acting: false };
  find("title").textContent = shown.title ?? find("title").textContent;
  showPanels(next);
  showPhases(shown.phases);
  stage.show(shown.regions.filter(({ place }) => !["left", "right"].includes(place ?? "")));
  stage.label(shown.things, []);
  inspect.picking.state = next;
  slider.max = count - 1;
  slider.value = n;
  where.textContent = n < count - 1 ? t("Before move {n} of {count}", { n: n + 1, count: count - 1 }) : t("The end of the match");
  chart.at(n);
  history.replaceState(null, "", `${location.pathname}?as=${seat}#${n}`);
  const curve = state.review?.known ?? [];
  chance.textContent = curve[n] === undefined ? "" : percent(curve[n]);
  tellPoint();
  draw();
}

// What lies over the board, and the bars of a thing.
function draw() {
  const believes = state.mode === "beliefs";
  for (const each of switches) each.setAttribute("aria-checked", String(each.dataset.mode === state.mode));
  hot.hidden = !state.heat || !believes;
  hotLabel.textContent = state.heat;
  legend.hidden = !state.hot || !state.heat || !believes;
  chips.parentElement.hidden = !believes || !state.hidden.length;
  nothing.hidden = !believes || state.hidden.length > 0;
  beliefs.show(believes ? state.hidden : [], { chips: state.chips, heat: state.hot, chosen: state.chosen });
  beliefs.arrows(pointAt(state.n));
  showThing(find("hidden"), believes ? state.hidden : [], state.chosen, choose);
}

function choose(thing) {
  state.chosen = thing;
  draw();
}

function setMode(mode) {
  state.mode = mode;
  go(state.wanted);
}

const pointAt = (n) => state.review?.points.find((point) => point.n === n) ?? null;

function nextPoint(by) {
  const points = (state.review?.points ?? []).map(({ n }) => n);
  if (!points.length) return toast(state.review?.done >= 1 ? t("Nothing stood out in this match.") : t("No turning points yet."));
  go(points.find((n) => n > state.wanted) ?? points[0]);
}

function tellPoint() {
  const point = pointAt(state.n), host = find("verdict");
  for (const each of document.querySelectorAll(".moments li")) each.classList.toggle("on", Number(each.dataset.n) === state.n);
  const buttons = box("div.row.actions", button([icon("play"), t("Play on from here")], playOn, "button ghostly"),
    button([icon("eye"), state.mode === "truth" ? t("Beliefs") : t("The truth")], () => setMode(state.mode === "truth" ? "beliefs" : "truth"), "button ghostly"));
  fill(find("extra"), point ? box("section.card", ...glance()) : null);
  if (!point) { state.looked = null; return fill(host, ...glance(), buttons); }
  lookAt(point);
  say(`${point.title}. ${point.played}. ${point.sentence}`);
  const played = state.isMine ? t("You: {what}", { what: point.played }) : t("{name}: {what}", { name: state.names[state.seat], what: point.played });
  const line = point.line?.length ? box("details", box("summary", t("How it could go on")), ...point.line.map((each) => box("p", ...rich(each))), box("p.quiet", t("In one of the worlds that were possible."))) : null;
  fill(host,
    box("div.row", box("h2", point.known ? t("What you could have known") : t("Move {n}", { n: point.move })), box(`span.pill.${point.verdict}`, point.title)),
    point.known ? box("p", ...rich(point.known)) : null,
    point.best ? box("div.choice.better", box("b", t("Better: {what}", { what: point.best })), box("b.num", percent(point.best_chance)), box("p.quiet", ...rich(point.reason)), line) : null,
    box(`div.choice.${point.verdict}`, box("b", played), box("b.num", percent(point.chance)), box("p.quiet", ...rich(`${point.sentence}${point.best || !point.reason ? "" : ` ${point.reason}`}`)),
      point.happened?.length ? box("p", box("b", t("What happened:")), " ", ...rich(point.happened.join(" "))) : null,
      point.truth ? box("p", ...rich(point.truth)) : null), buttons);
}

// Bring a decision into the picture, once: whoever looks elsewhere then is left alone.
function lookAt({ n, picks, best_picks = [] }) {
  const spot = state.looked !== n && [...picks, ...best_picks].flatMap((pick) => [...stage.drawn("thing", pick), ...stage.drawn("pick", pick)]).find((each) => stage.cameraOf(each));
  if (!spot) return;
  state.looked = n;
  stage.reveal(spot);
}

// The whole match in a few sentences, with the moments to remember.
function glance() {
  const points = (state.review?.summary.remember ?? []).map(pointAt).filter(Boolean);
  return [state.review?.summary.sentences.length ? box("h2", t("The match at a glance")) : "", ...(state.review?.summary.sentences ?? []).map((text) => box("p", ...rich(text))),
    ...(points.length ? [box("h3", t("Moments to remember")), moments(points)] : []),
    ...(state.habits.length ? [box("h3", t("Your habits")), ...state.habits.map((text) => box("p", ...rich(text)))] : [])];
}

// A list of turning points to go to.
function moments(points) {
  return box("ol.moments", ...points.map((point) => {
    const made = box(`li.${point.verdict}`, button([box("span.num", String(point.move)), box("span", box("b", point.title), box("small", ...rich((point.verdict === "unknowable" && point.happened?.[0]) || point.played)))], () => go(point.n), "line"));
    made.dataset.n = point.n;
    made.classList.toggle("on", point.n === state.n);
    return made;
  }));
}

async function learnHabits() {
  const answer = await ask(`${at}/habits`);
  if (!answer.ok || !answer.habits.length) return;
  state.habits = answer.habits;
  tellPoint();
}

function tellReview() {
  const { review } = state;
  chart.show(review, state.count);
  chart.at(state.n);
  chartHost.setAttribute("aria-label", t("Chance to win, move by move. Turning points are listed below."));
  progress.hidden = review.done >= 1;
  progress.firstElementChild.style.width = `${Math.max(3, 100 * review.done)}%`;
  const off = review.sure === null ? t("These chances are rough: no matches with these options were checked.") : t("Checked on other matches: off by at most {n} points.", { n: Math.ceil(100 * review.sure) });
  sure.textContent = `${off} ${t("Chances of single decisions come from a search and are rough.")}`;
  const working = review.done < 1 ? box("p.quiet", review.failed ? review.failed : t("Looking at every move … {n} %", { n: Math.round(100 * review.done) })) : null;
  const deeper = review.done >= 1 && review.depth === "full" ? button(t("Look deeper"), () => { state.depth = "deep"; poll(); }, "chip") : null;
  fill(find("points"), box("h2", t("Turning points")), working,
    moments(review.points), review.done >= 1 && !review.points.length ? box("p.quiet", t("Nothing stood out in this match.")) : null, deeper);
  dots.replaceChildren(...review.points.map((point) => {
    const made = box(`i.dot.${point.verdict}`);
    made.style.left = `${(100 * point.n) / Math.max(1, state.count - 1)}%`;
    return made;
  }));
  chance.textContent = review.known[state.n] === undefined ? "" : percent(review.known[state.n]);
  tellPoint();
  draw();
}

async function poll() {
  const answer = await ask(`${at}/review?as=${state.seat}&depth=${state.depth}`);
  if (answer.ok && (answer.depth === "full" || answer.done >= 1)) { state.review = answer; tellReview(); }
  else if (answer.ok) { progress.hidden = false; progress.firstElementChild.style.width = `${Math.max(3, 100 * answer.done)}%`; }
  else if (![429, 503].includes(answer.status)) return toast(answer.error, true);
  if (!answer.ok || (answer.done < 1 && !answer.failed)) setTimeout(poll, POLL);
  else if (state.isMine) learnHabits();
}

// Play on from here: a real table with this position.
function playOn() {
  const dialog = find("playon"), level = make("select", "", { "aria-label": t("Against") });
  level.append(...LEVELS.map((name) => make("option", { easy: t("Easy"), medium: t("Medium"), hard: t("Hard"), expert: t("Expert") }[name], { value: name })));
  level.value = "medium";
  const start = async (deal) => {
    const answer = await ask(`${at}/play-on`, { n: state.n, seat: state.seat, deal, level: level.value });
    if (answer.ok) location.href = `/tables/${answer.table}`; else toast(answer.error, true);
  };
  dialog.replaceChildren(box("h2", t("Play on from here")), box("p", t("A new table begins with this position. You play {name}’s side against the computer.", { name: state.names[state.seat] })),
    box("label.row", t("Against"), level),
    button(t("Hidden things as they were"), () => start(false), "button"), button(t("Hidden things dealt again"), () => start(true), "button ghostly"), button(t("Cancel"), () => dialog.close(), "chip"));
  dialog.showModal();
}

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input[type=range], select, dialog *") || event.ctrlKey || event.metaKey || event.altKey) return;
  const keys = { ArrowLeft: () => go(state.wanted - 1), ArrowRight: () => go(state.wanted + 1), Home: () => go(0), End: () => go(state.count - 1), n: () => nextPoint(1), " ": () => (state.run ? go(state.wanted) : play()), Escape: () => choose("") };
  for (const [mode, key] of MODES) keys[key] = () => setMode(mode);
  if (!keys[event.key] || (event.key === " " && event.target.matches("button, input, a, summary"))) return;
  event.preventDefault();
  keys[event.key]();
});
document.addEventListener("pointermove", (event) => { if (state.mode !== "beliefs") inspect.hover(event); });
document.addEventListener("click", (event) => {
  if (!find("board").contains(event.target) && !find("others").contains(event.target)) return;
  const under = stage.under(event.clientX, event.clientY);
  if (state.mode !== "beliefs") return inspect.pin(under);
  const ids = under.flatMap((each) => { const near = each.closest?.("[data-thing], [data-pick]"); return near ? [near.dataset.thing, near.dataset.pick, near.closest("[data-pick]")?.dataset.pick] : []; });
  const inside = ({ box: fog }) => { const spot = fog && beliefs.toPicture({ left: event.clientX, top: event.clientY, right: event.clientX, bottom: event.clientY }); return spot && spot[0] >= fog[0] && spot[0] <= fog[0] + fog[2] && spot[1] >= fog[1] && spot[1] <= fog[1] + fog[3]; };
  const found = state.hidden.find((each) => (each.place && ids.includes(each.place)) || inside(each));
  choose(found?.thing ?? "");
});
new ResizeObserver(() => { if (state.shown) draw(); }).observe(find("board"));

async function begin() {
  const asked = new URLSearchParams(location.search).get("as");
  const sat = (await ask(at)).state, first = await ask(`${at}/moment?n=0&as=0`);
  if (!first.ok) return toast(first.error, true);
  state.count = first.count;
  state.names = first.seats.map(({ who: name }) => name);
  const wish = asked === null ? sat?.seat ?? 0 : Number(asked);
  state.seat = wish >= 0 && wish < state.names.length ? wish : Math.max(0, sat?.kinds?.findIndex((kind) => kind === "me" || kind === "here" || kind === "link") ?? 0);
  state.isMine = sat?.seat === state.seat;
  state.sat = { kinds: sat?.kinds ?? [], faces: sat?.faces };
  if (!state.isMine) switches[0].textContent = t("As {name} saw it", { name: state.names[state.seat] });
  find("title").textContent = first.title;
  find("subtitle").textContent = t("Review · {names}", { names: state.names.join(" · ") });
  who.append(...state.names.map((name, seat) => make("option", name, { value: seat })));
  who.value = state.seat;
  poll();
  await go(Math.min(Number(location.hash.slice(1)) || 0, state.count - 1));
  setTimeout(() => { state.looked = null; tellPoint(); draw(); }, SETTLED);
}
begin();
