from dataclasses import dataclass

import pytest

from tallystick import (
    UsageError,
    Var,
    bag,
    exact,
    f1,
    f_beta,
    jaccard,
    precision,
    recall,
    record,
    sides,
    similarity,
)


@dataclass(frozen=True)
class Holder:
    items: object


GOLD, PRED = {2, 3, 4, 5}, {1, 2, 3}  # Part 2 (e): 2/3/4


@pytest.mark.parametrize(
    ("normaliser", "value"), [(precision, 2 / 3), (recall, 0.5), (f1, 4 / 7), (jaccard, 0.4)]
)
def test_normalisers(normaliser, value):
    assert normaliser(bag(exact)).compare(GOLD, PRED) == pytest.approx(value)
    assert normaliser(bag(exact)).self_score(GOLD) == 1
    assert normaliser(bag(exact)).self_score([]) == 0
    assert normaliser(bag(exact)).compare([], []) == 0
    assert list(normaliser(bag(exact)).pairs([GOLD, [9]], [PRED])) == [(0, 0, pytest.approx(value))]
    assert normaliser(bag(exact)).values([GOLD, [9]], [PRED], [0, 1], [0, 0]) == [pytest.approx(value), 0]


def test_f_beta():
    assert f_beta(bag(exact), 2).compare(GOLD, PRED) == pytest.approx(5 * 2 / (4 * 4 + 3))
    assert repr(f_beta(bag(exact), 2)) == "f_beta(bag(exact), 2)"


def test_a_normaliser_hides_no_counts():
    score = jaccard(bag(exact)).score(GOLD, PRED)
    assert (score.matched, score.pred_total, score.gold_total, score.jaccard) == (2, 3, 4, 0.4)


def test_ceaf_phi4():  # Part 2 (e): ab,cd,fghi vs abc,defg: 1.3/3/2
    gold, pred = [list("abc"), list("defg")], [list("ab"), list("cd"), list("fghi")]
    score = bag(f1(bag(exact))).score(gold, pred)
    assert (score.matched, score.pred_total, score.gold_total) == pytest.approx((1.3, 3, 2))
    assert (score.precision, score.recall, score.f1) == pytest.approx((1.3 / 3, 0.65, 0.52))


def test_one_sided_bags_inside_others_are_covered():
    inner = bag(exact, "N:1")
    gold, pred = [1, 2], [1, 1, 1]
    outside = inner.score(gold, pred)
    for normaliser in (precision, recall, f1, jaccard):
        assert normaliser(inner).compare(gold, pred) == getattr(outside, normaliser.__name__)
    assert f_beta(inner, 2).compare(gold, pred) == outside.f_beta(2)
    assert recall(bag(exact, "N:1", "literal")).compare(gold, pred) == 1.5
    assert bag(f1(inner)).score([gold], [gold]).f1 == 1


def test_sides_have_two_numerators():
    metric = sides(bag(exact), bag(exact.of(lambda n: n % 2)))
    score = metric.score([1, 3], [1, 5, 7])
    assert (score.precision, score.recall) == (pytest.approx(1 / 3), 1)
    assert metric.reading.sides
    assert len(score.alignment.matched) == 2
    assert f1(metric).compare([1, 3], [1, 5, 7]) == pytest.approx(0.5)


def test_sides_cannot_be_one_number():
    with pytest.raises(UsageError, match="has two values for each pair; choose one"):
        bag(sides(bag(exact), bag(exact))).score([[1]], [[1]])


def test_sides_with_variables_are_two_maxima():
    # For precision the labels count, for recall the edges; each has its own best map.
    label = bag(exact).of(lambda graph: [t for t in graph if t[0] == "is"])
    edge = bag(exact).of(lambda graph: [t for t in graph if t[0] == "to"])
    gold = [("is", Var("a"), 1), ("to", Var("b"), Var("b"))]
    pred = [("is", Var("x"), 1), ("to", Var("x"), Var("x"))]
    score = sides(label, edge).score(gold, pred)
    assert (score.precision, score.recall, score.optimal) == (1, 1, True)
    assert score.alignment.matched


def test_representations():
    assert repr(f1(bag(exact))) == "f1(bag(exact))"
    assert repr(sides(exact, exact)) == "sides(exact, exact)"


