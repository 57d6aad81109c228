// A link: its token stands behind the #, which no browser sends anywhere. It is taken out of the address at once.
import { ask, find } from "./common.js";

const token = decodeURIComponent(location.hash.slice(1));
history.replaceState(null, "", "/join");
if (!token) {
  find("wrong").textContent = "this link is not whole: ask for it again";
  find("join").disabled = true;
}
find("join").addEventListener("click", async () => {
  const answer = await ask("/api/join", { token });
  if (answer.ok) location.replace(answer.table ? `/tables/${answer.table}` : "/");
  else find("wrong").textContent = answer.error;
});
