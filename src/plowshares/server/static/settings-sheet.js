// The sheet in which people set things for themselves.
import { box, button, find, icon, iconButton, make } from "./common.js";
import { set, settings, speak } from "./settings.js";
import { t } from "./words.js";

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

export function showSettings(advanced = []) {
  const sheet = find("settings");
  sheet.onclick = ({ target }) => { if (target === sheet) sheet.close(); }; // beside it
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
  sheet.showModal();
}
