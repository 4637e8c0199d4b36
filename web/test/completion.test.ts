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

test("relations of UMR documents come in columns", () => {
  const sentence = (concept: string) => ({ number: 3, text: "", columns: { variables: "s3a\ns3b", concepts: `${concept}\nboy`, sources: [0, 0, 1], roles: "ARG0-of\nwiki\nmod", targets: [1, -1, 0], constants: '"A B"' } });
  const columns = (origins: number[][]) => ({ sources: [0, 1], roles: [0, 0], targets: [1, 0], sentences: [0, -1], clusters: [1, 1], origins, annotated: [[0], [0], [1]] });
  const nothing = { sources: [], roles: [], targets: [], sentences: [] };
  const rows = () => ({ part: 1, sizes: [2, 1, 0, 2], graphs: [[0, 1, 2]], columns: [nothing, nothing, columns([[], [0]])], words: ["same-entity"], others: [[2, ["modal", null, null, ["alone"], [], null]]] });
  const none = { golds: [], preds: [] };
  const compared = [{ golds: [1, 1], preds: [2, -1], credited: [2], credits: [0.5] }, none, none, { golds: [2], preds: [2] }];
  const parts = [{ shown: ["first", "last"], at: [null, null], relations: [rows()] }, { shown: ["first"], at: [null], relations: [{ ...rows(), compared }] }];
  const item = {
    gold: { sentences: [sentence("see-01")] },
    systems: [{ pred: { sentences: [sentence("meet-02")] }, parts, alignments: [[[], [], []], [[], [], []]], columns: [{ gold: 1, pred: 1, components: [0, 1, 2, 3] }, { gold: 1, pred: 1, components: [3] }], metrics: {} }],
  } as unknown as ItemDetail;
  complete(item);
  complete(item);
  const system = item.systems[0]!;
  assert.deepEqual(item.gold.sentences![0].graph, [[["s3a", "see-01"], ["s3b", "boy"]], [[0, "ARG0-of", 1], [0, "wiki", -1, '"A B"'], [1, "mod", 0]]]);
  const shown = ["first", "sentence snt3: (s3b/boy :arg0 s3a/see-01)", "sentence snt3: (s3a/see-01 :wiki a b)", "modal alone", "coref snt3, cluster 1: (s3a/see-01 :same-entity s3b/boy)", "coref cluster 1: (s3b/boy :same-entity s3a/see-01)", "last"];
  assert.deepEqual(system.parts[0].shown, shown);
  assert.deepEqual(system.parts[0].at.slice(0, 3), [null, ["sentence", 3, null, ["s3b/boy", "arg0", "s3a/see-01"], [], "t0"], ["sentence", 3, null, ["s3a/see-01", "wiki", "a b"], [], "b1"]]);
  const note = "inferred in gold from (s3a/see-01 :same-entity s3b/boy); inferred in pred from (s3a/meet-02 :same-entity s3b/boy)";
  assert.deepEqual(system.alignments[1], [[[5, 5, 1, note]], [4], [4]]);
  assert.deepEqual(system.alignments[0], [[[1, 2, 1, ""], [2, 1, 0.5, ""], [5, 5, 1, note]], [3, 4], [3, 4]]);
});

