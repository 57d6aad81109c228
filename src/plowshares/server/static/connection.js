// The stream of a table: it comes back by itself, and a page older than its server reloads itself.
import { ask, compareBuild } from "./common.js";
import { t } from "./words.js";

const AGAIN = 2000;

export function follow(at, how) {
  const events = new EventSource(`${at}/events`);
  let lost = false;
  events.addEventListener("message", (event) => how.take(JSON.parse(event.data)));
  events.addEventListener("build", (event) => compareBuild(event.data));
  events.addEventListener("open", () => {
    how.order();
    if (lost) how.say(t("The connection is back."));
    lost = false;
    document.body.classList.remove("offline");
  });
  events.addEventListener("error", async () => {
    document.body.classList.add("offline");
    if (!lost) how.say(t("The connection is lost. Trying again …"), true);
    lost = true;
    if (events.readyState !== EventSource.CLOSED) return;
    const answer = await ask(at);
    if (answer.ok || answer.status === 0 || answer.status >= 500) return setTimeout(() => location.reload(), AGAIN);
    how.say("");
    how.gone(answer.error);
  });
}