def test_normalised_functions():
    half = similarity(lambda gold, pred: 0.5)
    assert f1(half).compare(1, 2) == 1.0


# Part 2 (e): {1, 2, 3} against {2, 3, 4, 5}: 2/3/4, P ⅔, R ½, F 4/7, J 2/5; F₂ = 5 · 2 / (4 · 4 + 3) = 10/19.
@pytest.mark.parametrize(
    ("metric", "headline", "value"),
    [
        (bag(exact), "f1", 4 / 7),
        (f1(bag(exact)), "f1", 4 / 7),
        (precision(bag(exact)), "precision", 2 / 3),
        (recall(bag(exact)), "recall", 1 / 2),
        (jaccard(bag(exact)), "jaccard", 2 / 5),
        (f_beta(bag(exact), 2), "f_beta", 10 / 19),
        (jaccard(bag(exact)).of(sorted), "jaccard", 2 / 5),
        (record(Holder, items=jaccard(bag(exact))).of(Holder), "jaccard", 2 / 5),
        (jaccard(bag(exact, "N:1")), "jaccard", 2 / 5),
    ],
)
def test_the_outermost_normaliser_is_the_headline(metric, headline, value):
    score = metric.score(GOLD, PRED)
    assert metric.reading.headline == headline
    assert score.value == score.values[headline] == pytest.approx(value)
    if headline in repr(metric):
        assert score.value == pytest.approx(metric.compare(GOLD, PRED))
    assert (score.precision, score.recall, score.f1) == pytest.approx((2 / 3, 1 / 2, 4 / 7))
    corpus = metric.corpus([GOLD, GOLD], [PRED, GOLD])
    assert corpus.macro.values[headline] == pytest.approx((1 + value) / 2)
    assert corpus.bootstrap(resamples=20)[headline].low >= 0


def test_a_normaliser_over_another_one_divides_values():
    # J = 2/5 is a similarity with φ(x, x) = 1: its P, R and F are 2/5 as well, its J is 0.4 / (2 − 0.4).
    for normaliser in (precision, recall, f1):
        score = normaliser(jaccard(bag(exact))).score(GOLD, PRED)
        assert (score.value, score.matched, score.pred_total) == (0.4, 0.4, 1)
    assert jaccard(jaccard(bag(exact))).score(GOLD, PRED).value == pytest.approx(0.25)
    assert precision(f1(bag(exact))).score(GOLD, PRED).value == pytest.approx(4 / 7)
    score = f1(jaccard(bag(exact))).score([Var("x"), 1], [Var("y"), 2])
    assert (score.value, score.optimal) == (pytest.approx(1 / 3), True)


@pytest.mark.parametrize(
    "normaliser", [precision, recall, f1, jaccard, lambda base, **o: f_beta(base, 2, **o)]
)
def test_what_two_empty_values_are_worth(normaliser):
    metric = normaliser(bag(exact), empty=0.5)
    assert metric.compare([], []) == metric.self_score([]) == 0.5
    assert (metric.compare([], [1]), metric.compare([1], []), metric.self_score([1])) == (0, 0, 1)
    assert sorted(metric.pairs([[1], [], []], [[], [1]])) == [(0, 1, 1.0), (1, 0, 0.5), (2, 0, 0.5)]
    assert metric.values([[1], []], [[], [1]], [0, 1, 0], [0, 0, 1]) == [0, 0.5, 1]
    assert normaliser(bag(exact, "N:1"), empty=1).compare([], []) == 1
    # The score of such an item is that value too; without one it is undefined.
    assert metric.score([], []).value == 0.5
    assert normaliser(bag(exact)).score([], []).value is None
    # Variables change nothing of that.
    assert bag(metric).score([[], [Var("x")]], [[Var("y")], []]).matched == pytest.approx(1.5)
    with pytest.raises(UsageError, match="from 0 to 1"):
        normaliser(bag(exact), empty=2)


@pytest.mark.parametrize("beta", ["x", None, float("nan"), float("inf"), -1, 0, True])
def test_beta_is_a_positive_number(beta):
    with pytest.raises(UsageError, match="beta"):
        f_beta(bag(exact), beta)
