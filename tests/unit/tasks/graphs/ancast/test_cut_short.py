"""Alignments that are cut short by the time limit keep the totals of both sides."""

from itertools import count

import pytest
from tests.unit.tasks.graphs.ancast.test_ancast import scorer

from tallystick import limits
from tallystick.formats.penman.reader import Graph
from tallystick.limits import Limits, limited
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.graphs.ancast.aligner import align, align_alone
from tallystick.tasks.graphs.ancast.counts import counts


def chain(size, role="ARG1"):
    """A chain of equal nodes below a root of its own."""
    triples = [("v0", ":instance", "root")]
    for node in range(1, size):
        triples += [
            (f"v{node}", ":instance", "node"),
            (f"v{node - 1}", f":{role}" if node == 7 else ":ARG1", f"v{node}"),
        ]
    return Graph.of(triples)


def stopping_after(looks):
    """Limits whose deadline passes at that look at the clock."""
    now = count()
    return Limits(seconds=looks, clock=lambda: float(next(now)))


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    """Look at the clock after every step."""
    monkeypatch.setattr(limits, "LOOK_EVERY", 0)


@pytest.fixture(scope="module")
def whole():
    """The tallies of the two graphs below, aligned without a limit."""
    return counts(align_alone(chain(60), chain(56, "ARG2")))


@pytest.mark.parametrize("looks", [0, 1, 30, 300, 3000])
def test_totals_are_true_wherever_the_clock_stops(looks, whole):
    gold, pred = chain(60), chain(56, "ARG2")
    with limited(stopping_after(looks)):
        aligned = align_alone(gold, pred)
        cut = counts(aligned)
    assert not aligned.complete
    for name, tally in cut.items():
        assert (tally.pred_total, tally.gold_total) == (whole[name].pred_total, whole[name].gold_total)
        assert tally.matched_pred <= whole[name].pred_total
        assert not tally.proved or tally.slack == 0
        assert whole[name].matched_pred <= tally.matched_pred + tally.slack + 1e-9 or tally.proved


def test_a_graph_against_itself_is_aligned_node_by_node():
    gold, pred = chain(150), chain(150)
    with limited(stopping_after(0)):
        aligned = align(gold, pred)
        tallies = counts(aligned)
    assert not aligned.complete
    assert list(aligned.columns) == list(range(150))
    for name, tally in tallies.items():
        assert tally.matched_pred == tally.pred_total == tally.gold_total, name
        assert tally.proved  # no score is higher


def test_a_metric_that_is_cut_short_has_a_score():
    with limited(stopping_after(0)):
        tally = scorer("relation").count(PairAnalysis(chain(150), chain(140, "ARG2")))
    assert (tally.pred_total, tally.gold_total, tally.proved) == (139, 149, 0)
    assert tally.matched_pred + tally.slack == 139
