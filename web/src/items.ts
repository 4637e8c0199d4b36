// The table of items: sorted, filtered, and with only those rows in the page that can be seen.
import { overview, scoreOf } from "./data";
import { signed } from "./differences";
import { bar, count, grade, h, idText, percent, shown, words } from "./dom";
import { onPrint } from "./printing";
import { chosenSystems, letterOf } from "./predictions";
import { go, state } from "./state";

const ROW = 36;
const MARGIN = 8;

let order: number[] = [];
let selected = 0;
let rows: HTMLElement | null = null;
let viewport: HTMLElement | null = null;
let counter: HTMLElement | null = null;
let headers: HTMLElement | null = null;
let scrolled = 0;

/** The items in the order of the table, to step from one to the next. */
export function itemOrder(): number[] {
  if (!order.length) order = arranged();
  return order;
}

function valueOf(item: number): number | string {
  const [kind, number] = state.sort.split(":");
  const missing = state.descending ? -Infinity : Infinity;
  if (kind === "id") return overview.items.ids[item];
  if (kind === "size") return overview.items.sizes[item] ?? missing;
  if (kind === "metric") return scoreOf(item, Number(number), state.system) ?? missing;
  if (kind === "system") return scoreOf(item, state.metric, Number(number)) ?? missing;
  if (kind === "difference") return differenceOf(item) ?? missing;
  return item;
}

/** B − A. */
function differenceOf(item: number): number | null {
  if (state.other < 0) return null;
  const [base, other] = [scoreOf(item, state.metric, state.system), scoreOf(item, state.metric, state.other)];
  return base === null || other === null ? null : other - base;
}

let haystack: string[] | null = null;

function arranged(): number[] {
  haystack ??= overview.items.ids.map((id, item) => `${id}\n${overview.items.texts[item]}`.toLowerCase());
  const wanted = state.filter.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const limited = state.low > 0 || state.high < 1;
  const found: number[] = [];
  for (let item = 0; item < haystack.length; item++) {
    if (state.subset && !state.subset.items.has(item)) continue;
    const text = haystack[item];
    if (!wanted.every((word) => text.includes(word))) continue;
    if (limited) {
      const value = scoreOf(item, state.metric, state.system);
      if (value === null || value < state.low || value > state.high) continue;
    }
    found.push(item);
  }
  if (state.sort === "place") return state.descending ? found.reverse() : found;
  const keys = new Map(found.map((item) => [item, valueOf(item)]));
  const direction = state.descending ? -1 : 1;
  const collator = new Intl.Collator("en", { numeric: true });
  return found.sort((one, two) => {
    const [a, b] = [keys.get(one) as number | string, keys.get(two) as number | string];
    const compared = typeof a === "string" ? collator.compare(a, String(b)) : a === b ? 0 : a < (b as number) ? -1 : 1;
    return direction * compared || one - two;
  });
}

interface Column {
  id: string;
  label: string;
  letter?: string;
  class: string;
  title: string;
}

function columnsShown(): Column[] {
  const found: Column[] = [
    { id: "place", label: "#", class: "c-place", title: "The order in which items were scored" },
    { id: "id", label: "item", class: "c-id", title: "The id of the item" },
  ];
  if (overview.items.texts.some(Boolean)) found.push({ id: "text", label: "text", class: "c-text", title: "" });
  found.push({ id: "size", label: "size", class: "c-size", title: `Parts of the gold, as ${overview.metrics[0].key} counts them` });
  if (overview.systems.length > 1) found.push(...systemColumns());
  else {
    overview.metrics.forEach((metric, index) => {
      if (metric.systems[state.system] && (overview.metrics.length <= 6 || metricsShown().has(index))) {
        found.push({ id: `metric:${index}`, label: metric.key, class: "c-metric", title: metric.summary });
      }
    });
  }
  return found;
}

/** A column for every system under the chosen metric, and one for the difference of the chosen two. */
function systemColumns(): Column[] {
  const { key } = overview.metrics[state.metric];
  const found = overview.systems.map(({ name }, index): Column => {
    const letter = index === state.system ? "A" : index === state.other ? "B" : "";
    return { id: `system:${index}`, label: name, letter, class: "c-metric", title: `${key} of ${name}` };
  });
  if (state.other >= 0) {
    const [base, other] = [overview.systems[state.system].name, overview.systems[state.other].name];
    found.push({ id: "difference", label: "B − A", class: "c-diff", title: `${key}: ${other} − ${base}` });
  }
  return found;
}

