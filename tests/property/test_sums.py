"""Sums, weights, maxima and slots against exhaustive search and against the definition by leaves."""

import random

import pytest
from tests import oracle
from tests.property.test_latent import agree, equal, matching, ours, soft, variable

import tallystick as ts

MATCHES = ("1:1", "N:1", "1:N", "N:N")


def near(gold, pred):
    """Neither peaked nor symmetric: a pred may earn more from another gold than from itself."""
    return [0.5, 1.0, 0.0, 0.25][(gold - pred) % 4]


ATOMS = (
    (ts.exact, equal),
    (ts.similarity(soft, peaked=True), soft),
    (ts.similarity(near), near),
    (ts.exact.of(lambda number: number % 2), lambda gold, pred: equal(gold % 2, pred % 2)),
)


def expression(choose, depth=2):
    """A random similarity of whole numbers, and the function that it computes."""
    if not depth or choose.random() < 0.2:
        return choose.choice(ATOMS)
    left, f = expression(choose, depth - 1)
    right, g = expression(choose, depth - 1)
    weight = choose.choice((0, 0.5, 1, 3))
    return choose.choice(
        (
            (left + right, lambda gold, pred: f(gold, pred) + g(gold, pred)),
            (left * right, lambda gold, pred: f(gold, pred) * g(gold, pred)),
            (weight * left, lambda gold, pred: weight * f(gold, pred)),
            (ts.best_of(left, right), lambda gold, pred: max(f(gold, pred), g(gold, pred))),
        )
    )


@pytest.mark.parametrize("seed", range(8))
def test_expressions_inside_bags(seed):
    choose = random.Random(seed)
    for _ in range(25):
        metric, phi = expression(choose)
        match = choose.choice(MATCHES)
        gold, pred = ([choose.randrange(6) for _ in range(choose.randrange(5))] for _ in "gp")
        score = ts.bag(metric, match, recall="literal").score(gold, pred)
        assert score.matched == pytest.approx(oracle.best(gold, pred, phi, match).earned)
        assert score.pred_total == pytest.approx(oracle.best(pred, pred, phi, match).earned)
        assert score.gold_total == pytest.approx(oracle.best(gold, gold, phi, match).earned)


@pytest.mark.parametrize("seed", range(4))
def test_every_way_to_ask_gives_the_same_digits(seed):
    choose = random.Random(seed)
    for _ in range(25):
        metric, _ = expression(choose, 3)
        golds, preds = ([choose.randrange(6) for _ in range(8)] for _ in "gp")
        table = {
            (i, j): metric.compare(gold, pred) for i, gold in enumerate(golds) for j, pred in enumerate(preds)
        }
        assert {(i, j): value for i, j, value in metric.pairs(golds, preds)} == {
            pair: value for pair, value in table.items() if value
        }
        some = choose.sample(list(table), 20)
        values = metric.values(golds, preds, [i for i, _ in some], [j for _, j in some])
        assert values == [table[pair] for pair in some]
        assert metric.self_scores(golds) == [metric.compare(gold, gold) for gold in golds]


# -- latent variables ----------------------------------------------------------------------------------------


def first(value):
    return value[0]


def second(value):
    return value[1]


def graded(choose):
    """Pairs of a variable or a constant and a number."""
    return [
        (choose.choice([variable(choose), choose.randrange(2)]), choose.randrange(4))
        for _ in range(choose.randrange(1, 4))
    ]


@pytest.mark.parametrize("seed", range(40))
def test_sums_and_maxima_over_variables(seed):
    choose = random.Random(seed)
    name, number = ts.exact.of(first), ts.similarity(soft, peaked=True).of(second)
    cases = (
        (name + 0.5 * number, lambda g, p: equal(g[0], p[0]) + 0.5 * soft(g[1], p[1])),
        (2 * name * number, lambda g, p: 2 * equal(g[0], p[0]) * soft(g[1], p[1])),
        (ts.best_of(name, number), lambda g, p: max(equal(g[0], p[0]), soft(g[1], p[1]))),
        (
            ts.best_of(name * number, 0.5 * ts.exact) + name,
            lambda g, p: max(equal(g[0], p[0]) * soft(g[1], p[1]), 0.5 * equal(g, p)) + equal(g[0], p[0]),
        ),
    )
    gold, pred = graded(choose), graded(choose)
    for metric, phi in cases:
        agree(ts.bag(metric), (gold, ours(gold)), (pred, ours(pred)), matching(phi))


@pytest.mark.parametrize("seed", range(20))
def test_the_linear_programme_agrees_with_every_map(seed, monkeypatch):
    monkeypatch.setattr("tallystick.core.latent.search.FEW_MAPS", 0)
    test_sums_and_maxima_over_variables(seed)


# -- slots ---------------------------------------------------------------------------------------------------

LINE = {"sku": ts.exact, "price": ts.exact}
INVOICE = ts.slots(
    dict,
    total=ts.exact,
    note=ts.exact,
    lines=ts.bag(ts.slots(dict, **LINE, taxes=ts.bag(ts.slots(dict, name=ts.exact, rate=ts.exact)))),
)


def flat(choose, **options):
    """A dictionary in which keys may be missing or None."""
    kept = {key: choose.choice(values) for key, values in options.items() if choose.random() < 0.8}
    return {key: None if choose.random() < 0.1 else value for key, value in kept.items()}


def invoice(choose):
    lines = []
    for _ in range(choose.randrange(4)):
        taxes = [flat(choose, name="vw", rate=(1, 2)) for _ in range(choose.randrange(3))]
        lines.append(flat(choose, sku="abc", price=(1, 2, 3)) | {"taxes": taxes})
    return flat(choose, total=(1, 2), note="xy") | {"lines": lines}


def leaves(value, path=(), steps=None):
    """The scalars of a document with their paths, in which the steps into lists are variables."""
    steps = steps if steps is not None else iter(range(1000))
    if isinstance(value, dict):
        for key, part in value.items():
            yield from leaves(part, (*path, key), steps)
    elif isinstance(value, list):
        for part in value:
            yield from leaves(part, (*path, ts.Var(f"v{next(steps)}")), steps)
    elif value is not None:
        yield (*path, value)


@pytest.mark.parametrize("seed", range(60))
def test_slots_are_bags_of_leaves_with_latent_indices(seed):
    choose = random.Random(seed)
    gold, pred = invoice(choose), invoice(choose)
    score = INVOICE.score(gold, pred)
    by_leaves = ts.bag(ts.exact).score(list(leaves(gold)), list(leaves(pred)))
    assert by_leaves.optimal
    assert (score.matched, score.pred_total, score.gold_total) == (
        by_leaves.matched,
        by_leaves.pred_total,
        by_leaves.gold_total,
    )
    exchanged = INVOICE.score(pred, gold)
    assert (exchanged.matched, exchanged.precision) == (score.matched, score.recall)
    choose.shuffle(pred["lines"])
    assert INVOICE.score(gold, pred).matched == score.matched
    assert INVOICE.score(gold, gold).f1 in (1, None)
