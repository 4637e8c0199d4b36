"""Outputs hold what the report holds: nothing is computed, nothing lost."""

import csv
import io
import json

import pytest

import tallystick as ts
from tallystick.report.columns import aligned
from tallystick.report.formats import render
from tallystick.report.plain_values import as_dict
from tallystick.report.scores import ScoreView
from tallystick.report.view import SCREEN
from tallystick.report.wording import percent

GOLD = [{"id": name, "clusters": [[[0, 0], [2, 2]], [[4, 4], [5, 5]]]} for name in ("<a>", "b&b")]
PRED = [{"id": name, "clusters": [[[0, 0], [2, 2], [4, 4]]]} for name in ("<a>", "b&b")]


@pytest.fixture(scope="module")
def report():
    return ts.score(GOLD, PRED, task="coref", by="document", confidence=0.9)


def test_json_is_the_contract(report):
    data = json.loads(render("json", ScoreView(report, items=True)))
    assert data == as_dict(report, items=True) == report.to_dict(items=True)
    assert data["scores"]["muc"]["f1"] == report["muc"].f1
    assert data["scores"]["muc"]["ci"]["f1"] == list(report["muc"].intervals["f1"])
    assert set(data["by"]["document"]) == {"<a>", "b&b"}
    assert "per_item" not in as_dict(report)
    # The interval of a group of one item would say nothing.
    assert "ci" not in data["by"]["document"]["<a>"]["scores"]["muc"]


def test_json_lines(report):
    first, *rest = map(json.loads, render("jsonl", ScoreView(report, items=True)).splitlines())
    assert first == as_dict(report)
    assert rest == as_dict(report, items=True)["per_item"]


def test_csv_has_a_cell_for_everything(report):
    rows = list(csv.DictReader(io.StringIO(render("csv", ScoreView(report, items=True)))))
    assert all(None not in row and None not in row.values() for row in rows)
    conll = next(row for row in rows if row["metric"] == "conll")
    assert float(conll["f1"]) == report["conll"].f1
    assert conll["matched_pred"] == conll["precision"] == ""


def test_tables_escape_what_must_be_escaped(report):
    html = render("notebook", ScoreView(report))
    assert "&lt;a&gt;" in html
    assert "<a>" not in html
    assert r"b\&b" in render("latex", ScoreView(report, items=True))
    assert "| b&amp;b |" in render("markdown", ScoreView(report, items=True))


def test_the_table(report):
    text = render("text", ScoreView(report))
    assert text.splitlines()[-2:] == ScoreView(report).notes(SCREEN)
    assert "F1 90 %" in text.splitlines()[0]
    assert len({len(line) for line in text.splitlines()[:2]}) == 1


def test_small_things():
    assert percent(None) == "–"
    assert percent(2 / 3) == "66.67"
    assert aligned(["a", "b"], [["x", "1"], ["long", "23"]]) == "a      b\n────  ──\nx      1\nlong  23\n"
