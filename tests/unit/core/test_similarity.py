import pytest

from tallystick import Similarity, UsageError, Var, bag, exact, f1, jaccard, sides, similarity, union


def soft(gold, pred):
    return 1 / (1 + abs(pred - gold))


def test_exact_pairs_are_all_equal_pairs():
    assert sorted(exact.pairs([1, 2, 2], [2, 1, 2])) == [
        (0, 1, 1),
        (1, 0, 1),
        (1, 2, 1),
        (2, 0, 1),
        (2, 2, 1),
    ]
    assert exact.values([1, 2], [2, 1], [0, 0], [0, 1]) == [0, 1]


@pytest.mark.parametrize("bad", [-1.0, float("nan"), float("inf")])
def test_a_similarity_is_a_number_of_at_least_0(bad):
    def wrong(gold, pred):
        return bad

    with pytest.raises(UsageError, match=r"similarity\(wrong\) returned"):
        similarity(wrong).compare(1, 2)


def test_a_function_is_called_as_gold_pred():
    assert similarity(lambda first, second: float(first > second)).score(gold=2, pred=1).matched == 1


def test_zero_pairs_are_left_out():
    assert list(similarity(lambda g, p: float(p == g)).pairs([1, 2], [2])) == [(1, 0, 1.0)]
    assert similarity(soft).values([1, 2], [2], [0], [0]) == [0.5]


def test_products_multiply_and_are_flat():
    product = similarity(soft) * exact.of(lambda n: n % 2) * exact
    assert product.compare(1, 1) == 1
    assert product.compare(1, 3) == 0
    assert (similarity(soft) * exact.of(lambda n: n % 2)).compare(1, 3) == pytest.approx(1 / 3)
    assert len(product.factors) == 3
    assert (exact * exact).discrete
    assert not product.discrete
    with pytest.raises(TypeError):
        exact * "2"


def test_product_pairs_agree_with_compare():
    product = similarity(soft) * exact.of(lambda n: n % 2)
    golds, preds = [1, 2, 3, 4], [1, 4, 5]
    expected = {(i, j): product.compare(g, p) for i, g in enumerate(golds) for j, p in enumerate(preds)}
    assert {(i, j): v for i, j, v in product.pairs(golds, preds)} == {k: v for k, v in expected.items() if v}
    assert product.values(golds, preds, [0, 1, 3], [1, 1, 2]) == [
        expected[0, 1],
        expected[1, 1],
        expected[3, 2],
    ]
    assert list(product.pairs([1], [2])) == []


def test_cheap_factors_spare_expensive_ones_whatever_their_order():
    calls = []

    def expensive(gold, pred):
        calls.append((gold, pred))
        return soft(len(gold), len(pred))

    parts = [similarity(expensive), bag(exact), exact.of(len)]
    golds, preds = ["ab", "cd", "abc"], ["ba", "xy", "abx"]
    for order in (parts, parts[::-1], [parts[1], parts[0], parts[2]]):
        calls.clear()
        product = order[0].of(list) * order[1].of(list) * order[2]
        assert list(product.pairs(golds, preds)) == [(0, 0, 2.0), (2, 2, 2.0)]
        assert len(calls) == 2
    calls.clear()
    product = parts[0].of(list) * parts[1].of(list)
    assert [pair[:2] for pair in product.pairs(golds, preds)] == [(0, 0), (0, 2), (2, 0), (2, 2)]
    assert len(calls) == 4


def test_thresholds():
    half = similarity(soft) > 0.5
    assert (half.compare(1, 1), half.compare(1, 2)) == (1, 0)  # strictly above
    assert (similarity(soft) >= 0.5).compare(1, 2) == 1
    assert (0.5 < similarity(soft)).compare(1, 2) == 0  # noqa: SIM300 - both ways round
    for refused in (lambda: exact > -0.1, lambda: exact >= 0):
        with pytest.raises(UsageError, match="match everything with everything"):
            refused()


def test_the_paper_s_threshold():  # SciREX, Part 2 (e): J [0,4) vs [1,4) .75 yes; vs [2,4) .5 no
    same = jaccard(bag(exact)) > 0.5
    assert same.compare(range(4), range(1, 4)) == 1
    assert same.compare(range(4), range(2, 4)) == 0


def test_a_projection_shows_the_metric_below():
    metric = bag(exact, "N:1").of(lambda text: text.split(), "words")
    score = metric.score("a b", "a a c")
    assert (score.matched_pred, score.matched_gold, score.pred_total, score.gold_total) == (2, 1, 3, 2)
    assert metric.reading.sides
    assert [pair.gold for pair in score.alignment.matched] == ["a", "a"]
    assert repr(metric) == "bag(exact, match='N:1').of(words)"


def test_a_single_value_has_an_alignment():
    assert exact.score(1, 1).alignment.matched[0].credit == 1
    missed = exact.score(1, 2).alignment
    assert (missed.missed, missed.spurious, missed.matched) == ((1,), (2,), ())


def test_comparing_free_variables_says_what_to_do():
    with pytest.raises(UsageError, match="use score"):
        exact.compare(Var("x"), Var("y"))
    assert exact.score(Var("x"), Var("y")).f1 == 1


def test_values_nested_too_deeply():
    deep = ()
    for _ in range(50_000):
        deep = (deep,)
    for ask in (bag(exact).tally, bag(exact).align):
        with pytest.raises(UsageError, match="nested too deeply"):
            ask([deep], [deep])


def test_representations():
    assert repr(exact * (similarity(soft) > 0.25)) == "exact * (similarity(soft) > 0.25)"


def test_a_similarity_of_one_s_own():
    class Prefix(Similarity):
        def compare(self, gold, pred):
            return float(gold.startswith(pred))

    assert bag(Prefix()).score(["abc", "x"], ["ab", "y"]).matched == 1
    with pytest.raises(TypeError, match="not discrete"):
        Prefix().key("a")


@pytest.mark.parametrize("make", [bag, f1, lambda part: sides(exact, part), lambda part: union({int: part})])
@pytest.mark.parametrize(
    ("part", "hint"),
    [
        (len, r"similarity\(len\) builds one"),
        (int, r"derive\(int\) builds one"),
        (0.5, "exact is the simplest one"),
    ],
)
def test_what_is_no_similarity_is_refused_at_once(make, part, hint):
    with pytest.raises(UsageError, match=f"is made of similarities, not of .*; {hint}"):
        make(part)
