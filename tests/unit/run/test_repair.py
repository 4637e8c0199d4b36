"""Items with unreadable parts, and items that cannot be compared: what becomes of them under each policy."""

import pytest

from tallystick.errors import DataError, Problem
from tallystick.formats.base import Item
from tallystick.formats.json.choice import json_lines
from tallystick.run.collect import collect
from tallystick.run.inputs.pairing import BlockPair
from tallystick.run.kept import KeptPair
from tallystick.run.pair_scoring import Scoring
from tallystick.run.plan import Plan
from tallystick.tally import READ_RATIOS, Alignment, Pair, Tally
from tallystick.tasks.base import Mended, Metric, Scorer, Task, always

BAD = "?"


class Words(Scorer):
    """Words in common, place by place; refuses the word `never`."""

    reading = READ_RATIOS

    def count(self, pair):
        gold, pred = pair.gold, pair.pred
        if "never" in (*gold, *pred):
            raise DataError(Problem("never is no word", code="word"))
        return Tally.of(sum(map(str.__eq__, gold, pred)), pred=len(pred), gold=len(gold))

    def explain(self, pair):
        pairs = zip(pair.gold, pair.pred, strict=False)
        return Alignment(tuple(Pair(g, p, 1.0) for g, p in pairs if g == p))


def mend(gold, pred, policy):
    """Leave out the places that are bad on either side, or count the bad ones of the prediction as empty."""
    if policy == "zero":
        return Mended(gold, [word for word in pred if word != BAD], pred.count(BAD))
    good = [place for place, both in enumerate(zip(gold, pred, strict=True)) if BAD not in both]
    kept = [[side[place] for place in good] for side in (gold, pred)]
    return Mended(*kept, len(gold) - len(good))


TASK = Task(
    "words", "words", (json_lines(list, "words"),), (Metric("same", "", always(Words())),), empty=list, mend=mend,
    coverage=lambda gold, pred: {"compared": min(len(gold), len(pred)), "alone": abs(len(gold) - len(pred))},
)  # fmt: skip


def item(*words):
    problems = tuple(Problem(f"{word} cannot be read") for word in words if word == BAD)
    return Item(list(words), None, problems)


def outcome(policy, gold, pred):
    pair = BlockPair(1, gold, pred)
    scoring = Scoring(Plan("words", (("same", "same", {}),), on_error=policy), TASK)
    return scoring, pair, scoring.pair(pair, keep=True)


def test_skipping_leaves_out_the_bad_parts_of_both_sides():
    scoring, pair, found = outcome("skip", item("a", BAD, "c"), item("a", "b", "d"))
    assert (found.status, found.parts) == ("scored", 1)
    assert found.tallies == (Tally.of(1, pred=2, gold=2),)
    assert found.coverage == {"compared": 2, "alone": 0}
    assert [pair.gold for pair in found.kept.alignment(0).matched] == ["a"]
    again = KeptPair(scoring, pair, found.status)
    assert again.alignment(0) == found.kept.alignment(0)
    assert again.originals() == found.kept.originals()
    collected = collect([found], 1, keep=False, policy="skip")
    assert (collected.items, collected.skipped, collected.zeroed) == (1, 1, 0)
    assert collected.coverage == {"compared": 2, "alone": 0}


def test_a_bad_part_of_a_prediction_may_count_as_empty():
    _, _, found = outcome("zero", item("a", "b"), item("a", BAD))
    assert found.tallies == (Tally.of(1, pred=1, gold=2),)
    collected = collect([found], 1, keep=False, policy="zero")
    assert (collected.items, collected.skipped, collected.zeroed) == (1, 0, 1)


def test_a_bad_part_of_the_gold_never_counts_as_empty():
    _, _, found = outcome("zero", item("a", BAD), item("a", "b"))
    assert found.status == "failed"


def test_nothing_is_mended_unless_asked_for():
    _, _, found = outcome("fail", item("a", BAD), item("a", "b"))
    assert found.status == "failed"
    assert [problem.message for problem in found.problems] == ["? cannot be read"]


@pytest.mark.parametrize(("policy", "status"), [("fail", "failed"), ("skip", "skipped"), ("zero", "zeroed")])
def test_items_that_cannot_be_compared_fall_under_the_policy(policy, status):
    _, _, found = outcome(policy, item("a", "b"), item("a", "never"))
    assert found.status == status
    assert [problem.code for problem in found.problems] == ["word"]
    if status == "zeroed":
        assert found.tallies == (Tally.of(0, pred=0, gold=2),)


def test_a_gold_item_that_cannot_be_compared_with_anything_fails():
    _, _, found = outcome("zero", item("never"), item("a"))
    assert found.status == "failed"
