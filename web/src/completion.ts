// What the data leaves out because it follows from the rest: a third of the page of a long document.
import { completeChains } from "./chaincolumns";
import { completeRecords } from "./plainrecords";
import { completeRelations, completeSentences } from "./relationcolumns";
import type { AlignedColumns, DrawnGraph, EncodedPair, ItemDetail, PageSide, Parts, WordRange } from "./schema";
import { completeTrees } from "./treecolumns";
import { completeTags } from "./tagcolumns";
import { completeSpans } from "./typedspans";

/** Add the words of predictions that share those of the gold, the texts of parts, and pairs that are in columns. */
export function complete(item: ItemDetail): void {
  divide(item.gold);
  completeSentences(item.gold);
  completeTrees(item);
  for (const system of item.systems) {
    if (!system) continue;
    divide(system.pred);
    completeSentences(system.pred);
    if (system.pred.same_words) system.pred.tokens = item.gold.tokens;
    completeChains(system);
    completeRelations(system, item.gold);
    completeSpans(system.parts, item.gold.tokens ?? [], system.pred.tokens ?? []);
    completeTags(system);
    completeRecords(system);
    system.parts.forEach(placeElements);
    spell(system.parts[0], item.gold.tokens ?? [], item.gold.graph);
    spell(system.parts[1], system.pred.tokens ?? [], system.pred.graph);
    const rounds = system.parts[1].rounds ?? [];
    system.columns?.forEach((columns, index) => {
      if (Array.isArray(columns)) system.alignments[index][0] = pairsOf(columns, rounds);
    });
    delete system.columns;
  }
}

/** Divide words that are written as one text. */
function divide(side: PageSide): void {
  if (side.words !== undefined) side.tokens = side.words.split(" ");
  delete side.words;
}

/** The pairs that are in columns. */
function pairsOf([golds, preds, credits]: AlignedColumns, rounds: number[]): EncodedPair[] {
  return golds.map((gold, row): EncodedPair => [gold, preds[row], credits[row] ?? 1, noteOf(rounds[preds[row]] ?? 0)]);
}

function noteOf(round: number): string {
  if (round < 0) return "final";
  return ["", "anchor"][round] ?? `round ${round - 1}`;
}

/** Parts that are elements of a drawing, as codes: a node `n0`, a branch `b3`, a branch read backwards `t3`, the root `r0`. */
function placeElements(parts: Parts): void {
  if (!parts.elements) return;
  parts.at = parts.elements.map((element) => (element < 0 ? null : "nbtr"[element & 3] + (element >> 2)));
  parts.shown = parts.elements.map(() => "");
  for (const [part, text] of parts.texts ?? []) parts.shown[part] = text;
  delete parts.elements;
  delete parts.texts;
}

function spell(parts: Parts, tokens: string[], graph: DrawnGraph | undefined): void {
  parts.shown.forEach((text, part) => {
    if (text) return;
    const place = parts.at[part];
    parts.shown[part] = typeof place === "string" ? tripleOf(graph, place) : textOf(parts, part, tokens);
  });
}

/** The triple that an element of a drawing is: a node, the root, or a branch. */
function tripleOf(graph: DrawnGraph | undefined, code: string): string {
  const [nodes, branches] = graph ?? [[], []];
  const named = (node: number): string => (nodes[node] ?? []).join("/");
  const index = Number(code.slice(1));
  if (code[0] === "r") return `root ${named(index)}`;
  if (code[0] === "n") return (nodes[index] ?? []).join(" / ");
  if (!branches[index]) return "";
  const [source, role, target, constant] = branches[index];
  if (code[0] === "t") return `${named(target)} :${inverse(role.toLowerCase())} ${named(source)}`;
  return `${named(source)} :${role.toLowerCase()} ${constant ?? named(target)}`;
}

const MODIFIERS: Record<string, string> = { mod: "domain", domain: "mod" };

/** A role in the other direction. */
function inverse(role: string): string {
  return MODIFIERS[role] ?? role.replace(/-of$/, "");
}

function textOf(parts: Parts, part: number, tokens: string[]): string {
  const place = parts.at[part];
  if (parts.shown[part] || !Array.isArray(place)) return parts.shown[part];
  if (place[0] === "entity") return `{${(place.slice(1) as number[]).map((mention) => textOf(parts, mention, tokens)).join(", ")}}`;
  if (place[0] !== "mention") return "";
  const ranges = place.slice(1) as WordRange[];
  return `${ranges.map(([first, last]) => tokens.slice(first, last + 1).join(" ")).join(" … ")} [${ranges.flat().join(", ")}]`;
}
