// Tokens with their tags in columns: the index of a token and its tag are a part of each side.
import type { Parts, SystemDetail, TagColumns } from "./schema";

/** Add the tokens of both sides as parts, and align those with the same tag. */
export function completeTags(system: SystemDetail): void {
  system.columns?.forEach((column, index) => {
    if (!column || !("tags" in column)) return;
    alignTags(system, index, column);
    (system.columns as unknown[])[index] = null;
  });
}

function alignTags({ parts, alignments }: SystemDetail, index: number, { tags, differing, predicted }: TagColumns): void {
  const others = new Map(differing.map((token, at) => [token, predicted[at]]));
  const alignment = alignments[index];
  (tags ? tags.split(" ") : []).forEach((tag, token) => {
    const gold = addToken(parts[0], token, tag);
    const other = others.get(token);
    if (other === undefined) alignment[0].push([gold, addToken(parts[1], token, tag)]);
    else {
      alignment[1].push(gold);
      if (other) alignment[2].push(addToken(parts[1], token, other));
    }
  });
}

/** Add a token with its tag; return the number of the part. */
function addToken(parts: Parts, token: number, tag: string): number {
  parts.at.push([]);
  parts.fields?.push([]);
  return parts.shown.push(`${token} ${tag}`) - 1;
}
