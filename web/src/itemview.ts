// One item: what it is, its scores, and both sides.
import { corefView } from "./corefview";
import { detail, fieldOf, overview, scoreOf } from "./data";
import { count, h, percent, words } from "./dom";
import { isDocumentGraph } from "./documentgraph";
import { documentView } from "./documentview";
import { graphView } from "./graphview";
import { itemOrder } from "./items";
import { jsonView } from "./jsonview";
import { chosenSystems, letterOf, predictionsOf, type Prediction } from "./predictions";
import { recordView } from "./recordview";
import type { PageSide } from "./schema";
import { onStep } from "./sentencesteps";
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
  const zeroed = chosenSystems().filter((system) => overview.items.zeroed[system].includes(item));
  const text = overview.kind === "graph" && !isDocumentGraph(detail(item)?.gold.graph) ? (detail(item)?.gold.text ?? overview.items.texts[item]) : "";
  return h(
    "article",
    { class: "tab item", "aria-labelledby": "item-title" },
    h("div", { class: "item-bar" }, back, h("span", { class: "stepper" }, previous, h("span", { class: "muted" }, position), next)),
    title,
    ...zeroed.map((system) => note(`The prediction${overview.systems.length > 1 ? ` of ${overview.systems[system].name}` : ""} is malformed or missing, and counts as empty.`)),
    text ? quote(text) : null,
    state.example ? note(state.example) : null,
    chips(item),
    body(item),
  );
}

/** A text of more characters is cut after a few lines, so that the drawing below it is in sight. */
const LONG = 600;

/** The text of the item. */
function quote(text: string): HTMLElement {
  const paragraph = h("p", { class: "running quote", dir: "auto" }, words(text, 20000));
  if (text.length <= LONG) return paragraph;
  paragraph.classList.add("cut");
  const more = h("button", { type: "button", class: "quiet", "aria-expanded": "false" }, "Show full text");
  more.addEventListener("click", () => {
    const cut = paragraph.classList.toggle("cut");
    more.setAttribute("aria-expanded", cut ? "false" : "true");
    more.textContent = cut ? "Show full text" : "Show less";
  });
  return h("div", { class: "long-quote" }, paragraph, more);
}

/** The scores of the item, and the metric whose alignment is shown. */
function chips(item: number): HTMLElement {
  const systems = chosenSystems();
  const list = h("div", { class: "chips", role: "radiogroup", "aria-label": "Metric" });
  overview.metrics.forEach((metric, index) => {
    if (!systems.some((system) => metric.systems[system])) return;
    const values = systems.map((system) => h("strong", {}, percent(scoreOf(item, index, system), 1)));
    list.append(h("button", { type: "button", class: "metric-chip", role: "radio", "aria-checked": index === state.metric ? "true" : "false", title: numbersOf(item, index, systems[0]), "data-focus": `chip ${index}`, click: () => go({ metric: index }) }, words(metric.key), ...values));
  });
  const numbers = systems.map((system, position) => h("p", { class: "muted" }, systems.length > 1 ? h("span", { class: "system-title" }, letterOf("AB"[position]), words(overview.systems[system].name, 60)) : null, numbersOf(item, state.metric, system)));
  return h("div", { class: "item-scores" }, list, h("div", { class: "item-numbers" }, ...numbers));
}

function numbersOf(item: number, metric: number, system: number): string {
  return overview.metrics[metric].fields.map((field) => `${field.replaceAll("_", " ")}\u00a0${percent(fieldOf(item, metric, system, field))}`).join(" · ");
}

const note = (text: string): HTMLElement => h("p", { class: "note", role: "note" }, text);

/** A view below its notes. */
const stack = (notes: HTMLElement[], view: HTMLElement): HTMLElement => (notes.length ? h("div", {}, h("div", {}, ...notes), view) : view);

function body(item: number): HTMLElement {
  onStep(null);
  const found = detail(item);
  if (!found) return note("This page has no details for this item: it includes details only for the lowest scores (--worst).");
  const missing = chosenSystems().filter((system) => !found.systems[system]);
  const notes = missing.map((system) => note(`${overview.systems[system].name} was not scored on this item.`));
  if (missing.length === chosenSystems().length) return h("div", {}, ...notes);
  const predictions = predictionsOf(item);
  if (overview.kind === "json") return stack(notes, jsonView(predictions, overview.metrics[state.metric].key));
  if (!predictions.length) return note("This metric was not computed for this system.");
  if (predictions.every(({ alignment }) => alignment.every((part) => !part.length))) notes.push(note("Under this metric, both the gold and the prediction of this item are empty."));
  return stack(notes, sides(found.gold, predictions));
}

function sides(gold: PageSide, predictions: Prediction[]): HTMLElement {
  if (overview.kind === "graph") return isDocumentGraph(gold.graph) ? documentView(gold, predictions) : graphView(gold, predictions);
  if (overview.kind === "umr") return umrView(gold, predictions);
  if (overview.kind === "coref") return corefView(gold, predictions);
  return recordView(gold, predictions);
}
