// The owner's page: people, tables, load; closing tables, banning names, announcements.
import { ask, box, button, drawing, find, link, make } from "./common.js";
import { showAnnouncement } from "./top.js";
import { t, tn } from "./words.js";

const key = decodeURIComponent(location.hash.slice(1));
history.replaceState(null, "", "/owner"); // the key stays in the address no longer than needed
const moment = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
const time = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });

function lasting(seconds) {
  if (seconds < 3600) return tn("{n} minute", "{n} minutes", Math.round(seconds / 60));
  if (seconds < 86400) return tn("{n} hour", "{n} hours", Math.round(seconds / 3600));
  return tn("{n} day", "{n} days", Math.round(seconds / 86400));
}

function showLoad(load) {
  const rows = [[t("Tables in play"), load.playing], [t("Finished tables"), load.finished], [t("In memory"), load.in_memory], [t("Open screens"), load.screens], [t("Computers waiting"), load.thinking],
    [t("Requests waiting"), load.waiting], [t("Refused"), load.refused], [t("Memory"), load.megabytes === null ? "–" : `${load.megabytes} MB`], [t("Load of the machine"), load.load ?? "–"], [t("Running for"), lasting(load.seconds)]];
  find("load").replaceChildren(...rows.map(([words, number]) => box("div", box("dt", words), box("dd", String(number)))));
}

function showPeople(people) {
  find("people").replaceChildren(...people.map((each) => box("li", box("span.av.nobody", drawing(`av-${each.avatar}`, "")),
    box("span.what", box("b", each.account ? link(each.name, `/players/${each.id}`) : each.name), box("small", `${each.account ? t("account") : t("guest")} · ${each.here ? t("here now") : time.format(new Date(each.seen * 1000))}`)),
    box(`span.here${each.here ? ".yes" : ""}`), button(t("Ban the name"), () => { if (confirm(t("Ban the name “{name}”?", each))) act("/api/owner/ban", { name: each.name }); }, "small danger"))));
  if (!people.length) find("people").append(box("li.empty", t("Nobody has been here today.")));
}

function showTables(tables) {
  find("tables").replaceChildren(...tables.map((each) => box("li", box("span.thumb", make("img", "", { src: `/games/${each.game}/picture.svg`, alt: "" })),
    box("span.what", box("b", each.who.join(", ")), box("small", [each.title, each.access === "open" ? t("open to everybody") : t("by link only"), each.rated ? t("rated") : "", tn("{n} watches", "{n} watch", each.watching)].filter(Boolean).join(" · "))),
    button(t("Close"), () => { if (confirm(t("Close this table of {title}?", each))) act("/api/owner/close", { table: each.id }); }, "small danger"))));
  if (!tables.length) find("tables").append(box("li.empty", t("Nothing is being played.")));
}

function showReports(reports) {
  find("reports-count").hidden = !reports.length;
  find("reports-count").textContent = String(reports.length);
  find("reports").replaceChildren(...reports.map((each) => box("li", box("div.what",
    box("b", t("{reporter} about {name}", each)), box("small", moment.format(new Date(each.made * 1000))),
    each.words ? box("p", each.words) : "", each.said ? make("pre", each.said) : ""),
  box("div.deal", button(t("Ban the name"), () => { if (confirm(t("Ban the name “{name}”?", each))) act("/api/owner/ban", { name: each.name }); }, "small danger"),
    button(t("Dealt with"), async () => { await ask("/api/reports/close", { report: each.id }); look(); }, "small")))));
  if (!reports.length) find("reports").append(box("li.empty", t("Nobody has reported anything.")));
}

async function look() {
  show(await ask("/api/owner"));
  const { reports } = await ask("/api/reports");
  if (reports) showReports(reports);
}

function show(house) {
  find("main").ariaBusy = "false";
  find("problem").textContent = house.ok ? "" : house.error;
  find("house").hidden = !house.ok;
  if (!house.ok) return;
  showLoad(house.load); showPeople(house.people); showTables(house.tables); showAnnouncement(house.announcement);
  find("unannounce").hidden = !house.announcement;
  find("banned").replaceChildren(...house.banned.map((name) => box("li", box("span.what", box("b", name)), button(t("Allow"), () => act("/api/owner/allow", { name }), "small"))));
}

async function act(path, body) {
  const answer = await ask(path, body);
  if (answer.ok) show(answer);
  else find("problem").textContent = answer.error;
}

find("again").addEventListener("click", look);
find("announce").addEventListener("submit", (event) => { event.preventDefault(); act("/api/owner/announce", { words: find("words").value, minutes: Number(find("minutes").value) }); });
find("unannounce").addEventListener("click", () => act("/api/owner/announce", { words: "" }));
find("ban").addEventListener("submit", async (event) => { event.preventDefault(); await act("/api/owner/ban", { name: find("name").value }); find("name").value = ""; });

if (key) await ask("/api/join", { token: key });
await look();
