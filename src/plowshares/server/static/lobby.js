// The lobby: tables of this browser.
import { ask, find, link, make } from "./common.js";

const { tables = [] } = await ask("/api/tables");
if (tables.length) {
  const list = make("ul", "", { class: "seats" });
  for (const table of tables) {
    const item = make("li");
    const when = new Date(table.created * 1000).toLocaleString();
    item.append(link(`${table.title}: ${table.who.join(", ")}`, `/tables/${table.id}`), make("span", `${table.status} · ${when}`, { class: "facts" }));
    list.append(item);
  }
  find("tables").replaceChildren(list);
}
