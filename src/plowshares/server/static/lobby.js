// The lobby: play at once, your games, open tables, what others play. Lists follow the server's events.
import { ask, box, button, drawing, find, link, make } from "./common.js";
import { t, tn } from "./words.js";

let lobby = null, avatars = [], wanted = null;

function face(avatar, classes = "av nobody") { return box(`span.${classes.split(" ").join(".")}`, drawing(`av-${avatar || "fox"}`, "")); }

function row(table, ...right) {
  const picture = make("img", "", { src: `/games/${table.game}/picture.svg`, alt: "" });
  return box("li", box("span.thumb", picture), ...right);
}

function others(table) {
  const mine = lobby.me?.name;
  const names = table.who.filter((name) => name !== mine);
  return names.length ? names.join(", ") : table.who.join(", ");
}

function showMine() {
  const waiting = lobby.mine.filter((table) => table.turn).length;
  find("waiting").hidden = !waiting;
  find("waiting").textContent = tn("{n} waits for you", "{n} wait for you", waiting);
  document.title = `${waiting ? "● " : ""}Plowshares`;
  const words = { waiting: t("waiting for a guest"), playing: t("being played"), finished: t("finished") };
  find("mine").replaceChildren(...lobby.mine.slice(0, 8).map((table) => {
    const go = link(table.turn ? t("Your turn") : table.status === "finished" ? t("Look back") : t("Look"), `/tables/${table.id}`, table.turn ? "go turn" : "go");
    return row(table, box("span.what", box("b", others(table)), box("small", `${table.title} · ${table.result ?? words[table.status]}`)), go);
  }));
  if (!lobby.mine.length) find("mine").append(box("li.empty", t("You have no games yet. Press Play now above.")));
}

function showOpen() {
  find("open").replaceChildren(...lobby.open.map((table) => row(table,
    box("span.what", box("b", table.host || t("Somebody")), box("small", `${table.title} · ${table.clock}`)),
    box("span.free", tn("{n} seat", "{n} seats", table.free)),
    button(t("Join"), () => join(table.id), "small"))));
  if (!lobby.open.length) find("open").append(box("li.empty", t("No table is open. Open one: others see it here at once.")));
}

function showPlaying() {
  find("tables-count").textContent = lobby.playing.length ? tn("{n} table", "{n} tables", lobby.playing.length) : "";
  find("playing").replaceChildren(...lobby.playing.slice(0, 3).map((table) => {
    const picture = make("img", "", { src: `/tables/${table.id}/picture.svg?${Math.floor(table.touched)}`, alt: "" });
    const made = link("", `/tables/${table.id}`);
    made.append(box("div.frame", picture, box("span.pill", drawing("i-eye"), ` ${table.watching}`)),
      box("div.line", box("b", table.who.join(" – ")), box("span", table.title)));
    return made;
  }));
  if (!lobby.playing.length) find("playing").append(box("p.quiet", t("Open tables can be watched here while they are played.")));
}

async function refresh() {
  const answer = await ask("/api/lobby");
  find("problem").textContent = answer.ok ? "" : answer.error;
  if (!answer.ok) return;
  lobby = answer;
  find("here").textContent = tn("{n} person is here now.", "{n} people are here now.", answer.here);
  find("my-name").textContent = answer.me?.name ?? t("Choose a name");
  find("my-face").replaceChildren(drawing(`av-${answer.me?.avatar ?? "fox"}`, ""));
  showMine();
  showOpen();
  showPlaying();
}

// A name is asked for once, when it is needed, and kept.
async function introduce() {
  if (!avatars.length) avatars = (await ask("/api/me")).avatars ?? [];
  find("faces").replaceChildren(...avatars.map((name, i) => {
    const input = make("input", "", { type: "radio", name: "face", value: name, "aria-label": name });
    input.checked = lobby?.me ? lobby.me.avatar === name : i === 0;
    return box("label", input, face(name));
  }));
  find("name").value = lobby?.me?.name ?? "";
  find("name-wrong").textContent = "";
  find("name-dialog").showModal();
  find("name").focus();
}

async function named(then) {
  if (lobby?.me) return then();
  wanted = then;
  return introduce();
}

find("name-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const avatar = new FormData(find("name-form")).get("face");
  const answer = await ask("/api/me", { name: find("name").value, avatar });
  if (!answer.ok) { find("name-wrong").textContent = answer.error; return; }
  lobby.me = answer.me;
  find("name-dialog").close();
  await refresh();
  const then = wanted;
  wanted = null;
  then?.();
});
find("name-later").addEventListener("click", () => { find("name-dialog").close(); const then = wanted; wanted = null; then?.(); });
find("me").addEventListener("click", () => { wanted = null; introduce(); });

async function join(table) {
  named(async () => {
    const answer = await ask(`/api/tables/${table}/sit`, {});
    if (answer.ok) location.assign(`/tables/${answer.table}`);
    else { find("problem").textContent = answer.error; refresh(); }
  });
}

function remembered(game) {
  try { return JSON.parse(localStorage.getItem(`new-${game}`)); } catch { return null; }
}

// Against the computer at once, with the settings of the last time.
async function playNow(game, pressed) {
  pressed.disabled = true;
  const name = lobby?.me?.name ?? t("You");
  const last = remembered(game);
  const seats = last?.seats?.some((seat) => seat.kind === "computer") && !last.seats.some((seat) => seat.kind === "link")
    ? last.seats.map((seat) => (seat.kind === "me" ? { ...seat, name } : seat)) : null;
  const body = seats ? { ...last, seats } : { game, seats: await usualSeats(game, name), hints: true };
  const answer = await ask("/api/tables", body);
  if (answer.ok) return location.assign(`/tables/${answer.table}`);
  pressed.disabled = false;
  find("problem").textContent = answer.error;
}

async function usualSeats(game, name, other = { kind: "computer", name: "medium" }) {
  const checked = await ask(`/api/games/${game}/check`, {});
  const count = checked.seats?.length ?? 2;
  return [{ kind: "me", name }, ...Array.from({ length: count - 1 }, () => other)];
}

for (const pressed of document.querySelectorAll("[data-play]")) pressed.addEventListener("click", () => playNow(pressed.dataset.play, pressed));

find("open-one").addEventListener("click", () => named(() => { find("table-wrong").textContent = ""; find("table-dialog").showModal(); }));
find("table-cancel").addEventListener("click", () => find("table-dialog").close());
find("table-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const game = find("table-game").value, time = find("table-time").value;
  const same = lobby.open.find((table) => table.game === game && table.free);
  if (same && same.time === time) return join(same.id);
  const seats = await usualSeats(game, lobby.me?.name ?? t("Guest"), { kind: "link", name: t("Guest") });
  const answer = await ask("/api/tables", { game, time, seats, access: "open" });
  if (answer.ok) location.assign(`/tables/${answer.table}`);
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
new EventSource("/api/lobby/events").addEventListener("message", refresh);
