// Talk at the table: ready phrases, and words of one's own. Players and watchers talk apart until the end.
import { ask, box, button, colours, drawing, find, iconButton, make, rich } from "./common.js";
import { mute, muted } from "./muted.js";
import { play } from "./sound.js";
import { t } from "./words.js";

const PAUSE = 300; // seconds after which the time of day is told
const clock = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });

export class Chat {
  constructor(at, say, heard) {
    Object.assign(this, { at, say, heard, said: null, read: 0, isSending: false }); // heard: when the last message was said
    document.addEventListener("muted", () => this.fetch());
    this.list = box("ol.talk");
    this.list.setAttribute("aria-live", "polite");
    this.input = make("input", "", { maxlength: 300, "aria-label": t("Message"), placeholder: t("Say something …") });
    this.phrases = box("div.phrases");
    this.emotes = box("div.emotes");
    const form = box("form.row", this.input, iconButton("send", t("Send"), () => {}));
    form.querySelector("button").type = "submit";
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.input.value.trim()) this.send({ words: this.input.value });
    });
    find("tab-chat").append(this.list, this.emotes, this.phrases, form);
  }

  async send(body) {
    this.isSending = true;
    const answer = await ask(`${this.at}/chat`, body);
    if (answer.ok) {
      this.input.value = "";
      await this.fetch();
    } else this.say(answer.error, true);
    this.isSending = false;
  }

  // The state says how often somebody has written; the words are fetched when that changes.
  show(state, isOpen) {
    this.seat = state.seat;
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
    this.ring();
    this.phrases.replaceChildren(...answer.phrases.map(({ phrase, words }) => button(words, () => this.send({ phrase }), "chip")));
    this.signs = new Set(answer.emotes.map(({ words }) => words));
    this.emotes.replaceChildren(...answer.emotes.map(({ phrase, words }) => button(words, () => this.send({ phrase }), "ghost emote")));
    this.draw();
  }

  // Words of others can be heard to come.
  ring() {
    const silent = muted(), fresh = this.messages.filter((each) => each.said > (this.heard ?? Infinity) && !silent.has(each.name));
    if (!this.isSending && fresh.some(({ seat }) => seat < 0 || seat !== this.seat)) play("message");
    this.heard = this.messages.at(-1)?.said ?? 0;
  }

  draw() {
    const silent = muted(), shown = (this.messages ?? []).filter((each) => !silent.has(each.name));
    let last = 0, after = "";
    this.list.replaceChildren(...shown.flatMap((each) => {
      const pause = each.said - last > PAUSE ? [box("li.time", clock.format(new Date(each.said * 1000)))] : [];
      const move = each.after && each.after !== after ? [box("li.time", box("span", ...rich(each.after)))] : [];
      [last, after] = [each.said, each.after];
      return [...pause, ...move, this.message(each)];
    }));
    if (!shown.length) this.list.append(box("li.empty", t("Nobody has said anything yet.")));
    this.list.lastElementChild?.scrollIntoView({ block: "nearest" });
    this.count();
  }

  // One's own words stand at the right, those of others beside their face.
  message(each) {
    const words = box(`p${this.signs.has(each.words) ? ".sign" : ""}`, each.words);
    if (each.seat >= 0 && each.seat === this.seat) return box("li.own", box("span.hidden", `${t("You")}: `), box("div", words));
    return box("li", box(`span.av.${colours(each.seat)}`, drawing(`av-${each.avatar}`, "")),
      box("div", box("b", each.name, each.room === "watchers" ? ` · ${t("watching")}` : ""), words),
      iconButton("x", t("Mute {name}", { name: each.name }), () => mute(each.name), "mute"));
  }

  seen() { this.read = this.messages?.length ?? 0; this.count(); }

  count() {
    const more = Math.max(0, (this.messages?.length ?? 0) - this.read);
    const tab = document.querySelector("[data-tab=chat]");
    if (tab) tab.textContent = more ? t("Chat ({n})", { n: more }) : t("Chat");
  }
}
