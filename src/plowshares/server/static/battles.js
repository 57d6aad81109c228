// The last battles beside the board: who met whom, and what came of it.
import { box, colours, drawing, find, rich } from "./common.js";
import { t } from "./words.js";

const SHOWN = 3;

const fighter = (art, colour, stays) => box(`span.mini.${colours(colour)}${stays ? "" : ".fell"}`, drawing(art, ""));

function line(event) {
  const { winner = "" } = event, stays = (side) => winner === side || winner === "both";
  return box("li", fighter(event.art, event.colour ?? event.seat, stays("thing")), box("i.versus", "×"), fighter(event.other_art, event.other_colour, stays("other")), box("span", ...rich(event.title || event.text)));
}

// Beside trays only: there is the room for it.
export function showBattles(events) {
  const fights = events.filter(({ verb, art, other_art: other }) => verb === "battle" && art && other).slice(-SHOWN).toReversed();
  find("battles")?.remove();
  if (!fights.length || !document.querySelector("#left .tray")) return;
  const made = box("section.card", box("h2", t("Last battles")), box("ol", ...fights.map(line)));
  made.id = "battles";
  find("left").append(made);
}
