// The two curves of a review: with everything known, and with what the seat knew. The gap between them is luck.
const SVG = "http://www.w3.org/2000/svg", WIDTH = 280, HEIGHT = 104;

function part(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// Neighbours are weighed in where there are more positions than pixels: single moves are not to be read off anyway.
function smooth(curve, count) {
  if (count < 80) return curve;
  return curve.map((chance, n) => (n === 0 || n >= curve.length - 1 ? chance : (curve[n - 1] + 2 * chance + curve[n + 1]) / 4));
}

export class Chart {
  // `go` is called with the position that somebody points at.
  constructor(host, go) {
    this.svg = part("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", class: "chart" });
    this.marks = document.createElement("div");
    this.marks.className = "chartmarks";
    this.line = document.createElement("i");
    this.line.className = "cursor";
    this.host = host;
    host.replaceChildren(this.svg, this.marks, this.line);
    const point = (event) => {
      if (event.buttons !== 1 && event.type !== "pointerdown") return;
      const { left, width } = host.getBoundingClientRect();
      go(Math.round((Math.max(0, Math.min(1, (event.clientX - left) / width))) * Math.max(1, this.count - 1)));
    };
    host.addEventListener("pointerdown", point);
    host.addEventListener("pointermove", point);
  }

  show({ known: before, true: open, points }, count) {
    this.count = count;
    const [known, truth] = [before, open].map((curve) => smooth(curve, count));
    const x = (n) => (n / Math.max(1, count - 1)) * WIDTH, y = (chance) => 6 + (1 - chance) * (HEIGHT - 12);
    const path = (curve) => curve.map((chance, n) => `${n ? "L" : "M"}${x(n).toFixed(1)} ${y(chance).toFixed(1)}`).join("");
    const half = y(0.5);
    const area = truth.length ? `${path(truth)}L${x(truth.length - 1)} ${half}L0 ${half}Z` : "";
    this.svg.replaceChildren(
      part("path", { d: `M0 ${half}H${WIDTH}`, class: "even" }),
      part("path", { d: area || "M0 0", class: "area" }),
      part("path", { d: path(known) || "M0 0", class: "known" }),
      part("path", { d: path(truth) || "M0 0", class: "true" }));
    this.marks.replaceChildren(...points.filter(({ n }) => n < truth.length).map((point) => {
      const made = document.createElement("i");
      made.className = `dot ${point.verdict}`;
      made.style.left = `${(100 * x(point.n)) / WIDTH}%`;
      made.style.top = `${(100 * y(truth[point.n])) / HEIGHT}%`;
      return made;
    }));
  }

  at(n) {
    this.line.style.left = `${(100 * n) / Math.max(1, this.count - 1)}%`;
  }
}