test("typed spans come in columns, and those of the gold once", () => {
  const parts = (...spans: unknown[]) => ({ shown: [], at: [], spans });
  const golds = parts(0, ["PER", "LOC", '"a b"'], [0, 2, 1], [1, 2, 0]);
  const item = {
    gold: { words: "Ann Lee met" },
    systems: [
      { pred: { same_words: true }, parts: [golds, parts(2, ["ORG"], [2], [3])], alignments: [], metrics: {} },
      { pred: { tokens: ["x y"] }, parts: [parts(0, [], [], []), parts(0, ["PER"], [0], [0])], alignments: [], metrics: {} },
      { pred: {}, parts: [{ shown: ["as it is"], at: [[]], fields: [[]] }, parts(0, ["PER"], [0], [0])], alignments: [], metrics: {} },
    ],
  } as unknown as ItemDetail;
  complete(item);
  complete(item);
  const [shared, own, mixed] = item.systems.map((system) => system!.parts);
  assert.deepEqual(shared[0].shown, ["PER [0, 1]  “Ann Lee”", "LOC [2, 2]  “met”", '"a b" [1, 0]']);
  assert.deepEqual(shared[1].shown, ["PER [0, 1]  “Ann Lee”", "LOC [2, 2]  “met”", "ORG [2, 3]"]);
  assert.deepEqual(shared[1].at, [[[0, 1]], [[2, 2]], [[2, 3]]]);
  assert.deepEqual(shared[0].fields, [[["type", "PER"], ["span", "[0, 1]  “Ann Lee”"]], [["type", "LOC"], ["span", "[2, 2]  “met”"]], [["type", '"a b"'], ["span", "[1, 0]"]]]);
  assert.deepEqual(own.map(({ shown }) => shown), [[], ["PER [0, 0]  “x y”"]]);
  assert.deepEqual(mixed.map(({ shown }) => shown), [["as it is"], ["PER [0, 0]"]]);
});

test("trees and their words come in columns", () => {
  const parts = () => ({ shown: ["first"], at: [[]], fields: [[["word", "first"]]], heads: [null] });
  const columns = [{ fields: ["relation", "head"], wrong: [1], reasons: [48] }, { fields: ["lemma"], wrong: [0], reasons: [8] }, { fields: ["lemma"], wrong: [], reasons: [] }, null];
  const words = { values: { lemma: ["Ann", "leave", "_"] }, changed: { lemma: [[0], ["Anna"]] } };
  const pred = { same_words: true, changed: { attached: [1], heads: [0], relations: [[1], ["dep"]] } };
  const none = () => [[], [], []];
  const item = {
    gold: { words: "Ann left \u96e8", tree: { heads: [1, -1, 1], relations: "nsubj root obj", widths: [3, 4, 2] } },
    systems: [null, { pred, parts: [parts(), parts()], alignments: [none(), none(), none(), [[[0, 0]], [], []]], columns, words, metrics: {} }],
  } as unknown as ItemDetail;
  complete(item);
  complete(item);
  const system = item.systems[1]!;
  assert.deepEqual(item.gold.drawn, [["Ann", 0, 3, 1, "nsubj"], ["left", 4, 8, -1, "root"], ["\u96e8", 9, 11, 1, "obj"]]);
  assert.deepEqual(system.pred.drawn, [["Ann", 0, 3, 1, "nsubj"], ["left", 4, 8, 0, "dep"], ["\u96e8", 9, 11, 1, "obj"]]);
  assert.deepEqual(system.parts[0].shown, ["first", "Ann-1 nsubj left-2", "left-2 root ROOT", "\u96e8-3 obj left-2", "Ann-1 Ann", "left-2 leave", "\u96e8-3 _"]);
  assert.deepEqual(system.parts[1].shown.slice(1, 5), ["Ann-1 nsubj left-2", "left-2 dep Ann-1", "\u96e8-3 obj left-2", "Ann-1 Anna"]);
  assert.deepEqual(system.parts[1].at.slice(1, 4), [[[0, 0]], [[1, 1]], [[2, 2]]]);
  assert.deepEqual(system.parts[1].heads, [null, 1, 0, 1, null, null, null]);
  assert.deepEqual(system.parts[1].fields![1], [["word", "Ann-1"], ["relation", "nsubj"], ["head", "left-2"]]);
  assert.deepEqual(system.alignments, [
    [[[1, 1], [2, 2, 0, "wrong: head, relation"], [3, 3]], [], []],
    [[[4, 4, 0, "wrong: lemma"], [5, 5], [6, 6]], [], []],
    [[[4, 4], [5, 5], [6, 6]], [], []],
    [[[0, 0]], [], []],
  ]);
});

