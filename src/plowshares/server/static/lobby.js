// The lobby: play at once, your games, open tables, what others play. Lists follow the server's events.
import { ask, box, button, compareBuild, drawing, find, link, make } from "./common.js";
import { showAnnouncement, showMe } from "./top.js";
import { introduce } from "./who.js";
import { t, tn } from "./words.js";

const GUEST = "Guest"; // somebody without a name; the server says it in every reader's language
const AGAIN = 5000; // milliseconds
let lobby = null;

function row(table, ...right) {
  const picture = make("img", "", { src: `/games/${table.game}/picture.svg`, alt: "" });
  return box("li", box("span.thumb", picture), ...right);
}

function others(table) {
  const names = table.who.filter((name, seat) => !table.seats.includes(seat));
  return names.length ? names.join(", ") : table.who.join(", ");
}

function showMine() {
  const waiting = lobby.mine.filter((table) => table.turn).length;
  find("waiting").hidden = !waiting;
  find("waiting").textContent = tn("{n} waits for you", "{n} wait for you", waiting);
  document.title = `${waiting ? "● " : ""}Plowshares`;
  showTurn(lobby.mine.find((table) => table.turn));
  const words = { waiting: t("waiting for a guest"), playing: t("being played"), finished: t("finished") };
  find("mine").replaceChildren(...lobby.mine.slice(0, 8).map((table) => {
    const go = link(table.turn ? t("Your turn") : table.status === "finished" ? t("Look back") : t("Look"), `/tables/${table.id}`, table.turn ? "go turn" : "go");
    const isWaiting = table.status === "waiting", head = isWaiting ? table.title : others(table);
    const more = isWaiting ? [words.waiting, table.board, table.clock] : [table.title, table.result ?? words[table.status]];
    return row(table, box("span.what", box("b", head), box("small", more.filter(Boolean).join(" · "))), go);
  }));
  if (!lobby.mine.length) find("mine").append(box("li.empty", t("You have no games yet. Press Play now above.")));
}

// On a phone the game that waits longest comes before everything else.
function showTurn(table) {
  find("turn").hidden = !table;
  if (!table) return;
  const picture = make("img", "", { src: `/games/${table.game}/picture.svg`, alt: "" });
  find("turn").replaceChildren(box("span.thumb", picture), box("span.what", box("b", table.status === "waiting" ? t("Set up while you wait") : others(table)), box("small", about(table))), link(t("Your turn"), `/tables/${table.id}`, "go turn"));
}

function about(table) {
  return [table.title, table.board, table.clock, table.rated ? t("rated") : ""].filter(Boolean).join(" · ");
}

function showOpen() {
  find("open").replaceChildren(...lobby.open.map((table) => {
    const host = box("b", ...(table.friend ? [drawing("i-heart"), " "] : []), table.host || t("Somebody"), table.rating ? box("span.quiet.num", ` ${table.rating}`) : "");
    const picture = make("img", "", { src: table.preset ? `/games/${table.game}/presets/${table.preset}.svg` : `/games/${table.game}/picture.svg`, alt: "" });
    return box("li", box("span.thumb", picture), box("span.what", host, box("small", about(table))), box("span.free", tn("{n} seat", "{n} seats", table.free)), button(t("Join"), () => join(table), "small"));
  }));
  if (!lobby.open.length) find("open").append(box("li.empty", t("No table is open. Open one: others see it here at once.")));
}

function showPlaying() {
  find("tables-count").textContent = lobby.playing.length ? tn("{n} table", "{n} tables", lobby.playing.length) : "";
  find("playing").replaceChildren(...lobby.playing.slice(0, 3).map((table) => {
    const picture = make("img", "", { src: `/tables/${table.id}/picture.svg?${Math.floor(table.touched)}`, alt: "", loading: "lazy" });
    const made = link("", `/tables/${table.id}`);
    made.append(box("div.frame", picture, box("span.pill", drawing("i-eye"), ` ${table.watching}`)),
      box("div.line", box("b", table.who.join(" – ")), box("span", about(table))));
    return made;
  }));
  if (!lobby.playing.length) find("playing").append(box("p.quiet", t("Open tables can be watched here while they are played.")));
}

