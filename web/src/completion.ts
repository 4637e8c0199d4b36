// What the data leaves out because it follows from the rest: a third of the page of a long document.
import { completeChains } from "./chaincolumns";
import { completeRelations, completeSentences } from "./relationcolumns";
import type { AlignedColumns, DrawnGraph, EncodedPair, ItemDetail, Parts, WordRange } from "./schema";

/** Add the words of predictions that share those of the gold, the texts of parts, and pairs that are in columns. */
export function complete(item: ItemDetail): void {
  completeSentences(item.gold);
  for (const system of item.systems) {
    if (!system) continue;
    completeSentences(system.pred);
    if (system.pred.same_words) system.pred.tokens = item.gold.tokens;
    completeChains(system);
    completeRelations(system, item.gold);
    spell(system.parts[0], item.gold.tokens ?? [], item.gold.graph);
    spell(system.parts[1], system.pred.tokens ?? [], system.pred.graph);
    const notes = system.parts[1].notes ?? [];
    system.columns?.forEach((columns, index) => {
      if (Array.isArray(columns)) system.alignments[index][0] = pairsOf(columns, notes);
    });
    delete system.columns;
  }
}

/** The pairs that are in columns. */
function pairsOf([golds, preds, credits]: AlignedColumns, notes: string[]): EncodedPair[] {
  return golds.map((gold, row): EncodedPair => [gold, preds[row], credits[row] ?? 1, notes[preds[row]] ?? ""]);
}

function spell(parts: Parts, tokens: string[], graph: DrawnGraph | undefined): void {
  parts.shown.forEach((text, part) => {
    if (text) return;
    const place = parts.at[part];
    parts.shown[part] = typeof place === "string" ? tripleOf(graph, place) : textOf(parts, part, tokens);
  });
}

/** The triple that an element of a drawing is: a node, the root, or a branch that is read as it is written. */
function tripleOf(graph: DrawnGraph | undefined, code: string): string {
  const [nodes, branches] = graph ?? [[], []];
  const named = (node: number): string => (nodes[node] ?? []).join("/");
  const index = Number(code.slice(1));
  if (code[0] === "r") return `root ${named(index)}`;
  if (code[0] === "n") return (nodes[index] ?? []).join(" / ");
  if (!branches[index]) return "";
  const [source, role, target, constant] = branches[index];
  return `${named(source)} :${role.toLowerCase()} ${constant ?? named(target)}`;
}

function textOf(parts: Parts, part: number, tokens: string[]): string {
  const place = parts.at[part];
  if (parts.shown[part] || !Array.isArray(place)) return parts.shown[part];
  if (place[0] === "entity") return `{${(place.slice(1) as number[]).map((mention) => textOf(parts, mention, tokens)).join(", ")}}`;
  if (place[0] !== "mention") return "";
  const ranges = place.slice(1) as WordRange[];
  return `${ranges.map(([first, last]) => tokens.slice(first, last + 1).join(" ")).join(" … ")} [${ranges.flat().join(", ")}]`;
}
