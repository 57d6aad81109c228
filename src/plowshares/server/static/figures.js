// Drawings of ratings: lines with a band, columns, dots.
import { make } from "./common.js";

const SVG = "http://www.w3.org/2000/svg";
export const SURE = 1.96; // standard deviations on either side of a band that holds 95 %

export function shape(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// Points are [moment, rating, ±]; the picture goes from the least to the highest of the band.
export function bounds(points, sure = SURE) {
  const low = Math.min(...points.map(([, rating, plus]) => rating - sure * plus)), high = Math.max(...points.map(([, rating, plus]) => rating + sure * plus));
  return [low - 10, high + 10];
}

export function paths(points, width, height, [low, high], sure = SURE) {
  const x = (i) => (points.length > 1 ? (i / (points.length - 1)) * width : width / 2), y = (rating) => height - ((rating - low) / (high - low)) * height;
  const line = points.map(([, rating], i) => `${x(i).toFixed(1)},${y(rating).toFixed(1)}`);
  const top = points.map(([, rating, plus], i) => `${x(i).toFixed(1)},${y(rating + sure * plus).toFixed(1)}`);
  const bottom = points.map(([, rating, plus], i) => `${x(i).toFixed(1)},${y(rating - sure * plus).toFixed(1)}`).reverse();
  return { line: `M${line.join("L")}`, band: `M${top.join("L")}L${bottom.join("L")}Z`, x, y };
}

export function spark(points, width = 236, height = 44) {
  const { line, band } = paths(points, width, height, bounds(points, 1), 1);
  return shape("svg", { viewBox: `0 0 ${width} ${height}`, class: "spark", preserveAspectRatio: "none", "aria-hidden": "true" },
    shape("path", { d: band, class: "band" }), shape("path", { d: line, class: "line" }));
}

// A curve with lines for every hundred points and the months below.
export function curve(points, language) {
  const isNarrow = matchMedia("(max-width: 700px)").matches; // letters must not shrink with the drawing
  const width = isNarrow ? 280 : 700, height = isNarrow ? 190 : 300, left = 46, box = bounds(points);
  const step = box[1] - box[0] > 700 ? 200 : box[1] - box[0] > 260 ? 100 : 50;
  const { line, band, x, y } = paths(points, width, height, box);
  const made = shape("svg", { viewBox: `0 0 ${width + left + 14} ${height + 34}`, class: "chart", role: "img" });
  const inside = shape("g", { transform: `translate(${left} 6)` });
  for (let at = Math.ceil(box[0] / step) * step; at <= box[1]; at += step) {
    inside.append(shape("path", { d: `M0 ${y(at).toFixed(1)}H${width}`, class: "grid" }), shape("text", { x: -10, y: (y(at) + 4).toFixed(1), class: "axis end" }, String(at)));
  }
  inside.append(shape("path", { d: band, class: "band" }), shape("path", { d: line, class: "line" }));
  const last = points.at(-1);
  inside.append(shape("circle", { cx: x(points.length - 1), cy: y(last[1]), r: 5, class: "now" }));
  inside.append(...moments(points, x, height + 22, language));
  made.append(inside);
  return made;
}

function moments(points, x, y, language) {
  const day = new Intl.DateTimeFormat(language, points.at(-1)[0] - points[0][0] > 60 * 86400 ? { month: "long" } : { day: "numeric", month: "short" });
  const shown = [];
  let before = "", reached = -80;
  points.forEach(([moment], i) => {
    const words = day.format(new Date(moment * 1000));
    if (words !== before && x(i) - reached >= 80) { shown.push(shape("text", { x: x(i), y, class: "axis" }, words)); reached = x(i); before = words; }
  });
  return shown;
}

// Columns are [rating, count]; the one that holds `mine` is marked.
export function columns(found, mine, step = 50) {
  const width = 380, height = 84, gap = 3, each = width / found.length, most = Math.max(...found.map(([, count]) => count));
  return shape("svg", { viewBox: `0 0 ${width} ${height}`, class: "columns", "aria-hidden": "true", preserveAspectRatio: "none" }, ...found.map(([at, count], i) => {
    const tall = Math.max(3, (count / most) * height), own = mine !== null && mine >= at && mine < at + step;
    return shape("rect", { x: (i * each + gap / 2).toFixed(1), y: (height - tall).toFixed(1), width: Math.max(1, each - gap).toFixed(1), height: tall.toFixed(1), rx: 3, class: own ? "own" : "" });
  }));
}

// Ten dots, as many filled as there were games.
export function dots(count, most = 10) {
  const row = make("span", "", { class: "dots", "aria-hidden": "true" });
  for (let i = 0; i < most; i++) row.append(make("i", "", { class: i < count ? "on" : null }));
  return row;
}
