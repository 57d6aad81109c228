// The top of a table: which game, and what belongs to the whole table.
import { box, button, find, icon, iconButton, link } from "./common.js";
import { isPhone } from "./drawing.js";
import { set, settings, whenSet } from "./settings.js";
import { t, tn } from "./words.js";

export class Header {
  constructor(state, invite, resign) {
    Object.assign(this, { state, resign });
    const sound = iconButton("sound", t("Sound"), () => set("volume", settings.volume ? 0 : 60), "sound");
    const muted = () => {
      sound.classList.toggle("off", !settings.volume);
      sound.setAttribute("aria-pressed", String(!settings.volume));
      sound.setAttribute("aria-label", settings.volume ? t("Sound off") : t("Sound on"));
      sound.title = sound.getAttribute("aria-label");
    };
    whenSet(muted);
    muted();
    this.link = iconButton("link", t("Links to this table"), () => invite(null));
    this.rules = link("", "/", "ghost rules");
    this.rules.setAttribute("aria-label", t("Rules"));
    this.rules.title = t("Rules");
    this.rules.append(...iconButton("book", "", () => {}).childNodes);
    this.watchers = button([icon("eye"), box("span")], () => this.list(), "pill watchers");
    this.names = [];
    find("tools").append(this.watchers,
      iconButton("chat", t("What happened"), () => document.body.classList.toggle("story-open"), "for-story"),
      this.link, this.rules, sound,
      iconButton("gear", t("Settings"), async () => (await import("./settings-sheet.js")).showSettings(this.more())));
  }

  // What a phone has no room for elsewhere.
  more() {
    const state = this.state();
    if ((!isPhone() && innerHeight > 500) || state?.seat === undefined || state.seat < 0 || state.result) return [];
    return [button([icon("resign"), t("Resign")], () => { find("settings").close(); this.resign(); }, "chip danger")];
  }

  show(state) {
    find("title").textContent = state.title;
    find("subtitle").textContent = state.subtitle ?? "";
    this.rules.href = `/games/${state.game}/rules`;
    this.link.hidden = !state.owner || Boolean(state.result);
    this.isWatching = state.seat < 0 && !state.shared && !state.result;
    this.count();
  }

  // Who watches comes with every answer, beside the state.
  company({ watching = [], watchers = 0 }) {
    this.names = watching.map((name) => name || t("a guest"));
    this.number = watchers;
    this.count();
  }

  count() {
    const others = (this.number ?? 0) - (this.isWatching ? 1 : 0);
    const words = this.isWatching ? t("You are watching") : others > 0 ? tn("{n} watching", "{n} watching", others) : "";
    this.watchers.lastElementChild.textContent = words;
    this.watchers.setAttribute("aria-label", words);
    this.watchers.hidden = !words;
  }

  list() {
    const sheet = find("sheet");
    sheet.replaceChildren(box("div.head", box("h2", t("Who is watching")), iconButton("x", t("Close"), () => sheet.close())),
      box("ul", ...this.names.map((name) => box("li", name)), this.number > this.names.length ? box("li", t("and {n} more", { n: this.number - this.names.length })) : null),
      box("p.quiet", t("Those who watch see what everybody may know, and no more.")));
    sheet.showModal();
  }
}
