// A player's page: ratings with their curves, and the last games.
import { ask, box, button, drawing, find, link, make } from "./common.js";
import { curve, dots, spark } from "./figures.js";
import "./top.js";
import { introduce } from "./who.js";
import { t, tn } from "./words.js";

const main = find("main"), language = document.documentElement.lang;
const SPANS = [[30, t("1 month")], [90, t("3 months")], [0, t("all")]], FEW = 8;
const SIZES = { 2: t("two players"), "3-4": t("three or four players"), "5+": t("five or more players") };
let shown = null, chosen = 0, days = 0, every = false;

function when(moment) {
  const days = Math.floor(Date.now() / 86400000) - Math.floor(moment / 86400);
  if (days <= 0) return t("today");
  if (days === 1) return t("yesterday");
  return new Intl.DateTimeFormat(language, days < 7 ? { weekday: "long" } : { day: "numeric", month: "short", year: days > 300 ? "numeric" : undefined }).format(new Date(moment * 1000));
}

function about() {
  const since = shown.since && new Intl.DateTimeFormat(language, { month: "long", year: "numeric" }).format(new Date(shown.since * 1000));
  const kinds = { computer: t("A computer player"), bot: t("A program"), guest: t("You play as a guest") };
  const first = kinds[shown.kind] ?? t("Here since {month}", { month: since });
  return [first, tn("{n} game", "{n} games", shown.games)].join(" · ");
}

function streak() {
  let wins = 0;
  for (const each of shown.results) { if (result(each) !== "won") break; wins++; }
  return wins;
}

const result = ({ outcome, place }) => (outcome > 0 && place === 1 ? "won" : outcome === 0 && place === 1 ? "draw" : "lost");

function showPerson() {
  document.title = `${shown.name} – Plowshares`;
  find("face").replaceChildren(drawing(`av-${shown.avatar || "fox"}`, ""));
  find("name").textContent = shown.name;
  find("about").textContent = about();
  const pills = [];
  if (streak() > 1) pills.push(box("span.pill.gold", drawing("i-bolt"), ` ${tn("{n} win in a row", "{n} wins in a row", streak())}`));
  if (shown.games >= 5 && !shown.out_of_time) pills.push(box("span.pill", drawing("i-star"), ` ${t("never ran out of time")}`));
  find("pills").replaceChildren(...pills);
  find("deeds").replaceChildren(...deeds());
}

function deeds() {
  if (shown.me) {
    const edit = button([drawing("i-edit"), ` ${t("Name and face")}`], async () => { if (await introduce()) load(); }, "small");
    const account = link("", "/account", "small button-link");
    account.append(drawing("i-lock"), ` ${shown.kind === "guest" ? t("Make an account") : t("Account and devices")}`);
    return [edit, account];
  }
  if (shown.kind !== "person") return [];
  const act = (path) => async () => {
    const answer = await ask(path, { person: shown.player.split(":")[1] });
    if (answer.ok) load(); else find("problem").textContent = answer.error;
  };
  if (shown.friend === "friends") return [box("span.pill", drawing("i-heart"), ` ${t("Your friend")}`)];
  if (shown.friend === "asked") return [box("span.pill", t("You have asked to be friends"))];
  return [button([drawing("i-heart"), ` ${shown.friend === "asking" ? t("Be friends, too") : t("Ask to be friends")}`], act("/api/friends/ask"), "small")];
}

function card(rating, i) {
  const made = button([], () => { chosen = i; showRatings(); showCurve(); }, "rating");
  made.setAttribute("aria-pressed", String(i === chosen));
  const picture = make("img", "", { src: `/games/${rating.game}/picture.svg`, alt: "" });
  const title = rating.size === "2" ? rating.title : `${rating.title} · ${SIZES[rating.size]}`;
  made.append(box("span.game", box("span.thumb", picture), box("b", title)));
  if (rating.rating === null) {
    made.append(box("span.number.none", box("b", "?"), ` ${t("no rating yet")}`), dots(rating.games),
      box("small", `${tn("{n} game", "{n} games", rating.games)}, ${t("{n} to go", { n: 10 - rating.games })}`));
  } else {
    made.append(box("span.number", box("b", String(rating.rating)), ` ± ${rating.plus}`), spark(rating.curve), box("small", t("{won} of {games} won", rating)));
  }
  return made;
}

function showRatings() {
  find("ratings").replaceChildren(...shown.ratings.map(card));
  if (!shown.ratings.length) {
    const words = shown.me && shown.kind === "guest" ? t("Guests play unrated. With an account you can play rated games, and your rating is shown here.")
      : shown.me ? t("You have played no rated game yet. Choose “Rated” when you open a table.") : t("No rated games yet.");
    find("ratings").append(box("p.box.pad.quiet", words));
  }
}

