import assert from "node:assert/strict";
import { test } from "node:test";
import { foldMatched } from "../src/folding";
import { emptyMarks, type Status } from "../src/marks";
import type { DrawnGraph } from "../src/schema";

/** A graph of nodes and branches [source, target]; statuses by element, all others matched. */
function folded(nodes: number, branches: [number, number][], wrong: Record<string, Status> = {}) {
  const graph: DrawnGraph = [
    Array.from({ length: nodes }, (_, node) => [`x${node}`, "thing"]),
    branches.map(([source, target]) => [source, "ARG0", target, null]),
  ] as unknown as DrawnGraph;
  const marks = emptyMarks();
  for (const [key, status] of Object.entries(wrong)) marks.status.set(key, status);
  const { hidden, folded } = foldMatched(graph, marks);
  return { hidden: [...hidden].sort((one, two) => one - two), folded: [...folded] };
}

test("a graph without errors is its root", () => {
  assert.deepEqual(folded(3, [[0, 1], [1, 2]]), { hidden: [1, 2], folded: [[0, 2]] });
});

test("what is above an error stays, what is beside it is folded", () => {
  const found = folded(5, [[0, 1], [1, 2], [0, 3], [3, 4]], { n4: "missed" });
  assert.deepEqual(found, { hidden: [2], folded: [[1, 1]] });
});

test("both ends of a wrong branch stay", () => {
  assert.deepEqual(folded(3, [[0, 1], [1, 2]], { b1: "spurious" }), { hidden: [], folded: [] });
});

test("a subtree that something outside points into stays", () => {
  const found = folded(4, [[0, 1], [1, 2], [0, 3], [3, 2]], { n3: "missed" });
  assert.deepEqual(found.hidden, []);
});

test("cycles end", () => {
  assert.deepEqual(folded(3, [[0, 1], [1, 2], [2, 0]]).hidden, [1, 2]);
  assert.deepEqual(folded(2, [[0, 0], [1, 1]]).hidden, []);
});

test("no graph", () => {
  assert.deepEqual(folded(0, []), { hidden: [], folded: [] });
});
