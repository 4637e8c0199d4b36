// What the data leaves out because it follows from the rest: most of the page of a long document.
import { completeChains } from "./chaincolumns";
import type { ItemDetail, Parts, WordRange } from "./schema";

/** Add the words of predictions that share those of the gold, the parts of columns, and the texts of mentions and entities. */
export function complete(item: ItemDetail): void {
  for (const system of item.systems) {
    if (!system) continue;
    if (system.pred.same_words) system.pred.tokens = item.gold.tokens;
    completeChains(system);
    spell(system.parts[0], item.gold.tokens ?? []);
    spell(system.parts[1], system.pred.tokens ?? []);
  }
}

function spell(parts: Parts, tokens: string[]): void {
  parts.shown.forEach((text, part) => {
    if (!text) parts.shown[part] = textOf(parts, part, tokens);
  });
}

function textOf(parts: Parts, part: number, tokens: string[]): string {
  const place = parts.at[part];
  if (parts.shown[part] || !Array.isArray(place)) return parts.shown[part];
  if (place[0] === "entity") return `{${(place.slice(1) as number[]).map((mention) => textOf(parts, mention, tokens)).join(", ")}}`;
  if (place[0] !== "mention") return "";
  const ranges = place.slice(1) as WordRange[];
  return `${ranges.map(([first, last]) => tokens.slice(first, last + 1).join(" ")).join(" … ")} [${ranges.flat().join(", ")}]`;
}
