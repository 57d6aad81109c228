// Tabs beside the board: what happened, how to play, and for those who want them commands.
import { meets } from "./coach.js";
import { ask, box, button, find } from "./common.js";
import { pictures } from "./how.js";
import { settings, whenSet } from "./settings.js";
import { t } from "./words.js";

export class Tabs {
  constructor(state, at, send, say) {
    Object.assign(this, { state, at, send, say });
    this.names = [["log", t("What happened")], ["chat", t("Chat")], ["rules", t("How to play")], ["commands", t("Commands")]];
    this.buttons = this.names.map(([name, words]) => {
      const made = button(words, () => this.open(name));
      made.setAttribute("role", "tab");
      made.setAttribute("aria-controls", `tab-${name}`);
      made.dataset.tab = name;
      return made;
    });
    document.querySelector("#story .tabs").append(...this.buttons);
    document.querySelector("#story .tabs").addEventListener("keydown", (event) => this.keys(event));
    find("command-form").addEventListener("submit", (event) => this.command(event));
    whenSet(() => this.refresh());
    this.refresh();
    this.open("log");
  }

  refresh() {
    this.buttons.find((each) => each.dataset.tab === "commands").hidden = !settings.notation;
    if (!settings.notation && this.current === "commands") this.open("log");
  }

  open(name) {
    this.current = name;
    for (const each of this.buttons) {
      const on = each.dataset.tab === name;
      each.setAttribute("aria-selected", String(on));
      each.tabIndex = on ? 0 : -1;
      find(`tab-${each.dataset.tab}`).hidden = !on;
    }
    if (name === "chat") this.talk(this.state());
    if (name === "rules") this.teach();
    if (name === "commands") this.list();
  }

  keys(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const shown = this.buttons.filter((each) => !each.hidden), at = shown.findIndex((each) => each.dataset.tab === this.current);
    const next = shown[(at + step + shown.length) % shown.length];
    this.open(next.dataset.tab);
    next.focus();
  }

  show(state) {
    if (state.said || this.chat || this.current === "chat") this.talk(state);
    if (!this.met) this.meet(state);
    if (this.current === "commands") this.list();
    if (this.current === "rules" && this.taught !== state.game) this.teach();
  }

  // The chat is loaded when somebody has said something, or wants to. What was said before this page was there is silent.
  async talk(state) {
    const heard = this.met ? 0 : null;
    this.chat ??= import("./chat.js").then(({ Chat }) => new Chat(this.at, this.say, heard));
    (await this.chat).show(state, this.current === "chat");
  }

  // At the first tables of a game its pictures lie open.
  meet(state) {
    this.met = true;
    if (state.guide || state.seat < 0 || state.result || !meets(state.game, state.table)) return;
    if (state.logged === 0) this.open("rules"); else this.teach();
  }

  async teach() {
    const state = this.state();
    if (!state?.game || this.taught === state.game) return;
    this.taught = state.game;
    const answer = await ask(`/games/${state.game}/how`);
    find("tab-rules").replaceChildren(...pictures(answer, state.game));
    this.known?.(Boolean(answer.guide));
  }

  async list() {
    const state = this.state(), asked = state?.name;
    if (!state?.acting) return find("actions").replaceChildren();
    const answer = await ask(`${this.at}/actions`);
    if (!answer.ok || asked !== this.state().name) return;
    find("actions").replaceChildren(...answer.actions.map((text) => box("li", button(text, () => this.send(text), "chip"))));
  }

  async command(event) {
    event.preventDefault();
    const text = find("command").value.trim();
    if (text && await this.send(text)) find("command").value = "";
  }
}
