"""Zeros, bridging links, mentions that refer to nothing."""

import pytest

from tallystick.tasks.coref.anaphora.bridging import LEVELS, bridging
from tallystick.tasks.coref.anaphora.nonreferring import nonreferring
from tallystick.tasks.coref.anaphora.zeros import zero_outcomes, zeros
from tallystick.tasks.coref.mentions.sides import BridgingSide, MentionSide


def outcomes(gold, pred, gold_zeros, pred_zeros):
    found = zero_outcomes(
        MentionSide(gold, zeros=frozenset(gold_zeros)), MentionSide(pred, zeros=frozenset(pred_zeros))
    )
    return found.resolved, found.misled, found.missed, found.spurious


@pytest.mark.parametrize(("gold", "pred", "gold_zeros", "pred_zeros", "expected"), [
    # With an earlier mention of its entity.
    (((0, 1),), ((0, 1),), {1}, {1}, ([1], [], [], [])),
    # The first mention of an entity is no anaphor.
    (((0, 1),), ((0, 1),), {0}, {0}, ([], [], [], [])),
    # Not there, or the first of its entity there.
    (((0, 1),), ((0,),), {1}, set(), ([], [], [1], [])),
    (((0, 1),), ((0,), (1, 2)), {1}, {1}, ([], [], [1], [])),
    # With another entity.
    (((0, 2), (1,)), ((0,), (1, 2)), {2}, {2}, ([], [2], [], [])),
    # With a later mention of the right entity only: what comes after does not resolve it.
    (((0, 2, 3), (1,)), ((0,), (1, 2, 3)), {2}, {2}, ([], [2], [], [])),
    # A zero of the prediction that is no anaphor in the gold.
    (((0,),), ((0, 9),), set(), {9}, ([], [], [], [9])),
])  # fmt: skip
def test_what_becomes_of_zeros(gold, pred, gold_zeros, pred_zeros, expected):
    assert outcomes(gold, pred, gold_zeros, pred_zeros) == expected


def test_a_wrong_link_counts_on_both_sides():
    tally = zeros(
        MentionSide(((0, 2), (1,)), zeros=frozenset({2})), MentionSide(((0,), (1, 2)), zeros=frozenset({2}))
    )
    assert (tally.matched_gold, tally.pred_total, tally.gold_total) == (0, 1, 1)


def bridged(gold, pred, entity_of=None, antecedents="all"):
    sides = BridgingSide(gold, entity_of=entity_of or {}), BridgingSide(pred)
    found = {level: bridging(level, *sides, antecedents) for level in LEVELS}
    return {level: (tally.matched_gold, tally.pred_total, tally.gold_total) for level, tally in found.items()}


def test_an_anaphor_with_another_antecedent():
    assert bridged(((5, 1),), ((5, 2),)) == {"anaphor": (1, 1, 1), "mention": (0, 1, 1), "entity": (0, 1, 1)}


def test_another_mention_of_the_antecedent():
    assert bridged(((5, 1),), ((5, 2),), {1: 0, 2: 0})["entity"] == (1, 1, 1)


def test_an_antecedent_outside_the_gold_entities_counts_if_it_is_the_same():
    assert bridged(((5, 8),), ((5, 8),), {1: 0})["entity"] == (1, 1, 1)


def test_all_antecedents_of_an_anaphor_count():
    assert bridged(((5, 1), (5, 2)), ((5, 1),)) == {
        "anaphor": (1, 1, 1), "mention": (1, 1, 2), "entity": (1, 1, 2),
    }  # fmt: skip


def test_or_the_last_one():
    assert bridged(((5, 1), (5, 2)), ((5, 1),), antecedents="last")["mention"] == (0, 1, 1)


def test_two_antecedents_in_one_entity_are_one_link_to_it():
    assert bridged(((5, 1), (5, 2)), ((5, 2),), {1: 0, 2: 0})["entity"] == (1, 1, 1)


@pytest.mark.parametrize(("which", "expected"), [("all", (1, 1, 2)), ("first", (0, 1, 1))])
def test_mentions_of_one_entity_that_refers_to_nothing(which, expected):
    tally = nonreferring(MentionSide(((0, 1),)), MentionSide(((1,),)), which)
    assert (tally.matched_gold, tally.pred_total, tally.gold_total) == expected
