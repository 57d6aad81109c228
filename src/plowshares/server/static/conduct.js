// Who behaves badly: hear nothing more of them, tell the owner.
import { box, button, find, iconButton, make } from "./common.js";
import { confirm } from "./dialogs.js";
import { t } from "./words.js";

export async function block(whom, name, send) {
  if (!(await confirm(t("Hear nothing more of {name}? You will not be paired, and they cannot sit down at your tables.", { name }), t("Block")))) return;
  await send("block", whom, t("{name} is blocked.", { name }));
  document.dispatchEvent(new CustomEvent("muted"));
}

export function report(whom, name, send) {
  const sheet = find("sheet");
  const words = make("textarea", "", { maxlength: 500, rows: 4, id: "report-words" });
  const form = box("form.report", make("label", t("What has happened? The owner of this server reads it, with what was said here."), { for: "report-words" }), words,
    box("div.row", button(t("Cancel"), () => sheet.close(), "chip"), make("button", t("Send"), { class: "button" })));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    sheet.close();
    await send("report", { ...whom, words: words.value }, t("Thank you. The owner of this server has been told."));
  });
  sheet.replaceChildren(box("div.head", box("h2", t("Report {name}", { name })), iconButton("x", t("Close"), () => sheet.close())), form);
  if (!sheet.open) sheet.showModal();
  words.focus();
}
