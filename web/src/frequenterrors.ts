// The most frequent kinds of error of every system, one click away from their examples.
import { overview } from "./data";
import { count, h, words } from "./dom";
import { letterOf } from "./predictions";
import { go, state } from "./state";

const MOST = 3;

export function frequentErrors(): HTMLElement | null {
  const several = overview.systems.length > 1;
  const rows = overview.systems.map((_, system) => rowOf(system, several));
  if (!overview.errors[state.metric].some((kinds) => kinds.length)) return null;
  return h("section", { class: "panel frequent" }, h("h2", {}, "Most frequent errors: ", words(overview.metrics[state.metric].key)), ...rows);
}

function rowOf(system: number, several: boolean): HTMLElement {
  const kinds = overview.errors[state.metric][system];
  const open = (): void => go({ tab: "errors", system, ...(system === state.other ? { other: state.system } : {}) });
  const { name } = overview.systems[system];
  const button = (kind: string, number: number): HTMLElement =>
    h("button", { type: "button", class: "quiet", "aria-label": `${several ? `${name}, ` : ""}${kind}: ${count(number)}; show examples`, click: open }, words(kind, 60), " ", h("strong", {}, count(number)));
  const letter = system === state.system ? letterOf("A") : system === state.other ? letterOf("B") : null;
  const list = kinds.length ? h("ol", {}, ...kinds.slice(0, MOST).map(([kind, number]) => h("li", {}, button(kind, number)))) : h("p", { class: "muted" }, "No errors.");
  return h("div", { class: "frequent-row" }, several ? h("h3", { class: "system-title" }, words(name, 60), letter) : null, list);
}
