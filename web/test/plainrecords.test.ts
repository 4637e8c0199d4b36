import assert from "node:assert/strict";
import { test } from "node:test";
import { completeRecords } from "../src/plainrecords";
import type { SystemDetail } from "../src/schema";

test("plain records become rows in the order of the gold", () => {
  const system = {
    rows_of: { leaf: 0, key: 1 },
    rows_from: [[0, false], [0, true]],
    records: [{ keys: ["name", "city", "year", "price", "fax"], outcomes: "01243", golds: ["Ann", "Rome", "1999", "1"], preds: ["Paris", "1.0", "7"] }],
  } as unknown as SystemDetail;
  completeRecords(system);
  completeRecords(system);
  assert.deepEqual(system.values, ["Ann", "Rome", "Paris", "1999", "1", "1.0", "7"]);
  const rows = [
    [0, "=", "name", "name", 0, 0, ""],
    [0, "≠", "city", "city", 1, 2, ""],
    [0, "−", "year", null, 3, null, ""],
    [0, "=", "price", "price", 4, 5, ""],
    [0, "+", null, "fax", null, 6, ""],
  ];
  assert.deepEqual(system.rows, [rows, rows.map((row) => (row[1] === "≠" ? [0, "=", ...row.slice(2)] : row))]);
});