function showCurve() {
  const rating = shown.ratings[chosen];
  find("curve-title").textContent = rating ? t("{game} rating", { game: rating.title }) : t("Rating");
  const late = Date.now() / 1000 - days * 86400, points = rating?.curve.filter(([moment]) => !days || moment > late) ?? [];
  find("span").replaceChildren(...SPANS.map(([n, words]) => {
    const each = button(words, () => { days = n; showCurve(); });
    each.setAttribute("role", "radio");
    each.setAttribute("aria-checked", String(n === days));
    return each;
  }));
  find("curve").replaceChildren(points.length > 1 && rating.rating !== null ? curve(points, language) : box("p.quiet.pad", rating ? t("The curve appears after ten rated games.") : t("Here is the curve of your rating once you play rated games.")));
  find("curve-words").textContent = points.length > 1 && rating.rating !== null ? t("The line is the rating, the band holds the true strength with 95 %: with each game it gets narrower.") : "";
  const high = rating ? Math.max(...rating.curve.map(([, number]) => number)) : 0;
  const figures = rating && rating.games ? [[`${Math.round((100 * rating.won) / rating.games)} %`, t("won")], [rating.games, t("rated games")], ...(rating.rating === null ? [] : [[high, t("highest rating")]])] : [];
  find("figures").replaceChildren(...figures.map(([number, words]) => box("span", box("b.num", String(number)), ` ${words}`)));
}

function opponent({ player, name }) {
  return player ? link(name, `/players/${player.replace(/^person:/, "")}`) : document.createTextNode(name);
}

function game(each) {
  const names = box("b.names");
  each.others.forEach((other, i) => { if (i) names.append(", "); names.append(opponent(other)); });
  const words = { won: t("won"), lost: each.others.length > 1 ? t("place {n}", { n: each.place }) : t("lost"), draw: t("draw") }, how = result(each);
  const change = each.change === null ? "" : each.change > 0 ? `+${each.change}` : String(each.change).replace("-", "−");
  const row = box("li", box("span.thumb", make("img", "", { src: `/games/${each.game}/picture.svg`, alt: each.title })),
    box("span.av.nobody", drawing(`av-${each.others[0]?.avatar || "fox"}`, "")),
    box("span.what", names, box("small", [each.title, each.how, each.rated ? "" : t("unrated")].filter(Boolean).join(" · "))),
    box(`span.pill.${how}`, words[how]), box(`span.change.num.${each.change > 0 ? "up" : each.change < 0 ? "down" : "same"}`, change), box("span.when", when(each.ended)));
  if (each.record) {
    const look = link("", `/tables/${each.table}/replay`, "square plain"), save = link("", `/api/tables/${each.table}/record`, "square plain");
    look.append(drawing("i-eye")); look.title = t("Look back"); look.setAttribute("aria-label", look.title);
    save.append(drawing("i-save")); save.title = t("Download the record"); save.setAttribute("aria-label", save.title);
    row.append(look, save);
  } else {
    row.append(box("span.square.plain.wide"), box("span.square.plain.wide")); // the columns stay in line
  }
  return row;
}

function showGames() {
  find("last").replaceChildren(...shown.results.slice(0, every ? undefined : FEW).map(game));
  if (!shown.results.length) find("last").append(box("li.empty", shown.me ? t("Finished games are listed here, with their records.") : t("No public games yet.")));
  find("all").hidden = shown.games <= FEW;
  find("all").textContent = every ? t("Fewer") : t("All {n}", { n: shown.games });
  find("more").hidden = !every || shown.results.length >= shown.games;
  find("records").hidden = !shown.results.some(({ record }) => record);
  find("records").href = `/api/players/${encodeURIComponent(main.dataset.player)}/records`;
}
find("all").addEventListener("click", () => { every = !every; showGames(); });
find("more").addEventListener("click", async () => {
  const answer = await ask(`/api/players/${encodeURIComponent(main.dataset.player)}/games?skip=${shown.results.length}`);
  find("problem").textContent = answer.ok ? "" : answer.error;
  if (answer.ok) { shown.results.push(...answer.results); shown.games = answer.games; showGames(); }
});

// Whom they have met most often, and how it went.
function showOpponents() {
  find("opponents-box").hidden = !shown.opponents.length;
  find("opponents").replaceChildren(...shown.opponents.map((each) => {
    const lost = each.games - each.won - each.drawn, parts = [tn("{n} won", "{n} won", each.won), tn("{n} lost", "{n} lost", lost), each.drawn ? tn("{n} drawn", "{n} drawn", each.drawn) : ""];
    return box("li", box("span.av.nobody", drawing(`av-${each.avatar || "fox"}`, "")), box("span.what", box("b.names", opponent(each)), box("small", parts.filter(Boolean).join(" · "))), box("span.num.quiet", tn("{n} game", "{n} games", each.games)));
  }));
}

async function load() {
  const answer = await ask(`/api/players/${encodeURIComponent(main.dataset.player)}`);
  main.ariaBusy = "false";
  for (const part of main.querySelectorAll(".ratings, .two")) part.hidden = !answer.ok;
  if (!answer.ok) {
    const mine = main.dataset.player === "me";
    find("face").replaceChildren(drawing("av-fox", ""));
    find("name").textContent = mine ? t("Nobody yet") : t("No such player");
    find("problem").textContent = mine ? t("Choose a name first: then your games are listed here.") : answer.error;
    if (mine) find("deeds").replaceChildren(button([drawing("i-edit"), ` ${t("Choose a name")}`], async () => { if (await introduce()) location.reload(); }, "small"));
    return;
  }
  shown = answer;
  chosen = Math.min(chosen, Math.max(0, shown.ratings.length - 1));
  showPerson(); showRatings(); showCurve(); showGames(); showOpponents();
}
await load();