/** Of many metrics, the chosen one and the first few. */
function metricsShown(): Set<number> {
  return new Set([state.metric, 0, 1, 2, 3, 4].slice(0, 6));
}

export function itemsTab(): HTMLElement {
  const filter = h("input", { type: "search", id: "filter", placeholder: "id or words", "aria-label": "Filter by id or words", value: state.filter, autocomplete: "off", spellcheck: "false" });
  filter.addEventListener("input", () => {
    state.filter = filter.value;
    rearrange();
  });
  const bounds = (["low", "high"] as const).map((name) => {
    const input = h("input", { type: "number", min: 0, max: 100, step: 1, class: "bound", "aria-label": name === "low" ? "Lowest score" : "Highest score", value: Math.round(100 * state[name]) });
    input.addEventListener("input", () => {
      const value = Number(input.value);
      state[name] = input.value === "" || Number.isNaN(value) ? (name === "low" ? 0 : 1) : Math.min(1, Math.max(0, value / 100));
      rearrange();
    });
    return input;
  });
  const clear = h("button", { type: "button", class: "quiet", click: () => {
    Object.assign(state, { filter: "", subset: null, low: 0, high: 1 });
    subset?.remove();
    filter.value = "";
    bounds[0].value = "0";
    bounds[1].value = "100";
    rearrange();
  } }, "clear");
  const subset = state.subset && h("span", { class: "subset" }, words(state.subset.label, 120));
  counter = h("span", { class: "muted", role: "status" });
  headers = h("div", { class: "grid-head", role: "row" });
  rows = h("div", { class: "grid-body", role: "rowgroup" });
  viewport = h("div", { class: "grid-viewport", tabindex: 0, role: "grid", "aria-label": "Items", "aria-rowcount": overview.items.ids.length }, h("div", { role: "rowgroup", class: "grid-header" }, headers), rows);
  const longest = overview.items.ids.reduce((most, id) => Math.max(most, id.length), 0);
  viewport.style.setProperty("--id-width", `${Math.min(20, Math.max(6, 0.65 * longest))}rem`);
  viewport.addEventListener("scroll", () => {
    scrolled = viewport?.scrollTop ?? 0;
    draw();
  });
  const tools = h(
    "div",
    { class: "tools" },
    h("label", { class: "tool" }, h("span", {}, "find"), filter),
    h("span", { class: "tool" }, h("span", {}, overview.systems.length > 1 ? letterOf("A") : null, " ", words(overview.metrics[state.metric].key), " from"), bounds[0], h("span", {}, "to"), bounds[1]),
    subset,
    clear,
    counter,
  );
  onPrint(viewport, () => {
    draw(true);
    return () => draw();
  });
  rearrange(true);
  queueMicrotask(() => {
    if (viewport) viewport.scrollTop = scrolled;
    draw();
  });
  return h("div", { class: "tab items-tab" }, tools, viewport);
}

function rearrange(keep = false): void {
  order = arranged();
  if (!keep) {
    selected = 0;
    scrolled = 0;
    if (viewport) viewport.scrollTop = 0;
  }
  selected = Math.min(selected, Math.max(0, order.length - 1));
  if (counter) counter.textContent = order.length === overview.items.ids.length ? `${count(order.length)} items` : `${count(order.length)} of ${count(overview.items.ids.length)} items`;
  drawHead();
  draw();
}

function sortBy(column: Column): void {
  const again = state.sort === column.id;
  // Scores are looked at from the lowest, sizes from the largest.
  state.descending = again ? !state.descending : column.id === "size";
  state.sort = column.id;
  rearrange();
}

