// Learning: a guided match of each game.
import { openGuide } from "./coach.js";
import { find } from "./common.js";

for (const button of document.querySelectorAll("[data-learn]")) {
  button.disabled = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    find("wrong").textContent = "";
    await openGuide(button.dataset.learn, (words) => { find("wrong").textContent = words; });
    button.disabled = false;
  });
}
