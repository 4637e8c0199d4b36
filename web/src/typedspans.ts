// Typed spans in columns: a page has thousands, and everything that is shown of one follows from its type and its ends.
import type { Parts, PartField, PartTables, WordRange } from "./schema";

/** Write out the spans of both sides; the first ones of a prediction may be those of the gold. */
export function completeSpans([gold, pred]: PartTables, goldWords: string[], predWords: string[]): void {
  if (gold.spans && pred.spans) {
    const [[, types, starts, ends], [same, ...own]] = [gold.spans, pred.spans];
    pred.spans = [0, types.slice(0, same).concat(own[0]), starts.slice(0, same).concat(own[1]), ends.slice(0, same).concat(own[2])];
  }
  writeOut(gold, goldWords);
  writeOut(pred, predWords);
}

function writeOut(parts: Parts, words: string[]): void {
  if (!parts.spans) return;
  const [, types, starts, ends] = parts.spans;
  const fields: PartField[][] = [];
  types.forEach((type, part) => {
    const [first, last] = [starts[part], ends[part]];
    const inside = 0 <= first && first <= last && last < words.length;
    const span = `[${first}, ${last}]${inside ? `  “${words.slice(first, last + 1).join(" ")}”` : ""}`;
    parts.shown.push(`${type} ${span}`);
    parts.at.push([[first, last]] as WordRange[]);
    fields.push([["type", type], ["span", span]]);
  });
  parts.fields = fields;
  delete parts.spans;
}
