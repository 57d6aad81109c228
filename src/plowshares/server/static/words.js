// Texts of the page. They are written in English; the page brings translations where its language has some.
const words = JSON.parse(document.getElementById("words")?.textContent || "{}");

// Fill the {names} of a text.
function fill(text, values) { return text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all); }

export function t(text, values = {}) { return fill(words[text] || text, values); }

export function tn(one, many, n, values = {}) {
  const forms = words[one];
  return fill(Array.isArray(forms) ? forms[n === 1 ? 0 : 1] : n === 1 ? one : many, { n, ...values });
}
