// The page: its head, its tabs, and the keys that lead through it.
import { compareTab } from "./compare";
import { overview } from "./data";
import { h, shown, words } from "./dom";
import { errorsTab } from "./errors";
import { fieldsTab, hasFields } from "./fields";
import { itemOrder, itemsTab, moveSelection, openSelected, pageSize, selectItem } from "./items";
import { itemView } from "./itemview";
import { overviewTab } from "./overview";
import { letterOf } from "./predictions";
import { chooseOther, chooseSystem, go, onChange, readAddress, state, type Tab } from "./state";
import { stepSentence } from "./sentencesteps";
import { themeButton } from "./theme";

const TABS: [Tab, string][] = [["overview", "Overview"], ["items", "Items"], ["errors", "Errors"]];
if (hasFields) TABS.splice(2, 0, ["fields", "Fields"]);
if (overview.comparison) TABS.push(["compare", "Comparison"]);

const app = document.getElementById("app") as HTMLElement;
const main = h("main", { id: "main", tabindex: -1 });
const tabs = h("nav", { class: "tabs", "aria-label": "Parts of the report" });
const choices = h("div", { class: "choices" });
const help = h("dialog", { class: "help", "aria-label": "Keys" });

function head(): HTMLElement {
  const mark = h("span", { class: "mark", "aria-hidden": true });
  for (let notch = 0; notch < 5; notch++) mark.append(h("i"));
  return h(
    "header",
    { class: "head" },
    h("a", { class: "skip", href: "#main", click: (event: Event) => {
      event.preventDefault();
      main.focus();
    } }, "Skip to content"),
    h("div", { class: "head-row" }, h("span", { class: "brand" }, mark, "Tallystick"), h("h1", { title: shown(overview.title) }, words(overview.title, 160)), h("span", { class: "task" }, words(overview.task, 60)), h("span", { class: "spring" }), themeButton(), h("button", { type: "button", class: "quiet round", "aria-label": "Keyboard shortcuts (?)", title: "Keyboard shortcuts (?)", click: () => help.showModal() }, "?")),
    h("div", { class: "head-row" }, tabs, h("span", { class: "spring" }), choices),
  );
}

/** Which metric and which systems are looked at. */
function drawChoices(): void {
  const found: HTMLElement[] = [];
  const add = (id: string, label: HTMLElement | string, spoken: string, options: [number, string][], value: number, change: (index: number) => void): void => {
    const select = h("select", { "aria-label": spoken, id: `choose-${id}`, "data-focus": `choose ${id}` });
    for (const [index, name] of options) select.append(h("option", { value: index, selected: index === value }, shown(name, 80)));
    select.addEventListener("change", () => change(Number(select.value)));
    found.push(h("label", { class: "tool" }, label, select));
  };
  const systems = overview.systems.map(({ name }, index): [number, string] => [index, name]);
  if (systems.length > 1) {
    add("system", letterOf("A"), "System A", systems, state.system, chooseSystem);
    add("other", letterOf("B"), "System B", [...systems, [-1, "none"]], state.other, chooseOther);
  }
  const metrics = overview.metrics.map(({ key }, index): [number, string] => [index, key]);
  if (metrics.length > 1) add("metric", "metric", "metric", metrics, state.metric, (metric) => go({ metric }));
  choices.replaceChildren(...found);
}

function drawTabs(): void {
  tabs.replaceChildren(
    ...TABS.map(([name, label]) => h("button", { type: "button", class: "tab-button", "aria-current": state.tab === name ? "page" : null, "data-tab": name, "data-focus": `tab ${name}`, click: () => go({ tab: name, item: -1 }) }, label)),
  );
}

let drawnTab = "";

