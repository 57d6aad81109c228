// What people set for themselves. It counts at once and stays in this browser.
import { box, button, find, icon, iconButton, make } from "./common.js";
import { t } from "./words.js";

const KEY = "plowshares";
const USUAL = {
  speed: "normal", volume: 60, light: "device", contrast: false, large: false, still: false,
  pass: true, hide: false, ask: true, call: false, notation: false,
};
const FACTORS = { slow: 2, normal: 1, fast: 0.5, off: 0 };
const heard = [];

function load() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...USUAL };
  }
}

export const settings = load();
const calm = matchMedia("(prefers-reduced-motion: reduce)"), night = matchMedia("(prefers-color-scheme: dark)");
const strong = matchMedia("(prefers-contrast: more)");

export const isStill = () => settings.still || calm.matches;
export const pace = () => FACTORS[settings.speed] ?? 1;
export const whenSet = (what) => heard.push(what);

export function set(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch { /* a browser that keeps nothing */ }
  apply();
  heard.forEach((what) => what(name));
}

function apply() {
  const page = document.documentElement.classList;
  page.toggle("dark", settings.light === "dark" || (settings.light === "device" && night.matches));
  page.toggle("contrast", settings.contrast || strong.matches);
  page.toggle("large", settings.large);
  page.toggle("still", isStill());
}
for (const query of [calm, night, strong]) query.addEventListener("change", apply);
apply();

function choice(name, words, options) {
  const row = make("div", "", { class: "segments", role: "radiogroup", "aria-label": words });
  const show = () => [...row.children].forEach((each) => each.setAttribute("aria-checked", String(settings[name] === each.dataset.value)));
  for (const [value, label] of options) {
    const each = button(label, () => { set(name, value); show(); });
    each.setAttribute("role", "radio");
    each.dataset.value = value;
    row.append(each);
  }
  show();
  return [box("h3", words), row];
}

function toggle(name, words, help) {
  const input = make("input", "", { type: "checkbox", role: "switch" });
  input.checked = settings[name];
  input.addEventListener("change", () => set(name, input.checked));
  return box("label.switch", box("span", box("b", words), box("small", help)), input);
}

// A cookie, since the server translates.
export function speak(code) {
  document.cookie = `language=${code}; path=/; max-age=31536000; samesite=lax`;
  location.reload();
}

function languages() {
  const row = make("div", "", { class: "segments", role: "radiogroup", "aria-label": t("Languages") });
  for (const known of document.querySelectorAll("footer [data-language]")) {
    const each = button(known.textContent, () => speak(known.dataset.language));
    each.setAttribute("role", "radio");
    each.setAttribute("aria-checked", known.getAttribute("aria-pressed"));
    each.lang = known.lang;
    row.append(each);
  }
  return [box("h3", t("Languages")), row];
}

function volume() {
  const input = make("input", "", { type: "range", min: 0, max: 100, step: 5, "aria-label": t("Sound") });
  input.value = settings.volume;
  const said = box("output.num", `${settings.volume} %`);
  input.addEventListener("input", () => { set("volume", Number(input.value)); said.textContent = `${input.value} %`; });
  return [box("h3", t("Sound")), box("div.slider", icon("sound"), input, said)];
}

export function fillSettings(sheet, advanced = []) {
  sheet.replaceChildren(
    box("div.head", box("h2", t("Settings")), iconButton("x", t("Close"), () => sheet.close())),
    box("p.quiet", t("They take effect at once and are kept in this browser.")),
    ...choice("speed", t("Speed of moves and battles"), [["slow", t("Slow")], ["normal", t("Normal")], ["fast", t("Fast")], ["off", t("Off")]]),
    ...volume(),
    ...choice("light", t("Light"), [["light", t("Light")], ["dark", t("Dark")], ["device", t("Like my device")]]),
    ...languages(),
    box("h2", t("Seeing")),
    toggle("contrast", t("Strong contrast"), t("Double rings around what can be picked")),
    toggle("large", t("Big text"), t("Everything one size larger")),
    toggle("still", t("Less motion"), t("Fades instead of slides and flips")),
    box("h2", t("Playing")),
    toggle("pass", t("Pass empty turns"), t("A turn in which nothing can be done ends by itself")),
    toggle("ask", t("Ask before probable mistakes"), t("Once, before it is done")),
    toggle("hide", t("Hide after my move"), t("At a screen that several people share")),
    toggle("call", t("Notify me when it is my turn"), t("A note from the browser, also in the background")),
    box("h2", t("Advanced")),
    toggle("notation", t("Command box"), t("Type moves, and see a list of all of them")),
    ...advanced,
  );
}

for (const each of document.querySelectorAll("footer [data-language]")) each.addEventListener("click", () => speak(each.dataset.language));
find("settings")?.addEventListener("click", (event) => { if (event.target === event.currentTarget) event.currentTarget.close(); });