test("enhanced edges come as those of the tree, what is different in the gold, and what is different in the prediction", () => {
  const parts = () => ({ shown: [], at: [], fields: [], heads: [] });
  const none = () => [[], [], []];
  const columns = [{ edges: [[1], [2], [-1, 0], ["root", "x:y"]], changed: [[0, 1], [0, 2], [0, 0], ["x:y", "z"]] }, { edges: [[], [], [], []], changed: [[], [], [], []], subtypes: false }];
  const item = {
    gold: { words: "Ann left", tree: { heads: [1, -1], relations: "nsubj:pass>a:b root" } },
    systems: [{ pred: { same_words: true, changed: { attached: [], heads: [] } }, parts: [parts(), parts()], alignments: [none(), none()], columns, words: { values: {}, changed: {} }, metrics: {} }],
  } as unknown as ItemDetail;
  complete(item);
  complete(item);
  const system = item.systems[0]!;
  assert.deepEqual(system.parts[0].shown, ["Ann-1 nsubj:pass>a:b left-2", "left-2 root ROOT", "left-2 x:y Ann-1", "Ann-1 nsubj>a left-2", "left-2 root ROOT"]);
  assert.deepEqual(system.parts[1].shown, ["left-2 x:y Ann-1", "left-2 z Ann-1", "Ann-1 nsubj>a left-2", "left-2 root ROOT"]);
  assert.deepEqual(system.parts[0].heads, [1, -1, 0, 1, -1]);
  assert.deepEqual(system.parts[1].fields![0], [["word", "left-2"], ["relation", "x:y"], ["head", "Ann-1"]]);
  assert.deepEqual(system.alignments, [[[[2, 0]], [0, 1], [1]], [[[3, 2], [4, 3]], [], []]]);
});

test("the words of a multiword token share its columns, and words have no room for their blanks", () => {
  const gold = { tokens: ["a", "el", "10 000", "de"], multiword: [[0, 1, "al"], [3, 3, "declaration"]], tree: { heads: [2, 2, -1, 2], relations: "case det root case" } };
  const item = { gold, systems: [] } as unknown as ItemDetail;
  complete(item);
  const places = item.gold.drawn!.map(([, start, end]) => [start, end]);
  assert.deepEqual(places, [[0, 1], [2, 4], [5, 10], [11, 22]]);
});

test("tokens, sentences, and alignments of content words come in columns", () => {
  const gold = { tokens: ["a", "el", "10 000"], multiword: [[0, 1, "al"]], tree: { heads: [2, 2, -1], relations: "case det root" } };
  const pred = { same_words: true, changed: { attached: [], heads: [], relations: [[1], ["nmod"]] } };
  const parts = () => ({ shown: [], at: [], fields: [], heads: [] });
  const columns = [{ units: "tokens" }, { units: "sentences" }, { fields: ["relation"], wrong: [2], reasons: [16], content: true }];
  const words = { values: {}, changed: {}, others: [0, 1], spurious: [1] };
  const none = () => [[], [], []];
  const item = { gold, systems: [{ pred, parts: [parts(), parts()], alignments: [none(), none(), none()], columns, words, metrics: {} }] } as unknown as ItemDetail;
  complete(item);
  complete(item);
  const system = item.systems[0]!;
  assert.deepEqual(system.pred.multiword, gold.multiword);
  assert.deepEqual(system.parts[1].shown, ["al 0 1", "10000 2 6", '"al 10000" 0 6', "a-1 case", "el-2 nmod", "10 000-3 root"]);
  assert.deepEqual(system.parts[0].fields![1], [["text", "10000"], ["first", "2"], ["last", "6"]]);
  assert.deepEqual(system.alignments, [[[[0, 0], [1, 1]], [], []], [[[2, 2]], [], []], [[[5, 5, 0, "wrong: head"]], [], [4]]]);
});
