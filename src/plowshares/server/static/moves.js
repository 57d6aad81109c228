// What is different between two drawings, found without knowing the game: things that stand in another place now.

const PLACE = /\s(?:x|y|x1|y1|x2|y2|cx|cy|d|points|transform)="[^"]*"/g;
const MOST = 1500, SHOWN = 260; // picks looked at, milliseconds
export const FEW = 12; // changed places that are worth marking; more are another scene

// A drawing as a list of picks: where each is, and what is in it. Frames and dots that mark a place are not in it.
export function survey(svg) {
  const picks = svg?.querySelectorAll("[data-pick]") ?? [];
  if (!picks.length || picks.length > MOST) return null;
  const places = new Map();
  for (const element of picks) {
    const things = [...element.children].filter((child) => child.tagName === "g" || child.tagName === "text");
    const signs = things.map((thing) => thing.outerHTML.replace(PLACE, ""));
    places.set(element.dataset.pick, { element, box: element.getBoundingClientRect(), things, signs });
  }
  return { places, size: svg.getAttribute("viewBox") };
}

// Take from one list what is in another; return what is left, as positions.
function without(signs, others) {
  const rest = [...others];
  return signs.map((sign, i) => [sign, i]).filter(([sign]) => {
    const at = rest.indexOf(sign);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

// Let what has moved glide to its new place; return the names of the places that have changed.
export function glide(before, after, still) {
  if (!before || !after || before.size !== after.size) return [];
  const changed = [], gone = [], come = [];
  for (const [name, now] of after.places) {
    const old = before.places.get(name) ?? { signs: [], box: null };
    const added = without(now.signs, old.signs), lost = without(old.signs, now.signs);
    if (added.length || lost.length) changed.push(name);
    for (const [sign, i] of added) come.push([sign, now.things[i], now.box]);
    for (const [sign] of lost) gone.push([sign, old.box]);
    const far = old.box && Math.hypot(now.box.x - old.box.x, now.box.y - old.box.y) > 3;
    if (far && !still) slide(now.element, old.box, now.box);
  }
  for (const [sign, thing, box] of still ? [] : come) {
    const from = gone.findIndex(([other]) => other === sign);
    if (from >= 0) slide(thing, gone.splice(from, 1)[0][1], box);
  }
  return changed;
}

function slide(element, from, to) {
  const scale = element.ownerSVGElement?.getScreenCTM()?.a || 1;
  const [x, y] = [(from.x - to.x) / scale, (from.y - to.y) / scale];
  // Added to the drawing's own transform, which stays as it is.
  const steps = [{ transform: `translate(${x}px, ${y}px)` }, { transform: "translate(0px, 0px)" }];
  element.animate(steps, { duration: SHOWN, easing: "ease-out", composite: "add" });
}
