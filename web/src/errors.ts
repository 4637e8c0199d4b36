// Confusions, scores by label, and scores by the size of items.
import { overview, scoreOf } from "./data";
import { bar, count, h, idText, percent, plural, s, scroller, shown, strength, words } from "./dom";
import { kindsPanel } from "./kinds";
import type { ConfusionTable } from "./schema";
import { letterOf } from "./predictions";
import { chooseSystem, go, state } from "./state";

let kind = "";

export function errorsTab(): HTMLElement {
  const found = overview.confusions[state.metric][state.system];
  const tables = [found.confused.length ? confusions(found) : null, found.labels.length && overview.kind !== "json" ? labels(found) : null];
  return h("div", { class: "tab" }, heading(), kindsPanel(), tables.some(Boolean) ? h("div", { class: "two-columns" }, ...tables) : null, bySize());
}

/** Whose errors these are, and the way to those of the other system. */
function heading(): HTMLElement {
  const metric = words(overview.metrics[state.metric].key);
  if (overview.systems.length < 2) return h("p", { class: "muted" }, "Errors under ", metric, ", over all items.");
  const title = h("span", { class: "system-title" }, "Errors of ", letterOf("A"), words(overview.systems[state.system].name, 60), " under ", metric);
  const other = state.other < 0 ? null : h("button", { type: "button", class: "system-title", click: () => chooseSystem(state.other) }, "Show ", letterOf("B"), words(overview.systems[state.other].name, 60));
  return h("h2", { class: "errors-heading" }, title, other);
}

function confusions(found: ConfusionTable): HTMLElement {
  const panel = h("section", { class: "panel" }, h("h2", {}, "Confusions"));
  const kinds = [...new Set(found.confused.map(([own]) => own))];
  if (!kinds.includes(kind)) kind = "";
  const choice = h("div", { class: "chips", role: "radiogroup", "aria-label": "Kind" });
  for (const one of ["", ...kinds]) {
    choice.append(h("button", { type: "button", class: "metric-chip", role: "radio", "aria-checked": one === kind ? "true" : "false", click: () => {
      kind = one;
      panel.replaceWith(confusions(found));
    } }, one ? words(one, 40) : "all"));
  }
  const listed = found.confused.filter(([own]) => !kind || own === kind).slice(0, 60);
  const most = Math.max(...listed.map((one) => one[3]));
  const body = h("tbody");
  for (const [own, gold, pred, number, examples] of listed) {
    const links = h("td", { class: "examples" });
    for (const item of examples.slice(0, 3)) links.append(h("button", { type: "button", class: "quiet", title: "Open an example", click: () => go({ tab: "items", item }) }, idText(overview.items.ids[item])));
    if (examples.length > 3) links.append(h("span", { class: "muted" }, "…"));
    body.append(h("tr", {}, h("td", { class: "muted" }, words(own, 30)), h("td", { class: "gold" }, words(gold, 60)), h("td", { class: "arrow-cell", "aria-label": "predicted as" }, "→"), h("td", { class: "pred" }, words(pred, 60)), h("td", { class: "number" }, strength(number / most), count(number)), links));
  }
  panel.append(kinds.length > 1 ? choice : "", scroller("Confusions", h("table", { class: "plain-table" }, h("thead", {}, h("tr", {}, h("th", {}, "what"), h("th", {}, "gold"), h("td", {}), h("th", {}, "prediction"), h("th", { class: "number" }, "times"), h("th", {}, "examples"))), body)));
  if (found.more) panel.append(h("p", { class: "muted" }, `and ${plural(found.more, "rarer confusion")}`));
  return panel;
}

function labels(found: ConfusionTable): HTMLElement {
  const panel = h("section", { class: "panel" }, h("h2", {}, "By label"));
  const body = h("tbody");
  for (const [own, label, gold, pred, matched] of found.labels.slice(0, 60)) {
    const f1 = gold + pred ? (2 * Math.min(matched, gold, pred)) / (gold + pred) : null;
    body.append(h("tr", {}, h("td", { class: "muted" }, words(own, 30)), h("td", {}, words(label, 60)), h("td", { class: "number" }, count(gold)), h("td", { class: "number" }, count(pred)), h("td", { class: "number" }, count(matched)), h("td", { class: "bar-cell" }, bar(f1, percent(f1)), h("span", { class: "value" }, percent(f1, 1)))));
  }
  panel.append(scroller("Labels", h("table", { class: "plain-table" }, h("thead", {}, h("tr", {}, h("th", {}, "what"), h("th", {}, "label"), h("th", { class: "number" }, "gold"), h("th", { class: "number" }, "pred"), h("th", { class: "number" }, "matched"), h("th", {}, "F1"))), body)));
  panel.append(h("p", { class: "muted" }, "matched: gold parts with this label that have a partner; F1: 2 · matched / (gold + pred)."));
  const more = found.more_labels + Math.max(0, found.labels.length - 60);
  if (more) panel.append(h("p", { class: "muted" }, `and ${plural(more, "rarer label")}`));
  return panel;
}

/** Groups of items by size; on narrow screens fewer, so that their numbers can be read. */
const MOST_BINS = matchMedia("(max-width: 700px)").matches ? 4 : 8;

/** The mean score of items in groups of about the same number, by size. */
function bySize(): HTMLElement {
  const items = overview.items.ids
    .map((_, item) => ({ size: overview.items.sizes[item], value: scoreOf(item, state.metric, state.system) }))
    .filter((one): one is { size: number; value: number } => one.size !== null && one.value !== null)
    .sort((one, two) => one.size - two.size);
  const panel = h("section", { class: "panel" }, h("h2", {}, "By item size"));
  if (items.length < 2) {
    panel.append(h("p", { class: "empty" }, "Too few items."));
    return panel;
  }
  const groups: { low: number; high: number; values: number[] }[] = [];
  const wanted = Math.ceil(items.length / Math.min(MOST_BINS, items.length));
  for (const { size, value } of items) {
    const last = groups[groups.length - 1];
    // Items of one size stay together.
    if (last && (last.values.length < wanted || last.high === size)) {
      last.high = size;
      last.values.push(value);
    } else groups.push({ low: size, high: size, values: [value] });
  }
  if (groups.length < 2) {
    panel.append(h("p", { class: "empty" }, "All items have the same size."));
    return panel;
  }
  // With few groups the columns stay as narrow as with many.
  const step = 70;
  const [width, height, base] = [step * MOST_BINS, 190, 150];
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, class: "histogram", role: "img", "aria-label": "Mean score by size" });
  groups.forEach((group, at) => {
    const mean = group.values.reduce((sum, value) => sum + value, 0) / group.values.length;
    const tall = (base - 20) * mean;
    svg.append(
      s("rect", { class: "column", x: at * step + 5, y: base - tall, width: step - 10, height: Math.max(1, tall), rx: 2 }),
      s("text", { x: (at + 0.5) * step, y: base - tall - 5, "text-anchor": "middle" }, percent(mean, 1)),
      s("text", { class: "tick", x: (at + 0.5) * step, y: base + 16, "text-anchor": "middle" }, group.low === group.high ? shown(count(group.low)) : `${count(group.low)}–${count(group.high)}`),
      s("text", { class: "tick faint", x: (at + 0.5) * step, y: base + 32, "text-anchor": "middle" }, plural(group.values.length, "item")),
    );
  });
  svg.append(s("line", { class: "axis", x1: 0, x2: width, y1: base, y2: base }));
  panel.append(svg, h("p", { class: "muted" }, `Mean over the items of each group; size: parts of the gold, as ${overview.metrics[0].key} counts them.`));
  return panel;
}
