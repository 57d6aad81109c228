// How a finished match went: one curve a player, of what the game counts.
import { box, colours, make } from "./common.js";
import { t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg", WIDTH = 440, HEIGHT = 110, EDGE = 5;

function part(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

export function showChart(host, chart, seats, mine) {
  const most = Math.max(1, chart.goal ?? 0, ...chart.series.flat()), least = Math.min(0, ...chart.series.flat()), last = chart.series[0].length - 1;
  const y = (value) => EDGE + (1 - (value - least) / (most - least)) * (HEIGHT - 2 * EDGE);
  const path = (values) => values.map((value, n) => `${n ? "L" : "M"}${((n / last) * WIDTH).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const lines = chart.series.map((values, seat) => part("path", { d: path(values), class: `line ${colours(seat)}${seat === mine ? " mine" : ""}` }));
  const words = chart.series.map((values, seat) => `${seats[seat].who}: ${values[0]} → ${values.at(-1)}`).join("; ");
  const svg = part("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": `${chart.label}. ${words}` });
  svg.append(...[0.25, 0.5, 0.75].map((share) => part("path", { d: `M0 ${HEIGHT * share}H${WIDTH}`, class: "grid" })));
  if (chart.goal) svg.append(part("path", { d: `M0 ${y(chart.goal)}H${WIDTH}`, class: "goal" }));
  if (mine >= 0) lines.push(...lines.splice(mine, 1)); // one's own lies on top
  svg.append(...lines);
  host.replaceChildren(box("p", box("span", chart.label), chart.goal ? make("span", t("goal {n}", { n: chart.goal })) : ""), svg);
}
