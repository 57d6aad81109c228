// The lobby: tables of this browser, and records to watch.
import { ask, find, link, make } from "./common.js";

find("upload").addEventListener("change", async () => {
  const [file] = find("upload").files;
  if (!file) return;
  find("upload-wrong").textContent = "";
  find("upload-wait").textContent = `Reading ${file.name} …`;
  const answer = await ask("/api/records", { record: await file.text() });
  if (answer.ok) return location.assign(`/tables/${answer.table}/replay`);
  find("upload-wait").textContent = "";
  find("upload-wrong").textContent = `${file.name}: ${answer.error}`;
  find("upload").value = "";
});

const answer = await ask("/api/tables");
if (!answer.ok) find("tables").replaceChildren(make("p", answer.error, { class: "wrong" }));
else if (answer.tables.length) {
  const list = make("ul", "", { class: "seats" });
  for (const table of answer.tables) {
    const item = make("li");
    const when = new Date(table.created * 1000).toLocaleString();
    item.append(link(`${table.title}: ${table.who.join(", ")}`, `/tables/${table.id}`), make("span", `${table.status} · ${when}`, { class: "facts" }));
    list.append(item);
  }
  find("tables").replaceChildren(list);
}
