// How a game is played, in its own pictures.
import { box, link, rich } from "./common.js";
import { Drawing } from "./drawing.js";
import { t } from "./words.js";

const HIGH = 190; // pixels of a picture at most

function picture({ svg, title = "", text }) {
  const host = box("div.picture"), figure = box("figure", host, box("figcaption", title ? box("b", ...rich(title)) : null, box("span", ...rich(text))));
  host.setAttribute("aria-hidden", "true"); // the words below say the same
  const drawn = new Drawing(host, true);
  drawn.show({ kind: "board", svg: svg.replace(/\bmarked\b/g, "pictured") }); // marks are part of the picture
  for (const each of drawn.root.querySelectorAll("[data-pick], [data-thing]")) { // nothing in it can be picked
    delete each.dataset.pick;
    delete each.dataset.thing;
    each.removeAttribute("tabindex");
  }
  const [, , width, height] = /viewBox="([^"]+)"/.exec(svg)?.[1].split(/[ ,]+/).map(Number) ?? [0, 0, 3, 2];
  host.style.aspectRatio = `${width} / ${height}`;
  host.style.width = `min(100%, ${Math.round(HIGH * width / height)}px)`;
  return figure;
}

export function pictures({ pictures: drawn = [], how = [] }, game) {
  return [drawn.length ? box("div.pictures", ...drawn.map(picture)) : box("ol.how", ...how.map((line) => box("li", line))),
    link(t("All rules"), `/games/${game}/rules`)];
}
