"""Ranks of systems."""

import numpy as np

from tallystick.stats.ranks import ranks_of, shared_ranks


def test_ranks_in_the_same_resamples():
    scores = [np.array([3.0, 3.0, 1.0, 3.0]), np.array([2.0] * 4), np.array([0.0] * 4)]
    ranks = ranks_of([0.3, 0.2, 0.0], scores, 0.0)
    assert [rank.rank for rank in ranks] == [1, 2, 3]
    assert [tuple(rank.interval) for rank in ranks] == [(1, 2), (1, 2), (3, 3)]


def test_equal_scores_share_a_rank_and_undefined_ones_come_last():
    ranks = ranks_of([0.5, 0.5, None], [np.array([value]) for value in (0.5, 0.5, np.nan)], 0.025)
    assert [(rank.rank, rank.interval.low) for rank in ranks] == [(1, 1), (1, 1), (None, 3)]


def test_a_group_is_led_by_its_best_system():
    """b does not differ from a, nor c from b; but a is better than c, so that c begins a group."""
    better = {("a", "c"), ("a", "d"), ("b", "d")}
    assert shared_ranks("abcd", lambda *pair: pair in better) == {"a": 1, "b": 1, "c": 3, "d": 3}
    assert shared_ranks([], lambda *_: True) == {}
