import random

import pytest

from tallystick import Digraph, TallystickError, bag, digraph, exact, limits, similarity
from tallystick.core import reachable
from tallystick.core.reachable import Reachable

near = similarity(lambda gold, pred: 1 / (1 + abs(gold - pred)))
unlike = similarity(lambda gold, pred: 0.5 if gold == pred else 1.0)


def random_forest(choose, count, labels):
    parents = [choose.randrange(-1, node) for node in range(count)]
    edges = [(parent, node) for node, parent in enumerate(parents) if parent >= 0]
    names = choose.sample(range(count), count)
    return Digraph(
        choose.choices(labels, k=count), [(names[source], names[target]) for source, target in edges]
    )


def turned(graph):
    return Digraph(graph.nodes, [(target, source) for source, target in graph.edges])


@pytest.mark.parametrize("match", ["1:1", "N:1", "1:N", "N:N"])
@pytest.mark.parametrize("element", [exact, near, unlike], ids=["exact", "near", "unlike"])
def test_forests_score_as_by_the_integer_programme(element, match, monkeypatch):
    choose = random.Random(match)
    metric = digraph(element, match)
    for _ in range(6):
        size = 8 if element is exact else 5
        gold, pred = (random_forest(choose, choose.randrange(1, size), [1, 2, 3]) for _ in "gp")
        scores = [metric.score(gold, pred), metric.score(turned(gold), turned(pred))]
        with monkeypatch.context() as patched:
            patched.setattr(reachable, "match_as_forests", lambda *_: None)
            by_programme = metric.score(gold, pred)
        for score in scores:
            assert score.optimal
            for name in ("matched_pred", "matched_gold", "pred_total", "gold_total"):
                assert getattr(score, name) == pytest.approx(getattr(by_programme, name)), name


def graphs(count):
    """Two graphs that are no forests."""
    choose = random.Random(count)
    edges = [[(j, i) for i in range(count) for j in choose.sample(range(i), min(2, i))] for _ in "gp"]
    return [Digraph(choose.choices([1, 2, 3], k=count), one_side) for one_side in edges]


@pytest.mark.parametrize("element", [exact, similarity(near.function, peaked=True), near, unlike])
def test_a_search_that_is_cut_off_has_true_totals_and_a_bound(element):
    gold, pred = graphs(9)
    complete = digraph(element).score(gold, pred)
    assert complete.optimal
    cut = digraph(element).score(gold, pred, time_limit=0.0)
    assert not cut.optimal
    assert cut.matched <= complete.matched <= cut.upper_bound
    if element is unlike:  # its elements earn more from each other than from themselves
        assert cut.gold_total >= 4.5
    else:
        assert (cut.gold_total, cut.pred_total) == (complete.gold_total, complete.pred_total)
    assert cut.alignment.matched


def test_building_the_programme_counts(monkeypatch):
    monkeypatch.setattr(limits, "LOOK_EVERY", 0)

    class Late(limits.Limits):
        def spend(self, units):
            if units == 10 * limits.PYTHON_STEP:
                self.give_up()

    gold, pred = graphs(9)
    complete = digraph(exact).score(gold, pred)
    monkeypatch.setattr(Reachable, "_programme", lambda *_: pytest.fail("there is no programme"))
    with limits.limited(Late(3600)):
        cut = digraph(exact).score(gold, pred)
    assert (cut.gold_total, cut.pred_total, cut.optimal) == (9, 9, False)
    assert 0 < cut.matched <= complete.matched <= cut.upper_bound <= 9


def test_parts_that_are_not_proved_are_refused():
    gold, pred = graphs(9)
    with pytest.raises(TallystickError, match="not scored within 0 seconds"):
        bag(digraph(exact)).score([gold], [pred], time_limit=0.0)
