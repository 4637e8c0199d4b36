// Plain records as documents side by side: the page has their keys, outcomes and values.
import type { DocumentRow, PlainRecords, Sign, SystemDetail } from "./schema";

/** The sign of each outcome, in the order of their digits. */
const SIGNS: Sign[] = ["=", "≠", "−", "+", "="];

/** Make the rows of plain records, and the table of their values. */
export function completeRecords(system: SystemDetail): void {
  const { records, rows_from } = system;
  if (!records || !rows_from) return;
  const indices = new Map<string, number>();
  system.rows = rows_from.map(([index, anyValue]) => rowsOf(records[index], anyValue, indices));
  system.values = [...indices.keys()];
  delete system.records;
  delete system.rows_from;
}

function rowsOf({ keys, outcomes, golds, preds }: PlainRecords, anyValue: boolean, indices: Map<string, number>): DocumentRow[] {
  const indexOf = (value: string): number => {
    if (!indices.has(value)) indices.set(value, indices.size);
    return indices.get(value) as number;
  };
  let [nextGold, nextPred] = [0, 0];
  return keys.map((key, row): DocumentRow => {
    const outcome = Number(outcomes[row]);
    const sign = anyValue && outcome === 1 ? "=" : SIGNS[outcome];
    const gold = sign === "+" ? null : indexOf(golds[nextGold++]);
    const pred = sign === "−" ? null : outcome === 0 ? gold : indexOf(preds[nextPred++]);
    return [0, sign, gold === null ? null : key, pred === null ? null : key, gold, pred, ""];
  });
}
