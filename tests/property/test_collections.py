"""Bags, sequences and digraphs against exhaustive search over all relations (Equations 13 and 37)."""

import random

import pytest
from tests import oracle

import tallystick as ts

MATCHES = ("1:1", "N:1", "1:N", "N:N")
ONE_SIDED = ("N:1", "1:N")


def equal(gold, pred):
    return float(pred == gold)


def soft(gold, pred):
    return 1 / (1 + abs(pred - gold))


def near(gold, pred):
    """Not peaked, not symmetric: a pred may earn more from another gold than from itself."""
    return [0.5, 1.0, 0.0, 0.25][(gold - pred) % 4]


def grades(gold, pred):
    """Many ties: whole and half credits only."""
    return {0: 1.0, 1: 0.5}.get(abs(pred - gold), 0.0)


SIMILARITIES = {
    "exact": (ts.exact, equal),
    "soft": (ts.similarity(soft, peaked=True), soft),
    "soft, unpromised": (ts.similarity(soft), soft),
    "near": (ts.similarity(near), near),
    "grades": (ts.similarity(grades, peaked=True), grades),
}


def check(metric, gold, pred, answer, self_gold, self_pred, match, recall):
    """The counts of a metric against those of the oracle."""
    score = metric.score(gold, pred)
    if recall == "literal" or match not in ONE_SIDED:
        expected = (answer.earned, answer.earned, self_pred.earned, self_gold.earned)
    elif match == "N:1":
        expected = (answer.earned, answer.covered_gold, self_pred.earned, self_gold.covered_gold)
    else:
        expected = (answer.covered_pred, answer.earned, self_pred.covered_pred, self_gold.earned)
    assert (score.matched_pred, score.matched_gold) == pytest.approx(expected[:2], abs=1e-7)
    if recall == "literal" or match not in ONE_SIDED:
        assert (score.pred_total, score.gold_total) == pytest.approx(expected[2:], abs=1e-7)
    credit = sum(pair.credit for pair in score.alignment.matched)
    assert credit == pytest.approx(answer.earned, abs=1e-7)


@pytest.mark.parametrize("name", SIMILARITIES)
@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize("recall", ["covered", "literal"])
def test_bags(name, match, recall):
    element, phi = SIMILARITIES[name]
    metric = ts.bag(element, match, recall)
    choose = random.Random(f"{name}{match}")
    for _ in range(40):
        most = 3 if match == "N:N" else 4
        pred = [choose.randrange(4) for _ in range(choose.randrange(most + 1))]
        gold = [choose.randrange(4) for _ in range(choose.randrange(most + 1))]
        answers = [
            oracle.best(one, two, phi, match) for one, two in ((gold, pred), (gold, gold), (pred, pred))
        ]
        check(metric, gold, pred, *answers, match, recall)
        if match in ONE_SIDED and recall == "covered":
            shared, worth = (gold, "gold_total") if match == "N:1" else (pred, "pred_total")
            assert getattr(metric.score(gold, pred), worth) == pytest.approx(sum(phi(x, x) for x in shared))


@pytest.mark.parametrize("name", SIMILARITIES)
@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize("order", ["strict", "noncrossing"])
@pytest.mark.parametrize("recall", ["covered", "literal"])
def test_sequences(name, match, order, recall):
    element, phi = SIMILARITIES[name]
    if name == "near" and order == "strict" and recall == "covered":
        pytest.skip(
            "which of the equally good matchings covers most is not searched where φ(x, x) is no maximum"
        )
    metric = ts.sequence(element, match, order, recall)
    compatible = getattr(oracle, order)
    choose = random.Random(f"{name}{match}{order}")
    for _ in range(30):
        most = 3 if match == "N:N" else 4
        pred = [choose.randrange(3) for _ in range(choose.randrange(most + 1))]
        gold = [choose.randrange(3) for _ in range(choose.randrange(most + 1))]
        answers = [
            oracle.best(one, two, phi, match, compatible)
            for one, two in ((gold, pred), (gold, gold), (pred, pred))
        ]
        check(metric, gold, pred, *answers, match, recall)


