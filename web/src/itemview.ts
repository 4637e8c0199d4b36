// One item: what it is, its scores, and both sides.
import { corefView } from "./corefview";
import { detail, fieldOf, overview, scoreOf } from "./data";
import { count, h, percent, words } from "./dom";
import { graphView } from "./graphview";
import { itemOrder } from "./items";
import { jsonView } from "./jsonview";
import { recordView } from "./recordview";
import type { EncodedAlignment, PageSide, SystemDetail } from "./schema";
import { go, state } from "./state";
import { umrView } from "./umrview";

export function itemView(): HTMLElement {
  const item = state.item;
  const order = itemOrder();
  const at = order.indexOf(item);
  const step = (to: number): void => {
    if (to >= 0 && to < order.length) go({ item: order[to] });
  };
  const back = h("button", { type: "button", class: "quiet", click: () => go({ item: -1, tab: "items" }), title: "Back to the table (Esc)" }, "← all items");
  const previous = h("button", { type: "button", disabled: at <= 0, click: () => step(at - 1), title: "Previous item (k)", "aria-label": "Previous item", "data-focus": "previous" }, "‹");
  const next = h("button", { type: "button", disabled: at < 0 || at >= order.length - 1, click: () => step(at + 1), title: "Next item (j)", "aria-label": "Next item", "data-focus": "next" }, "›");
  const title = h("h2", { tabindex: -1, id: "item-title" }, words(overview.items.ids[item], 200));
  const position = at >= 0 ? `${count(at + 1)} of ${count(order.length)}` : "";
  const zeroed = overview.items.zeroed[state.system].includes(item);
  const text = overview.kind === "graph" ? (detail(item)?.gold.text ?? overview.items.texts[item]) : "";
  return h(
    "article",
    { class: "tab item", "aria-labelledby": "item-title" },
    h("div", { class: "item-bar" }, back, h("span", { class: "stepper" }, previous, h("span", { class: "muted" }, position), next)),
    title,
    zeroed ? h("p", { class: "note", role: "note" }, "The prediction is malformed or missing, and counts as empty.") : null,
    text ? h("p", { class: "running quote", dir: "auto" }, words(text, 4000)) : null,
    chips(item),
    body(item),
  );
}

/** The scores of the item, and the metric whose alignment is shown. */
function chips(item: number): HTMLElement {
  const list = h("div", { class: "chips", role: "radiogroup", "aria-label": "Metric" });
  overview.metrics.forEach((metric, place) => {
    if (!metric.systems[state.system]) return;
    const value = scoreOf(item, place, state.system);
    const all = metric.fields.map((field) => `${field} ${percent(fieldOf(item, place, state.system, field))}`).join(", ");
    list.append(h("button", { type: "button", class: "metric-chip", role: "radio", "aria-checked": place === state.metric ? "true" : "false", title: all, "data-focus": `chip ${place}`, click: () => go({ metric: place }) }, words(metric.key), h("strong", {}, percent(value, 1))));
  });
  const metric = overview.metrics[state.metric];
  const numbers = h("p", { class: "muted" }, metric.fields.map((field) => `${field} ${percent(fieldOf(item, state.metric, state.system, field))}`).join(" · "));
  return h("div", { class: "item-scores" }, list, numbers);
}

function body(item: number): HTMLElement {
  const found = detail(item);
  if (!found) return h("p", { class: "note", role: "note" }, "The page was made without the details of this item: only the lowest scores have them (--worst).");
  const system = found.systems[state.system];
  if (!system) return h("p", { class: "note", role: "note" }, "This item was not scored for this system.");
  if (overview.kind === "json") return jsonView(system, state.metric);
  const alignment = system.metrics[state.metric];
  if (!alignment) return h("p", { class: "note", role: "note" }, "This metric was not computed for this system.");
  if (alignment.every((part) => !part.length)) {
    const note = h("p", { class: "note", role: "note" }, "Nothing was to be found here under this metric, and nothing was predicted.");
    return h("div", {}, note, sides(found.gold, system, alignment));
  }
  return sides(found.gold, system, alignment);
}

function sides(gold: PageSide, system: SystemDetail, alignment: EncodedAlignment): HTMLElement {
  if (overview.kind === "graph") return graphView(gold, system, alignment);
  if (overview.kind === "umr") return umrView(gold, system, alignment);
  if (overview.kind === "coref") return corefView(gold, system, alignment);
  return recordView(gold, system, alignment);
}
