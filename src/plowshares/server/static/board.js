// A board: a drawing of the server in a shadow root, with what can be picked made reachable by keyboard.
// A drawing brings its own style. A strict policy lets no page take styles from text, but a sheet made by
// a script of ours may be adopted, and in a shadow root it cannot disturb the page.

const OURS = `
:host { display: block }
svg { display: block; width: 100%; height: auto; max-height: 78vh; min-width: min(100%, 30rem); margin: auto }
.pick { cursor: default }
.pick[tabindex] { cursor: pointer; outline: none }
.pick[tabindex]:focus-visible { outline: 3px solid #1769c4; outline-offset: 1px }
.pick[tabindex]:hover { filter: brightness(1.08) }
.pick.chosen { outline: 3px dashed #1769c4 }
`;

export class Board {
  constructor(host, pick) {
    this.root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    this.style = new CSSStyleSheet();
    const ours = new CSSStyleSheet();
    ours.replaceSync(OURS);
    this.root.adoptedStyleSheets = [this.style, ours];
    this.text = "";
    if (!pick) return;
    const picked = (event) => event.target.closest?.("[data-pick]")?.dataset.pick ?? null;
    this.root.addEventListener("click", (event) => { event.stopPropagation(); pick(picked(event)); });
    this.root.addEventListener("keydown", (event) => {
      if ((event.key === "Enter" || event.key === " ") && picked(event)) {
        event.preventDefault();
        pick(picked(event));
      } else if (event.key.startsWith("Arrow")) this.move(event);
    });
  }

  show(text) {
    if (text === this.text) return;
    this.text = text;
    let css = "";
    const plain = text.replace(/<style>([^]*?)<\/style>/g, (_, style) => { css += style; return ""; });
    const svg = document.importNode(new DOMParser().parseFromString(plain, "image/svg+xml").documentElement, true);
    this.style.replaceSync(css);
    const focused = this.root.activeElement?.dataset.pick;
    this.root.replaceChildren(svg);
    this.again = focused;
  }

  // Make these picks reachable; return those that are not drawn.
  offer(picks, chosen = []) {
    const svg = this.root.firstElementChild;
    if (!svg) return picks;
    if (picks.length) svg.setAttribute("role", "group");
    const drawn = new Map();
    for (const element of svg.querySelectorAll("[data-pick]")) {
      element.removeAttribute("tabindex");
      element.removeAttribute("role");
      element.classList.toggle("chosen", chosen.includes(element.dataset.pick));
      drawn.set(element.dataset.pick, element);
    }
    for (const { pick } of picks) {
      drawn.get(pick)?.setAttribute("tabindex", "0");
      drawn.get(pick)?.setAttribute("role", "button");
    }
    if (this.again) drawn.get(this.again)?.focus({ preventScroll: true });
    this.again = null;
    return picks.filter(({ pick }) => !drawn.has(pick));
  }

  // Go to the nearest reachable pick in the direction of an arrow key.
  move(event) {
    const here = this.root.activeElement?.getBoundingClientRect();
    if (!here) return;
    event.preventDefault();
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
    let best = null, least = Infinity;
    for (const element of this.root.querySelectorAll("[tabindex]")) {
      const box = element.getBoundingClientRect();
      const x = box.x + box.width / 2 - here.x - here.width / 2, y = box.y + box.height / 2 - here.y - here.height / 2;
      const along = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (along > 1 && along + 3 * aside < least) { best = element; least = along + 3 * aside; }
    }
    best?.focus();
  }
}
