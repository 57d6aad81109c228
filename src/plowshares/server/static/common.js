// What all pages share: asking the server, and making elements.
import { t } from "./words.js";

export const find = (id) => document.getElementById(id);

export function make(tag, words = "", attributes = {}) {
  const element = document.createElement(tag);
  if (words) element.append(words);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(name, value);
  return element;
}

// An element with children: texts, elements, or nothing.
export function box(kind, ...children) {
  const [tag, ...classes] = kind.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

export function button(words, press, classes = "") {
  const element = make("button", "", { type: "button", class: classes || null });
  element.append(...[words].flat());
  element.addEventListener("click", press);
  return element;
}

export function link(words, href, classes = "") {
  return make("a", words, { href, class: classes });
}

const art = document.documentElement.dataset.art ?? "";
const SVG = "http://www.w3.org/2000/svg";

// A drawing of the art; it wears the colours of whatever it stands in.
export function drawing(id, classes = "i") {
  const svg = document.createElementNS(SVG, "svg"), use = document.createElementNS(SVG, "use");
  use.setAttribute("href", id.startsWith("/") ? id : `${art}#${id}`);
  svg.setAttribute("class", classes);
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return svg;
}

// In a page that stands alone the art is in the page, where a shadow root does not see it: what is used is copied in.
export function withArt(svg) {
  const sprite = art ? null : find("sprite");
  if (!sprite) return svg;
  const defs = document.createElementNS(SVG, "defs"), had = new Set();
  const take = (root) => {
    for (const use of root.querySelectorAll("use")) {
      const id = use.getAttribute("href")?.slice(1), symbol = id && !had.has(id) ? sprite.querySelector(`#${CSS.escape(id)}`) : null;
      if (!symbol) continue;
      had.add(id);
      defs.append(symbol.cloneNode(true));
      take(symbol);
    }
  };
  take(svg);
  if (had.size) svg.append(defs);
  return svg;
}

export const icon = (name) => drawing(name.startsWith("i-") ? name : `i-${name}`);

export function iconButton(name, words, press, classes = "") {
  const made = button(icon(name), press, `ghost ${classes}`);
  made.setAttribute("aria-label", words);
  made.title = words;
  return made;
}

// Words with small drawings (":coin:", ":#crop-corn:") and bold parts ("**Apples**").
export function rich(text) {
  return String(text ?? "").split(/(\*\*[^*]+\*\*|:#?[a-z][\w-]*:)/).filter(Boolean).map((part) => {
    if (part.startsWith("**")) return box("b", ...rich(part.slice(2, -2)));
    if (/^:#?[a-z][\w-]*:$/.test(part)) return drawing(part[1] === "#" ? part.slice(2, -1) : `i-${part.slice(1, -1)}`);
    return part;
  });
}

// The same without drawings, to be heard or put into an attribute.
export const plain = (text) => String(text ?? "").replaceAll("**", "").replace(/:#?([a-z][\w-]*):/g, "$1");

export function fact({ icon: id, value, label = "", tone = null }, classes = "fact") {
  const made = box(`span.${classes.split(" ").join(".")}`, id ? drawing(id) : null, box("span.num", String(value)));
  if (tone) made.classList.add(tone);
  if (label) {
    made.title = label;
    made.append(box("span.hidden", ` ${label}`));
  }
  return made;
}

const FACES = ["fox", "owl", "goat", "bear", "hen"];

// The face of a player: an animal by name; programs are robots.
export function face(seat, kind, name, animal = "") {
  if (animal) return box(`span.av.${colours(seat)}`, drawing(`av-${animal}`, ""));
  const robot = ["computer", "bot", "guide"].includes(kind);
  const sum = [...name].reduce((total, letter) => (total * 31 + letter.codePointAt(0)) % 9973, 7);
  return box(`span.av.${colours(seat)}`, drawing(`av-${robot ? "robot" : FACES[(sum + seat) % FACES.length]}`, ""));
}

export const colours = (seat) => (seat === null || seat === undefined || seat < 0 ? "nobody" : `seat-${seat % 8}`);
export const crest = (seat) => {
  const made = drawing(`crest-${seat % 8}`, `crest ${colours(seat)}`);
  return made;
};

// A page that is older than its server is loaded again, unless somebody is filling something in: then it says so.
let isOld = false;
export function compareBuild(build) {
  const ours = document.documentElement.dataset.build, key = "reloaded";
  if (isOld || !build || !ours || build === ours) return;
  isOld = true;
  const reload = () => { sessionStorage.setItem(key, build); location.reload(); };
  const isBusy = document.querySelector("dialog:modal, form:focus-within") || sessionStorage.getItem(key) === build; // it was in vain
  const words = isBusy ? [t("The server was updated."), button(t("Reload the page"), reload, "chip")] : [t("The server was updated. Reloading the page …")];
  const note = box("p.updated", ...words);
  note.setAttribute("role", "alert");
  (document.querySelector("dialog:modal") ?? document.body).append(note);
  if (!isBusy) setTimeout(reload, 800);
}

export async function ask(path, body) {
  const how = body === undefined ? {} : {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  };
  let response;
  try {
    response = await fetch(path, how);
  } catch {
    return { ok: false, status: 0, error: t("The server does not answer. Try again in a moment.") };
  }
  compareBuild(response.headers.get("x-build"));
  // An answer that broke off is none.
  const answer = await response.json().catch(() => null);
  return { ok: response.ok && answer !== null, status: response.status, ...answer ?? { error: t("The server answered {status}.", { status: response.status }) } };
}
