// Who I am: name, account, devices, friends, my data.
import { ask, box, button, drawing, find, link, make } from "./common.js";
import { canUsePasskeys, makePasskey, usePasskey } from "./passkeys.js";
import { qrCode } from "./qr.js";
import { showMe, whoAmI } from "./top.js";
import { introduce } from "./who.js";
import { t } from "./words.js";

const day = new Intl.DateTimeFormat(document.documentElement.lang, { day: "numeric", month: "short", year: "numeric" });
const when = (moment) => day.format(new Date(moment * 1000));
const [kind, secret] = decodeURIComponent(location.hash.slice(1)).split("=");
history.replaceState(null, "", "/account"); // a code or link is in the address no longer than needed
let account = null;

function say(answer) {
  find("problem").textContent = answer.ok ? "" : answer.error;
  if (!answer.ok) find("problem").scrollIntoView({ block: "center" });
  return answer.ok;
}

// Nothing here works without a name; it is asked for when it is needed.
async function named() {
  if (account.me) return true;
  if (!(await introduce())) return false;
  await load();
  return true;
}

function ways() {
  const guest = account.account === null;
  find("kind").hidden = !account.me;
  find("kind").textContent = guest ? t("guest") : t("account since {day}", { day: when(account.account) });
  find("ways-words").textContent = guest
    ? t("As a guest you are known in this browser only. With an account you can play rated games and are the same player on all your devices. There is no password and no e-mail.")
    : account.passkeys.length || account.recovery ? t("You can get in with what is listed here, or with a code from a device that is signed in.") : "";
  find("passkey").hidden = !canUsePasskeys();
  find("recovery").textContent = account.recovery ? t("Make a new recovery code") : guest && !canUsePasskeys() ? t("Make an account with a recovery code") : t("Make a recovery code");
  find("recovery").className = guest && !canUsePasskeys() ? "main" : "small";
  const rows = account.passkeys.map((each) => box("li", drawing("i-lock"), box("span.what", box("b", each.label || t("Passkey")), box("small", t("passkey, made {day}", { day: when(each.added) })))));
  if (account.recovery) rows.push(box("li", drawing("i-book"), box("span.what", box("b", t("Recovery code")), box("small", t("you have written it down")))));
  find("passkeys").replaceChildren(...rows);
}

function devices() {
  const guest = account.account === null;
  find("devices-box").hidden = guest;
  find("elsewhere").hidden = !guest && Boolean(account.me);
  find("devices").replaceChildren(...account.devices.map((each, i) => {
    const words = each.this ? t("this device") : t("seen {day}", { day: when(each.seen || each.added) });
    return box("li", drawing("i-phone"), box("span.what", box("b", each.label || t("Browser")), box("small", words)),
      button(t("Sign out"), async () => { if (say(await ask("/api/account/sign-out", { device: i }))) load(); }, "small"));
  }));
}

function show() {
  showMe(account.me);
  find("face").replaceChildren(drawing(`av-${account.me?.avatar ?? "fox"}`, ""));
  find("name").textContent = account.me?.name ?? t("Nobody yet");
  find("rename").lastChild.textContent = account.me ? ` ${t("Change")}` : ` ${t("Choose a name")}`;
  find("friends-box").hidden = find("data").hidden = !account.me;
  find("sign-in").hidden = !canUsePasskeys();
  ways();
  devices();
}

async function load() {
  const answer = await ask("/api/account");
  find("main").ariaBusy = "false";
  if (!say(answer)) return;
  account = answer;
  show();
  if (!account.me) return;
  showFriends(await ask("/api/friends"));
  await showBlocked();
}

// Friends

function friend(each, ...actions) {
  const dot = box(`span.here${each.here ? ".yes" : ""}`);
  dot.title = each.here ? t("here now") : t("not here");
  return box("li", box("span.av.nobody", drawing(`av-${each.avatar}`, "")), box("span.what", box("b", link(each.name, `/players/${each.id}`))), dot, ...actions);
}

function showFriends(lists) {
  if (!lists.ok) return;
  const act = (path, person) => async () => { const answer = await ask(path, { person }); if (say(answer)) showFriends(answer); };
  find("friends").replaceChildren(
    ...lists.asking.map((each) => friend(each, button(t("Be friends"), act("/api/friends/ask", each.id), "small"), button(t("No"), act("/api/friends/drop", each.id), "small"))),
    ...lists.friends.map((each) => friend(each, button(t("Remove"), act("/api/friends/drop", each.id), "small"))),
    ...lists.asked.map((each) => friend(each, box("small", t("asked")), button(t("Take back"), act("/api/friends/drop", each.id), "small"))));
}

async function showBlocked() {
  const { blocked = [] } = await ask("/api/blocks");
  find("blocked-box").hidden = !blocked.length;
  find("blocked").replaceChildren(...blocked.map((each) => box("li", box("span.av.nobody", drawing(`av-${each.avatar}`, "")), box("span.what", box("b", each.name)),
    button(t("Unblock"), async () => { if (say(await ask("/api/blocks/remove", { person: each.id }))) showBlocked(); }, "small"))));
}

find("friend-link").addEventListener("click", async () => {
  const answer = await ask("/api/friends/link", {});
  if (!say(answer)) return;
  find("link").value = answer.link;
  find("link-qr").replaceChildren(qrCode(answer.qr));
  find("link-shown").hidden = false;
});
find("copy").addEventListener("click", async () => {
  find("link").select();
  try { await navigator.clipboard.writeText(find("link").value); find("copy").lastChild.textContent = ` ${t("Copied")}`; } catch { /* it is selected, to be copied by hand */ }
});

// Ways in

find("rename").addEventListener("click", async () => { if (await introduce()) load(); });
find("passkey").addEventListener("click", async () => {
  if (!(await named())) return;
  if (say(await makePasskey())) load();
});
find("recovery").addEventListener("click", async () => {
  if (!(await named())) return;
  const answer = await ask("/api/account/recovery", {});
  if (!say(answer)) return;
  find("recovery-code").textContent = answer.code;
  find("recovery-shown").hidden = false;
  load();
});
find("add-device").addEventListener("click", async () => {
  const answer = await ask("/api/account/code", {});
  if (!say(answer)) return;
  find("device-code").textContent = answer.code;
  find("device-qr").replaceChildren(qrCode(answer.qr));
  find("device-shown").hidden = false;
});

async function signedIn(answer) {
  if (!say(answer)) return;
  await whoAmI(true);
  location.assign("/account");
}
find("sign-in").addEventListener("click", async () => signedIn(await usePasskey()));
find("code-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  signedIn(await ask("/api/account/sign-in", { code: find("code").value }));
});

// Leaving

find("delete").addEventListener("click", () => { find("delete-form").hidden = false; find("farewell").focus(); });
find("delete-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (say(await ask("/api/account/delete", { name: find("farewell").value }))) location.assign("/");
});

// A friend's link, or the code of another device

async function showInvitation() {
  const found = await ask("/api/friends/invitation", { token: secret });
  if (!say(found)) return;
  find("invited").hidden = false;
  find("invited-title").textContent = t("{name} would like to be your friend", { name: found.name });
  find("invited-actions").append(button(t("Be friends"), async () => {
    if (!(await named())) return;
    const answer = await ask("/api/friends/accept", { token: secret });
    if (say(answer)) { find("invited").hidden = true; showFriends(answer); }
  }, "main"), button(t("No, thanks"), () => { find("invited").hidden = true; }, "small"));
}

await load();
if (kind === "friend" && secret) await showInvitation();
if (kind === "code" && secret) { find("elsewhere").hidden = false; find("code").value = secret; find("code").focus(); }
