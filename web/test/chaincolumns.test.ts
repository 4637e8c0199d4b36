import assert from "node:assert/strict";
import { test } from "node:test";
import { complete } from "../src/completion";
import type { ItemDetail } from "../src/schema";

const tokens = ["Ann", "met", "the", "old", "man", "and", "she"];

/** A document with Ann and she, the … man, a zero; the prediction has Ann with the man, and no zero. */
const detail = (): ItemDetail =>
  ({
    gold: { words: tokens.join(" ") },
    systems: [
      {
        pred: { same_words: true },
        parts: [
          {
            shown: ["an object"],
            at: [null],
            chains: [
              {
                starts: [0, 2, 2, 2], more_words: [0, 2, 0, 0],
                unusual: [[1, "", ["mention", [2, 2], [4, 4]]], [2, "∅ [4, 4]", ["mention", [4, 4]]]],
                entities: [[0, 3], [1], [1]],
                sets: [[2, "a set", [0, 1]]],
              },
            ],
          },
          {
            shown: [],
            at: [],
            chains: [
              {
                starts: [0, 2, 4], more_words: [0, 2, 0], unusual: [[1, "", ["mention", [2, 2], [4, 4]]]], entities: [[0, 1], [2]],
                compared: [{ partners: [1, 1, 0, 1], golds: [0, 0, 1], preds: [0, 1, -1], differing_sets: [2] }],
              },
            ],
          },
        ],
        alignments: [[[], [], []], [[], [], []], [[[0, 0]], [], []]],
        columns: [{ chains: 0, compared: 0 }, { chains: 0, compared: 0, credits: [0.5, 0, 1] }, null],
        metrics: { mentions: 0, b3: 1, other: 2 },
      },
    ],
  }) as unknown as ItemDetail;

test("mentions and entities in columns become parts like all others", () => {
  const item = detail();
  complete(item);
  complete(item);
  assert.deepEqual([item.gold.tokens, item.systems[0]!.pred.tokens], [tokens, tokens]);
  const [gold, pred] = item.systems[0]!.parts;
  assert.deepEqual(gold.shown, ["an object", "Ann [0, 0]", "the … man [2, 2, 4, 4]", "∅ [4, 4]", "she [6, 6]", "{Ann [0, 0], she [6, 6]}", "{the … man [2, 2, 4, 4]}", "a set"]);
  assert.deepEqual(gold.at, [null, ["mention", [0, 0]], ["mention", [2, 2], [4, 4]], ["mention", [4, 4]], ["mention", [6, 6]], ["entity", 1, 4], ["entity", 2], ["set", [3], [1, 2]]]);
  assert.deepEqual(pred.shown.slice(3), ["{Ann [0, 0], the … man [2, 2, 4, 4]}", "{she [6, 6]}"]);
});

test("alignments are made from partners and credits", () => {
  const item = detail();
  complete(item);
  const system = item.systems[0]!;
  assert.equal(system.columns, undefined);
  assert.deepEqual(system.alignments[0], [[[1, 0], [2, 1], [4, 2]], [3], []]);
  assert.deepEqual(system.alignments[1], [
    [
      [5, 3, 0.5, "split into 2, merged from 2", [["", [[[1, 0]], [4], [1]]]]],
      [6, 3, 1, "merged from 2, another set", [["", [[[2, 1]], [], [0]]]]],
    ],
    [7],
    [4],
  ]);
  assert.deepEqual(system.alignments[2], [[[0, 0]], [], []]);
});

test("entities that some metrics do not compare are left out", () => {
  const item = detail();
  const preds = item.systems[0]!.parts[1].chains![0];
  preds.compared = [{ partners: [1, 1], golds: [0], preds: [0], gold_entities: [1], pred_entities: [0] }];
  item.systems[0]!.columns = [{ chains: 0, compared: 0 }, { chains: 0, compared: 0, credits: [1] }, null];
  complete(item);
  const [mentions, entities] = item.systems[0]!.alignments;
  assert.deepEqual(mentions, [[[2, 1]], [], [0]]);
  assert.deepEqual(entities, [[[6, 3, 1, "", [["", [[[2, 1]], [], [0]]]]]], [], []]);
});
