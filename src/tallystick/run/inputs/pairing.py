"""Pairs of gold and pred items: by id if they have ids, otherwise by order.

Both sides are read in parallel, so that files in the same order need no memory. Pairs come out in the order of
the gold. Consequences of a problem are not reported as separate problems: if the id of a prediction cannot be read, its
gold is not reported as missing.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator, Sequence
from itertools import chain, islice, zip_longest

from tallystick.dataclass import dataclass
from tallystick.errors import Problem
from tallystick.formats.base import Block, Item

__all__ = ["BlockPair", "CompanionItem", "Side", "no_items", "pair_blocks"]

#: One side of an item: still to be read, or given as an object.
Side = Block | Item

#: How many items are examined to determine whether a side has ids. An item may be malformed, or lack its id.
_LOOKED_AT = 64


@dataclass(frozen=True, slots=True)
class CompanionItem:
    """An item of another file that completes one side of a pair."""

    parameter: str
    """The parameter that names the file."""
    side: str
    """``gold`` or ``pred``."""
    format: int
    """Which of the task's formats it is in."""
    item: Side


@dataclass(frozen=True, slots=True)
class BlockPair:
    """The two sides of an item; a side may be missing."""

    number: int
    gold: Side | None
    pred: Side | None
    problems: tuple[Problem, ...] = ()
    """Problems of the pairing itself."""
    file: str = ""
    """The file of the item, if there are several."""
    formats: tuple[int, int] = (0, 0)
    """Which of the task's formats each side is in: gold, pred."""
    companions: tuple[CompanionItem, ...] = ()


#: The origin of pairs: the file, if there are several, and the formats of both sides.
Origin = tuple[str, tuple[int, int]]


def pair_blocks(
    gold: Iterator[Side],
    pred: Iterator[Side],
    names: tuple[str, str],
    match_by: str = "auto",
    origin: Origin = ("", (0, 0)),
) -> Iterator[BlockPair]:
    """Pair the items of two sources; `names` are those of the sources, for messages."""
    heads = [list(islice(side, _LOOKED_AT)) for side in (gold, pred)]
    if len(heads[0]) == len(heads[1]) == 1 and match_by != "id":
        first, other = heads[0][0], heads[1][0]
        if first.id is None or other.id is None or first.id == other.id or match_by == "order":
            return iter((BlockPair(1, first, other, (), *origin),))
    useless = [_useless(heads[side], heads[1 - side], names[side]) for side in (0, 1)]
    golds, preds = chain(heads[0], gold), chain(heads[1], pred)
    if any(useless):
        return _without(useless, golds, origin)
    if match_by == "auto" and not all(any(side.id is not None for side in head) for head in heads):
        return _in_order(golds, preds, names, origin, mixed=_MixedIds(heads))
    if match_by == "order":
        return _in_order(golds, preds, names, origin)
    return _ById(names, origin).pairs(golds, preds)


def _useless(head: Sequence[Side], other: Sequence[Side], name: str) -> tuple[Problem, ...]:
    """Why a side has no items at all: it is empty, or cannot be read as a whole."""
    if not head:
        return (no_items(name),)
    first = head[0]
    if len(head) == 1 and first.id is None and isinstance(first, Block) and len(other) > 1:
        return tuple(problem for problem in first.problems if problem.level == "error")
    return ()


def _without(
    useless: Sequence[tuple[Problem, ...]], golds: Iterator[Side], origin: Origin
) -> Iterator[BlockPair]:
    """One side is unusable: this is the only problem to report, although no item of the other side has a partner."""
    problems = (*useless[0], *useless[1])
    if useless[0] or any(problem.code != "empty" for problem in problems):
        yield BlockPair(1, None, None, problems, *origin)
        return
    for number, gold in enumerate(golds, 1):
        yield BlockPair(number, gold, None, problems if number == 1 else (), *origin)


class _MixedIds:
    """Detects, when items are paired by order, that only some items of a side have ids."""

    def __init__(self, heads: Sequence[Sequence[Side]]) -> None:
        self.with_ids = [any(side.id is not None for side in head) for head in heads]

    def problem(self, item: Side | None, side: int) -> Problem | None:
        """The problem with the id of an item."""
        if item is None or (item.id is not None) == self.with_ids[side]:
            return None
        if item.id is None:
            return _no_id(item)
        return _problem(item, "the item has an id, but earlier items have none", "no-id", _ID_HINT)


def _in_order(
    golds: Iterator[Side],
    preds: Iterator[Side],
    names: tuple[str, str],
    origin: Origin,
    mixed: _MixedIds | None = None,
) -> Iterator[BlockPair]:
    reported = False
    for number, (gold, pred) in enumerate(zip_longest(golds, preds), 1):
        problems: list[Problem] = []
        if mixed is not None:
            mixed_problems = (mixed.problem(gold, 0), mixed.problem(pred, 1))
            problems += [problem for problem in mixed_problems if problem is not None]
        alone = gold if pred is None else pred if gold is None else None
        if alone is not None and not reported:
            # Reported once: the following items have no partner either.
            reported = True
            short = names[0] if gold is None else names[1]
            message = f"{short} ends before item {number}: from here on, items have no partner"
            problems.append(_problem(alone, message, "no-partner", "both sides must have the same items"))
        yield BlockPair(number, gold, pred, tuple(problems), *origin)


