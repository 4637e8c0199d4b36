"""Reports as tables of pandas and Polars."""

import sys

import pytest

import tallystick as ts

GOLD = [
    {"id": "a", "spans": [{"type": "PER", "span": [0, 1]}, {"type": "LOC", "span": [3, 3]}]},
    {"id": "b", "spans": []},
]
PRED = [{"id": "a", "spans": [{"type": "PER", "span": [0, 1]}]}, {"id": "b", "spans": []}]
REPORT = ts.score(GOLD, PRED, "span,span-type", task="spans")


def test_metrics_in_pandas():
    frame = REPORT.to_pandas()
    assert list(frame.index) == ["span", "span-type"]
    assert frame.loc["span"].tolist() == [1.0, 0.5, 2 / 3]


def test_metrics_in_polars():
    frame = pytest.importorskip("polars") and REPORT.to_polars()
    assert frame.columns == ["metric", "precision", "recall", "f1"]
    assert frame.row(0) == ("span", 1.0, 0.5, 2 / 3)


def test_items_in_pandas():
    frame = REPORT.to_pandas(items=True)
    assert frame[["item", "metric"]].values.tolist() == [
        ["a", "span"], ["b", "span"], ["a", "span-type"], ["b", "span-type"],
    ]  # fmt: skip
    first = frame.iloc[0]
    assert (first.f1, first.matched_pred, first.gold_total, first.optimal, first.zeroed) == (
        2 / 3,
        1,
        2,
        True,
        False,
    )
    assert frame.f1.dtype == "float64"
    # An item with nothing in it has no score; the deviation over the others is as pandas has it.
    assert frame.f1.isna().tolist() == [False, True, False, True]
    assert frame.groupby("metric").f1.mean().tolist() == [2 / 3, 2 / 3]


def test_items_in_polars():
    polars = pytest.importorskip("polars")
    frame = REPORT.to_polars(items=True)
    assert frame.shape == (4, 11)
    assert frame["f1"].to_list() == [2 / 3, None, 2 / 3, None]
    nothing = ts.score(GOLD[1:], PRED[1:], "span", task="spans").to_polars(items=True)
    assert nothing.schema["f1"] == polars.Float64
    assert nothing["f1"].to_list() == [None]


def test_metrics_with_other_numbers():
    clusters = [{"clusters": [[[0, 0], [1, 1]]]}]
    report = ts.score(clusters, clusters, "muc,conll", task="coref")
    frame = report.to_pandas()
    assert frame.loc["conll"].isna().tolist() == [True, True, False]
    assert report.to_pandas(items=True).shape == (2, 11)


def test_a_report_without_items():
    report = ts.score(GOLD, PRED, "span", task="spans", items=False)
    with pytest.raises(ts.UsageError, match="score with items=True"):
        report.to_pandas(items=True)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_without_the_library(monkeypatch, library):
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ts.UsageError, match=rf"pip install tallystick\[{library}\]"):
        getattr(REPORT, f"to_{library}")()


def test_groups_in_pandas_and_polars():
    report = ts.score(GOLD, PRED, "span", task="spans", by="type")
    frame = report.to_pandas(groups=True)
    assert frame[["group", "metric", "recall", "gold_total"]].values.tolist() == [
        ["all", "span", 0.5, 2], ["LOC", "span", 0, 1], ["PER", "span", 1, 1],
    ]  # fmt: skip
    pytest.importorskip("polars")
    assert report.to_polars(groups=True)["group"].to_list() == frame.group.tolist()
    with pytest.raises(ts.UsageError, match="the report has no groups"):
        REPORT.to_pandas(groups=True)
