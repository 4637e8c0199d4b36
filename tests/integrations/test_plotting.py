"""Drawings: what is on them, without a screen."""

import sys

import pytest

import tallystick as ts

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
pyplot = pytest.importorskip("matplotlib.pyplot")


def spans(number, found):
    return {"id": str(number), "spans": [{"type": "PER", "span": [place, place]} for place in range(found)]}


#: Of two spans, ten items have both, five have one, and one item has nothing to be found.
GOLD = [*(spans(number, 2) for number in range(15)), spans(15, 0)]
PRED = [*(spans(number, 2 if number < 10 else 1) for number in range(15)), spans(15, 0)]
REPORT = ts.score(GOLD, PRED, "span,span-type", task="spans")


@pytest.fixture(autouse=True)
def _closed():
    yield
    pyplot.close("all")


def drawn(axes):
    """Draws, so that what cannot be drawn is found."""
    axes.figure.canvas.draw()
    return axes


def test_one_metric_is_a_histogram():
    axes = drawn(REPORT["span"].plot())
    counts = {round(bar.get_x()): bar.get_height() for bar in axes.patches if bar.get_height()}
    # F1 is 1 for ten items, and 2·1/(1+2) for five.
    assert counts == {95: 10, 65: 5}
    assert axes.get_title() == "16 items, 1 undefined"
    assert axes.get_xlabel() == "span, F1 × 100"
    assert [line.get_xdata()[0] for line in axes.lines] == [100 * REPORT["span"].f1] * 1


def test_a_report_of_one_metric_too():
    axes = drawn(REPORT.plot("span"))
    assert axes.get_xlabel() == "span, F1 × 100"


def test_several_metrics_are_boxes():
    axes = drawn(REPORT.plot())
    assert [label.get_text() for label in axes.get_yticklabels()] == [
        "span, 1 undefined",
        "span-type, 1 undefined",
    ]
    assert axes.get_title() == "spans, 16 items"


def test_drawing_on_axes_of_ones_own():
    _, own = pyplot.subplots()
    assert REPORT["span"].plot(own) is own
    assert REPORT.plot(["span", "span-type"], ax=own) is own


def test_comparisons():
    found = ts.compare(GOLD, {"base": PRED, "best": GOLD}, "span,span-type", task="spans")
    axes = drawn(found.plot())
    assert [label.get_text() for label in axes.get_yticklabels()] == [
        "span  base", "span  best", "span-type  base", "span-type  best",
    ]  # fmt: skip
    assert "filled: better than base" in axes.get_title()
    dots = [line for line in drawn(found.plot("span")).lines if line.get_marker() == "o"]
    values = [found["span"].systems[name].f1 for name in ("base", "best")]
    assert [line.get_xdata()[0] for line in dots] == [100 * value for value in values]
    better = found["span"].better_than("best", found.statistics)
    assert [line.get_fillstyle() for line in dots] == ["none", "full" if better else "none"]


def test_nothing_to_draw():
    nothing = ts.score(GOLD[15:], PRED[15:], "span,span-type", task="spans")
    drawn(nothing["span"].plot())
    drawn(nothing.plot())
    with pytest.raises(ts.UsageError, match="score with items=True"):
        ts.score(GOLD, PRED, "span", task="spans", items=False).plot()
    with pytest.raises(KeyError, match="no metric 'spam'"):
        REPORT.plot("spam")


def test_without_matplotlib(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ts.UsageError, match=r"pip install tallystick\[plot\]"):
        REPORT.plot()


def test_confidences_are_drawn_as_curves():
    gold = [{"id": "1", "value": {"a": 1, "b": 2, "c": 3, "d": 4}}]
    confidence = {"a": 0.9, "b": 0.8, "c": 0.7, "d": 0.2}
    pred = [{"id": "1", "value": {"value": {"a": 1, "b": 2, "c": 9, "d": 4}, "confidence": confidence}}]
    metric = ts.score(gold, pred, "confidence", task="json", confidences="inline")["confidence"]
    axes = drawn(metric.plot())
    curve, beside = axes.figure.axes
    assert curve is axes
    assert [round(value) for value in curve.lines[0].get_xdata()] == [25, 50, 75, 100]
    assert [round(value) for value in curve.lines[0].get_ydata()] == [0, 0, 33, 25]
    assert [round(value) for value in beside.lines[1].get_xdata()] == [20, 70, 80, 90]
    assert [round(value) for value in beside.lines[1].get_ydata()] == [100, 0, 100, 100]
    own = pyplot.figure().subplots()
    assert drawn(metric.plot(own)) is own
