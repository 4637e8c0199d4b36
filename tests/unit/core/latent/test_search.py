from collections import deque
from dataclasses import dataclass
from typing import NamedTuple

import networkx
import pytest

from tallystick import (
    Digraph,
    UsageError,
    Var,
    bag,
    derive,
    digraph,
    exact,
    f1,
    jaccard,
    precision,
    record,
    sequence,
    similarity,
)
from tallystick.core.prepared import prepared


def triples(text):
    """(a boy), (w ARG0 a): one letter is a variable."""
    return [tuple(Var(p) if len(p) == 1 else p for p in line.split()) for line in text.split(",")]


class Triple(NamedTuple):
    left: "Var | str"
    role: str
    right: "Var | str"


CAI_KNIGHT_PRED = "a is want, b is boy, c is go, a ARG0 b, a ARG1 c, c ARG0 b"
CAI_KNIGHT_GOLD = "x is want, y is boy, z is football, x ARG0 y, x ARG1 z"


def test_smatch():  # Part 2 (e): Cai and Knight's example 4/6/5 = .7273
    score = bag(exact).score(triples(CAI_KNIGHT_GOLD), triples(CAI_KNIGHT_PRED))
    assert (score.matched, score.pred_total, score.gold_total) == (4, 6, 5)
    assert score.f1 == pytest.approx(0.7273, abs=5e-5)
    assert score.optimal
    assert len(score.alignment.matched) == 4
    assert len(score.alignment.missed) == 1


def test_derived_types_with_variables():
    # Part 2 (d): `Variable | str` silently killed latent matching elsewhere.
    gold, pred = ([Triple(*t) for t in triples(text)] for text in (CAI_KNIGHT_GOLD, CAI_KNIGHT_PRED))
    assert derive(set[Triple]).score(set(gold), set(pred)).matched == 4


def test_one_variable_is_not_two():  # Part 2 (e): (a r a) vs (x r y) 0
    assert bag(exact).score(triples("x role y"), triples("a role a")).matched == 0


def test_two_boys_against_one():  # Part 2 (e): S 1
    assert bag(exact).score(triples("x is boy"), triples("a is boy, b is boy")).matched == 1


def test_variables_on_one_side_only():
    score = bag(exact).score([("boy", 1)], [(Var("x"), 1)])
    assert (score.matched, score.pred_total, score.gold_total, score.optimal) == (0, 1, 1, True)


@dataclass(frozen=True)
class Holder:
    items: object
    name: str = ""


GOLD, PRED = [("is", Var("x"))], [("is", Var("y"))]


@pytest.mark.parametrize(
    ("metric", "wrap"),
    [
        (f1(bag(exact)), lambda v: v),
        (record(Holder, items=bag(exact)), Holder),
        (record(Holder, items=bag(exact), name=exact), Holder),
        (bag(exact).of(lambda holder: holder.items), Holder),
        (prepared(bag(exact), pred=lambda h: h.items, gold=lambda h: h.items), Holder),
        (prepared(record(Holder, items=bag(exact)), pred=lambda v: Holder(list(v))), None),
        (bag(exact), tuple),
        (bag(exact), deque),
        (bag(exact), set),
        (precision(bag(exact)) >= 1, lambda v: v),
        (jaccard(bag(exact)), lambda v: v),
        (bag(exact) * bag(exact.of(len)), lambda v: v),
        (bag(similarity(lambda g, p: float(p == g))), lambda v: v),
        (bag(f1(bag(exact, "N:1"))), lambda v: [v]),
    ],
)
def test_variables_are_found_under_every_similarity(metric, wrap):
    gold, pred = (Holder(GOLD), PRED) if wrap is None else (wrap(GOLD), wrap(PRED))
    score = metric.score(gold, pred)
    assert (score.f1, score.optimal) == (1, True)
    assert score.alignment.matched


def test_variables_as_nodes_of_graphs():
    gold = networkx.DiGraph([(Var("x"), Var("y"))])
    assert digraph(exact).score(gold, Digraph([Var("b"), Var("a")], [(1, 0)])).matched == 2
    assert digraph(exact).score(gold, Digraph([Var("b"), Var("a")])).matched == 1
    assert bag(record(Holder, items=digraph(exact))).score([Holder(gold)], [Holder(gold)]).f1 == 1


def test_a_variable_in_a_type_of_unknown_parts():
    class Opaque:
        def __iter__(self):
            return iter([Var("x")])

    with pytest.raises(UsageError, match="a variable is inside a value whose parts are unknown"):
        bag(exact).score(Opaque(), Opaque())


def test_functions_of_too_many_variables():
    value = [(Var(f"x{n}"), Var(f"y{n}")) for n in range(8)]
    with pytest.raises(UsageError, match="16 against 16 of them are too many to try every map"):
        bag(similarity(lambda g, p: float(p == g))).score(value, value)