function drawHead(): void {
  headers?.replaceChildren(
    ...columnsShown().map((column) => {
      const sorted = state.sort === column.id ? (state.descending ? "descending" : "ascending") : "none";
      if (column.id === "text") return h("div", { class: column.class, role: "columnheader" }, column.label);
      return h(
        "div",
        { class: column.class, role: "columnheader", "aria-sort": sorted },
        h("button", { type: "button", title: shown(column.title), "data-column": column.id, click: () => sortBy(column) }, column.letter ? letterOf(column.letter) : null, column.id.startsWith("system:") ? idText(column.label) : words(column.label, 40), h("span", { class: "arrow", "aria-hidden": true }, sorted === "ascending" ? " ▲" : sorted === "descending" ? " ▼" : "")),
      );
    }),
  );
}

/** Put into the page what can be seen of the table, or all of it. */
function draw(all = false): void {
  if (!rows || !viewport) return;
  // The table is as high as its rows, or as the window.
  rows.style.height = `${order.length * ROW}px`;
  const tall = viewport.clientHeight || 600;
  const first = all ? 0 : Math.max(0, Math.floor(viewport.scrollTop / ROW) - MARGIN);
  const last = all ? order.length : Math.min(order.length, Math.ceil((viewport.scrollTop + tall) / ROW) + MARGIN);
  const shownColumns = columnsShown();
  const made: HTMLElement[] = [];
  for (let place = first; place < last; place++) made.push(rowOf(place, shownColumns));
  if (!order.length) made.push(h("p", { class: "empty" }, "No matching items."));
  rows.replaceChildren(...made);
  viewport.setAttribute("aria-activedescendant", order.length ? `row-${selected}` : "");
}

function rowOf(place: number, shownColumns: Column[]): HTMLElement {
  const item = order[place];
  const closed = !overview.items.where[item];
  const zeroed = chosenSystems().some((system) => overview.items.zeroed[system].includes(item));
  const row = h("div", { class: `grid-row${place === selected ? " selected" : ""}${closed ? " closed" : ""}`, role: "row", id: `row-${place}`, "aria-rowindex": place + 1, "aria-selected": place === selected ? "true" : "false", "data-item": item });
  row.style.transform = `translateY(${place * ROW}px)`;
  row.addEventListener("click", () => {
    selected = place;
    go({ item });
  });
  for (const column of shownColumns) row.append(cellOf(column, item, zeroed, closed));
  return row;
}

function cellOf(column: Column, item: number, zeroed: boolean, closed: boolean): HTMLElement {
  const cell = h("div", { class: column.class, role: "gridcell" });
  const [kind, number] = column.id.split(":");
  if (kind === "place") cell.append(count(item + 1));
  else if (kind === "id") {
    cell.append(idText(overview.items.ids[item]));
    if (zeroed) cell.append(h("span", { class: "flag", title: "The prediction counts as empty" }, "empty"));
    if (closed) cell.append(h("span", { class: "flag", title: "This page has no details for it" }, "no details"));
  } else if (kind === "text") cell.append(words(overview.items.texts[item], 240));
  else if (kind === "size") cell.append(overview.items.sizes[item] === null ? "–" : count(overview.items.sizes[item] as number));
  else if (kind === "difference") {
    const value = differenceOf(item);
    cell.append(signed(value, 1));
    if (value) cell.classList.add(value > 0 ? "better" : "worse");
  } else {
    const value = kind === "system" ? scoreOf(item, state.metric, Number(number)) : scoreOf(item, Number(number), state.system);
    cell.append(bar(value, percent(value)), h("span", { class: "value", "data-grade": grade(value) }, percent(value, 1)));
  }
  return cell;
}

/** Move the selection; the table follows. */
export function moveSelection(steps: number): void {
  if (!order.length || !viewport) return;
  selected = Math.min(order.length - 1, Math.max(0, selected + steps));
  const head = headers?.clientHeight ?? 0;
  const top = selected * ROW;
  if (top < viewport.scrollTop) viewport.scrollTop = top;
  else if (top + ROW + head > viewport.scrollTop + viewport.clientHeight) viewport.scrollTop = top + ROW + head - viewport.clientHeight;
  draw();
}

export function openSelected(): void {
  if (order.length) go({ item: order[selected] });
}

/** Select the item that was open, so that the table comes back to it. */
export function selectItem(item: number): void {
  const place = itemOrder().indexOf(item);
  if (place >= 0) selected = place;
}

export function pageSize(): number {
  return Math.max(1, Math.floor((viewport?.clientHeight ?? 600) / ROW) - 2);
}
