// What all pages share: asking the server, and making elements.

export const find = (id) => document.getElementById(id);

export function make(tag, words = "", attributes = {}) {
  const element = document.createElement(tag);
  element.textContent = words;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

export function button(words, press, classes = "") {
  const element = make("button", words, { type: "button", class: classes });
  element.addEventListener("click", press);
  return element;
}

export function link(words, href, classes = "") {
  return make("a", words, { href, class: classes });
}

export async function ask(path, body) {
  const how = body === undefined ? {} : {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  };
  let response;
  try {
    response = await fetch(path, how);
  } catch {
    return { ok: false, status: 0, error: "the server does not answer; try again" };
  }
  const answer = await response.json().catch(() => ({ error: `the server answered ${response.status}` }));
  return { ok: response.ok, status: response.status, ...answer };
}
