"""The worked examples of the framework's catalogue (Part 2 e), and what a document of entities may hold."""

import pytest

from tallystick import registry
from tallystick.formats.spans import Offsets
from tallystick.tally import Score
from tallystick.tasks.coref.algebra import OVER_ENTITIES
from tallystick.tasks.coref.entity_document import EntityDocument

# pred against gold: ab,cd,fghi vs abc,defg; abc vs ab,c; a,b vs ab
ONE = ["abc", "defg"], ["ab", "cd", "fghi"]
TWO = ["ab", "c"], ["abc"]
THREE = ["ab"], ["a", "b"]


def score(name, pair):
    return OVER_ENTITIES[name].score(*[[tuple(entity) for entity in side] for side in pair])


@pytest.mark.parametrize(("name", "pair", "counts", "ratios"), [
    ("ceaf-e", ONE, (1.3, 3, 2), (1.3 / 3, 0.65, 0.52)),
    ("ceaf-e", TWO, (0.8, 1, 2), (0.8, 0.4, 1.6 / 3)),
    ("ceaf-e", THREE, (2 / 3, 2, 1), (1 / 3, 2 / 3, 4 / 9)),
    ("ceaf-m", ONE, (4, 8, 7), (0.5, 4 / 7, 8 / 15)),
    ("ceaf-m", TWO, (2, 3, 3), (2 / 3, 2 / 3, 2 / 3)),
    ("ceaf-m", THREE, (1, 2, 2), (0.5, 0.5, 0.5)),
    ("muc", ONE, (2, 5, 5), (0.4, 0.4, 0.4)),
    ("muc", TWO, (1, 2, 1), (0.5, 1, 2 / 3)),
    ("muc", THREE, (0, 0, 1), (None, 0, 0)),
    ("mentions", ONE, (6, 8, 7), (6 / 8, 6 / 7, 12 / 15)),
])  # fmt: skip
def test_worked_examples(name, pair, counts, ratios):
    found = score(name, pair)
    assert (found.matched, found.pred_total, found.gold_total) == pytest.approx(counts)
    assert (found.precision, found.recall, found.f1) == tuple(
        None if ratio is None else pytest.approx(ratio) for ratio in ratios
    )


@pytest.mark.parametrize(("pair", "precision", "recall"), [
    (ONE, 4 / 8, (35 / 12) / 7), (TWO, 5 / 9, 1), (THREE, 1, 0.5),
])  # fmt: skip
def test_b_cubed(pair, precision, recall):
    found = score("b3", pair)
    assert (found.precision, found.recall) == pytest.approx((precision, recall))


def document(*clusters):
    return EntityDocument(tuple(tuple(Offsets(n, n) for n in cluster) for cluster in clusters))


def scorer(name, **options):
    (chosen,) = registry.choose(registry.find_task("coref"), [name], options)
    return chosen.scorer()


def test_singletons_only_do_not_raise():  # Part 2 (d) 3: ZeroDivisionError elsewhere
    singletons = document([1], [2])
    conll = scorer("conll")
    assert conll.reading(conll.tally(singletons, singletons))["f1"] == pytest.approx(2 / 3)  # muc counts as 0
    empty = document()
    assert conll.reading(conll.tally(empty, empty))["f1"] is None


def test_dropped_singletons_count_nowhere():
    gold, pred = document([1, 2], [3]), document([1, 2], [4])
    for name in ("mentions", "b3", "ceaf-e", "ceaf-m"):
        kept, dropped = scorer(name), scorer(name, singletons="drop")
        assert Score(kept.tally(gold, pred), kept.reading).f1 < 1
        assert Score(dropped.tally(gold, pred), dropped.reading).f1 == 1


def test_conll_is_the_mean_of_three():
    gold, pred = document([1, 2, 3], [4, 5, 6, 7]), document([1, 2], [3, 4], [6, 7, 8, 9])
    values = []
    for name in ("muc", "b3", "ceaf-e"):
        one = scorer(name)
        values.append(one.reading(one.tally(gold, pred))["f1"])
    conll = scorer("conll")
    assert conll.reading(conll.tally(gold, pred))["f1"] == pytest.approx(sum(values) / 3)
    assert conll.align(gold, pred).matched


def test_one_long_chain():
    chain = [tuple(range(5000))]
    halves = [tuple(range(2500)), tuple(range(2500, 5000))]
    found = OVER_ENTITIES["b3"].score(chain, halves)
    assert (found.precision, found.recall) == (1, 0.5)
