// What is being looked at. It is kept in the address, so that a link leads back to it.
import { overview } from "./data";

export type Tab = "overview" | "items" | "fields" | "errors" | "compare";

export interface State {
  tab: Tab;
  /** The item that is open, −1 for none. */
  item: number;
  metric: number;
  system: number;
  filter: string;
  /** The items that a field or a finding led to; null for all. */
  subset: { label: string; items: Set<number> } | null;
  low: number;
  high: number;
  /** A column of the table: place, id, size, difference, or a metric by its number. */
  sort: string;
  descending: boolean;
}

export const state: State = {
  tab: "overview", item: -1, metric: 0, system: 0, filter: "", subset: null, low: 0, high: 1, sort: "place", descending: false,
};

type Listener = () => void;
const listeners: Listener[] = [];

export function onChange(listener: Listener): void {
  listeners.push(listener);
}

/** Change what is looked at, remember it in the address, and show it. */
export function go(change: Partial<State>): void {
  const moved = (change.tab !== undefined && change.tab !== state.tab) || (change.item !== undefined && change.item !== state.item);
  Object.assign(state, change);
  const address = written();
  if (address !== location.hash) {
    if (moved) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  }
  for (const listener of listeners) listener();
}

function written(): string {
  const place = state.item >= 0 ? `item=${state.item + 1}` : state.tab;
  const more = [];
  if (state.metric) more.push(`metric=${encodeURIComponent(overview.metrics[state.metric].key)}`);
  if (state.system) more.push(`system=${encodeURIComponent(overview.systems[state.system].name)}`);
  return `#${[place, ...more].join("&")}`;
}

/** Take over what the address says. */
export function readAddress(): void {
  const [place, ...more] = location.hash.slice(1).split("&");
  const found: Partial<State> = { item: -1 };
  if (place.startsWith("item=")) {
    const number = Number(place.slice(5)) - 1;
    if (Number.isInteger(number) && number >= 0 && number < overview.items.ids.length) Object.assign(found, { item: number, tab: "items" });
  } else if (["overview", "items", "fields", "errors", "compare"].includes(place)) {
    found.tab = place as Tab;
  }
  if (found.tab === "compare" && !overview.comparison) found.tab = "overview";
  for (const part of more) {
    const [name, value] = part.split("=").map((text) => {
      try {
        return decodeURIComponent(text);
      } catch {
        return text;
      }
    });
    if (name === "metric") found.metric = Math.max(0, overview.metrics.findIndex((metric) => metric.key === value));
    if (name === "system") found.system = Math.max(0, overview.systems.findIndex((system) => system.name === value));
  }
  go(found);
}
