// The fields of documents as a tree, with the outcomes of their leaves, and the errors of predictions.
import { overview } from "./data";
import { count, h, percent, plural, words } from "./dom";
import { letterOf } from "./predictions";
import type { Finding, FindingKind } from "./schema";
import { go, state } from "./state";

const CATEGORIES = ["correct", "partial", "wrong", "missed", "spurious"] as const;
const SIGNS = ["=", "≈", "≠", "−", "+"];

interface Branch {
  label: string;
  /** The steps from the document to here. */
  path: string[];
  matched: number;
  counts: number[];
  /** The items of each category but the first. */
  items: Set<number>[];
  children: Map<string, Branch>;
}

const closed = new Set<string>();

/** The metric whose fields are shown: the chosen one, or the first that has the same or any. */
export function fieldMetric(): number {
  if (overview.fields[state.metric]?.[state.system]?.length) return state.metric;
  return overview.fields.findIndex((systems) => systems[state.system].length);
}

export const hasFields = overview.fields.some((systems) => systems.some((fields) => fields.length));

function branch(label: string, path: string[]): Branch {
  return { label, path, matched: 0, counts: [0, 0, 0, 0, 0], items: [1, 2, 3, 4].map(() => new Set<number>()), children: new Map() };
}

/** The tree of all fields. Counts add up: those of a branch are the sums of its fields. */
function treeOf(metric: number): Branch {
  const root = branch("all fields", []);
  const fields = overview.fields[metric]?.[state.system] ?? [];
  const containers = new Set(fields.flatMap(({ path }) => path.slice(1).map((_, at) => JSON.stringify(path.slice(0, at + 1)))));
  for (const field of fields) {
    const passed = [root];
    // Where some values of a field are containers, the others have their own row.
    const path = containers.has(JSON.stringify(field.path)) ? [...field.path, "(values)"] : field.path;
    path.forEach((step, depth) => {
      const parent = passed[depth];
      let child = parent.children.get(step);
      if (!child) parent.children.set(step, (child = branch(step, path.slice(0, depth + 1))));
      passed.push(child);
    });
    for (const here of passed) {
      here.matched += field.matched;
      field.counts.forEach((number, at) => (here.counts[at] += number));
      field.items.forEach((items, at) => items.forEach((item) => here.items[at].add(item)));
    }
  }
  return root;
}

export function fieldsTab(): HTMLElement {
  const metric = fieldMetric();
  if (metric < 0) return h("div", { class: "tab" }, h("p", { class: "empty" }, "No fields: neither side has a leaf."));
  return h("div", { class: "tab" }, treePanel(metric), findings());
}

function treePanel(metric: number): HTMLElement {
  const panel = h("section", { class: "panel" });
  const key = overview.metrics[metric].key;
  const table = h("div", { class: "field-tree", role: "table", "aria-label": "Fields" });
  const heads = ["field", "shares", "F1", ...SIGNS];
  table.append(h("div", { class: "field-row field-head", role: "row" }, ...heads.map((label, at) => h("span", { role: "columnheader", class: at > 1 ? "number" : null, title: at > 2 ? CATEGORIES[at - 3] : null, "aria-label": at > 2 ? CATEGORIES[at - 3] : label }, label))));
  const add = (here: Branch, depth: number): void => {
    table.append(rowOf(here, depth, () => panel.replaceWith(treePanel(metric))));
    if (!closed.has(JSON.stringify(here.path))) for (const child of here.children.values()) add(child, depth + 1);
  };
  add(treeOf(metric), 0);
  const legend = h("p", { class: "muted" }, CATEGORIES.map((name, at) => `${SIGNS[at]} ${name}`).join("   "), ". Click a number or a part of a bar to list its items.");
  panel.append(h("h2", { class: "system-title" }, ...heading(key)), legend, table);
  return panel;
}

/** The heading: whose fields these are, and under which metric. */
function heading(key: string): (HTMLElement | string)[] {
  if (overview.systems.length < 2) return ["Leaves by field under ", words(key)];
  return ["Leaves by field of ", letterOf("A"), words(overview.systems[state.system].name, 60), " under ", words(key)];
}

