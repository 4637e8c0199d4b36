import assert from "node:assert/strict";
import { test } from "node:test";
import { complete } from "../src/completion";
import type { ItemDetail } from "../src/schema";

test("tokens with their tags come in columns, after spans", () => {
  const parts = () => ({ shown: [], at: [], spans: [0, ["A"], [0], [0]] });
  const columns = [null, { tags: "B-A O B-B", differing: [1, 2], predicted: ["I-A", ""] }, { tags: "", differing: [], predicted: [] }];
  const item = {
    gold: { words: "a b c" },
    systems: [{ pred: { same_words: true }, parts: [parts(), parts()], alignments: [[[[0, 0]], [], []], [[], [], []], [[], [], []]], columns, metrics: {} }],
  } as unknown as ItemDetail;
  complete(item);
  complete(item);
  const system = item.systems[0]!;
  assert.deepEqual(system.parts[0].shown, ["A [0, 0]  “a”", "0 B-A", "1 O", "2 B-B"]);
  assert.deepEqual(system.parts[1].shown, ["A [0, 0]  “a”", "0 B-A", "1 I-A"]);
  assert.deepEqual(system.parts[1].at, [[[0, 0]], [], []]);
  assert.deepEqual(system.parts[1].fields!.slice(1), [[], []]);
  assert.deepEqual(system.alignments, [[[[0, 0]], [], []], [[[1, 1]], [2, 3], [2]], [[], [], []]]);
});
