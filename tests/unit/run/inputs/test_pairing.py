"""Pairing: by id or by order, and which problems are problems of their own."""

import random

import pytest

from tallystick.errors import Problem
from tallystick.formats.base import Block, Item
from tallystick.run.inputs.pairing import pair_blocks

NAMES = ("gold", "pred")


def blocks(path, *names):
    """Blocks by id; None has no id."""
    return [Block(f"text of {name}", path, line, name) for line, name in enumerate(names, 1)]


def paired(golds, preds, match_by="auto"):
    return list(pair_blocks(iter(golds), iter(preds), NAMES, match_by))


def shown(pairs):
    return [
        (pair.gold and pair.gold.id, pair.pred and pair.pred.id, [problem.code for problem in pair.problems])
        for pair in pairs
    ]


def test_by_id_in_the_order_of_the_gold():
    names = [str(number) for number in range(200)]
    shuffled = random.Random(3).sample(names, len(names))
    pairs = paired(blocks("gold", *names), blocks("pred", *shuffled))
    assert shown(pairs) == [(name, name, []) for name in names]
    assert [pair.number for pair in pairs] == list(range(1, 201))


def test_by_order_where_one_side_has_no_ids():
    pairs = paired(blocks("gold", "a", "b"), blocks("pred", None, None))
    assert shown(pairs) == [("a", None, []), ("b", None, [])]


def test_by_order_on_demand():
    pairs = paired(blocks("gold", "a", "b"), blocks("pred", "b", "a"), "order")
    assert shown(pairs) == [("a", "b", []), ("b", "a", [])]


def test_by_id_on_demand_needs_ids():
    pairs = paired(blocks("gold", None), blocks("pred", None), "id")
    assert shown(pairs) == [(None, None, ["no-id", "no-id"])]


def test_ids_on_one_side_only():
    pairs = paired(blocks("gold", "a", "b"), blocks("pred", "b", "c"))
    assert shown(pairs) == [("b", "b", []), ("a", None, ["no-partner"]), (None, "c", ["no-partner"])]
    assert "missing from pred" in pairs[1].problems[0].message


def test_duplicates():
    pairs = paired(blocks("gold", "a", "a"), blocks("pred", "a"))
    assert sorted(map(str, shown(pairs))) == ["('a', 'a', [])", "('a', None, ['duplicate-id'])"]


def test_an_item_without_id_takes_the_place_of_the_one_that_is_missing():
    pairs = paired(blocks("gold", "a", "b", "c"), blocks("pred", "a", None, "c"))
    assert shown(pairs) == [("a", "a", []), ("c", "c", []), ("b", None, ["no-id"])]
    assert pairs[2].pred is not None
    # With more missing than there are items without id, nobody can say which.
    pairs = paired(blocks("gold", "a", "b", "c"), blocks("pred", "a", None))
    assert [codes for _, _, codes in shown(pairs)] == [[], ["no-partner"], ["no-partner"], ["no-id"]]


def test_the_first_item_may_lack_its_id():
    pairs = paired(blocks("gold", "a", "b"), blocks("pred", None, "b"))
    assert shown(pairs) == [("b", "b", []), ("a", None, ["no-id"])]


def test_a_shorter_side_is_told_once():
    pairs = paired(blocks("gold", None, None, None), blocks("pred", None))
    assert [len(pair.problems) for pair in pairs] == [0, 1, 0]
    assert pairs[2].pred is None


def test_an_empty_side_is_the_only_problem():
    assert [codes for _, _, codes in shown(paired(blocks("gold", "a", "b"), []))] == [["empty"], []]
    assert shown(paired([], blocks("pred", "a", "b"))) == [(None, None, ["empty"])]
    assert shown(paired([], [])) == [(None, None, ["empty", "empty"])]


def test_a_side_that_cannot_be_read_as_a_whole():
    broken = [Block("[", "pred", 1, None, (Problem("no lines", "pred", 1, 1, code="json-lines"),))]
    assert shown(paired(blocks("gold", "a", "b"), broken)) == [(None, None, ["json-lines"])]
    # With one item on each side it may be just that item.
    (pair,) = paired(blocks("gold", "a"), broken)
    assert pair.gold is not None
    assert pair.pred is not None


@pytest.mark.parametrize("size", [5, 5000])
def test_files_in_step_need_no_memory(size):
    waiting = []

    def stream(side):
        for number in range(size):
            waiting.append((side, number))
            yield Item(None, str(number))

    largest = 0
    for place, pair in enumerate(pair_blocks(stream("gold"), stream("pred"), NAMES)):
        assert pair.gold.id == pair.pred.id == str(place)
        largest = max(largest, len(waiting) - 2 * place)
    assert largest <= 2 * 64 + 2
