"""Names and order of variables and elements never change a score, whatever route finds the map of variables."""

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import oracle
from tests.tiers import examples

import tallystick as ts
from tallystick.core.latent import search

MATCHES = ("1:1", "N:1", "1:N", "N:N")
EXAMPLES = settings(max_examples=examples(10), deadline=None)


@dataclass(frozen=True)
class Grade:
    """A graded element: `holder` is a variable, `mark` is compared by half credits, so that ties abound."""

    holder: object
    mark: int


def half(gold, pred):
    return {0: 1.0, 1: 0.5}.get(abs(pred - gold), 0.0)


def uneven(gold, pred):
    """Not peaked: some marks earn more from another than from themselves."""
    return [0.5, 1.0, 0.5][(gold - pred) % 3]


GRADED = ts.record(Grade, holder=ts.exact, mark=ts.similarity(half, peaked=True))
UNEVEN = ts.record(Grade, holder=ts.exact, mark=ts.similarity(uneven))
#: A threshold over what holds variables is not linear in the choices.
SHARP = ts.similarity(lambda gold, pred: 1.0 if pred == gold else 0.5 * (pred.mark == gold.mark))


def graded(variables, most):
    """Lists of (number of a variable, mark)."""
    return st.lists(
        st.tuples(st.integers(0, variables - 1), st.integers(0, 2)), min_size=variables, max_size=most
    )


def built(pairs, names):
    return tuple(Grade(ts.Var(names[number]), mark) for number, mark in pairs)


def same(one, two):
    assert [one.matched_pred, one.matched_gold, one.pred_total, one.gold_total, one.slack] == pytest.approx(
        [two.matched_pred, two.matched_gold, two.pred_total, two.gold_total, two.slack], abs=1e-7
    )
    assert one.proved == two.proved == 1


def check(metric, data, gold, pred, variables, *, ordered=False):
    """The tally of a pair is the tally of the pair under other names and in another order."""
    plain = metric.tally(built(gold, "abcdefgh"), built(pred, "abcdefgh"))
    sides = []
    for side in (gold, pred):
        names = data.draw(st.permutations("stuvwxyz"[:variables]))
        # A sequence keeps its score when both sides are reversed, and under nothing else.
        sides.append(built(side[::-1] if ordered else data.draw(st.permutations(side)), names))
    same(metric.tally(*sides), plain)


@pytest.mark.parametrize("element", [GRADED, UNEVEN, SHARP], ids=["graded", "uneven", "not-linear"])
@pytest.mark.parametrize("match", MATCHES)
@EXAMPLES
@given(data=st.data())
def test_few_maps(match, element, data):
    pred, gold = data.draw(graded(3, 5)), data.draw(graded(3, 5))
    check(ts.bag(element, match), data, gold, pred, 3)


@pytest.mark.parametrize("element", [GRADED, UNEVEN], ids=["graded", "uneven"])
@pytest.mark.parametrize("match", MATCHES)
@EXAMPLES
@given(data=st.data())
def test_integer_programmes(match, element, data):
    pred, gold = data.draw(graded(6, 8)), data.draw(graded(6, 8))
    check(ts.bag(element, match), data, gold, pred, 6)


@pytest.mark.parametrize("element", [GRADED, UNEVEN], ids=["graded", "uneven"])
@pytest.mark.parametrize("order", ["strict", "noncrossing"])
@pytest.mark.parametrize("match", ["N:1", "1:N"])
@EXAMPLES
@given(data=st.data())
def test_sequences(match, order, element, data):
    few = data.draw(st.booleans())
    pred, gold = (data.draw(graded(3, 4) if few else graded(6, 7)) for _ in "pg")
    check(ts.sequence(element, match, order), data, gold, pred, 3 if few else 6, ordered=True)


@pytest.mark.parametrize("match", ["N:1", "1:N"])
@EXAMPLES
@given(data=st.data())
def test_digraphs(match, data):
    pred, gold = (data.draw(graded(5, 6)) for _ in "pg")
    metric = ts.digraph(GRADED, match).of(lambda nodes: ts.Digraph(nodes, [(0, 1)]))
    plain = metric.tally(built(gold, "abcde"), built(pred, "abcde"))
    names = [data.draw(st.permutations("vwxyz")) for _ in "pg"]
    # The edge runs from the first node to the second: only the others can change their places.
    moved = [side[:2] + data.draw(st.permutations(side[2:])) for side in (gold, pred)]
    same(metric.tally(*map(built, moved, names)), plain)


@pytest.mark.parametrize("match", MATCHES)
@EXAMPLES
@given(data=st.data())
def test_graphs(match, data):
    ends = st.integers(0, 4)
    edges = st.lists(st.tuples(ends, st.sampled_from("rs"), ends), min_size=2, max_size=8)
    pred, gold = data.draw(edges), data.draw(edges)

    def triples(side, names):
        return [(ts.Var(names[source]), role, ts.Var(names[target])) for source, role, target in side]

    plain = ts.bag(ts.exact, match).tally(triples(gold, "abcde"), triples(pred, "abcde"))
    moved = [
        triples(data.draw(st.permutations(side)), data.draw(st.permutations("vwxyz")))
        for side in (gold, pred)
    ]
    same(ts.bag(ts.exact, match).tally(*moved), plain)


@pytest.mark.parametrize("match", ["N:1", "1:N"])
@pytest.mark.parametrize("phi", [half, uneven])
@EXAMPLES
@given(data=st.data())
def test_integer_programmes_cover_the_most(phi, match, data):
    """Against exhaustive search: of all optimal maps, the one that covers the most."""
    pred, gold = data.draw(graded(3, 4)), data.draw(graded(3, 4))

    def evaluate(golds, preds):
        answer = oracle.best(golds, preds, lambda g, p: float(g[0] == p[0]) * phi(g[1], p[1]), match)
        return answer.earned, answer.covered_gold if match == "N:1" else answer.covered_pred

    expected = oracle.best_latent(
        *([(oracle.Variable("xyz"[number]), mark) for number, mark in side] for side in (gold, pred)),
        evaluate,
    )
    metric = ts.bag(GRADED if phi is half else UNEVEN, match)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "FEW_MAPS", 0)
        tally = metric.tally(built(gold, "abc"), built(pred, "abc"))
    found = (tally.matched_pred, tally.matched_gold)
    assert (found if match == "N:1" else found[::-1]) == pytest.approx(expected, abs=1e-7)
