"""SemBleu: values of the program, and one worked by hand."""

import json
from math import exp, log

import pytest
from tests.shared import SHARED, needs_shared

from tallystick.formats.base import Source
from tallystick.formats.penman.reader import Graph, PenmanReader
from tallystick.tally import total
from tallystick.tasks.graphs.metrics import SEMBLEU
from tallystick.tasks.graphs.sembleu import paths_of

AMR = SHARED / "goldens" / "amr"
SCORER = SEMBLEU.build(SEMBLEU.settle({}))


def graphs(path):
    reader = PenmanReader()
    return {i.id: i.value for i in map(reader.item, reader.blocks(Source.of(path))) if i.value is not None}


@needs_shared
def test_the_program_on_the_samples():
    gold, pred = (graphs(AMR / f"ancast_samples.{side}.amr") for side in ("gold", "pred"))
    scorer = SEMBLEU.build(SEMBLEU.settle({"modifiers": "as-written"}))
    tally = total(scorer.tally(gold[name], pred[name]) for name in gold)
    expected = float(json.loads((AMR / "corpus_values.json").read_text())["ancast_samples"]["sembleu"])
    assert expected == 0.717455241199124
    assert SCORER.reading(tally)["score"] == pytest.approx(expected, abs=1e-12)


def score(gold, pred):
    return SCORER.reading(SCORER.tally(Graph.of(gold), Graph.of(pred)))["score"]


def test_paths():
    paths = paths_of(Graph.of("(b / Boy :ARG0-of (w / want-01 :ARG1 (g / go-02 :ARG0 b) :polarity -))"))
    assert paths.grams[0] == {("boy",): 1, ("want-01",): 1, ("go-02",): 1, ("-",): 1}
    assert set(paths.grams[1]) == {
        ("want-01", "arg0", "boy"),
        ("want-01", "arg1", "go-02"),
        ("want-01", "polarity", "-"),
        ("go-02", "arg0", "boy"),
    }
    assert paths.grams[2] == {("want-01", "arg1", "go-02", "arg0", "boy"): 1}
    assert paths.length == 8  # four labels, four edges


def test_worked():
    gold = "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02))"
    pred = "(w / want-01 :ARG0 (b / boy))"
    # All 2 + 1 of the prediction's paths are in the gold; it has none of order 3, so the weights are halves.
    # Lengths: 2 + 1 against 3 + 2.
    assert score(gold, pred) == pytest.approx(exp(1 - 5 / 3))
    # The other way round: 2 of 3 and 1 of 2, no penalty for being long.
    assert score(pred, gold) == pytest.approx(exp(0.5 * log(2 / 3) + 0.5 * log(1 / 2)))


def test_smoothing():
    # One of two labels, none of one edge: 1 / (2 · 1) for the first zero.
    assert score("(a / x :r (b / y))", "(a / x :s (b / z))") == pytest.approx(
        exp(0.5 * log(1 / 2) + 0.5 * log(1 / 2))
    )


def test_ends():
    assert score("(a / x)", "(a / y)") == 0
    for text in ("(a / x)", "(a / x :r (b / y))", "(a / x :r (b / y :s a))"):
        assert score(text, text) == pytest.approx(1)
    nothing = Graph.nothing()
    assert SCORER.reading(SCORER.tally(nothing, nothing))["score"] is None
    assert SCORER.reading(SCORER.tally(Graph.of("(a / x)"), nothing))["score"] == 0


def test_the_explanation_lists_the_paths():
    gold, pred = Graph.of("(a / x :r (b / y))"), Graph.of("(a / x :r (b / z))")
    alignment, tally = SCORER.align(gold, pred), SCORER.tally(gold, pred)
    assert len(alignment.matched) == sum(part.matched_pred for part in tally.parts)
    assert alignment.missed == (("y",), ("x", "r", "y"))
    assert alignment.spurious == (("z",), ("x", "r", "z"))


def test_mod_and_domain_are_one_relation():
    head_first = "(b / ball :mod (r / red :degree (v / very)))"
    modifier_first = "(r / red :degree (v / very) :domain (b / ball))"
    assert score(head_first, modifier_first) == 1
    assert score(head_first, "(b / ball :domain-of (r / red :degree (v / very)))") == 1


def test_without_a_scored_item_the_score_is_undefined():
    assert SCORER.reading(total([])) == {"score": None}
