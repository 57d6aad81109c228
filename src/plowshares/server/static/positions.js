// Positions of a finished match: asked of the server, or unpacked from the page if it was saved with all of them.
import { ask, find } from "./common.js";

const MOST = 60; // positions kept in memory of those that were asked for
const parts = [...document.querySelectorAll("script.part")];
const known = new Map();
export const isSaved = parts.length > 0;

export function fetchPosition(n, who, story = false) {
  return isSaved ? unpackPosition(n, who, story) : askPosition(n, who, story);
}

async function askPosition(n, who, story) {
  const key = `${n} ${who}`;
  if (known.has(key) && !story) return known.get(key);
  const answer = await ask(`/api/tables/${find("table").dataset.table}/replay?n=${n}&as=${who}${story ? "&story=1" : ""}`);
  if (answer.ok) known.set(key, answer);
  if (known.size > MOST) known.delete(known.keys().next().value);
  return answer;
}

async function unpackPosition(n, who, story) {
  const { count, title } = JSON.parse(find("match").textContent);
  const own = parts.filter((each) => Number(each.dataset.viewer) === who);
  const frames = [];
  for (const part of own) {
    const first = Number(part.dataset.first), isHere = n >= first && n < first + Number(part.dataset.count);
    if (!story && !isHere) continue;
    if (!known.has(part)) known.set(part, await unpack(part));
    frames.push(...known.get(part).map((frame, i) => ({ ...frame, n: first + i })));
  }
  const told = story ? frames.flatMap((frame) => frame.log.filter(({ text }) => text).map((event) => ({ n: frame.n, verb: event.verb, seat: event.seat ?? null, text: event.text }))) : null;
  return { ok: true, count, title, story: told, ...frames.find((frame) => frame.n === n) };
}

async function unpack(part) {
  const bytes = Uint8Array.from(atob(part.textContent), (letter) => letter.charCodeAt(0));
  const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  const { pieces, values, frames } = JSON.parse(text);
  const revive = (value) => {
    if (Array.isArray(value)) return value.map(revive);
    if (!value || typeof value !== "object") return value;
    if (value.$) return value.$.map((i) => pieces[i]).join("");
    if (value["="] !== undefined) return revive(values[value["="]]);
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, revive(inner)]));
  };
  return frames.map(revive);
}
