import assert from "node:assert/strict";
import { test } from "node:test";
import { complete } from "../src/completion";
import type { ItemDetail } from "../src/schema";

test("mentions and entities are written with the words of their side", () => {
  const gold = { tokens: ["Ann", "met", "the", "old", "man"] };
  const parts = () => ({
    shown: ["", "", "", "∅ [3, 3]"],
    at: [["mention", [0, 0]], ["mention", [2, 2], [4, 4]], ["entity", 0, 1], ["mention", [3, 3]]],
  });
  const item = {
    gold,
    systems: [null, { pred: { same_words: true }, parts: [parts(), parts()], alignments: [], metrics: {} }],
  } as unknown as ItemDetail;
  complete(item);
  complete(item);
  const system = item.systems[1]!;
  assert.deepEqual(system.pred.tokens, gold.tokens);
  for (const table of system.parts) assert.deepEqual(table.shown, ["Ann [0, 0]", "the … man [2, 2, 4, 4]", "{Ann [0, 0], the … man [2, 2, 4, 4]}", "∅ [3, 3]"]);
});

test("triples are written with the drawing, and pairs come in columns", () => {
  const graph = [[["b", "believe-01"], ["g", "girl"]], [[0, "ARG0-of", 1], [0, "quant", -1, "7"], [1, "mod", 0]]];
  const parts = () => ({ shown: [], at: [], elements: [4, 2, 5, 3, 10, 9, -1], texts: [[6, "g/girl :arg1-of b"]], rounds: [0, 1, 3, -1, 0, 0, 0] });
  const item = {
    gold: { graph },
    systems: [{ pred: { graph }, parts: [parts(), parts()], alignments: [[[], [3], []], [[], [], []]], columns: [[[0, 1, 2, 3], [0, 1, 2, 3], [1, 0.5]], null], metrics: {} }],
  } as unknown as ItemDetail;
  complete(item);
  complete(item);
  const system = item.systems[0]!;
  assert.deepEqual(system.parts[0].at, ["n1", "t0", "b1", "r0", "t2", "b2", null]);
  assert.deepEqual(system.parts[0].shown, ["g / girl", "g/girl :arg0 b/believe-01", "b/believe-01 :quant 7", "root b/believe-01", "b/believe-01 :domain g/girl", "g/girl :mod b/believe-01", "g/girl :arg1-of b"]);
  assert.deepEqual(system.alignments, [[[[0, 0, 1, ""], [1, 1, 0.5, "anchor"], [2, 2, 1, "round 2"], [3, 3, 1, "final"]], [3], []], [[], [], []]]);
});