def test_covered_ties_are_settled_over_maps():
    # x may stand for y1 (two equal golds, both covered) or for y2 (one): both earn 2.
    pred = [(Var("x"), "a")] * 2
    gold = [(Var("y2"), "a"), (Var("y1"), "a"), (Var("y1"), "a")]
    for order in (gold, gold[::-1]):
        score = bag(exact, "N:1").score(order, pred)
        assert (score.matched_pred, score.matched_gold) == (2, 2)
    back = bag(exact, "1:N").score(pred, gold)
    assert (back.matched_pred, back.matched_gold) == (2, 2)
    soft = bag(exact.of(lambda t: t[0]) * similarity(lambda g, p: float(p[1] == g[1])), "1:N")
    assert (soft.score(pred, gold).matched_pred, soft.score(pred, gold).matched_gold) == (2, 2)


# -- limits ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Reading:
    where: object
    grade: int


@dataclass(frozen=True)
class Station:
    name: object
    readings: tuple


def near(gold, pred):
    return 1 / (1 + abs(pred - gold))


READINGS = bag(record(Reading, where=exact, grade=similarity(near)))
STATIONS = bag(record(Station, name=exact, readings=READINGS))


def readings(prefix, variables, step=1):
    return tuple(Reading(Var(f"{prefix}{n % variables}"), n * step % 7) for n in range(2 * variables))


def links(prefix, variables, step=1):
    """Two variables and a grade: no graph, whose edges are equal or different."""
    names = [Var(f"{prefix}{n}") for n in range(variables)]
    return tuple(Reading((names[n], names[n - 1]), n * step % 7) for n in range(variables))


def test_totals_and_bounds_of_a_search_that_was_cut_off():
    # Every reading is worth 1, so that 20 is what either side has, and nothing can earn more.
    for limit in (0.0, 1e-6, 1e-3, None):
        score = READINGS.score(readings("g", 10), readings("p", 10, 3), time_limit=limit)
        assert (score.pred_total, score.gold_total) == (20, 20)
        assert score.matched <= score.upper_bound <= 20
        assert score.f1 is not None
    assert score.optimal


def test_bounds_of_nested_variables():
    # Four stations of ten readings: 40 on each side, though there are 1,600 pairs of readings.
    def stations(prefix, step):
        return [Station(Var(f"{prefix}{n}"), readings(prefix, 5, step)) for n in range(4)]

    score = STATIONS.score(stations("g", 1), stations("p", 3), time_limit=0.0)
    assert (score.pred_total, score.gold_total) == (40, 40)
    assert score.upper_bound <= 40


def test_self_scores_that_a_limit_cuts_off_are_at_least_those_of_the_identity():
    # φ(x, x) is ½ and φ(x, y) 1: exchanging variables would earn more than the identity, which earns 10.
    unlike = similarity(lambda gold, pred: 0.5 if pred == gold else 1.0)
    names = [Var(f"v{n}") for n in range(10)]
    value = tuple(Reading((names[n % 10], names[n * 3 % 10]), n) for n in range(20))
    score = bag(record(Reading, where=exact, grade=unlike)).score(value, value, time_limit=0.0)
    assert score.pred_total >= 10
    assert score.gold_total >= 10
    assert not score.optimal


def test_a_few_maps_are_tried_without_an_integer_programme(monkeypatch):
    def refused(*_arguments, **_options):
        raise AssertionError("an integer programme for a handful of maps")

    monkeypatch.setattr("tallystick.solve.integer.maximise", refused)
    assert READINGS.score(links("g", 3), links("p", 3, 3)).optimal  # 34 maps
    assert READINGS.score(links("g", 2), links("p", 5)).optimal  # 31 maps


def test_trying_maps_one_by_one_can_be_cut_off():
    metric = bag(exact.of(lambda r: r.where) * (similarity(near, peaked=True) > 0.4).of(lambda r: r.grade))
    score = metric.score(links("g", 4), links("p", 4, 3), time_limit=0.0)
    assert (score.pred_total, score.gold_total, score.optimal) == (4, 4, False)
    assert score.matched <= score.upper_bound <= 4


@pytest.mark.parametrize("match", ["N:1", "1:N"])
@pytest.mark.parametrize("order", ["", "noncrossing"])
def test_covered_ties_among_very_many_maps(match, order):
    # As above, x may stand for y1 (two readings covered) or for y2 (one); six more variables on each side
    # make 130,922 maps of it.
    metric = sequence(READINGS.element, match, order) if order else bag(READINGS.element, match)
    rest = [(f"z{n}", 10 * n) for n in range(1, 7)]
    many = [*rest, ("x", 0), ("x", 0)]
    for one in ([("y2", 0), ("y1", 0), ("y1", 0)], [("y1", 0), ("y1", 0), ("y2", 0)]):
        for names in ("y1", "y2"), ("y2", "y1"):
            renamed = [
                (dict(zip(("y1", "y2"), names, strict=True)).get(name, name), mark) for name, mark in one
            ]
            sides = [[Reading(Var(n), mark) for n, mark in side] for side in (many, [*rest, *renamed])]
            pred, gold = sides if match == "N:1" else sides[::-1]
            score = metric.score(gold, pred)
            assert (score.matched_pred, score.matched_gold) == (8, 8), (one, names)
