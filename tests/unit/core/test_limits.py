"""Limits in the algebra: no search goes on after the deadline, and none begins that has no room."""

from dataclasses import dataclass

import pytest

from tallystick import Digraph, Var, bag, digraph, exact, limits, record, sequence, similarity
from tallystick.errors import MemoryLimitError, TimeLimitError
from tallystick.limits import Limits, limited
from tallystick.solve.integer import maximise

near = similarity(lambda gold, pred: 1 / (1 + abs(pred - gold)))


@dataclass(frozen=True)
class Edge:
    source: Var
    label: str
    target: Var


def edges(*triples):
    return [Edge(Var(source), label, Var(target)) for source, label, target in triples]


CHAIN = edges("aXb", "bXc", "cYd")
RING = edges("pXq", "qYr", "rXp")


@dataclass(frozen=True)
class Grade:
    holder: object
    value: int


GRADED = bag(record(Grade, holder=exact, value=similarity(near.function, peaked=True)))


def grades(prefix, step, count):
    return [Grade(Var(f"{prefix}{number}"), step * number % 7) for number in range(count)]


def pairs(prefix, step, count):
    """Graded elements of two variables: no graph of the aligner."""
    names = [Var(f"{prefix}{number}") for number in range(count)]
    return [Grade((names[number], names[number - 1]), step * number % 7) for number in range(count)]


SEARCHES = {
    "values": (bag(near), list(range(9)), list(range(9))),
    "sequence": (sequence(near), [1, 2, 3], [2, 3, 5]),
    "covered": (sequence(near, match="N:1", order="noncrossing"), [1, 1, 3], [1, 3, 5]),
}
#: Searches that know a ceiling: cut short, they return the best map with a bound.
BOUNDED = {
    "map by map": (bag(exact) > 1, CHAIN, RING),
    "building an integer programme": (sequence(exact), CHAIN, RING),
    "building a graph": (GRADED, grades("gold", 1, 9), grades("pred", 2, 9)),
    "an integer programme": (GRADED, pairs("gold", 1, 5), pairs("pred", 3, 5)),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_no_search_goes_on_after_the_deadline(name, monkeypatch):
    metric, gold, pred = SEARCHES[name]
    monkeypatch.setattr(limits, "LOOK_EVERY", 0)
    for method in (metric.tally, metric.align):
        assert method(gold, pred, time_limit=3600)
        with pytest.raises(TimeLimitError):
            method(gold, pred, time_limit=1e-9)


@pytest.mark.parametrize("name", BOUNDED)
def test_a_search_with_a_ceiling_is_cut_short_with_a_bound(name, monkeypatch):
    metric, gold, pred = BOUNDED[name]
    monkeypatch.setattr(limits, "LOOK_EVERY", 0)
    complete = metric.tally(gold, pred, time_limit=3600)
    assert complete.proved
    cut = metric.tally(gold, pred, time_limit=1e-9)
    assert (cut.pred_total, cut.gold_total) == (complete.pred_total, complete.gold_total)
    assert cut.matched_pred <= complete.matched_pred <= cut.matched_pred + cut.slack
    assert cut.matched_pred + cut.slack <= min(cut.pred_total, cut.gold_total)


def test_an_integer_programme_has_what_is_left_of_the_time():
    """The time for building it is gone by then: 10 seconds of 10 leave none, and the bound is the sum of gains."""
    now = iter([0.0] + [10.0] * 100)
    pairs = [(one, two) for one in range(12) for two in range(one)]
    row = [number for number in range(len(pairs)) for _ in (0, 1)]
    col = [choice for pair in pairs for choice in pair]
    with limited(Limits(10, clock=lambda: next(now))):
        result = maximise([1.0] * 12, row, col, [1.0] * len(row), [1.0] * len(pairs))
    assert result.score <= 1.0 <= result.upper_bound <= 12.0


def test_a_sequence_needs_two_bits_for_each_pair_of_elements():
    """A table of numbers for these would take 16 bytes for each pair: 256 MB."""
    one, other = list(range(4000)), list(range(1, 4001))
    with limited(Limits(memory=5_000_000)):
        assert sequence(exact).compare(one, other) == 3999
    with limited(Limits(memory=3_000_000)), pytest.raises(MemoryLimitError, match="4,000 against 4,000"):
        sequence(exact).compare(one, other)


def test_equal_values_are_counted_before_they_are_listed():
    many = [0] * 1000
    with limited(Limits(memory=10_000_000)), pytest.raises(MemoryLimitError, match="1,000,000 pairs"):
        sequence(exact).compare(many, many)


def test_choices_that_exclude_each_other_are_counted():
    edges = [(0, 2), (1, 3), *((node, node + 1) for node in range(29) if node != 1)]
    down, up = Digraph([0] * 30, edges), Digraph([0] * 30, [(target, source) for source, target in edges[:9]])
    with limited(Limits(memory=1_000_000)), pytest.raises(MemoryLimitError, match="exclude each other"):
        digraph(exact).compare(down, up)
