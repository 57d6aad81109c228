// The top of the pages around the tables: who I am, light or dark, what the owner of the server announces.
import { ask, drawing, find } from "./common.js";
import { set, settings } from "./settings.js";
import { t } from "./words.js";

export function showMe(me) {
  find("my-name").textContent = me?.name ?? t("Choose a name");
  find("my-face").replaceChildren(drawing(`av-${me?.avatar ?? "fox"}`, ""));
  find("me").href = me ? "/players/me" : "/account";
}

export function showAnnouncement(words) {
  find("announcement").hidden = !words;
  find("announcement").textContent = words ?? "";
}

find("light")?.addEventListener("click", () => set("light", document.documentElement.classList.contains("dark") ? "light" : "dark"));

// Who I am, asked once for all parts of a page.
let asked = null;
export function whoAmI(again = false) {
  if (!asked || again) asked = ask("/api/me");
  return asked;
}

if (!find("main")?.dataset.fills) whoAmI().then((answer) => { if (answer.ok) { showMe(answer.me); showAnnouncement(answer.announcement); } });
export { settings };
