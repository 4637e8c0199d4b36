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
