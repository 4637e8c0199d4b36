// The predictions that an item shows beside its gold: of one system, or of two.
import { detail, overview } from "./data";
import { h, words } from "./dom";
import type { EncodedAlignment, SystemDetail } from "./schema";
import { state } from "./state";

/** The prediction of a system for an item, under the metric that is looked at. */
export interface Prediction {
  /** Keeps its elements apart from those of the gold ("g") and of the other prediction. */
  key: "a" | "b";
  /** The letter of its system: A or B; empty if there is only one prediction. */
  letter: string;
  name: string;
  system: SystemDetail;
  alignment: EncodedAlignment;
}

const NOTHING: EncodedAlignment = [[], [], []];

/** The systems that are looked at: one, or two. */
export function chosenSystems(): number[] {
  return state.other >= 0 ? [state.system, state.other] : [state.system];
}

/** The predictions of an item by the systems that have it, under the metric that is looked at. */
export function predictionsOf(item: number): Prediction[] {
  const systems = chosenSystems();
  return systems.flatMap((index, position): Prediction[] => {
    const system = detail(item)?.systems[index];
    // Documents are shown by their rows, whatever the metric.
    const alignment = system?.alignments[system.metrics[overview.metrics[state.metric].key]] ?? (overview.kind === "json" ? NOTHING : null);
    if (!system || !alignment) return [];
    const several = systems.length > 1;
    return [{ key: position ? "b" : "a", letter: several ? "AB"[position] : "", name: several ? overview.systems[index].name : "prediction", system, alignment }];
  });
}

/** A heading of a prediction: its letter and its name. */
export function titleOf({ letter, name }: Prediction): HTMLElement {
  return letter ? h("span", { class: "system-title" }, letterOf(letter), words(name, 60)) : h("span", {}, name);
}

/** The letter of a system. */
export function letterOf(letter: string): HTMLElement {
  return h("span", { class: `letter letter-${letter.toLowerCase()}` }, letter);
}

/** The gold and its predictions side by side; on narrow screens one below the other. */
export function columnsOf(panels: HTMLElement[]): HTMLElement {
  return h("div", { class: panels.length > 2 ? "two-sides three-sides" : "two-sides" }, ...panels);
}