/** What had the focus has it again after the page was drawn anew, if it is still there. */
function keepingFocus(action: () => void): void {
  const name = (document.activeElement as HTMLElement | null)?.closest<HTMLElement>("[data-focus]")?.dataset.focus;
  action();
  if (!name || document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>(`[data-focus="${CSS.escape(name)}"]`)?.focus({ preventScroll: true });
}

function draw(): void {
  const place = state.item >= 0 ? `item ${state.item}` : state.tab;
  const moved = place !== drawnTab;
  const wasItem = drawnTab.startsWith("item ");
  drawnTab = place;
  drawTabs();
  drawChoices();
  if (state.item >= 0) {
    selectItem(state.item);
    main.replaceChildren(itemView());
    if (moved) scrollTo(0, 0);
    // Focus stays on the buttons if they are in use; otherwise the new position is announced.
    if (moved && !wasItem) document.getElementById("item-title")?.focus({ preventScroll: true });
    return;
  }
  const make = { overview: overviewTab, items: itemsTab, fields: fieldsTab, errors: errorsTab, compare: compareTab }[state.tab];
  main.replaceChildren(make());
  if (moved) scrollTo(0, 0);
  if (moved && state.tab === "items") {
    (main.querySelector(".grid-viewport") as HTMLElement | null)?.focus({ preventScroll: true });
    if (wasItem) moveSelection(0);
  }
}

const KEYS: [string, string][] = [
  ["j  ↓", "next item"], ["k  ↑", "previous item"], ["Enter", "open the item"], ["n  p", "next and previous sentence of a document"], ["Esc", "close the item, or leave a field"],
  ["/", "find items"], [TABS.map((_, at) => at + 1).join(" "), TABS.map(([, label]) => label.toLowerCase()).join(", ")], ["m", "next metric"], ["s  S", "next system A, next system B"],
  ["d", "dark or light"], ["?", "this help"],
];

function drawHelp(): void {
  const list = h("dl", { class: "keys" });
  for (const [key, meaning] of KEYS) list.append(h("div", {}, h("dt", {}, ...key.split("  ").flatMap((one, at) => [at ? " " : "", h("kbd", {}, one)])), h("dd", {}, meaning)));
  const close = h("button", { type: "button", click: () => help.close() }, "Close");
  help.append(h("h2", {}, "Keys"), list, h("p", { class: "muted" }, `= matched   ≈ partly matched   ${overview.kind === "json" ? "≠ wrong   " : ""}− missed   + spurious`), h("p", { class: "muted" }, `Made by Tallystick ${overview.tallystick}. Nothing leaves this page: it works without a network.`), close);
}

function typing(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
}

/** The system after B that is not A. */
function nextOther(): number {
  const count = overview.systems.length;
  const next = (state.other + 1) % count;
  return count < 2 ? -1 : next === state.system ? (next + 1) % count : next;
}

function step(direction: number): void {
  if (state.item >= 0) {
    const order = itemOrder();
    const next = order[order.indexOf(state.item) + direction];
    if (next !== undefined) go({ item: next });
  } else if (state.tab === "items") moveSelection(direction);
  else go({ tab: "items" });
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
  const target = event.target;
  if (event.key === "Escape") {
    if (typing(target)) (main.querySelector(".grid-viewport") as HTMLElement | null)?.focus();
    else if (state.item >= 0) go({ item: -1, tab: "items" });
    return;
  }
  if (typing(target)) {
    if (event.key === "Enter" && (target as HTMLElement).id === "filter") {
      event.preventDefault();
      openSelected();
    }
    return;
  }
  const inTable = state.tab === "items" && state.item < 0;
  const onButton = target instanceof Element && target.closest("button, a, summary, [role=button]") !== null;
  const scrolls = target instanceof Element && target.closest(".scroller") !== null;
  const actions: Record<string, (() => void) | undefined> = {
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: inTable ? () => step(1) : undefined,
    ArrowUp: inTable ? () => step(-1) : undefined,
    ArrowRight: state.item >= 0 && !scrolls ? () => step(1) : undefined,
    ArrowLeft: state.item >= 0 && !scrolls ? () => step(-1) : undefined,
    n: state.item >= 0 ? () => stepSentence(1) : undefined,
    p: state.item >= 0 ? () => stepSentence(-1) : undefined,
    PageDown: inTable ? () => moveSelection(pageSize()) : undefined,
    PageUp: inTable ? () => moveSelection(-pageSize()) : undefined,
    Home: inTable ? () => moveSelection(-overview.items.ids.length) : undefined,
    End: inTable ? () => moveSelection(overview.items.ids.length) : undefined,
    Enter: inTable && !onButton ? openSelected : undefined,
    "/": () => {
      if (!inTable) go({ tab: "items", item: -1 });
      (document.getElementById("filter") as HTMLInputElement | null)?.focus();
    },
    "?": () => help.showModal(),
    m: () => go({ metric: (state.metric + 1) % overview.metrics.length }),
    s: () => chooseSystem((state.system + 1) % overview.systems.length),
    S: () => chooseOther(nextOther()),
    d: () => document.getElementById("theme")?.click(),
  };
  TABS.forEach(([name], at) => (actions[String(at + 1)] = () => go({ tab: name, item: -1 })));
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});

drawHelp();
app.append(head(), main, help);
onChange(() => keepingFocus(draw));
addEventListener("popstate", readAddress);
addEventListener("hashchange", readAddress);
readAddress();
