// A finished match, all of it in this file: choose a position and whose eyes to see it with.
(async () => {
  const find = (id) => document.getElementById(id);
  const packed = Uint8Array.from(atob(find("data").textContent.trim()), (letter) => letter.charCodeAt(0));
  const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const match = await new Response(plain).json();
  const slider = find("n"), viewer = find("as"), boards = [];
  const OURS = ":host { display: block } svg { display: block; width: 100%; height: auto; max-height: 80vh; margin: auto }";

  function draw(place, words, text) {
    if (!boards[place]) {
      const figure = document.createElement("figure"), host = document.createElement("div");
      const caption = document.createElement("figcaption");
      figure.append(caption, host);
      find("boards").append(figure);
      const root = host.attachShadow({ mode: "open" }), theirs = new CSSStyleSheet(), ours = new CSSStyleSheet();
      ours.replaceSync(OURS);
      root.adoptedStyleSheets = [theirs, ours];
      boards[place] = { figure, caption, root, theirs };
    }
    let css = "";
    const bare = text.replace(/<style>([^]*?)<\/style>/g, (_, style) => { css += style; return ""; });
    const svg = new DOMParser().parseFromString(bare, "image/svg+xml").documentElement;
    boards[place].theirs.replaceSync(css);
    boards[place].root.replaceChildren(document.importNode(svg, true));
    boards[place].caption.textContent = words;
    boards[place].figure.hidden = false;
  }

  function show() {
    const [told, ...drawn] = match.frames[viewer.value][slider.value];
    find("told").textContent = told;
    find("where").textContent = `${match.shown[slider.value]} of ${match.shown.at(-1)}`;
    drawn.forEach(([words, ...numbers], place) => draw(place, words, numbers.map((number) => match.parts[number]).join("")));
    boards.slice(drawn.length).forEach((board) => { board.figure.hidden = true; });
  }

  const choices = [["everything", -2], ["a spectator", -1], ...match.seats.map((name, seat) => [name, seat])];
  for (const [words, value] of choices) viewer.append(new Option(words, value));
  find("result").textContent = match.result;
  slider.max = match.shown.length - 1;
  slider.addEventListener("input", show);
  viewer.addEventListener("change", show);
  const steps = { first: () => 0, back: (n) => n - 1, forward: (n) => n + 1, last: () => slider.max };
  for (const [id, to] of Object.entries(steps)) {
    find(id).addEventListener("click", () => { slider.value = to(Number(slider.value)); show(); });
  }
  show();
})();
