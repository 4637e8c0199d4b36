"""Columns of pairs."""

from array import array

import numpy
import pytest


def test_rows_become_columns(solve):
    columns = solve.tables.PairColumns(3)
    assert columns.add_row(0, [0.0, 0.5, 1.0], None) == -1
    assert columns.add_row(2, [0.25], array("i", [0, 0, 0])) == -1
    assert columns.add_row(3, [0.0, 2.0], array("i", [1, 0, 1])) == -1
    assert [list(column) for column in columns.finish()] == [
        [0, 0, 2, 2, 2, 3, 3],
        [1, 2, 0, 1, 2, 0, 2],
        [0.5, 1.0, 0.25, 0.25, 0.25, 2.0, 2.0],
    ]


@pytest.mark.parametrize("bad", [1, True, -0.5, float("nan"), float("inf"), "1", None])
def test_what_is_no_similarity_is_not_added(solve, bad):
    columns = solve.tables.PairColumns(3)
    assert columns.add_row(0, [0.5, bad, 1.0], None) == 1
    assert solve.tables.first_invalid([0.0, 0.5, bad]) == 2
    assert [len(column) for column in columns.finish()] == [0, 0, 0]


def test_no_rows_and_no_columns(solve):
    columns = solve.tables.PairColumns(0)
    assert columns.add_row(0, [], None) == -1
    assert [len(column) for column in columns.finish()] == [0, 0, 0]
    assert solve.tables.first_invalid([]) == -1
    assert solve.tables.first_excess([], [], [], [], []) == -1


def test_what_is_positive_in_a_table(solve):
    table = numpy.array([[0.0, 0.5], [2.0, 0.0], [0.0, 0.0]])
    assert [list(column) for column in solve.tables.positive_pairs(table)] == [[0, 1], [1, 0], [0.5, 2.0]]
    assert [len(column) for column in solve.tables.positive_pairs(numpy.zeros((0, 3)))] == [0, 0, 0]
    for bad in (-0.5, float("nan"), float("inf")):
        table[2, 1] = bad
        assert solve.tables.positive_pairs(table) is None


def test_partners_are_selected_in_order(solve):
    gold, pred, value = [0, 0, 1, 2], [0, 2, 0, 1], [1.0, 2.0, 3.0, 4.0]
    chosen = solve.tables.select_partners(gold, pred, value, [1, -1, 0])
    assert [list(column) for column in chosen] == [[0, 1], [2, 0], [2.0, 3.0]]


def test_the_first_pair_that_earns_too_much(solve):
    assert solve.tables.first_excess([0, 1], [0, 0], [1.0, 1.0], [1.0, 1.0], [1.0]) == -1
    assert solve.tables.first_excess([0, 1], [0, 0], [1.0, 1.0], [1.0, 0.5], [1.0]) == 1
    assert solve.tables.first_excess([0, 1], [0, 0], [1.0, 2.0], [1.0, 2.0], [0.5]) == 0


def test_rows_keep_every_digit(solve):
    columns = solve.tables.PairColumns(2)
    assert columns.add_row(0, [1 / 3, 1e300], None) == -1
    assert list(columns.finish()[2]) == [1 / 3, 1e300]


@pytest.mark.parametrize(("add", "value"), [(True, [0.1 + 0.2, 4.0, 1.5]), (False, [0.2, 4.0, 1.0])])
def test_entries_of_a_pair_are_combined(solve, add, value):
    columns = solve.tables.combine_equal([2, 0, 2, 0], [1, 0, 1, 3], [1.0, 0.1, 0.5, 4.0], add=add)
    assert [list(column) for column in columns] == [[0, 0, 2], [0, 3, 1], [0.1, 4.0, value[2]]]
    columns = solve.tables.combine_equal([0, 0, 0], [0, 1, 0], [0.1, 4.0, 0.2], add=add)
    assert [list(column) for column in columns] == [[0, 0], [0, 1], value[:2]]
    assert [list(column) for column in solve.tables.combine_equal([], [], [], add=add)] == [[], [], []]
