import random

import pytest

from tallystick import UsageError, bag, exact, f1, similarity
from tallystick.core.describe import describe

SOFT = similarity(lambda gold, pred: 1 / (1 + abs(pred - gold)))


def counts(metric, gold, pred):
    score = metric.score(gold, pred)
    return score.matched, score.pred_total, score.gold_total


def test_set_overlap():  # Part 2 (e)
    score = bag(exact).score({2, 3, 4, 5}, {1, 2, 3})
    assert (score.matched, score.pred_total, score.gold_total) == (2, 3, 4)
    assert (score.precision, score.recall, score.f1, score.jaccard) == pytest.approx((2 / 3, 0.5, 4 / 7, 0.4))


@pytest.mark.parametrize(("match", "sum_"), [("1:1", 2), ("N:1", 3), ("1:N", 4), ("N:N", 5)])
def test_bags_with_duplicates(match, sum_):  # Part 2 (e): [1,2,2] vs [1,1,1,2]
    assert bag(exact, match).compare([1, 1, 1, 2], [1, 2, 2]) == sum_
    assert bag(exact.of(str), match, "literal").score([1, 1, 1, 2], [1, 2, 2]).matched == sum_


@pytest.mark.parametrize(
    ("match", "expected"), [("1:1", (1.5, 2, 3)), ("1:N", (5 / 3, 2, 3)), ("N:N", (2.3611111, 2.5, 4.25))]
)
def test_soft_sets(match, expected):  # Part 2 (e): [1,4] vs [2,4,9]
    assert counts(bag(SOFT, match, "literal"), [2, 4, 9], [1, 4]) == pytest.approx(expected)


def test_duplicates_count_on_both_sides():  # Part 2 (d) 2: .667 elsewhere
    assert bag(exact).score([1, 1, 2], [1, 1, 2]).f1 == 1


def test_empty_sets_earn_nothing():  # Part 2 (d) 1
    assert bag(exact).score([], []).f1 is None
    micro = bag(exact).corpus([[1, 2], [1]], [[], [1]]).micro
    assert micro.precision == 1.0


def test_literal_recall_may_exceed_1_and_covered_recall_does_not():  # trap 2 and decision 2
    gold, pred = [0, 10], [0, 0, 0]
    assert bag(exact, "N:1", "literal").score(gold, pred).recall == 1.5
    covered = bag(exact, "N:1").score(gold, pred)
    assert (covered.precision, covered.recall) == (1, 0.5)
    assert (covered.matched_pred, covered.matched_gold) == (3, 1)


def test_1_n_is_n_1_with_the_sides_exchanged():
    gold, pred = [1, 1, 2, 5], [1, 3, 5, 5]
    for element in (exact, SOFT):
        there, back = bag(element, "N:1").tally(gold, pred), bag(element, "1:N").tally(pred, gold)
        assert there == back.swapped()


def test_f_exceeds_1_only_where_the_function_is_no_similarity():  # trap 2: a 0.5-self/1-other function
    odd = similarity(lambda gold, pred: 0.5 if pred == gold else 1.0)
    assert bag(odd).score(["b"], ["a"]).f1 == 2.0


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("text", "compares collections, not str"),
        (3, "compares collections, not int"),
        ({"a": 1}, r"not dict .*pass its items\(\)"),
        (iter([1]), "it can be read only once: pass a list"),
        ((n for n in [1]), "it can be read only once: pass a list"),
    ],
)
def test_what_is_no_collection(wrong, message):
    with pytest.raises(UsageError, match=message):
        bag(exact).score([1], wrong)


def test_options_that_do_not_exist():
    with pytest.raises(UsageError, match="match='<=>' is not one of 1:1, N:1, 1:N, N:N"):
        bag(exact, "<=>")
    with pytest.raises(UsageError, match="recall='x' is not one of covered, literal"):
        bag(exact, recall="x")


def test_alignments_list_what_matched_was_missed_and_was_spurious():
    alignment = bag(exact).score([1, 2, 2], [2, 3]).alignment
    assert [(pair.gold, pair.pred, pair.credit) for pair in alignment.matched] == [(2, 2, 1)]
    assert (alignment.missed, alignment.spurious) == ((1, 2), (3,))


def test_alignments_are_trees():
    alignment = bag(f1(bag(exact))).score([[1, 2], [3]], [[2, 3], [4]]).alignment
    (pair,) = alignment.matched
    assert [inner.gold for inner in pair.inner[""].matched] in ([2], [3])


def test_pairs_of_collections_agree_with_compare():
    choose = random.Random(1)
    sets = [[choose.randrange(5) for _ in range(choose.randrange(5))] for _ in range(8)]
    for match in ("1:1", "N:1", "1:N", "N:N"):
        metric = bag(exact, match)
        expected = {(i, j): metric.compare(g, p) for i, g in enumerate(sets) for j, p in enumerate(sets)}
        pairs = {(i, j): value for i, j, value in metric.pairs(sets, sets)}
        assert pairs == {indices: value for indices, value in expected.items() if value}
        some = [(0, 1), (2, 2), (7, 3)]
        assert metric.values(sets, sets, [0, 2, 7], [1, 2, 3]) == [expected[indices] for indices in some]


def test_large_bags():
    gold, pred = list(range(10_000)), list(range(5_000, 15_000))
    for match in ("1:1", "N:1", "1:N", "N:N"):
        assert bag(exact, match).score(gold, pred).f1 == 0.5


def test_representations():
    assert repr(bag(exact, "N:1", "literal")) == "bag(exact, match='N:1', recall='literal')"


@pytest.mark.parametrize("values", [set("abcdefgh"), {frozenset("ab"), frozenset("cdef"), frozenset("gh")}])
def test_sets_are_explained_in_the_order_of_their_words(values):
    """Sets of strings stand in another order in every run of Python."""
    found = bag(exact).score(values, values).alignment.matched
    assert [describe(pair.gold) for pair in found] == sorted(describe(value) for value in values)
