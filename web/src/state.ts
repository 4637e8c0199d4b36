// What is being looked at. It is kept in the address, so that a link leads back to it.
import { overview } from "./data";

export type Tab = "overview" | "items" | "fields" | "errors" | "compare";

export interface State {
  tab: Tab;
  /** The item that is open, −1 for none. */
  item: number;
  /** The sentence of the item that is shown, where it has sentences. */
  sentence: number;
  /** The error that led to the item, as an example of its kind; empty for none. */
  example: string;
  metric: number;
  /** The system that is looked at: A. */
  system: number;
  /** The system that it is compared with: B; −1 for none. */
  other: number;
  filter: string;
  /** The items that a field or a finding led to; null for all. */
  subset: { label: string; items: Set<number> } | null;
  low: number;
  high: number;
  /** A column of the table: place, id, size, difference, or a metric or a system by its number. */
  sort: string;
  descending: boolean;
}

export const state: State = {
  tab: "overview", item: -1, sentence: 0, example: "", metric: 0, system: 0, other: overview.systems.length > 1 ? 1 : -1, filter: "", subset: null, low: 0, high: 1, sort: "place", descending: false,
};

type Listener = () => void;
const listeners: Listener[] = [];

export function onChange(listener: Listener): void {
  listeners.push(listener);
}

/** Look at another system; where it is the one compared with, the two change places. */
export function chooseSystem(system: number): void {
  go(system === state.other ? { system, other: state.system } : { system });
}

/** Compare with another system, or with none; the two change places where it is the one looked at. */
export function chooseOther(other: number): void {
  go(other === state.system ? { other, system: state.other } : { other });
}

/** Change what is looked at, remember it in the address, and show it. */
export function go(change: Partial<State>): void {
  const moved = (change.tab !== undefined && change.tab !== state.tab) || (change.item !== undefined && change.item !== state.item);
  if (moved) Object.assign(state, { sentence: 0, example: "" });
  Object.assign(state, change);
  remember(moved);
  for (const listener of listeners) listener();
}

/** Keep what is looked at in the address; as a step of the history where the reader has moved. */
export function remember(moved = false): void {
  const address = written();
  if (address === location.hash) return;
  try {
    if (moved) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  } catch {
    // A page in a frame of a notebook has no address of its own.
  }
}

/** The system that another one is compared with unless the reader says otherwise: the first of the others. */
function usualOther(system: number): number {
  return overview.systems.length < 2 ? -1 : system === 0 ? 1 : 0;
}

function written(): string {
  const place = state.item >= 0 ? `item=${state.item + 1}` : state.tab;
  const more = [];
  if (state.item >= 0 && state.sentence) more.push(`sentence=${state.sentence + 1}`);
  if (state.metric) more.push(`metric=${encodeURIComponent(overview.metrics[state.metric].key)}`);
  if (state.system) more.push(`system=${encodeURIComponent(overview.systems[state.system].name)}`);
  if (state.other !== usualOther(state.system)) more.push(`with=${state.other < 0 ? "" : encodeURIComponent(overview.systems[state.other].name)}`);
  return `#${[place, ...more].join("&")}`;
}

/** What the page opens on where its address says nothing. */
const start = document.getElementById("app")?.dataset.start ?? "";

/** Take over what the address says. */
export function readAddress(): void {
  const [place, ...more] = (location.hash.slice(1) || start).split("&");
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
    if (name === "sentence") found.sentence = Math.max(0, Math.floor(Number(value)) - 1) || 0;
    if (name === "with") found.other = overview.systems.findIndex((system) => system.name === value);
  }
  const system = found.system ?? state.system;
  if (more.length && found.other === undefined) found.other = usualOther(system);
  else if ((found.other ?? state.other) === system) found.other = usualOther(system);
  go(found);
}