function showFriends() {
  find("friends-box").hidden = !lobby.friends.length && !lobby.asking;
  find("friends").replaceChildren(...lobby.friends.map((friend) => {
    const made = link("", `/players/${friend.id}`, friend.here ? "friend here-now" : "friend");
    made.append(box("span.av.nobody", drawing(`av-${friend.avatar}`, "")), box("span", friend.name));
    made.title = friend.here ? t("{name} is here now", friend) : friend.name;
    return made;
  }));
  if (lobby.asking) find("friends").append(link(tn("{n} asks to be your friend", "{n} ask to be your friends", lobby.asking), "/account", "pill"));
}

async function refresh() {
  const answer = await ask("/api/lobby");
  find("problem").textContent = answer.ok ? "" : answer.error;
  if (!answer.ok) return;
  lobby = answer;
  find("here").textContent = tn("{n} person is here now.", "{n} people are here now.", answer.here);
  showMe(answer.me);
  showAnnouncement(answer.announcement);
  showMine();
  showOpen();
  showPlaying();
  showFriends();
}

// A stream comes back by itself, unless something in between has answered for the server.
function follow() {
  const events = new EventSource("/api/lobby/events");
  events.addEventListener("build", (event) => compareBuild(event.data));
  events.addEventListener("message", refresh);
  events.addEventListener("error", () => { if (events.readyState === EventSource.CLOSED) setTimeout(follow, AGAIN); });
}

// A name is asked for once, when it is needed, and kept. Whoever would rather not say goes on without.
async function named() {
  if (lobby?.me) return;
  await introduce();
  await refresh();
}

function problem(answer) {
  find("problem").textContent = answer.error;
  if (answer.code === "guest") find("problem").append(" ", link(t("Make an account"), "/account"));
  find("problem").scrollIntoView({ block: "center" });
}

async function join(table) {
  await named();
  const answer = await ask(`/api/tables/${table.id}/sit`, {});
  if (answer.ok) return location.assign(`/tables/${answer.table}`);
  await refresh();
  problem(answer);
}

// What was played last against the computer, as the form for a new table has kept it.
function remembered(game) {
  try { return JSON.parse(localStorage.getItem(`plowshares-last-${game}`)); } catch { return null; }
}

// Against the computer at once, with the settings of the last time.
async function playNow(game, pressed) {
  pressed.disabled = true;
  const name = lobby?.me?.name ?? t("You"), last = remembered(game);
  const again = last && { ...last, seats: last.seats.map((seat) => (seat.kind === "me" ? { ...seat, name } : seat)) };
  let answer = again ? await ask("/api/tables", again) : { ok: false };
  if (!answer.ok) answer = await ask("/api/tables", { game, seats: await usualSeats(game, name), hints: true }); // the rules may have changed since
  if (answer.ok) return location.assign(`/tables/${answer.table}`);
  pressed.disabled = false;
  problem(answer);
}

async function usualSeats(game, name, other = { kind: "computer", name: "medium" }) {
  const checked = await ask(`/api/games/${game}/check`, {});
  const count = checked.seats?.length ?? 2;
  return [{ kind: "me", name }, ...Array.from({ length: count - 1 }, () => other)];
}

for (const pressed of document.querySelectorAll("[data-play]")) pressed.addEventListener("click", () => playNow(pressed.dataset.play, pressed));

find("open-one").addEventListener("click", async () => {
  await named();
  find("table-wrong").textContent = "";
  find("table-rated").disabled = !lobby?.me?.account;
  find("table-dialog").showModal();
});
find("table-cancel").addEventListener("click", () => find("table-dialog").close());
find("table-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const game = find("table-game").value, time = find("table-time").value, rated = find("table-rated").checked;
  const same = lobby.open.find((table) => table.game === game && table.free && table.time === time && table.rated === rated);
  if (same) return join(same);
  const seats = await usualSeats(game, lobby.me?.name ?? GUEST, { kind: "link", name: GUEST });
  const answer = await ask("/api/tables", { game, time, seats, rated, access: "open" });
  if (answer.ok) location.assign(`/tables/${answer.table}?wait`);
  else find("table-wrong").textContent = answer.error;
});

find("upload").addEventListener("change", async () => {
  const [file] = find("upload").files;
  if (!file) return;
  find("upload-wrong").textContent = "";
  find("upload-wait").textContent = t("Reading {name} …", { name: file.name });
  const answer = await ask("/api/records", { record: await file.text() });
  if (answer.ok) return location.assign(`/tables/${answer.table}/replay`);
  find("upload-wait").textContent = "";
  find("upload-wrong").textContent = `${file.name}: ${answer.error}`;
  find("upload").value = "";
});

await refresh();
follow();
if (location.hash) document.querySelector(location.hash)?.scrollIntoView(); // the lists are there only now
