"""The rules for types of links that do not occur: which part counts under which convention."""

import pytest

from tallystick.tally import Tally
from tallystick.tasks.coref.entities.blanc import blanc_reading

HALF = Tally.of(1, pred=2, gold=2)
NOTHING = Tally.of(0, pred=0, gold=0)
PRED_ONLY = Tally.of(0, pred=3, gold=0)
GOLD_ONLY = Tally.of(0, pred=0, gold=3)


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize(("edge", "part", "f1"), [
    # The CoNLL reference scorer 8.01 (reference) and Luo et al. (2014), with 0.5 for the other part.
    ("reference", NOTHING, 0.5), ("luo2014", NOTHING, 0.5),
    ("reference", PRED_ONLY, 0.5), ("luo2014", PRED_ONLY, 0.25),
    ("reference", GOLD_ONLY, 0.25), ("luo2014", GOLD_ONLY, 0.25),
])  # fmt: skip
def test_one_type_of_link_is_missing(edge, part, f1, flip):
    parts = [part, HALF] if flip else [HALF, part]
    assert blanc_reading(edge)(Tally.composite(parts))["f1"] == f1


@pytest.mark.parametrize("edge", ["reference", "luo2014"])
def test_without_any_links_the_score_is_undefined(edge):
    assert set(blanc_reading(edge)(Tally.composite([NOTHING, NOTHING])).values()) == {None}


def test_f1_is_the_mean_of_two_f1():
    # F of means would be 2 · 0.75 · 0.5 / 1.25 = 0.6.
    within, across = Tally(1, 1, 2, 1), Tally(0, 0, 1, 1)
    found = blanc_reading("luo2014")(Tally.composite([within, across]))
    assert found == {"precision": 0.25, "recall": 0.5, "f1": pytest.approx(1 / 3)}
