"""Batches of items for an evaluator: files, texts and objects, and the pairing of predictions with gold items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path

from tallystick.dataclass import dataclass
from tallystick.errors import DataError, Problem
from tallystick.formats.base import Block, Item, Reader, Source
from tallystick.run.inputs.items import items_of
from tallystick.run.inputs.pairing import BlockPair, Side, no_items
from tallystick.run.inputs.sides import Input, ItemsLike, input_of, opened
from tallystick.run.inputs.sources import check_task, open_source
from tallystick.run.inputs.tables import Table
from tallystick.tasks.base import Task

__all__ = ["GoldItems", "as_item", "batch_input", "read_gold"]


def batch_input(task: Task, items: ItemsLike, name: str, columns: Mapping[str, str]) -> Input:
    """Return a batch as an input. In a list, a string is the text of an item and a path is a file of items."""
    side = input_of(items, name, columns)
    if (
        isinstance(side, (Source, Table))
        or not isinstance(side, Iterable)
        or isinstance(side, (Mapping, bytes))
    ):
        return side
    return list(_spelled_out(task, side, name))


def _spelled_out(task: Task, items: Iterable[object], name: str) -> Iterator[object]:
    # Model output may need repair, so it is read with the other objects.
    of_models = hasattr(task.formats[0].reader, "for_predictions")
    for number, value in enumerate(items, 1):
        if isinstance(value, str) and not of_models:
            yield _text_item(task, value, f"<{name} {number}>")
        elif isinstance(value, Path):
            yield from items_of(task, open_source(str(value)))
        else:
            yield value


def _text_item(task: Task, text: str, name: str) -> Item:
    """Read the item in a text; a text without exactly one item gives a malformed item."""
    source = Source(name, text)
    # A text in no known format is read in the task's first format, which reports the problem.
    chosen = next((choice for choice in task.formats if choice.recognises(text)), task.formats[0])
    blocks = list(chosen.reader.blocks(source)) if text.strip() else []
    if chosen.unscored:
        return Item(None, None, (Problem(chosen.unscored, name, 1, 1, code="unscored"),), path=name)
    if len(blocks) == 1:
        return as_item(chosen.reader, blocks[0])
    if not blocks:
        return Item(None, None, (no_items(name),), path=name)
    message = f"the text has {len(blocks)} items, but expected one"
    problem = Problem(message, name, blocks[1].line, 1, code="several-items")
    return Item(None, blocks[0].id, (problem,), path=name)


def as_item(reader: Reader, side: Side) -> Item:
    """Return an item, reading it if necessary."""
    if isinstance(side, Item):
        return side
    if any(problem.level == "error" for problem in side.problems):
        return Item(None, side.id, side.problems, path=side.path, line=side.line)
    return reader.item(side)


def read_gold(task: Task, side: Input, file: str = "", *, lenient: bool = False) -> GoldItems:
    """Read the gold; raise an error that lists all malformed items, unless they may be skipped."""
    if isinstance(side, Source):
        check_task(task, side)
    opened_side = opened(task, side, "gold")
    reader = task.formats[opened_side.format].reader
    gold = GoldItems(opened_side.shown, file, opened_side.format)
    for gold_side in opened_side.items:
        gold.sides.append(gold_side)
        gold.items.append(as_item(reader, gold_side))
    if not gold.items:
        raise DataError(no_items(opened_side.shown))
    problems = [p for item in gold.items for p in item.problems if p.level == "error"]
    if problems and not lenient:
        raise DataError(problems)
    return gold


#: The index of a prediction's gold item (None if there is none), and the problems with the pairing.
GoldIndex = tuple[int | None, tuple[Problem, ...]]


@dataclass(slots=True)
class GoldItems:
    """The gold of a file: its items in order, and which of them have a prediction."""

    shown: str
    file: str = ""
    format: int = 0
    sides: list[Side] = field(default_factory=list)
    """The items before reading."""
    items: list[Item] = field(default_factory=list)
    """The items after reading."""
    by_id: bool | None = None
    """Whether predictions are paired by id, else by order; None before the first prediction."""
    used: set[int] = field(default_factory=set)
    """The indices of gold items with a prediction."""
    nameless: list[BlockPair] = field(default_factory=list)
    """Unreadable predictions without a known id."""
    postponed: list[Item] = field(default_factory=list)
    """The same, before it is known whether predictions have ids."""
    _index_of_id: dict[str, int] | None = None
    """The index of each id, computed once: the cost of a batch must not grow with the gold."""
    _unnamed: list[int] = field(default_factory=list)
    """The indices of unreadable gold items without a known id."""

    def pairs_by_id(self, preds: Sequence[Side], match_by: str) -> bool | None:
        """Return whether predictions are paired by id; None if that is not known yet because all are unreadable."""
        if self.by_id is not None:
            return self.by_id
        if match_by != "auto":
            return match_by == "id"
        if not any(item.id is not None for item in self.items):
            return False
        if any(pred.id is not None for pred in preds):
            return True
        return None if all(isinstance(pred, Item) and pred.malformed for pred in preds) else False

    def pair(
        self, preds: Sequence[Side], format_number: int, match_by: str, *, by_id: bool
    ) -> list[BlockPair]:
        """Return the pairs of a batch, without recording them."""
        matches = self._by_id(preds) if by_id else self._in_order(preds, match_by)
        formats = (self.format, format_number)
        return [
            BlockPair(len(self.items), None, pred, problems, self.file, formats)
            if index is None
            else BlockPair(index + 1, self.items[index], pred, problems, self.file, formats)
            for pred, (index, problems) in zip(preds, matches, strict=True)
        ]

    def forget(self) -> None:
        """Forget all predictions."""
        self.by_id = None
        self.used, self.nameless, self.postponed = set(), [], []

    def missing(self) -> list[BlockPair]:
        """Return the remaining pairs: gold without a prediction, and predictions without known gold."""
        indices = [index for index in range(len(self.items)) if index not in self.used]
        unknown = list(self.nameless)
        left = self.pair(self.postponed, 0, "order", by_id=False)
        indices = indices[len(left) :]
        if len(indices) <= len(unknown):
            # Any of these predictions may belong to any of these gold items, so the pairing is a guess; none of these
            # pairs is scored as a complete one.
            left += [
                replace(pair, number=index + 1, gold=self.items[index])
                for index, pair in zip(indices, unknown, strict=False)
            ]
            return left + unknown[len(indices) :]
        for index in indices:
            problem = _problem(self.sides[index], "the item has no prediction", "no-partner")
            pair = BlockPair(index + 1, self.items[index], None, (problem,), self.file, (self.format, 0))
            left.append(pair)
        return left + unknown

    def _have_ids(self, preds: Sequence[Side]) -> bool:
        return any(item.id is not None for item in self.items) and any(pred.id is not None for pred in preds)

    def _indices_by_id(self) -> dict[str, int]:
        """Return the index of each id; raise an error for repeated ids."""
        if self._index_of_id is None:
            indices: dict[str, int] = {}
            problems = []
            for index, item in enumerate(self.items):
                if item.id is not None and indices.setdefault(item.id, index) != index:
                    problems.append(
                        _problem(self.sides[index], "an earlier item has the same id", "repeated-id")
                    )
            if problems:
                raise DataError(problems)
            self._index_of_id = indices
            self._unnamed = [index for index, item in enumerate(self.items) if item.id is None]
        return self._index_of_id

    def _by_id(self, preds: Sequence[Side]) -> Iterator[GoldIndex]:
        indices = self._indices_by_id()
        unknown = iter([index for index in self._unnamed if index not in self.used])
        seen: set[int] = set()
        for pred in preds:
            index = indices.get(pred.id) if pred.id is not None else None
            if pred.id is None:
                yield None, (_problem(pred, "the item has no id, but items are paired by id", "no-id"),)
            elif index is None and (guess := next(unknown, None)) is not None:
                # An unreadable gold item without a known id may be the partner.
                nameless = "the item has no id, but items are paired by id"
                yield guess, (_problem(self.sides[guess], nameless, "no-id"),)
            elif index is None:
                yield None, (_problem(pred, f"this item is missing from {self.shown}", "no-partner"),)
            elif index in seen or index in self.used:
                yield None, (_problem(pred, "there is already a prediction with this id", "duplicate-id"),)
            else:
                seen.add(index)
                yield index, ()

    def _in_order(self, preds: Sequence[Side], match_by: str) -> Iterator[GoldIndex]:
        for index, pred in enumerate(preds, len(self.used)):
            if index >= len(self.items):
                message = f"{self.shown} ends before this item: it has {len(self.items)}"
                yield None, (_problem(pred, message, "no-partner"),)
            elif match_by == "auto" and self._have_ids([pred]):
                message = "the item has an id, but earlier items have none"
                yield index, (_problem(pred, message, "no-id"),)
            else:
                yield index, ()


_HINTS = {
    "no-id": "give every item an id, or pair by order: match_by='order'",
    "no-partner": "both sides must have the same items; on_error='zero' counts a missing prediction as empty",
    "duplicate-id": "one prediction for each item; reset() starts again",
    "repeated-id": "ids must be unique; match_by='order' ignores them",
}


def _problem(side: Side, message: str, code: str) -> Problem:
    text = side.text.partition("\n")[0] if isinstance(side, Block) else None
    code, hint = "duplicate-id" if code == "repeated-id" else code, _HINTS[code]
    return Problem(message, side.path, side.line, 1, side.id, hint, code, text=text)
