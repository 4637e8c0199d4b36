import pickle

import pytest

import tallystick as ts
from tallystick import UsageError, Var, bag, best_of, exact, f1, jaccard, sides, similarity


def near(gold, pred):
    return 1 / (1 + abs(gold - pred))


soft = similarity(near, peaked=True)
parity = exact.of(lambda number: number % 2, "parity")


def test_a_sum_adds():
    metric = exact + soft
    assert metric.compare(1, 1) == 2
    assert metric.compare(1, 2) == 0.5
    assert metric.self_score(3) == 2
    assert metric.self_scores([3, 4]) == [2, 2]


def test_a_weight_multiplies():
    metric = 3 * soft
    assert metric == soft * 3.0
    assert metric.compare(1, 2) == 1.5
    assert metric.self_scores([1, 2]) == [3, 3]
    assert 1 * exact is exact
    nothing = 0 * exact
    assert (nothing.compare(1, 1), list(nothing.pairs([1], [1])), nothing.values([1], [1], [0], [0])) == (
        0,
        [],
        [0],
    )


def test_the_best_of_several():
    metric = best_of(exact, 0.5 * parity, 0.4 * soft)
    assert [metric.compare(1, other) for other in (1, 2, 3, 4)] == [1, 0.2, 0.5, 0.1]
    assert metric.self_score(2) == 1
    assert metric.self_scores([1, 2]) == [1, 1]


@pytest.mark.parametrize(
    "metric",
    [
        exact + soft,
        exact + parity + 0.25 * soft,
        2 * (parity * soft) + exact,
        (exact + soft) * parity,
        best_of(exact, 0.5 * parity),
        best_of(exact + soft, 0.7 * parity, 1.5 * exact),
        0.1 * soft + 0.2 * soft + 0.3 * soft + 0.7 * exact,
    ],
    ids=repr,
)
def test_lists_of_pairs_agree_with_single_values_to_the_last_digit(metric):
    golds, preds = [1, 2, 3, 5, 1], [2, 1, 1, 4]
    expected = [
        (i, j, metric.compare(gold, pred))
        for i, gold in enumerate(golds)
        for j, pred in enumerate(preds)
        if metric.compare(gold, pred)
    ]
    assert sorted(metric.pairs(golds, preds)) == expected
    gold, pred = [0, 1, 2, 3, 4, 0], [3, 0, 2, 1, 1, 0]
    values = [metric.compare(golds[i], preds[j]) for i, j in zip(gold, pred, strict=True)]
    assert metric.values(golds, preds, gold, pred) == values
    assert metric.self_scores(golds) == [metric.self_score(value) for value in golds]
    assert metric.credit(1, 2).value == metric.compare(1, 2)
    assert metric.peaked


def test_a_sum_is_peaked_if_all_terms_are():
    unpromised = similarity(near)
    assert not (exact + unpromised).peaked
    assert not best_of(exact, unpromised).peaked
    assert (2 * exact).peaked
    assert not (2 * unpromised).peaked


def test_a_broken_promise_is_noticed_inside_a_sum():
    liar = similarity(lambda gold, pred: 1.0 if gold != pred else 0.1, peaked=True)
    for metric in (exact + 5 * liar, best_of(0.5 * exact, liar)):
        with pytest.raises(UsageError, match="is not peaked"):
            bag(metric).score([1, 2], [2, 1])


def test_terms_are_flat_and_the_built_in_sum_works():
    assert (exact + soft + parity).terms == (exact, soft, parity)
    assert sum([exact, soft]) == exact + soft


def test_representations_are_expressions():
    for metric in (
        exact + bag(exact),
        2 * (exact + bag(exact)),
        2 * (exact * exact),
        (2 * exact) * exact,
        exact * (0.5 * exact),
        (exact + exact) * exact,
        exact + exact * exact + 0.25 * exact,
        best_of(exact, 0.5 * exact),
        (exact + exact) > 0.5,
    ):
        again = eval(repr(metric), vars(ts) | {name: getattr(ts, name) for name in ts.__all__})
        assert again == metric
        assert hash(again) == hash(metric)
        assert pickle.loads(pickle.dumps(metric)) == metric


