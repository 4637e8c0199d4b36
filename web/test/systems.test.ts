import assert from "node:assert/strict";
import { test } from "node:test";
import { differenceBetween } from "../src/differences";
import { differentLines, documentLines } from "../src/documentrows";
import { differingSign, emptyMarks, mergedMarks, signOf, worst } from "../src/marks";
import type { ComparedMetric, DocumentRow } from "../src/schema";

const metric = {
  number: "f1", systems: {}, ranks: {},
  differences: [{ base: "a", system: "b", difference: 0.1, ci: [-0.1, 0.3], wins: 5, ties: 2, losses: 1, incomparable: 0, better: "b", tests: {} }],
} as unknown as ComparedMetric;

test("a difference is turned round", () => {
  const turned = differenceBetween(metric, "b", "a");
  assert.deepEqual([turned?.difference, turned?.ci, turned?.wins, turned?.losses], [-0.1, [-0.3, 0.1], 1, 5]);
  assert.equal(turned?.better, "b");
  assert.equal(differenceBetween(metric, "a", "c"), null);
});

test("the gold says which system missed an element", () => {
  const [one, two] = [emptyMarks(), emptyMarks()];
  one.status.set("n0", "matched").set("n1", "missed").set("n2", "missed");
  two.status.set("n0", "matched").set("n1", "partly").set("n2", "missed");
  const merged = mergedMarks([one, two], ["A", "B"]);
  assert.deepEqual(["n0", "n1", "n2"].map((code) => signOf(merged, code)), ["", "−A ≈B", "−"]);
  assert.equal(merged.status.get("n1"), "missed");
  assert.equal(worst(["matched", "partly"]), "partly");
  assert.equal(differingSign(["matched", "missed"], ["A", "B"]), "−B");
});

const row = (sign: string, gold: string | null, pred: string | null, values: [number | null, number | null]): DocumentRow => [0, sign, gold, pred, ...values, ""] as DocumentRow;

test("documents of two systems share the lines of the gold", () => {
  const first = { rows: [row("=", "x", "x", [0, 0]), row("+", null, "z", [null, 1])], values: ["1", "9"] };
  const second = { rows: [row("≠", "x", "x", [1, 0])], values: ["2", "1"] };
  const lines = documentLines([first, second]);
  assert.deepEqual(lines?.map((line) => [line.label, line.value, line.cells.map((cell) => cell?.value ?? null)]), [["x", "1", ["1", "2"]], [null, null, ["9", null]]]);
  assert.equal(differentLines(lines ?? []).length, 2);
});

test("documents whose gold has other lines are not merged", () => {
  const first = { rows: [row("=", "x", "x", [0, 0])], values: ["1"] };
  const second = { rows: [row("=", "y", "y", [0, 0])], values: ["1"] };
  assert.equal(documentLines([first, second]), null);
});
