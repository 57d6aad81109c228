// An invitation. Its token stands behind the #, which no browser sends anywhere; it is taken out of the address at once.
import { ask, box, drawing, find, make } from "./common.js";
import { faces } from "./who.js";
import { t } from "./words.js";

const token = decodeURIComponent(location.hash.slice(1));
history.replaceState(null, "", "/join");

function refuse(words) {
  find("wrong").textContent = words;
  find("join").disabled = true;
}

function show(invitation) {
  const { host, title, watch } = invitation;
  find("cover").append(make("img", "", { src: `/games/${invitation.game}/picture.svg`, alt: "" }));
  find("host-face").append(drawing(`av-${invitation.avatar || "fox"}`, ""));
  find("host-face").hidden = false;
  const words = watch ? t("{host} invites you to watch {title}", { host: host || t("Somebody"), title })
    : t("{host} invites you to {title}", { host: host || t("Somebody"), title });
  find("title").textContent = words;
  document.title = `${words} – Plowshares`;
  const seat = watch ? t("You watch: you see what everybody may know.") : t("You play {colour}.", invitation);
  find("about").textContent = [`${invitation.board}.`, invitation.about || invitation.summary, seat].filter(Boolean).join(" ");
  find("facts").append(...[invitation.clock, invitation.rated ? t("rated") : t("casual"), ...invitation.options].map((fact) => box("li", fact)));
  find("join").textContent = watch ? t("Watch") : t("Sit down and play");
  find("who").hidden = watch;
  find("name").value = invitation.me?.name ?? "";
  const { avatars, avatar: theirs } = invitation; // two players can be told apart from the start
  find("faces").replaceWith(faces(avatars, invitation.me?.avatar ?? avatars.find((each) => each !== (theirs || "fox"))));
  find("rules").href = `/games/${invitation.game}/rules`;
  find("rules").hidden = false;
  find("watch").href = `/tables/${invitation.table}`;
  find("watch").hidden = watch || !invitation.open;
  if (invitation.rated && !watch && !invitation.me?.account) {
    find("wrong").textContent = t("This match is rated: you need an account to play it.");
    find("wrong").append(" ", make("a", t("Make an account"), { href: "/account" }));
  }
}

find("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  find("join").disabled = true;
  const name = find("name").value.trim(), avatar = new FormData(find("form")).get("face");
  if (name && !find("who").hidden) {
    const known = await ask("/api/me", { name, avatar });
    if (!known.ok) { find("join").disabled = false; find("wrong").textContent = known.error; return; }
  }
  const answer = await ask("/api/join", { token });
  if (answer.ok) location.replace(answer.table ? `/tables/${answer.table}` : "/owner");
  else if (answer.code === "guest") { find("join").disabled = false; find("wrong").textContent = answer.error; } else refuse(answer.error);
});

if (!token) refuse(t("This link is not whole. Ask for it again."));
else {
  const invitation = await ask("/api/invitation", { token });
  if (invitation.ok) show(invitation);
  else if (invitation.status === 403) find("about").textContent = t("This link may be the owner’s key. Press the button to use it.");
  else refuse(invitation.error);
}
find("form").ariaBusy = "false";
