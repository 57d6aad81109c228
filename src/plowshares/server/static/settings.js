// What people set for themselves. It counts at once and stays in this browser.
const KEY = "plowshares";
const USUAL = {
  speed: "normal", volume: 60, light: "device", contrast: false, large: false, still: false,
  pass: true, hide: false, ask: true, call: false, notation: false,
};
const FACTORS = { slow: 2, normal: 1, fast: 0.5, off: 0 };
const heard = [];

function load() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...USUAL };
  }
}

export const settings = load();
const calm = matchMedia("(prefers-reduced-motion: reduce)"), night = matchMedia("(prefers-color-scheme: dark)");
const strong = matchMedia("(prefers-contrast: more)");

export const isStill = () => settings.still || calm.matches;
export const pace = () => FACTORS[settings.speed] ?? 1;
export const whenSet = (what) => heard.push(what);

export function set(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch { /* a browser that keeps nothing */ }
  apply();
  heard.forEach((what) => what(name));
}

function apply() {
  const page = document.documentElement.classList;
  page.toggle("dark", settings.light === "dark" || (settings.light === "device" && night.matches));
  page.toggle("contrast", settings.contrast || strong.matches);
  page.toggle("large", settings.large);
  page.toggle("still", isStill());
}
for (const query of [calm, night, strong]) query.addEventListener("change", apply);
apply();

// A cookie, since the server translates.
export function speak(code) {
  document.cookie = `language=${code}; path=/; max-age=31536000; samesite=lax`;
  location.reload();
}

for (const each of document.querySelectorAll("footer [data-language]")) each.addEventListener("click", () => speak(each.dataset.language));
