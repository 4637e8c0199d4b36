// Errors by kind: how many there are of each, examples, and the items that have them.
import { overview } from "./data";
import { count, h, plural, scroller, strength, words } from "./dom";
import { letterOf } from "./predictions";
import type { ErrorKind } from "./schema";
import { go, state } from "./state";
import { sentenceOfText } from "./umrlocations";
import { positionOfSentence } from "./umrview";

export function kindsPanel(): HTMLElement {
  const kinds = overview.errors[state.metric][state.system];
  const others = state.other >= 0 ? overview.errors[state.metric][state.other] : null;
  const panel = h("section", { class: "panel error-kinds" }, h("h2", {}, "Errors by kind"));
  const rows = [...kinds, ...absentKinds(kinds, others ?? [])];
  if (!rows.length) {
    panel.append(h("p", { class: "empty" }, "No errors."));
    return panel;
  }
  const otherCounts = others && new Map(others.map(([kind, number]) => [kind, number]));
  const most = Math.max(...rows.map(([, number]) => number), ...(otherCounts?.values() ?? []));
  const body = h("tbody", {}, ...rows.map((row) => rowOf(row, otherCounts && (otherCounts.get(row[0]) ?? 0), most)));
  const numbers = others
    ? ["A", "B"].map((letter) => h("th", { class: "number" }, letterOf(letter), " errors"))
    : [h("th", { class: "number" }, "errors")];
  const [items, examples] = others ? ["items of A", "examples from A"] : ["items", "examples"];
  const head = h("thead", {}, h("tr", {}, h("th", {}, "kind"), ...numbers, h("th", {}, items), h("th", {}, examples)));
  panel.append(scroller("Errors by kind", h("table", { class: "plain-table" }, head, body)));
  panel.append(h("p", { class: "muted" }, "Click a number of items to list them, or an example to open its item."));
  return panel;
}

/** The kinds of error that only the other system makes. */
function absentKinds(kinds: ErrorKind[], others: ErrorKind[]): ErrorKind[] {
  const known = new Set(kinds.map(([kind]) => kind));
  return others.filter(([kind]) => !known.has(kind)).map(([kind]) => [kind, 0, 0, [], []]);
}

function rowOf([kind, number, items, listed, examples]: ErrorKind, other: number | null, most: number): HTMLElement {
  const label = items > listed.length ? `${kind}: the first ${count(listed.length)} items` : kind;
  const list = h("button", { type: "button", class: "quiet", "aria-label": `${kind}: list ${plural(items, "item")}`, click: () => go({ tab: "items", item: -1, subset: { label, items: new Set(listed) } }) }, plural(items, "item"));
  const links = h("td", { class: "error-examples" }, ...examples.map((example) => exampleOf(kind, example)));
  return h("tr", {}, h("th", { scope: "row" }, words(kind, 60)), numberCell(other === null ? null : "A", number, most), other === null ? null : numberCell("B", other, most), h("td", { class: "error-items" }, items ? list : null), links);
}

function numberCell(letter: string | null, number: number, most: number): HTMLElement {
  return h("td", { class: "number", "data-letter": letter }, strength(number / most), count(number));
}

function exampleOf(kind: string, [item, gold, pred]: ErrorKind[4][number]): HTMLElement {
  const parts = [gold ? h("span", { class: "gold" }, words(gold)) : "", gold && pred ? " → " : "", pred ? h("span", { class: "pred" }, words(pred)) : ""];
  const open = (): void => {
    const number = overview.kind === "umr" ? sentenceOfText(gold || pred) : null;
    const sentence = number === null ? 0 : positionOfSentence(item, number);
    go({ tab: "items", item, sentence, example: `${kind}: ${[gold, pred].filter(Boolean).join(" → ")}` });
  };
  return h("button", { type: "button", class: "quiet", title: `Open ${overview.items.ids[item]}`, click: open }, ...parts);
}
