// Errors by kind: how many there are of each, examples, and the items that have them.
import { overview } from "./data";
import { count, h, plural, words } from "./dom";
import type { ErrorKind } from "./schema";
import { go, state } from "./state";

export function kindsPanel(): HTMLElement {
  const kinds = overview.errors[state.metric][state.system];
  const panel = h("section", { class: "panel error-kinds" }, h("h2", {}, "Errors by kind"));
  if (!kinds.length) {
    panel.append(h("p", { class: "empty" }, "No errors."));
    return panel;
  }
  const most = kinds[0][1];
  const body = h("tbody", {}, ...kinds.map((row) => rowOf(row, most)));
  const head = h("thead", {}, h("tr", {}, h("th", {}, "kind"), h("th", { class: "number" }, "errors"), h("th", {}, "items"), h("th", {}, "examples")));
  panel.append(h("div", { class: "scroller" }, h("table", { class: "plain-table" }, head, body)));
  panel.append(h("p", { class: "muted" }, "Click a number of items to list them, or an example to open its item."));
  return panel;
}

function rowOf([kind, number, items, listed, examples]: ErrorKind, most: number): HTMLElement {
  const strength = h("span", { class: "strength", "aria-hidden": true });
  strength.style.width = `${(100 * number) / most}%`;
  const label = items > listed.length ? `${kind}: the first ${count(listed.length)} items` : kind;
  const list = h("button", { type: "button", class: "quiet", "aria-label": `${kind}: list ${plural(items, "item")}`, click: () => go({ tab: "items", item: -1, subset: { label, items: new Set(listed) } }) }, plural(items, "item"));
  const links = h("td", { class: "error-examples" }, ...examples.map(exampleOf));
  return h("tr", {}, h("th", { scope: "row" }, words(kind, 60)), h("td", { class: "number" }, strength, count(number)), h("td", {}, list), links);
}

function exampleOf([item, gold, pred]: ErrorKind[4][number]): HTMLElement {
  const parts = [gold ? h("span", { class: "gold" }, words(gold, 60)) : "", gold && pred ? " → " : "", pred ? h("span", { class: "pred" }, words(pred, 60)) : ""];
  return h("button", { type: "button", class: "quiet", title: `Open ${overview.items.ids[item]}`, click: () => go({ tab: "items", item }) }, ...parts);
}