function rowOf(here: Branch, depth: number, redraw: () => void): HTMLElement {
  const [correct, partial, wrong, missed, spurious] = here.counts;
  const both = 2 * (correct + partial + wrong) + missed + spurious;
  const f1 = both ? (2 * here.matched) / both : null;
  const id = JSON.stringify(here.path);
  const name = words(here.label, 80);
  const toggle = (): void => {
    if (!closed.delete(id)) closed.add(id);
    redraw();
    document.querySelector<HTMLElement>(`[data-focus="${CSS.escape(`field ${id}`)}"]`)?.focus();
  };
  const label = here.children.size
    ? h("button", { type: "button", class: "quiet field-toggle", "aria-expanded": closed.has(id) ? "false" : "true", "data-focus": `field ${id}`, click: toggle }, h("span", { class: "arrow", "aria-hidden": true }, closed.has(id) ? "▸" : "▾"), name)
    : h("span", { class: "field-leaf" }, name);
  const cell = h("span", { role: "rowheader", class: "field-name" }, label);
  cell.style.setProperty("--depth", String(depth));
  const total = here.counts.reduce((sum, number) => sum + number, 0);
  const strip = h("span", { class: "field-bar", role: "cell", "aria-hidden": true });
  const numbers: HTMLElement[] = [];
  here.counts.forEach((number, at) => {
    const open = (): void => go({ tab: "items", subset: { label: `${here.path.join(".") || "all fields"}: ${CATEGORIES[at]}`, items: here.items[at - 1] } });
    if (number) {
      const part = h("span", { class: `segment ${CATEGORIES[at]}`, title: `${CATEGORIES[at]} ${count(number)}`, click: at ? open : null });
      part.style.flexGrow = String(number / total);
      strip.append(part);
    }
    const shown = number && at ? h("button", { type: "button", class: "quiet", "aria-label": `${here.label}: ${count(number)} ${CATEGORIES[at]}, list the items`, click: open }, count(number)) : h("span", { class: number ? null : "faint" }, count(number));
    numbers.push(h("span", { role: "cell", class: `number ${CATEGORIES[at]}`, "data-sign": SIGNS[at] }, shown));
  });
  return h("div", { class: depth ? "field-row" : "field-row field-total", role: "row" }, cell, strip, h("span", { role: "cell", class: "number value", "data-sign": "F1" }, percent(f1, 1)), ...numbers);
}

const TITLES: [FindingKind, string, string][] = [
  ["invalid", "Validity", "not valid under the schema"],
  ["repair", "Repairs", "repaired before it could be read"],
  ["conflict", "Type conflicts", "with values of a different type than the gold"],
  ["difference", "Differences in wrong values", "with such a value"],
];

/** Panels of what is wrong with predictions; each finding leads to its items. */
function findings(): HTMLElement {
  const root = h("div", { class: "two-columns" });
  for (const [kind, title, meaning] of TITLES) {
    const found = overview.findings[state.system].filter(([own]) => own === kind);
    if (found.length) root.append(findingPanel(title, meaning, found));
  }
  return root;
}

function findingPanel(title: string, meaning: string, found: Finding[]): HTMLElement {
  const list = h("ul", { class: "facts-list" });
  for (const [, text, items] of found.slice(0, 40)) {
    list.append(h("li", {}, itemsButton(`${title}: ${text}`, items), " ", words(text, 300)));
  }
  const all = [...new Set(found.flatMap(([, , items]) => items))];
  const panel = h("section", { class: "panel" }, h("h2", {}, title), h("p", { class: "muted" }, `${plural(all.length, "prediction")} of ${count(overview.systems[state.system].items)} ${meaning}`), list);
  if (found.length > 40) panel.append(h("p", { class: "muted" }, `and ${count(found.length - 40)} more`));
  return panel;
}

function itemsButton(label: string, items: number[]): HTMLElement {
  return h("button", { type: "button", class: "quiet", "aria-label": `List ${plural(items.length, "item")}`, click: () => go({ tab: "items", subset: { label, items: new Set(items) } }) }, plural(items.length, "item"));
}
