// The list of all keys; it is loaded when somebody asks for it.
import { box, iconButton } from "./common.js";
import { t } from "./words.js";

const KEYS = () => [
  ["Tab", t("to the board, the bar, the panels")], ["← ↑ → ↓", t("from place to place (with Shift: everything)")],
  ["Enter", t("pick")], ["Esc", t("cancel")], ["i", t("look closer")], [t("Space"), t("skip what is being shown")],
  ["Ctrl + Z", t("undo")], ["h", t("hint")], ["b", t("what may be hidden")], ["m", t("sound on or off")], ["+ −", t("closer, farther")], ["Home", t("camera back to the middle")], ["?", t("this list")],
];

export function showHelp(sheet, offers) {
  const own = offers.filter(({ key }) => key).map(({ key, label }) => [key, label]);
  sheet.replaceChildren(
    box("div.head", box("h2", t("Keys")), iconButton("x", t("Close"), () => sheet.close())),
    box("dl.keys", ...[...own, ...KEYS()].flatMap(([key, words]) => [box("dt", box("kbd", key)), box("dd", words)])));
  sheet.showModal();
}
