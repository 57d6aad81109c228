// Talk at the table: ready phrases, and words of one's own. Players and watchers talk apart until the end.
import { ask, box, button, colours, drawing, find, iconButton, make } from "./common.js";
import { mute, muted } from "./muted.js";
import { t } from "./words.js";

export class Chat {
  constructor(at, say) {
    Object.assign(this, { at, say, said: null, read: 0 });
    document.addEventListener("muted", () => this.fetch());
    this.list = box("ol.talk");
    this.list.setAttribute("aria-live", "polite");
    this.input = make("input", "", { maxlength: 300, "aria-label": t("Message"), placeholder: t("Say something …") });
    this.phrases = box("div.phrases");
    const form = box("form.row", this.input, iconButton("send", t("Send"), () => {}));
    form.querySelector("button").type = "submit";
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.input.value.trim()) this.send({ words: this.input.value });
    });
    find("tab-chat").append(this.list, this.phrases, form);
  }

  async send(body) {
    const answer = await ask(`${this.at}/chat`, body);
    if (!answer.ok) return this.say(answer.error, true);
    this.input.value = "";
    return this.fetch();
  }

  // The state says how often somebody has written; the words are fetched when that changes.
  show(state, isOpen) {
    if (state.said !== this.said) {
      this.said = state.said;
      this.fetch();
    }
    if (isOpen) this.seen();
  }

  async fetch() {
    const answer = await ask(`${this.at}/chat`);
    if (!answer.ok) return;
    this.messages = answer.chat;
    this.phrases.replaceChildren(...answer.phrases.map(({ phrase, words }) => button(words, () => this.send({ phrase }), "chip")));
    this.draw();
  }

  draw() {
    const silent = muted(), shown = (this.messages ?? []).filter((each) => !silent.has(each.name));
    this.list.replaceChildren(...shown.map((each) => box("li", box(`span.av.${colours(each.seat)}`, drawing(`av-${each.avatar}`, "")),
      box("div", box("b", each.name, each.room === "watchers" ? ` · ${t("watching")}` : ""), box("p", each.words)),
      iconButton("x", t("Mute {name}", { name: each.name }), () => mute(each.name), "mute"))));
    if (!shown.length) this.list.append(box("li.empty", t("Nobody has said anything yet.")));
    this.list.lastElementChild?.scrollIntoView({ block: "nearest" });
    this.count();
  }

  seen() { this.read = this.messages?.length ?? 0; this.count(); }

  count() {
    const more = Math.max(0, (this.messages?.length ?? 0) - this.read);
    const tab = document.querySelector("[data-tab=chat]");
    if (tab) tab.textContent = more ? t("Chat ({n})", { n: more }) : t("Chat");
  }
}
