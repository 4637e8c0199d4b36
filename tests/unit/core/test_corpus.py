import pytest

from tallystick import DataError, bag, exact, sides

GOLDS, PREDS = [[1, 2], [1], []], [[1], [2], []]


def test_micro_sums_and_macro_averages():
    corpus = bag(exact).corpus(GOLDS, PREDS)
    assert (corpus.micro.precision, corpus.micro.recall, corpus.micro.f1) == pytest.approx(
        (1 / 2, 1 / 3, 0.4)
    )
    assert (corpus.macro.precision, corpus.macro.recall, corpus.macro.f1) == pytest.approx((0.5, 0.25, 1 / 3))
    assert corpus.macro.jaccard == pytest.approx(0.25)
    assert corpus.macro.undefined["f1"] == 1  # left out, and counted
    assert len(corpus.items) == len(corpus.tallies) == 3


def test_metametric_s_micro_average():  # Part 2 (d) 1: 0.5 there, pooled counts give 1.0
    assert bag(exact).corpus([[1, 2], [1]], [[], [1]]).micro.precision == 1.0


@pytest.mark.parametrize(
    ("golds", "preds", "short"), [([[1]], [[1], [2]], "gold"), ([[1], [2]], iter([[1]]), "pred")]
)
def test_unequal_lengths_raise(golds, preds, short):  # Part 2 (d): silently truncated elsewhere
    with pytest.raises(DataError, match=f"{short} ends before item 2"):
        bag(exact).corpus(golds, preds)


def test_no_items():  # Part 2 (d): ZeroDivisionError elsewhere
    corpus = bag(exact).corpus([], [])
    assert corpus.micro.f1 is None
    assert corpus.macro.f1 is None
    assert corpus.bootstrap()["f1"] == (None, None)


def test_bootstrap_is_reproducible_and_contains_the_score():
    corpus = bag(exact).corpus([[n, n + 1] for n in range(30)], [[n, n % 3 + 40] for n in range(30)])
    one, two = corpus.bootstrap(seed=1), corpus.bootstrap(seed=1)
    assert one == two
    assert one["f1"].low <= corpus.micro.f1 <= one["f1"].high
    macro = corpus.bootstrap(average="macro")["f1"]
    assert macro.low <= corpus.macro.f1 <= macro.high


def test_sided_metrics_stay_sided():
    corpus = sides(bag(exact), bag(exact.of(str))).corpus(GOLDS, PREDS)
    assert corpus.reading.sides
    assert corpus.micro.recall == pytest.approx(1 / 3)


def test_scores_show_themselves_in_a_line():
    corpus = bag(exact).corpus(golds=[{1, 2}, {3}], preds=[{1}, {3, 4}])
    assert repr(corpus) == "<CorpusScore  P 66.67  R 66.67  F1 66.67  (2 items, micro, × 100)>"
    assert repr(corpus.items[0]) == "<Score  P 100.00  R 50.00  F1 66.67  (matched 1, pred 1, gold 2; × 100)>"
    sided = bag(exact, match="N:1").score(gold=[1], pred=[1, 1])
    assert repr(sided) == "<Score  P 100.00  R 100.00  F1 100.00  (matched 2 / 1, pred 2, gold 1; × 100)>"
