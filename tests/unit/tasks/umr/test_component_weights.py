"""Weights of the components of AnCast++."""

import copy
import pickle

import pytest

import tallystick as ts
from tallystick.tasks.umr.component_weights import ComponentWeights
from tallystick.tasks.umr.task import TASK

PARTS = ("sentence", "modal", "temporal", "coref")


@pytest.fixture(scope="module")
def example():
    return tuple(map(str, TASK.example))


def tally_of(example, **options):
    return ts.score(*example, "ancast++", task="umr", match_by="order", **options)["ancast++"].tally


@pytest.mark.parametrize("part", PARTS)
def test_one_component_alone(example, part):
    weights = {other: float(other == part) for other in PARTS}
    alone = ts.score(*example, f"ancast++.{part}", task="umr", match_by="order")[f"ancast++.{part}"].tally
    weighted = tally_of(example, component_weights=weights)
    assert (weighted.matched_pred, weighted.pred_total, weighted.gold_total) == (
        alone.matched_pred, alone.pred_total, alone.gold_total,
    )  # fmt: skip


def test_weights_multiply(example):
    plain, doubled = (
        tally_of(example),
        tally_of(example, component_weights="sentence=2,modal=2,temporal=2,coref=2"),
    )
    assert doubled.matched_gold == pytest.approx(2 * plain.matched_gold)
    assert doubled.gold_total == pytest.approx(2 * plain.gold_total)
    assert tally_of(example, component_weights="") == plain


def test_signatures(example):
    def signature(**options):
        return ts.score(*example, "ancast++", task="umr", match_by="order", **options)["ancast++"].signature

    assert "component-weights" not in signature()
    assert "|component-weights:temporal=0.5,coref=0|" in signature(component_weights="coref=0,temporal=0.5")


@pytest.mark.parametrize("text", ["speech=1", "coref=-1", "coref", "coref=x", "coref=inf"])
def test_nonsense_is_refused(example, text):
    with pytest.raises(ValueError):  # noqa: PT011 - Python's own, for numbers
        ComponentWeights(text)
    with pytest.raises(
        ts.UsageError, match=r"is not a list of weights .* for sentence, modal, temporal, coref"
    ):
        tally_of(example, component_weights=text)


def test_programs_have_their_own(example):
    with pytest.raises(ts.UsageError, match="has its own weights"):
        tally_of(example, component_weights="coref=2", convention="ancast-0.1.1")


def test_weights_can_be_sent_to_other_processes():
    weights = ComponentWeights("coref=2")
    assert pickle.loads(pickle.dumps(weights)) == weights == copy.deepcopy(weights)
