import assert from "node:assert/strict";
import { test } from "node:test";
import { flat, graphCodes, marksOf } from "../src/marks";
import type { DrawnGraph, EncodedAlignment, Parts } from "../src/schema";

const graph = (concept: string): DrawnGraph => [[["w", "want-01"], ["b", concept]], [[0, "ARG0", 1, null]]] as unknown as DrawnGraph;

test("pairs inside pairs are found", () => {
  const inner = [[[2, 2, 1, ""]], [3], []];
  const alignment = [[[0, 0, 0.5, "", [["", inner]]]], [1], [4]] as unknown as EncodedAlignment;
  const found = flat(alignment);
  assert.deepEqual(found.pairs, [[0, 0, 0.5], [2, 2, 1]]);
  assert.deepEqual(found.missed.sort(), [1, 3]);
  assert.deepEqual(found.spurious, [4]);
});

test("a wrong concept of nodes that met is partly matched", () => {
  const table = { shown: ["w", "edge", "b"], at: ["n0", "b0", "n1"] } as unknown as Parts;
  const alignment = [[[0, 0], [1, 1]], [2], [2]] as unknown as EncodedAlignment;
  const [gold, pred] = marksOf([graph("boy"), graph("girl")], flat(alignment), [graphCodes(table), graphCodes(table)]);
  assert.equal(gold.status.get("n1"), "partly");
  assert.equal(pred.status.get("n1"), "partly");
  assert.equal(gold.status.get("b0"), "matched");
  assert.equal(gold.partner.get("n1"), "n1");
});

test("a part that is no element is listed", () => {
  const table = { shown: ["x"], at: [null] } as unknown as Parts;
  const [gold] = marksOf([graph("boy"), graph("boy")], { pairs: [], missed: [0], spurious: [] }, [graphCodes(table), graphCodes(table)]);
  assert.deepEqual(gold.other, [{ part: 0, status: "missed" }]);
});