def test_a_score_has_one_pair_that_explains_every_term():
    metric = bag(exact).of(lambda words: [word.lower() for word in words]) + 2 * bag(exact)
    score = metric.score(["a", "B"], ["a", "b"])
    assert (score.matched, score.pred_total, score.gold_total) == (4, 6, 6)
    (pair,) = score.alignment.matched
    inside = pair.inner[""]
    assert [match.gold for match in inside.matched] == ["a", "b", "a"]
    assert (inside.missed, inside.spurious) == (("B",), ("b",))


def test_the_first_of_the_best_options_explains():
    metric = best_of(f1(bag(exact)), jaccard(bag(exact.of(str.lower))))
    (pair,) = metric.score(["a", "B"], ["a", "b"]).alignment.matched
    assert pair.credit == 1
    assert [match.gold for match in pair.inner[""].matched] == ["a", "B"]


def test_normalised_terms_count_as_values():
    score = (f1(bag(exact)) + jaccard(bag(exact))).score([1, 2], [1, 3])
    assert (score.matched, score.pred_total) == (pytest.approx(1 / 2 + 1 / 3), 2)
    assert f1(bag(exact) + bag(exact)).score([1, 2], [1]).value == pytest.approx(2 / 3)


@pytest.mark.parametrize("weight", [-1, float("nan"), float("inf"), True])
def test_a_weight_is_not_negative(weight):
    with pytest.raises(UsageError, match="at least 0, because no similarity is negative"):
        weight * exact


def test_a_number_cannot_be_added():
    with pytest.raises(UsageError, match="would match everything with everything"):
        exact + 1
    with pytest.raises(UsageError, match="would match everything with everything"):
        1 + exact
    with pytest.raises(TypeError):
        exact + "a"


@pytest.mark.parametrize("part", [bag(exact, "N:1"), sides(bag(exact), bag(exact))])
def test_counts_of_each_side_cannot_be_added(part):
    for make in (lambda: exact + part, lambda: 2 * part, lambda: best_of(exact, part)):
        with pytest.raises(UsageError, match="counts each side separately"):
            make()
    assert (f1(part) + exact).compare([1], [1]) == 2


def test_best_of_needs_two_similarities():
    with pytest.raises(UsageError, match="at least two"):
        best_of(exact)
    with pytest.raises(UsageError, match="made of similarities"):
        best_of(exact, 1)


# -- latent variables ----------------------------------------------------------------------------------------


def test_weighted_labels_of_variables_are_a_graph():
    # By weight the second node is the better partner of the first; by edges alone nothing decides.
    gold = [("is", Var("x"), "cat"), ("is", Var("y"), "dog")]
    pred = [("is", Var("a"), "cat"), ("is", Var("b"), "cat")]
    score = bag(3 * exact).score(gold, pred)
    assert (score.matched, score.pred_total, score.optimal) == (3, 6, True)


def test_one_map_for_all_terms():
    gold = [("is", Var("x"), 1), ("to", Var("y"), 2)]
    pred = [("is", Var("a"), 1), ("to", Var("a"), 2)]
    labels = bag(exact).of(lambda triples: [t for t in triples if t[0] == "is"])
    edges = bag(exact).of(lambda triples: [t for t in triples if t[0] == "to"])
    assert (labels + 2 * edges).score(gold, pred).matched == 2
    assert (3 * labels + 2 * edges).score(gold, pred).matched == 3
    assert best_of(labels, 2 * edges).score(gold, pred).matched == 2


def test_many_variables_are_a_linear_programme():
    # More maps than are tried one by one.
    gold = [(Var(f"x{number}"), number % 3, Var(f"x{number + 1}")) for number in range(6)]
    pred = [(Var(f"y{number}"), number % 3, Var(f"y{number + 1}")) for number in range(6)]
    ends = exact.of(lambda triple: triple[0]) + 0.5 * exact.of(lambda triple: triple[1:])
    score = bag(ends).score(gold, pred)
    assert (score.matched, score.optimal) == (pytest.approx(9), True)
    either = best_of(0.5 * exact.of(lambda triple: triple[1]), exact)
    score = bag(either).score(gold, pred)
    assert (score.matched, score.optimal) == (pytest.approx(6), True)
