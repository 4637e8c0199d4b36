"""One comparison, two answers: asking for the alignment after the counts solves nothing again."""

import pickle
from collections import Counter
from dataclasses import dataclass

import pytest

import tallystick as ts
from tallystick import Digraph, Var
from tallystick.core import matching
from tallystick.core.latent import linear, maps, search
from tallystick.core.prepared import prepared
from tallystick.core.solution import Solution
from tallystick.solve import align as alignment
from tallystick.solve import forest, integer, ordered

near = ts.similarity(lambda gold, pred: 1 / (1 + abs(gold - pred)), peaked=True)
GOLD, PRED = [1, 4, 4, 9], [2, 4, 7]


@dataclass(frozen=True)
class Part:
    holder: object
    grades: tuple[int, ...] = ()


@dataclass(frozen=True)
class Reading:
    where: object
    grade: int


def triples(prefix):
    return [(Var(f"{prefix}{n}"), "to", Var(f"{prefix}{n * 2 % 5}")) for n in range(5)]


def readings(prefix, variables):
    return [Reading(Var(f"{prefix}{n % variables}"), n) for n in range(2 * variables)]


def links(prefix, variables):
    """Two variables and a grade: no graph, whose edges are equal or different."""
    names = [Var(f"{prefix}{n}") for n in range(variables)]
    return [Reading((names[n], names[n - 1]), n) for n in range(variables)]


by_reading = ts.bag(ts.record(Reading, where=ts.exact, grade=near))
ASSIGN, ALIGN, ORDER, HIGHS, TRY = "assign", "align", "match_ordered", "maximise", "try_all"
FOREST = "match_forests"

#: A metric, an item, and the number of times that each solver is needed.
CASES = {
    "bag": (ts.bag(near), GOLD, PRED, {ASSIGN: 1}),
    "set": (ts.bag(near), set(GOLD), set(PRED), {ASSIGN: 1}),
    "normaliser": (ts.jaccard(ts.bag(near)), GOLD, PRED, {ASSIGN: 1}),
    "threshold": (ts.f1(ts.bag(near)) > 0.1, GOLD, PRED, {ASSIGN: 1}),
    "product": (ts.bag(near) * ts.exact.of(type), GOLD, PRED, {ASSIGN: 1}),
    "record": (
        ts.record(Part, holder=ts.exact, grades=ts.bag(near)),
        Part(1, (1, 4)),
        Part(1, (2, 3)),
        {ASSIGN: 1},
    ),
    "record of one field": (
        ts.record(Part, grades=ts.bag(near)),
        Part(1, (1, 4)),
        Part(1, (2, 3)),
        {ASSIGN: 1},
    ),
    "union": (ts.union({list: ts.bag(near)}), GOLD, PRED, {ASSIGN: 1}),
    "projection": (ts.bag(near).of(sorted), GOLD, PRED, {ASSIGN: 1}),
    "prepared": (prepared(ts.bag(near), pred=sorted), GOLD, PRED, {ASSIGN: 1}),
    "sides": (ts.sides(ts.bag(near), ts.bag(near > 0.4)), GOLD, PRED, {ASSIGN: 2}),
    "sequence": (ts.sequence(near), GOLD, PRED, {ORDER: 1}),
    "sequence, noncrossing": (ts.sequence(near, "N:1", "noncrossing"), GOLD, PRED, {ORDER: 1}),
    "digraph": (
        ts.digraph(near),
        Digraph(GOLD, [(0, 2), (1, 2)]),
        Digraph(PRED, [(1, 0), (1, 2)]),
        {HIGHS: 1},
    ),
    "forest": (ts.digraph(near), Digraph(GOLD, [(0, 1)]), Digraph(PRED, [(1, 0)]), {FOREST: 1}),
    "chain": (ts.digraph(near), Digraph(GOLD[:2], [(0, 1)]), Digraph(PRED[:2], [(1, 0)]), {ORDER: 1}),
    "latent, graphs": (ts.bag(ts.exact), triples("x"), triples("y"), {ALIGN: 1}),
    "latent, graded labels": (by_reading, readings("x", 7), readings("y", 7), {ALIGN: 1}),
    "latent, few maps": (by_reading, links("x", 3), links("y", 3), {TRY: 1}),
    "latent, integer programme": (by_reading, links("x", 7), links("y", 7), {HIGHS: 1}),
}


@pytest.fixture
def solved(monkeypatch):
    """How often each solver is called."""
    counts = Counter()

    def count(name, *homes, counted_as=None):
        original = getattr(homes[0], name)

        def counting(*arguments, **options):
            counts[counted_as or name] += 1
            return original(*arguments, **options)

        for home in homes:
            monkeypatch.setattr(home, name, counting)

    count(ASSIGN, matching)
    count("assign_few", matching, counted_as=ASSIGN)
    count(ALIGN, alignment)
    count(ORDER, ordered)
    count(HIGHS, integer)
    count(FOREST, forest)
    count(TRY, maps, search)
    count("solve_linear", linear, search)
    return counts


@pytest.mark.parametrize("name", CASES)
def test_the_alignment_comes_from_the_solution_of_the_score(name, solved):
    metric, gold, pred, expected = CASES[name]
    score = metric.score(gold, pred)
    before = +solved
    # Under a map of variables the elements are assigned like any others.
    searched = {solver: count for solver, count in before.items() if solver in expected}
    assert searched == expected
    assert score.alignment.matched
    assert score.alignment is score.alignment
    assert solved == before
    assert (
        sum(pair.credit for pair in score.alignment.matched) == pytest.approx(score.matched)
        or name == "sides"
    )


@pytest.mark.parametrize("match", ["N:1", "1:N"])
def test_one_sided_matchings_compare_their_elements_once(match):
    calls = Counter()

    def counting(gold, pred):
        calls[gold, pred] += 1
        return 1 / (1 + abs(gold - pred))

    score = ts.bag(ts.similarity(counting), match).score([1, 2], [5, 6, 7])
    assert {pair: calls[pair] for pair in [(1, 5), (2, 7)]} == {(1, 5): 1, (2, 7): 1}
    before = +calls
    assert score.alignment.matched
    assert calls == before


def test_wrappers_agree_with_the_analysis():
    metric = ts.bag(near, "N:1")
    analysis = metric.analyse(GOLD, PRED)
    assert isinstance(analysis, Solution)
    assert metric.tally(GOLD, PRED) == analysis.tally == metric.score(GOLD, PRED).tally
    assert metric.align(GOLD, PRED) == analysis.alignment == metric.score(GOLD, PRED).alignment
    assert repr(analysis) == f"<Solution {analysis.tally!r}>"


def test_a_score_keeps_what_was_chosen_alone():
    values = list(range(100))
    score = ts.bag(ts.similarity(positive)).score(values, values)
    assert len(pickle.dumps(score)) < 20_000  # of 10,000 pairs, 100 were chosen


def positive(gold, pred):
    return 1 / (1 + abs(gold - pred))
