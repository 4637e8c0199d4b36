import assert from "node:assert/strict";
import { test } from "node:test";
import { documentGraph, isDocumentGraph, marksWithin, subgraph } from "../src/documentgraph";
import { emptyMarks } from "../src/marks";
import type { DrawnGraph } from "../src/schema";
import { sentenceOfVariable, touches } from "../src/umrlocations";

/** (d / document :snt1 (b / build :ARG0 (p / person)) :snt2 (f / fly :ARG0 p)) */
const graph: DrawnGraph = [
  [["d", "document"], ["b", "build"], ["p", "person"], ["f", "fly"]],
  [[0, "snt1", 1], [1, "ARG0", 2], [0, "snt2", 3], [3, "ARG0", 2]],
];

test("the sentences and the chains of a document", () => {
  assert.equal(isDocumentGraph(graph), true);
  assert.equal(isDocumentGraph([[["w", "want"]], []]), false);
  const { sentences, chains } = documentGraph(graph);
  assert.deepEqual(sentences, [[1, 2], [3, 2]]);
  assert.deepEqual(chains, [{ node: 2, mentions: [{ sentence: 0, branch: 1 }, { sentence: 1, branch: 3 }] }]);
});

test("a sentence as a graph of its own keeps its marks", () => {
  const part = subgraph(graph, [3, 2]);
  assert.deepEqual(part.graph, [[["f", "fly"], ["p", "person"]], [[0, "ARG0", 1]]]);
  const marks = emptyMarks();
  marks.status.set("n2", "matched").set("b3", "missed").set("b1", "missed");
  marks.partner.set("n2", "n2");
  const within = marksWithin(marks, part, part);
  assert.deepEqual([...within.status], [["n1", "matched"], ["b0", "missed"]]);
  assert.deepEqual([...within.partner], [["n1", "n1"]]);
});

test("relations touch the sentences of their variables", () => {
  assert.equal(sentenceOfVariable("s12x/rock"), 12);
  assert.equal(sentenceOfVariable("author"), null);
  assert.equal(touches(["temporal", 3, null, ["s1l", "after", "s3h"], [], null], 1), true);
  assert.equal(touches(["temporal", 3, null, ["s1l", "after", "s3h"], [], null], 2), false);
});
