// Asking for a name and a face: once, when they are needed; they can be changed at any time.
import { ask, box, button, drawing, make } from "./common.js";
import { showMe, whoAmI } from "./top.js";
import { t } from "./words.js";

export function faces(avatars, now) {
  const row = make("div", "", { class: "faces", role: "radiogroup", "aria-label": t("Face") });
  const words = { fox: t("Fox"), owl: t("Owl"), goat: t("Goat"), bear: t("Bear"), hen: t("Hen"), chick: t("Chick"), pig: t("Pig"), snail: t("Snail") };
  row.append(...avatars.map((name, i) => {
    const input = make("input", "", { type: "radio", name: "face", value: name, "aria-label": words[name] ?? name });
    input.checked = now ? now === name : i === 0;
    return box("label", input, box("span.av.nobody", drawing(`av-${name}`, "")));
  }));
  return row;
}

// Ask who somebody is; resolves to them, or to null if they would rather not say.
export async function introduce() {
  const { me, avatars = [] } = await whoAmI(true);
  const dialog = make("dialog", "", { id: "name-dialog", class: "dialog", "aria-labelledby": "name-title" });
  const form = make("form", "", { method: "dialog", id: "name-form" });
  const name = make("input", "", { id: "name", maxlength: 30, autocomplete: "nickname", required: "" }), wrong = make("p", "", { class: "wrong", id: "name-wrong", role: "alert" });
  name.value = me?.name ?? "";
  const later = button(me ? t("Cancel") : t("Not now"), () => dialog.close(), "small"), yes = make("button", t("That is me"), { class: "main" });
  later.id = "name-later";
  form.append(make("h2", t("Who are you?"), { id: "name-title" }), make("p", t("A name and a face, so that others know whom they play. You can change both at any time."), { class: "quiet" }),
    make("label", t("Name"), { for: "name" }), name, faces(avatars, me?.avatar), wrong, box("div.actions", later, yes));
  dialog.append(form);
  document.body.append(dialog);
  let answered = null;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await ask("/api/me", { name: name.value, avatar: new FormData(form).get("face") });
    if (!answer.ok) { wrong.textContent = answer.error; return; }
    answered = answer.me;
    showMe(answered);
    whoAmI(true);
    dialog.close();
  });
  dialog.showModal();
  name.focus();
  return new Promise((done) => dialog.addEventListener("close", () => { dialog.remove(); done(answered); }));
}
