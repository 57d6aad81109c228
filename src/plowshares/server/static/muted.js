// Whom somebody does not want to read: kept in this browser.
const KEY = "muted";

export function muted() {
  try { return new Set(JSON.parse(localStorage.getItem(KEY) ?? "[]")); } catch { return new Set(); }
}

function keep(names) {
  try { localStorage.setItem(KEY, JSON.stringify([...names].slice(-200))); } catch { /* a browser that keeps nothing */ }
  document.dispatchEvent(new CustomEvent("muted"));
}

export const mute = (name) => keep(muted().add(name));

export function unmute(name) {
  const names = muted();
  names.delete(name);
  keep(names);
}
