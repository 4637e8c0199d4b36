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
        (bag(similarity(lambda p, g: float(p == g))), lambda v: v),
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

    with pytest.raises(UsageError, match="a variable stands where it cannot be found"):
        bag(exact).score(Opaque(), Opaque())


def test_functions_of_too_many_variables():
    value = [(Var(f"x{n}"), Var(f"y{n}")) for n in range(8)]
    with pytest.raises(UsageError, match="16 against 16 of them are too many to try every map"):
        bag(similarity(lambda p, g: float(p == g))).score(value, value)


def test_covered_ties_are_settled_over_maps():
    # x may stand for y1 (two equal golds, both covered) or for y2 (one): both earn 2.
    pred = [(Var("x"), "a")] * 2
    gold = [(Var("y2"), "a"), (Var("y1"), "a"), (Var("y1"), "a")]
    for order in (gold, gold[::-1]):
        score = bag(exact, "N:1").score(order, pred)
        assert (score.matched_pred, score.matched_gold) == (2, 2)
    back = bag(exact, "1:N").score(pred, gold)
    assert (back.matched_pred, back.matched_gold) == (2, 2)
    soft = bag(exact.of(lambda t: t[0]) * similarity(lambda p, g: float(p[1] == g[1])), "1:N")
    assert (soft.score(pred, gold).matched_pred, soft.score(pred, gold).matched_gold) == (2, 2)
