"""Cells of a join are the cells of the matrix."""

from random import Random

import numpy as np
import pytest

import tallystick as ts
from tallystick.tasks.json import columns
from tallystick.tasks.json.columns import value_matrix
from tallystick.tasks.json.equal_columns import equal_cells


def documents(random: Random, number: int) -> list[dict[str, object]]:
    """Records with few different values, some of them nested, some without a field."""
    made: list[dict[str, object]] = []
    for _ in range(number):
        record: dict[str, object] = {
            "name": random.choice(["a", "b ", " b", *map(str, range(90))]),
            "number": random.choice([1, 2, 1.0, "1", *range(40)]),
            "inner": {"day": random.choice(["x", "y"]), "flag": random.choice([True, False, None])},
        }
        del record[random.choice(list(record))]
        made.append(record)
    return made


@pytest.fixture
def compared(monkeypatch):
    """What both ways return for each pair of lists that is matched."""
    results = []

    def both(matcher, golds, preds, most):
        cells = equal_cells(matcher, golds, preds, len(golds) * len(preds) * 100)
        results.append((cells, value_matrix(matcher, golds, preds)))
        return equal_cells(matcher, golds, preds, most)

    monkeypatch.setattr(columns, "equal_cells", both)
    return results


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("options", [{}, {"text": "exact"}, {"null": "value"}])
def test_cells_of_the_join_are_those_of_the_matrix(seed, options, compared):
    random = Random(seed)
    gold, pred = documents(random, 90), documents(random, 100)
    metric = ts.json(**options)
    tally = metric.tally(gold, pred)
    assert compared
    for cells, matrix in compared:
        assert cells is not None
        dense = np.zeros(matrix.shape)
        dense[cells.rows, cells.columns] = cells.values
        assert (dense == matrix).all()
    assert tally == metric.tally(gold, pred[::-1])


@pytest.mark.parametrize(
    ("options", "change"),
    [({"text": "levenshtein"}, {}), ({}, {"list": ["x", "y"]})],
)
def test_other_leaves_need_the_matrix(options, change, compared):
    random = Random(1)
    gold, pred = ([{**record, **change} for record in documents(random, 90)] for _ in range(2))
    ts.json(**options).tally([{**record, "key": index} for index, record in enumerate(gold)], pred)
    assert compared
    assert all(cells is None for cells, _ in compared)


def test_a_dense_problem_needs_the_matrix():
    alike = [{"a": 1, "b": index} for index in range(90)]
    other = [{"a": 1, "b": -index} for index in range(1, 91)]
    assert ts.json().tally(alike, other).matched_gold == 90
