// A copy of a thing in a layer above everything, so that whatever moves lies over the board and is whole.
import { withArt } from "./common.js";
import { top } from "./drawing.js";

const NAMES = ["--pc", "--pl", "--pd", "--on"];

export function ghost(element) {
  const made = document.createElement("div");
  made.className = "shade";
  put(made, element.getBoundingClientRect());
  if (element instanceof SVGElement) copySvg(made, element);
  else {
    const copy = copyOf(element);
    copy.classList.remove("marked", "chosen");
    delete copy.dataset.pick;
    delete copy.dataset.thing;
    copy.style.cssText = "position:static;margin:0;width:100%;height:100%;transform:none";
    made.style.setProperty("--w", `${element.offsetWidth}px`);
    made.append(copy);
    refill(element, copy);
  }
  top().append(made);
  return made;
}

export function put(element, { left, top: y, width, height }) {
  Object.assign(element.style, { left: `${left}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
}

// A copy whose styles are set by script: a strict policy does not let them be copied as text.
function copyOf(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return node.cloneNode(false);
  const made = document.createElementNS(node.namespaceURI, node.localName);
  for (const { namespaceURI, name, value } of node.attributes) if (name !== "style") made.setAttributeNS(namespaceURI, name, value);
  if (node.style?.length) made.style.cssText = node.style.cssText;
  made.append(...[...node.childNodes].map(copyOf));
  return made;
}

// Drawings in cards live in shadow roots, which are not copied with their hosts.
function refill(element, copy) {
  const hosts = copy.querySelectorAll(".picture");
  [...element.querySelectorAll(".picture")].forEach((each, i) => {
    const root = hosts[i].attachShadow({ mode: "open" });
    root.adoptedStyleSheets = each.shadowRoot.adoptedStyleSheets;
    root.append(...[...each.shadowRoot.children].map((child) => copyOf(child)));
  });
}

function copySvg(made, element) {
  const root = made.attachShadow({ mode: "open" }), from = element.getRootNode();
  root.adoptedStyleSheets = from.adoptedStyleSheets ?? [];
  const box = element.getBoundingClientRect(), matrix = element.getScreenCTM();
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `0 0 ${box.width || 1} ${box.height || 1}`);
  const outer = document.createElementNS("http://www.w3.org/2000/svg", "g");
  outer.setAttribute("transform", `matrix(${matrix.a} ${matrix.b} ${matrix.c} ${matrix.d} ${matrix.e - box.left} ${matrix.f - box.top})`);
  const copy = copyOf(element), style = getComputedStyle(element);
  copy.removeAttribute("transform");
  copy.classList.remove("marked", "chosen", "away");
  copy.style.transform = "none";
  for (const each of [copy, ...copy.querySelectorAll("[data-pick], [data-thing]")]) {
    each.removeAttribute("data-pick");
    each.removeAttribute("data-thing");
  }
  for (const name of NAMES) outer.style.setProperty(name, style.getPropertyValue(name));
  made.style.setProperty("--scale", style.getPropertyValue("--scale"));
  outer.append(copy);
  svg.append(outer);
  root.append(withArt(svg));
}