class _ById:
    """Pairing by id, in parallel: each item waits for its partner."""

    def __init__(self, names: tuple[str, str], origin: Origin) -> None:
        self.names = names
        self.origin = origin
        self.waiting: tuple[OrderedDict[str, Side], OrderedDict[str, Side]] = (OrderedDict(), OrderedDict())
        self.nameless: tuple[deque[Side], deque[Side]] = (deque(), deque())
        # The hashes of paired ids: memory must stay small for millions of items.
        self.met: set[int] = set()
        self.number = 0
        self.items = [0, 0]

    def pairs(self, golds: Iterator[Side], preds: Iterator[Side]) -> Iterator[BlockPair]:
        for both in zip_longest(golds, preds):
            if self._meet(*both):
                yield self._pair(*both)
                continue
            for side, block in enumerate(both):
                if block is None:
                    continue
                self.items[side] += 1
                if block.id is None:
                    self.nameless[side].append(block)
                elif block.id in self.waiting[side] or hash(block.id) in self.met:
                    message, hint = (
                        "an earlier item has the same id",
                        "ids must be unique; --match-by order ignores them",
                    )
                    yield self._alone(block, side, _problem(block, message, "duplicate-id", hint))
                else:
                    self.waiting[side][block.id] = block
            yield from self._ready()
        yield from self._left_over()

    def _meet(self, gold: Side | None, pred: Side | None) -> bool:
        """Whether two items read at the same time are the next pair: in most files, this is always so."""
        if gold is None or pred is None or gold.id is None or gold.id != pred.id:
            return False
        if self.waiting[0] or gold.id in self.waiting[1] or hash(gold.id) in self.met:
            return False
        self.items[0] += 1
        self.items[1] += 1
        self.met.add(hash(gold.id))
        return True

    def _ready(self) -> Iterator[BlockPair]:
        """The next pairs, in the order of the gold."""
        golds, preds = self.waiting
        while golds:
            name = next(iter(golds))
            if name not in preds:
                return
            self.met.add(hash(name))
            yield self._pair(golds.pop(name), preds.pop(name))

    def _left_over(self) -> Iterator[BlockPair]:
        golds, preds = self.waiting
        for name in [name for name in golds if name in preds]:
            yield self._pair(golds.pop(name), preds.pop(name))
        # An item without a partner may be that of an item without an id, if there are enough of those. Which
        # one is a guess; but none of these pairs is ever scored as if it were complete.
        for side in (0, 1):
            alone, unknown = self.waiting[side], self.nameless[1 - side]
            if len(alone) <= len(unknown):
                for name in list(alone):
                    known = alone.pop(name)
                    yield self._guessed(known, unknown.popleft(), side)
            for block in alone.values():
                message = f"this item is missing from {self.names[1 - side]}"
                yield self._alone(block, side, _problem(block, message, "no-partner", self._alone_hint(side)))
        for gold, pred in zip_longest(*self.nameless):
            yield self._pair(gold, pred, *(_no_id(block) for block in (gold, pred) if block is not None))

    def _alone_hint(self, side: int) -> str:
        hint = "pass --on-missing skip to leave such items out"
        if side == 0:
            hint += ", or zero to count a missing prediction as empty"
        if self.items[0] == self.items[1]:
            hint += "; both files have the same number of items: --match-by order pairs them by order and ignores ids"
        return hint

    def _guessed(self, known: Side, unknown: Side, side: int) -> BlockPair:
        gold, pred = (unknown, known) if side else (known, unknown)
        return self._pair(gold, pred, _no_id(unknown))

    def _alone(self, block: Side, side: int, problem: Problem) -> BlockPair:
        gold, pred = (None, block) if side else (block, None)
        return self._pair(gold, pred, problem)

    def _pair(self, gold: Side | None, pred: Side | None, *problems: Problem) -> BlockPair:
        self.number += 1
        return BlockPair(self.number, gold, pred, problems, *self.origin)


def no_items(name: str) -> Problem:
    """The problem of an empty source."""
    message, hint = "the input contains no items", "is this the right file?"
    return Problem(message, name, 1, 1, hint=hint, code="empty")


_ID_HINT = "give every item an id, or pair by order: --match-by order"


def _no_id(block: Side) -> Problem:
    return _problem(block, "the item has no id, but items are paired by id", "no-id", _ID_HINT)


def _problem(block: Side, message: str, code: str, hint: str) -> Problem:
    text = block.text.partition("\n")[0] if isinstance(block, Block) else None
    return Problem(message, block.path, block.line, 1, block.id, hint, code, text=text)
