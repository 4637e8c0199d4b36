"""The greatest overlap of intervals without all their pairs, and what the prices of a matching prove."""

import random
from array import array

import numpy as np
import pytest

from tallystick.solve.assign import intervals as module
from tallystick.solve.assign.intervals import most_overlap
from tallystick.solve.assign.sparse import Matcher, assign
from tallystick.tasks.coref.anaphora import mention_overlap as overlap
from tallystick.tasks.coref.clusters import clusters
from tallystick.tasks.coref.mentions.selection import MatchOptions


def intervals(rng, count, words):
    starts = [rng.randrange(words) for _ in range(count)]
    return [(start, start + 1 + rng.randrange(words)) for start in starts]


def all_pairs(golds, preds):
    cells = [
        (i, j, float(min(a[1], b[1]) - max(a[0], b[0])))
        for i, a in enumerate(golds)
        for j, b in enumerate(preds)
    ]
    row, col, weight = zip(*cells, strict=True)
    return round(assign(len(golds), len(preds), row, col, weight)[1])


@pytest.mark.parametrize("seed", range(60))
def test_the_same_as_with_all_pairs(seed):
    rng = random.Random(seed)
    words = rng.choice((4, 30, 300))
    golds, preds = (intervals(rng, rng.randrange(1, 40), words) for _ in range(2))
    assert most_overlap(np.array(golds), np.array(preds)) == all_pairs(golds, preds)


def test_pairs_that_are_no_intervals_are_given():
    golds, preds = np.array([[0, 0], [0, 4]]), np.array([[1, 3], [2, 9]])
    assert most_overlap(golds, preds, {(0, 1): 5}) == 7
    assert most_overlap(golds, np.zeros((0, 2), dtype=np.int64)) == 0


def test_thousands_of_mentions_inside_one_another():
    count = 6000
    gold = clusters([[(at, 2 * count + 5 - at)] for at in range(count)])
    pred = clusters([[(at, 2 * count + 6 - at)] for at in range(count)])
    found = overlap.mention_overlap(gold, pred, MatchOptions())
    # Every gold mention lies in the predicted one around it.
    assert (found.common, found.pred_words - found.gold_words) == (found.gold_words, count)


@pytest.mark.parametrize("words", [40, 2000, 10**9])
def test_almost_all_intervals_find_their_nearest(words):
    rng = random.Random(words)
    golds, preds = (np.array(intervals(rng, 800, words)) for _ in range(2))
    distance = np.abs(golds[:, None] - preds).sum(axis=2)
    pairs = module._nearest(golds, preds)
    nearest = {i: min(distance[i, j] for k, j in pairs if k == i) for i in range(0, 800, 8)}
    assert sum(nearest[i] == distance[i].min() for i in nearest) >= 97
    assert len(pairs) <= 2 * module.NEAREST * 800


def test_few_intervals():
    golds, preds = np.array([[3, 9], [4, 5], [7, 8]]), np.array([[3, 10]])
    assert module._nearest(golds, preds) == {(0, 0), (1, 0), (2, 0)}


@pytest.mark.parametrize("seed", range(30))
def test_both_ways_to_the_overlap_of_mentions_agree(seed, monkeypatch):
    rng = random.Random(seed)
    gold, pred = (
        clusters([[(first, last - 1)] for first, last in set(intervals(rng, 25, 12))]) for _ in range(2)
    )
    usual = overlap.mention_overlap(gold, pred, MatchOptions())
    monkeypatch.setattr(overlap, "MANY_PAIRS", -1)
    assert overlap.mention_overlap(gold, pred, MatchOptions()) == usual


@pytest.mark.parametrize("seed", range(40))
def test_prices_prove_that_a_matching_is_best(seed):
    rng = random.Random(seed)
    rows, cols = rng.randrange(1, 7), rng.randrange(1, 7)
    cells = {(rng.randrange(rows), rng.randrange(cols)): float(rng.randrange(1, 9)) for _ in range(12)}
    row, col = array("i", [i for i, _ in cells]), array("i", [j for _, j in cells])
    problem = Matcher(rows, cols, row, col, array("d", cells.values()))
    _, total = problem.solve()
    row_prices, col_prices = problem.prices()
    assert min(*row_prices, *col_prices) >= 0
    assert all(row_prices[i] + col_prices[j] >= weight for (i, j), weight in cells.items())
    assert sum(row_prices) + sum(col_prices) == total
