"""What holds of every metric over triples, on parsers' output: lpp300 and ufal of ../shared/goldens/amr."""

from functools import cache
from random import Random

import pytest
from tests.shared import SHARED, needs_shared
from tests.unit.tasks.graphs.graphs_at_random import rewritten

from tallystick.formats.base import Source
from tallystick.formats.penman.reader import Graph, PenmanReader
from tallystick.tally import total
from tallystick.tasks.graphs.metrics import FACETS, SMATCH, WLK

pytestmark = needs_shared
METRICS = [SMATCH, *FACETS]


@cache
def pairs(name):
    """Gold, pred, and both rewritten: other variables, branches in another order."""
    sides = []
    for side in ("gold", "pred"):
        reader = PenmanReader()
        source = Source.of(SHARED / "goldens" / "amr" / f"{name}.{side}.amr")
        sides.append({item.id: item.value for item in map(reader.item, reader.blocks(source)) if item.value})
    random = Random(name)
    gold, pred = sides
    found = [(gold[key], pred[key]) for key in gold if key in pred]
    assert len(found) == {"lpp300": 197, "ufal": 245}[name]
    return [(g, p, *(Graph.of(rewritten(graph, random)) for graph in (g, p))) for g, p in found]


@pytest.mark.parametrize("name", ["lpp300", "ufal"])
@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_invariants(metric, name):
    scorer = metric.build(metric.settle({}))
    tallies = []
    for gold, pred, other_gold, other_pred in pairs(name):
        tally = scorer.tally(gold, pred)
        assert tally.proved == 1
        assert tally.slack == 0
        assert scorer.tally(pred, gold) == tally.swapped()
        assert scorer.tally(other_gold, other_pred) == tally
        assert tally.matched_pred <= min(tally.pred_total, tally.gold_total)
        itself = scorer.tally(gold, other_gold)
        assert itself.matched_pred == itself.gold_total == itself.pred_total == tally.gold_total
        assert scorer.reading(itself)["f1"] in (1.0, None)
        tallies.append(tally)
    whole = total(tallies)
    assert whole.proved == whole.items == len(pairs(name))
    ours, swapped = scorer.reading(whole), scorer.reading(whole.swapped())
    assert (ours["precision"], ours["recall"], ours["f1"]) == (
        swapped["recall"],
        swapped["precision"],
        swapped["f1"],
    )
    assert 0 <= ours["f1"] < 1


@pytest.mark.parametrize("name", ["lpp300", "ufal"])
def test_wlk(name):
    scorer = WLK.build(WLK.settle({}))
    for gold, pred, other_gold, other_pred in pairs(name):
        value = scorer.tally(gold, pred).matched_pred
        assert 0 <= value <= 1 + 1e-12
        assert scorer.tally(pred, gold).matched_pred == pytest.approx(value, abs=1e-12)
        assert scorer.tally(other_gold, other_pred).matched_pred == pytest.approx(value, abs=1e-12)
        assert scorer.tally(gold, other_gold).matched_pred == pytest.approx(1)
