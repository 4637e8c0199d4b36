"""Pairs of gold and pred items: by id where they have ids, by order otherwise.

Both sources are read in step, so that files in the same order need no memory. Pairs come out in the order of
the gold file.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from tallystick.errors import Problem
from tallystick.formats.base import Block, Item

__all__ = ["BlockPair", "Side", "pair_blocks"]

#: One side of an item: still to be read, or given as an object.
Side = Block | Item


@dataclass(frozen=True, slots=True)
class BlockPair:
    """The two sides of an item; a side may be missing."""

    number: int
    gold: Side | None
    pred: Side | None
    problems: tuple[Problem, ...] = ()
    """What is wrong with the pairing itself."""
    lost: bool = False
    """Whether the missing side may be one of the malformed items whose id cannot be read."""


def pair_blocks(
    gold: Iterator[Side], pred: Iterator[Side], names: tuple[str, str], match_by: str = "auto"
) -> Iterator[BlockPair]:
    """Pair the items of two sources; `names` are those of the sources, for messages."""
    first_gold, first_pred = next(gold, None), next(pred, None)
    if match_by == "auto":
        sides = [block for block in (first_gold, first_pred) if block is not None and not block.problems]
        match_by = "id" if sides and all(block.id is not None for block in sides) else "order"
    golds, preds = _chained(first_gold, gold), _chained(first_pred, pred)
    if match_by == "order":
        return _in_order(golds, preds, names)
    return _ById(names).pairs(golds, preds)


def _chained(first: Side | None, rest: Iterator[Side]) -> Iterator[Side]:
    if first is not None:
        yield first
        yield from rest


def _in_order(golds: Iterator[Side], preds: Iterator[Side], names: tuple[str, str]) -> Iterator[BlockPair]:
    for number, (gold, pred) in enumerate(zip_longest(golds, preds), 1):
        problems: tuple[Problem, ...] = ()
        if gold is None or pred is None:
            there = gold or pred
            assert there is not None
            short = names[0] if gold is None else names[1]
            problems = (
                Problem(
                    f"item {number} has no partner: {short} has fewer items", there.path, there.line, 1, there.id,
                    "both sides must hold the same items", "no-partner",
                ),
            )  # fmt: skip
        yield BlockPair(number, gold, pred, problems)


class _ById:
    """Pairing by id, in step: whoever comes first waits for the other."""

    def __init__(self, names: tuple[str, str]) -> None:
        self.names = names
        self.waiting_gold: OrderedDict[str, Side] = OrderedDict()
        self.waiting_pred: dict[str, Side] = {}
        self.seen: tuple[set[int], set[int]] = (set(), set())
        self.number = 0
        self.nameless = [0, 0]

    def pairs(self, golds: Iterator[Side], preds: Iterator[Side]) -> Iterator[BlockPair]:
        for gold, pred in zip_longest(golds, preds):
            for side, block in enumerate((gold, pred)):
                if block is not None:
                    problem = self._refused(block, side)
                    if problem is not None:
                        yield self._alone(block, side, problem)
                    elif block.id is not None:
                        (self.waiting_pred if side else self.waiting_gold)[block.id] = block
            yield from self._ready()
        yield from self._left_over()

    def _refused(self, block: Side, side: int) -> Problem | None:
        """Why a block cannot be paired by its id."""
        if block.id is None:
            self.nameless[side] += 1
            return Problem(
                "the item has no id, though others have", block.path, block.line, 1, None,
                "give every item an id, or pair by order: --match-by order", "no-id", text=_text(block),
            )  # fmt: skip
        # Hashes, not the ids themselves: a stream of millions must stay small.
        mark = hash(block.id)
        if mark in self.seen[side]:
            return Problem(
                f"the id {block.id!r} stands here again", block.path, block.line, 1, block.id,
                "ids must be unique; --match-by order pairs without them", "duplicate-id", text=_text(block),
            )  # fmt: skip
        self.seen[side].add(mark)
        return None

    def _alone(self, block: Side, side: int, problem: Problem) -> BlockPair:
        self.number += 1
        gold, pred = (None, block) if side else (block, None)
        return BlockPair(self.number, gold, pred, (problem,))

    def _ready(self) -> Iterator[BlockPair]:
        """Pairs whose turn it is: in the order of the gold."""
        while self.waiting_gold:
            name = next(iter(self.waiting_gold))
            if name not in self.waiting_pred:
                return
            yield self._pair(self.waiting_gold.pop(name), self.waiting_pred.pop(name))

    def _pair(self, gold: Side, pred: Side) -> BlockPair:
        self.number += 1
        return BlockPair(self.number, gold, pred)

    def _left_over(self) -> Iterator[BlockPair]:
        for name, gold in self.waiting_gold.items():
            if name in self.waiting_pred:
                yield self._pair(gold, self.waiting_pred.pop(name))
            else:
                yield self._without_partner(gold, 0)
        for pred in self.waiting_pred.values():
            yield self._without_partner(pred, 1)

    def _without_partner(self, block: Side, side: int) -> BlockPair:
        other = self.names[1 - side]
        problem = Problem(
            f"the item {block.id!r} is missing in {other}", block.path, block.line, 1, block.id,
            "both sides must hold the same items" if side else
            "both sides must hold the same items; --on-error zero counts a missing prediction as empty",
            "no-partner",
        )  # fmt: skip
        self.number += 1
        gold, pred = (None, block) if side else (block, None)
        return BlockPair(self.number, gold, pred, (problem,), lost=self.nameless[1 - side] > 0)


def _text(side: Side) -> str | None:
    return side.text[:200] if isinstance(side, Block) else None
