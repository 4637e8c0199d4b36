"""Coefficients of agreement against independent implementations."""

import random

import krippendorff
import numpy as np
import pytest
from nltk.metrics.agreement import AnnotationTask

from tallystick.stats.agreement import Resampling, alpha, cohen_kappa, fleiss_kappa, label_alpha
from tallystick.stats.bootstrap import expanded_tail


def annotations(seed, annotators, units, missing=0.0, labels="xyz"):
    """Random labels with some agreement, in items of a few units each."""
    choose = random.Random(seed)
    items = []
    for start in range(0, units, 4):
        item = {}
        for unit in range(start, min(start + 4, units)):
            true = choose.choice(labels)
            item[unit] = {
                name: true if choose.random() < 0.6 else choose.choice(labels)
                for name in "abcde"[:annotators]
                if choose.random() >= missing
            }
        items.append(item)
    return items


def triples(items):
    return [
        (name, unit, label) for units in items for unit, own in units.items() for name, label in own.items()
    ]


@pytest.mark.parametrize("seed", range(20))
def test_cohen(seed):
    items = annotations(seed, 2, 30)
    assert cohen_kappa(items, "a", "b").value == pytest.approx(AnnotationTask(triples(items)).kappa())


@pytest.mark.parametrize("missing", [0.0, 0.3])
@pytest.mark.parametrize("annotators", [2, 3, 5])
@pytest.mark.parametrize("seed", range(8))
def test_krippendorff(seed, annotators, missing):
    items = annotations(seed, annotators, 40, missing)
    table = [
        ["xyz".index(own[name]) if name in own else np.nan for units in items for own in units.values()]
        for name in "abcde"[:annotators]
    ]
    expected = krippendorff.alpha(reliability_data=table, level_of_measurement="nominal")
    assert alpha(items).value == pytest.approx(expected)


@pytest.mark.parametrize("seed", range(5))
def test_one_label_against_the_rest(seed):
    items = annotations(seed, 3, 40)
    table = [[float(own[name] == "x") for units in items for own in units.values()] for name in "abc"]
    expected = krippendorff.alpha(reliability_data=table, level_of_measurement="nominal")
    assert label_alpha(items, "x").value == pytest.approx(expected)


def test_fleiss_by_his_definition():
    # The worked example of many textbooks: ten subjects, fourteen raters, five categories; kappa is 0.210.
    counts = [
        [0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7],
    ]  # fmt: skip
    units = {}
    for unit, row in enumerate(counts):
        labels = [str(label) for label, count in enumerate(row) for _ in range(count)]
        units[unit] = {str(rater): label for rater, label in enumerate(labels)}
    assert fleiss_kappa([units], 14).value == pytest.approx(0.20993, abs=5e-6)


def test_units_that_somebody_did_not_label():
    items = [{1: {"a": "x", "b": "x"}, 2: {"a": "y"}, 3: {"a": "y", "b": "y"}, 4: {"a": "x", "b": "y"}}]
    assert cohen_kappa(items, "a", "b").units == 3
    assert fleiss_kappa(items, 2).units == 3
    assert alpha(items).units == 3
    assert cohen_kappa(items, "a", "b").observed == pytest.approx(2 / 3)


def test_undefined():
    assert cohen_kappa([], "a", "b").value is None
    same = [{1: {"a": "x", "b": "x"}, 2: {"a": "x", "b": "x"}}]
    for coefficient in (cohen_kappa(same, "a", "b"), alpha(same), fleiss_kappa(same, 2)):
        assert coefficient.value is None
        assert coefficient.observed == 1.0


def test_intervals_are_those_of_drawn_items():
    items = annotations(4, 3, 60)
    how = Resampling(0.9, 300, 5)
    drawn = np.random.default_rng(5).integers(0, len(items), size=(300, len(items)), dtype=np.int32)
    for function in (lambda some, *own: cohen_kappa(some, "a", "b", *own), alpha):
        values = []
        for row in drawn:
            some = [
                {(time, unit): own for unit, own in items[index].items()} for time, index in enumerate(row)
            ]
            values.append(function(some).value)
        tail = expanded_tail(0.9, len(items))
        assert function(items, how).interval == pytest.approx(np.quantile(values, [tail, 1 - tail]))
