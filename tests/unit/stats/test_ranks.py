"""Ranks of systems."""

import numpy as np

from tallystick.stats.ranks import ranks_of, shared_ranks


def test_ranks_in_the_same_resamples():
    scores = {"a": np.array([3.0, 3.0, 1.0, 3.0]), "b": np.array([2.0] * 4), "c": np.array([0.0] * 4)}
    ranks = ranks_of({"a": 0.3, "b": 0.2, "c": 0.0}, scores, 0.0)
    assert {name: rank.rank for name, rank in ranks.items()} == {"a": 1, "b": 2, "c": 3}
    assert {name: tuple(rank.interval) for name, rank in ranks.items()} == {
        "a": (1, 2),
        "b": (1, 2),
        "c": (3, 3),
    }


def test_equal_scores_share_a_rank_and_undefined_ones_come_last():
    scores = {name: np.array([value]) for name, value in {"a": 0.5, "b": 0.5, "c": np.nan}.items()}
    ranks = ranks_of({"a": 0.5, "b": 0.5, "c": None}, scores, 0.025)
    assert [(rank.rank, rank.interval.low) for rank in ranks.values()] == [(1, 1), (1, 1), (None, 3)]


def test_a_group_is_led_by_its_best_system():
    """b does not differ from a, nor c from b; but a is better than c, so that c begins a group."""
    better = {("a", "c"), ("a", "d"), ("b", "d")}
    assert shared_ranks("abcd", lambda *pair: pair in better) == {"a": 1, "b": 1, "c": 3, "d": 3}
    assert shared_ranks([], lambda *_: True) == {}
