// Save a finished match as a page of its own; it comes in parts, and the button counts them.
import { toast } from "./dialogs.js";
import { t } from "./words.js";

const MARK = 'class="part"';

export async function savePage(address, button) {
  if (button.dataset.busy) return;
  const words = button.textContent;
  button.dataset.busy = "yes";
  button.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error((await response.json()).error);
    const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "match.html";
    const pieces = await read(response, (share) => { button.textContent = t("Saving … {share} %", { share }); });
    keep(new Blob(pieces, { type: "text/html" }), name);
    toast(t("Saved as {name}. It can be opened anywhere, also without a connection.", { name }));
  } catch (error) {
    toast(error.message || t("It could not be saved. Try again in a moment."), true);
  }
  button.textContent = words;
  button.removeAttribute("aria-busy");
  delete button.dataset.busy;
}

async function read(response, tell) {
  const count = Number(response.headers.get("x-parts") ?? 1), reader = response.body.getReader(), decoder = new TextDecoder();
  const pieces = [];
  let seen = 0, rest = "";
  tell(0);
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
    pieces.push(value);
    rest += decoder.decode(value, { stream: true });
    seen += rest.split(MARK).length - 1;
    rest = rest.slice(-MARK.length + 1);
    tell(Math.min(99, Math.round(100 * seen / count)));
  }
  return pieces;
}

function keep(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
