// Where the parts of a UMR document are.
import type { Parts, UmrLocation } from "./schema";

export const locationOf = (table: Parts, part: number): UmrLocation | null => (Array.isArray(table.at[part]) ? (table.at[part] as UmrLocation) : null);

/** The number of the sentence of a variable, as in s12x; null for other words. */
export function sentenceOfVariable(word: string): number | null {
  const match = /^s(\d+)[a-z]/.exec(word);
  return match ? Number(match[1]) : null;
}

/** The number of the sentence that the description of a part names, or else of its first variable; null for none. */
export function sentenceOfText(text: string): number | null {
  const match = /\bsnt(\d+)/.exec(text) ?? /\bs(\d+)[a-z]/.exec(text);
  return match ? Number(match[1]) : null;
}

/** Whether a relation belongs to a sentence of a side, or one of its ends is there. */
export function touches(location: UmrLocation, number: number): boolean {
  return location[1] === number || location[3].some((word) => sentenceOfVariable(word) === number);
}
