// The lines of JSON documents side by side: the gold once, and beside it what one system or two have.
import type { DocumentRow, Sign } from "./schema";

/** What a prediction has on a line; null where it has nothing there, not even a miss. */
export interface PredictedCell {
  sign: Sign;
  /** The key or the index; null where the prediction has no such part. */
  label: string | null;
  value: string | null;
  note: string;
}

/** A line: the gold (a null label where it has no such part) and each prediction. */
export interface DocumentLine {
  depth: number;
  label: string | null;
  value: string | null;
  cells: (PredictedCell | null)[];
}

/** One prediction: its rows, and the values that they name by index. */
export interface Documents {
  rows: DocumentRow[];
  values: string[];
}

const valueOf = ({ values }: Documents, index: number | null): string | null => (index === null ? null : values[index]);

function lineOf(documents: Documents, [depth, sign, label, predLabel, gold, pred, note]: DocumentRow, position: number, predictions: number): DocumentLine {
  const cells = new Array<PredictedCell | null>(predictions).fill(null);
  cells[position] = { sign, label: predLabel, value: valueOf(documents, pred), note };
  return { depth, label, value: valueOf(documents, gold), cells };
}

/** The lines of one prediction or two; null where the gold is not divided into the same lines for both. */
export function documentLines(all: Documents[]): DocumentLine[] | null {
  const sequences = all.map((documents, position) => documents.rows.map((row) => lineOf(documents, row, position, all.length)));
  if (sequences.length === 1) return sequences[0];
  const merged: DocumentLine[] = [];
  const positions = sequences.map(() => 0);
  for (;;) {
    // First what only a prediction has, then the next line of the gold.
    sequences.forEach((sequence, index) => {
      while (sequence[positions[index]]?.label === null) merged.push(sequence[positions[index]++]);
    });
    const next = sequences.map((sequence, index) => sequence[positions[index]++]);
    if (next.every((line) => !line)) return merged;
    const [first] = next;
    if (next.some((line) => !line || line.depth !== first.depth || line.label !== first.label || line.value !== first.value)) return null;
    merged.push({ ...first, cells: next.map((line, index) => line.cells[index]) });
  }
}

/** Whether a line has a value on a side. */
export const isLeaf = (line: DocumentLine): boolean => line.value !== null || line.cells.some((cell) => cell !== null && cell.value !== null);

/** The leaves that differ, and the containers around them. */
export function differentLines(lines: DocumentLine[]): DocumentLine[] {
  const kept: DocumentLine[] = [];
  // Backwards: a container around the lines kept so far is the first one that is less deep.
  let depthKept = 0;
  for (const line of [...lines].reverse()) {
    const equal = line.cells.every((cell) => cell === null || cell.sign === "=");
    if (isLeaf(line) ? equal : line.depth >= depthKept) continue;
    kept.push(line);
    depthKept = line.depth;
  }
  return kept.reverse();
}
