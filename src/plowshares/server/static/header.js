// The top of a table: which game, and what belongs to the whole table.
import { ask, box, button, find, iconButton, link, make } from "./common.js";
import { fillSettings, set, settings, whenSet } from "./settings.js";
import { t } from "./words.js";

export class Header {
  constructor(state, at, say) {
    const sound = iconButton("sound", t("Sound"), () => set("volume", settings.volume ? 0 : 60));
    const muted = () => {
      sound.classList.toggle("off", !settings.volume);
      sound.setAttribute("aria-pressed", String(!settings.volume));
      sound.setAttribute("aria-label", settings.volume ? t("Sound off") : t("Sound on"));
      sound.title = sound.getAttribute("aria-label");
    };
    whenSet(muted);
    muted();
    this.link = iconButton("link", t("Links to this table"), () => showInvite(state(), at, null, say));
    this.rules = link("", "/", "ghost rules");
    this.rules.setAttribute("aria-label", t("Rules"));
    this.rules.title = t("Rules");
    this.rules.append(...iconButton("book", "", () => {}).childNodes);
    this.watchers = box("span.pill");
    find("tools").append(this.watchers,
      iconButton("chat", t("What happened"), () => document.body.classList.toggle("story-open"), "for-story"),
      this.link, this.rules, sound,
      iconButton("gear", t("Settings"), () => { fillSettings(find("settings")); find("settings").showModal(); }));
  }

  show(state) {
    find("title").textContent = state.title;
    find("subtitle").textContent = state.subtitle ?? "";
    this.rules.href = `/games/${state.game}/rules`;
    this.link.hidden = !state.owner || Boolean(state.result);
    const words = state.seat < 0 && !state.shared && !state.result ? t("You are watching") : state.watchers ? t("{n} watching", { n: state.watchers }) : "";
    this.watchers.textContent = words;
    this.watchers.hidden = !words;
  }
}

// Links for guests and for watching. Their tokens are made when asked for.
export function showInvite(state, at, only, say) {
  const sheet = find("sheet");
  const seats = only === null ? [...state.open_seats, -1] : [only];
  sheet.replaceChildren(
    box("div.head", box("h2", t("Invite")), iconButton("x", t("Close"), () => sheet.close())),
    ...seats.map((seat) => row(state, at, seat, say)));
  sheet.showModal();
}

function row(state, at, seat, say) {
  const words = seat < 0 ? t("Link for watching") : t("Link for {name}", { name: state.seats[seat].who });
  const host = box("div.invite");
  host.append(button(words, async () => {
    const answer = await ask(`${at}/invite`, { seat });
    if (!answer.ok) return say(answer.error, true);
    const input = make("input", "", { readonly: "", "aria-label": words });
    input.value = answer.link;
    const copy = button(t("Copy"), async () => {
      input.select();
      await navigator.clipboard?.writeText(answer.link);
      copy.textContent = t("Copied");
    }, "button");
    host.replaceChildren(box("small", words), box("div.row", input, copy));
    input.select();
  }, "chip"));
  return host;
}