@pytest.mark.parametrize("name", ["exact", "soft", "grades", "near"])
@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize("recall", ["covered", "literal"])
def test_digraphs_with_cycles(name, match, recall):
    element, phi = SIMILARITIES[name]
    metric = ts.digraph(element, match, recall)
    choose = random.Random(f"{name}{match}")

    def graph():
        size = choose.randrange(4)
        nodes = [choose.randrange(3) for _ in range(size)]
        edges = [(i, j) for i in range(size) for j in range(size) if i != j and choose.random() < 0.35]
        return ts.Digraph(nodes, edges)

    for _ in range(25):
        gold, pred = graph(), graph()
        answers = [
            oracle.best(
                one.nodes, two.nodes, phi, match,
                oracle.reaching(len(one.nodes), one.edges, len(two.nodes), two.edges),
            )
            for one, two in ((gold, pred), (gold, gold), (pred, pred))
        ]  # fmt: skip
        check(metric, gold, pred, *answers, match, recall)


@pytest.mark.parametrize("match", ONE_SIDED)
def test_covered_recall_does_not_depend_on_the_order_of_elements(match):
    choose = random.Random(match)
    for name in ("exact", "soft", "grades"):
        metric = ts.bag(SIMILARITIES[name][0], match)
        for _ in range(30):
            pred = [choose.randrange(4) for _ in range(choose.randrange(7))]
            gold = [choose.randrange(4) for _ in range(choose.randrange(7))]
            tally = metric.tally(gold, pred)
            assert metric.tally(choose.sample(gold, len(gold)), choose.sample(pred, len(pred))) == tally


@pytest.mark.parametrize("match", ONE_SIDED)
@pytest.mark.parametrize("collection", [ts.bag, ts.sequence, lambda e, m: ts.sequence(e, m, "noncrossing")])
def test_a_collection_covers_itself(match, collection):
    choose = random.Random(match)
    for name in ("exact", "soft", "grades"):
        for _ in range(20):
            value = [choose.randrange(3) for _ in range(choose.randrange(1, 7))]
            score = collection(SIMILARITIES[name][0], match).score(value, value)
            assert (score.precision, score.recall, score.f1) == pytest.approx((1, 1, 1))


def test_nested_collections_products_and_thresholds():
    choose = random.Random(7)

    def sets():
        return [[choose.randrange(4) for _ in range(choose.randrange(4))] for _ in range(choose.randrange(4))]

    def common(gold, pred):
        return oracle.best(gold, pred, equal, "1:1").earned

    def f1(gold, pred):
        whole = len(pred) + len(gold)
        return 2 * common(pred, gold) / whole if whole else 0.0

    def jaccard(gold, pred):
        whole = len(pred) + len(gold) - common(pred, gold)
        return common(pred, gold) / whole if whole else 0.0

    def same_size(gold, pred):
        return float(len(pred) == len(gold))

    inner = ts.bag(ts.exact)
    cases = {
        ts.f1(inner): f1,
        ts.jaccard(inner) > 0.5: lambda g, p: float(jaccard(g, p) > 0.5),
        ts.f1(inner) >= 1: lambda g, p: float(f1(g, p) >= 1),
        ts.f1(inner) * ts.exact.of(len): lambda g, p: f1(g, p) * same_size(g, p),
        inner: common,
    }
    for metric, phi in cases.items():
        for match in MATCHES:
            for _ in range(15):
                pred, gold = sets(), sets()
                score = ts.bag(metric, match, recall="literal").score(gold, pred)
                assert score.matched == pytest.approx(oracle.best(gold, pred, phi, match).earned)
                assert score.pred_total == pytest.approx(oracle.best(pred, pred, phi, match).earned)
                assert score.gold_total == pytest.approx(oracle.best(gold, gold, phi, match).earned)


@pytest.mark.parametrize("match", ONE_SIDED)
def test_normalisers_inside_others_read_covered_counts(match):
    choose = random.Random(3)
    inner = ts.bag(ts.exact, match)

    def phi(name):
        return lambda gold, pred: getattr(inner.score(gold, pred), name) or 0.0

    for name in ("precision", "recall", "f1", "jaccard"):
        metric = ts.bag(getattr(ts, name)(inner))
        for _ in range(15):
            pred, gold = (
                [[choose.randrange(3) for _ in range(3)] for _ in range(choose.randrange(4))] for _ in "pg"
            )
            score = metric.score(gold, pred)
            assert score.matched == pytest.approx(oracle.best(gold, pred, phi(name), "1:1").earned)
            assert score.pred_total == len(pred)
            assert score.precision is None or score.precision <= 1
