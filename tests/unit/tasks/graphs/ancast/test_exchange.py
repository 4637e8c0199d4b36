"""Nodes that nothing distinguishes: the best exchange of their partners, by exhaustive search and when cut short."""

from array import array
from itertools import count, permutations
from random import Random

import pytest

import tallystick as ts
from tallystick import limits
from tallystick.errors import TimeLimitError
from tallystick.formats.penman.reader import Graph
from tallystick.formats.umr.document import Sentence, UmrDocument
from tallystick.limits import Limits, limited
from tallystick.tasks.graphs.ancast.aligner import align, align_alone, relations_of, unit_of
from tallystick.tasks.graphs.ancast.exchange import Unit, exchange
from tallystick.tasks.graphs.ancast.numbering import Numbering


def rings(*sizes):
    """Rings of equal nodes under one root."""
    total = sum(sizes)
    branches = [(0, "op1", node) for node in range(1, total + 1)]
    first = 1
    for size in sizes:
        branches += [(first + node, "ARG0", first + (node + 1) % size) for node in range(size)]
        first += size
    sources, roles, targets = zip(*branches, strict=True)
    names = tuple(f"x{node}" for node in range(total + 1))
    return Graph(names, ("and", *["dog"] * total), sources, roles, targets, (None,) * len(branches), {})


def matched(columns, pred, gold):
    return sum(((0, columns[head]), role, (0, columns[tail])) in gold for (_, head), role, (_, tail) in pred)


def random_case(generator):
    """Classes of both sides, an alignment as greedy matching leaves it, and relations."""
    sides = [generator.randrange(1, 6) for _ in range(2)]
    classes = [tuple(generator.randrange(2) for _ in range(size)) for size in sides]
    small, large = sorted(sides)
    chosen = generator.sample(range(large), small)
    if sides[0] <= sides[1]:
        columns = array("i", chosen)
    else:
        columns = array("i", [-1]) * sides[0]
        for column, row in enumerate(chosen):
            columns[row] = column
    relations = []
    for size in sides:
        found = {
            ((0, generator.randrange(size)), generator.choice("rs"), (0, generator.randrange(size)))
            for _ in range(generator.randrange(2 * size + 1))
        }
        relations.append(dict.fromkeys(sorted(found), 1))
    numbering = tuple(
        Numbering(array("i", sorted(range(len(own)), key=own.__getitem__)), own) for own in classes
    )
    return columns, numbering, relations


def exchanged(columns, classes):
    """Every alignment that exchanges within the classes of either side lead to."""

    def within(own):
        for order in permutations(range(len(own))):
            if all(own[node] == own[other] for node, other in enumerate(order)):
                yield order

    for rows in within(classes[0]):
        for cols in within(classes[1]):
            yield tuple(cols[columns[row]] if columns[row] >= 0 else -1 for row in rows)


def test_the_best_of_all_exchanges_is_found():
    generator = Random(8)
    for _ in range(300):
        columns, numbering, (pred, gold) = random_case(generator)
        possible = set(exchanged(columns, [side.classes for side in numbering]))
        most = max(matched(other, pred, gold) for other in possible)
        assert exchange([Unit(columns, numbering)], gold, pred) == 0
        assert tuple(columns) in possible
        assert matched(columns, pred, gold) == most


def test_an_exchange_that_is_cut_short_is_not_proved(monkeypatch):
    monkeypatch.setattr("tallystick.tasks.graphs.ancast.swaps.MOST_WORK", 0)
    gold, pred = rings(12), rings(6, 6)
    scores = ts.score([gold], [pred], task="amr", metrics=["ancast"])
    assert scores["ancast.concept"].tally.proved == 1
    for name in ("relation", "unlabeled", "weighted", "smatch"):
        tally = scores[f"ancast.{name}"].tally
        assert tally.proved == 0
        assert tally.slack > 0

    def document(graph):
        return UmrDocument((Sentence(1, graph, declared=graph.variables),))

    scores = ts.score([document(gold)], [document(pred)], task="umr")
    assert scores["ancast++"].tally.proved == scores["ancast++.sentence"].tally.proved == 0
    assert scores["ancast++.modal"].tally.proved == 1


@pytest.mark.parametrize("sizes", [(3,), (4, 4), (3, 5), (2, 2, 2)])
def test_rings_match_themselves_in_any_order(sizes):
    graph, turned = rings(*sizes), rings(*reversed(sizes))
    scores = ts.score([graph], [turned], task="amr", metrics=["ancast"])
    assert all(scores[name].f1 == 1 for name in scores.metrics)


def stopping_after(looks):
    """Limits whose deadline passes at that look at the clock."""
    now = count()
    return Limits(seconds=looks, clock=lambda: float(next(now)))


def test_no_loop_of_an_exchange_goes_on_after_the_deadline(monkeypatch):
    graphs = rings(12), rings(6, 6)
    whole = align_alone(*graphs)
    monkeypatch.setattr(limits, "LOOK_EVERY", 0)
    stops = 0
    for looks in range(1000):
        aligned = align(*graphs)
        relations = [relations_of(side, aligned.numbers.names, 0) for side in (aligned.gold, aligned.pred)]
        with limited(stopping_after(looks)):
            try:
                exchange([unit_of(aligned)], *relations)
            except TimeLimitError:
                stops += 1
                assert sorted(aligned.columns) == sorted(whole.columns)
                continue
        break
    assert stops > 20
    assert list(aligned.columns) == list(whole.columns)
