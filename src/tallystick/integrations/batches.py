"""Batches of items for an evaluator: files, texts, objects; and which gold each prediction belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from tallystick.errors import DataError, Problem
from tallystick.formats.base import Block, Item, Reader, Source
from tallystick.run.inputs.pairing import BlockPair, Side, no_items
from tallystick.run.inputs.reading import items_of
from tallystick.run.inputs.sides import Input, opened
from tallystick.run.inputs.sources import check_task, open_source
from tallystick.run.score import Given, given_input
from tallystick.tasks.base import Task

__all__ = ["GoldItems", "as_item", "batch_input", "read_gold"]


def batch_input(task: Task, given: Given, name: str) -> Input:
    """A batch as a side of a run. In a list, a string is the text of one item and a path stands for its items."""
    side = given_input(given, name)
    if isinstance(side, Source) or not isinstance(side, Iterable) or isinstance(side, (Mapping, bytes)):
        return side
    return list(_spelled_out(task, side, name))


def _spelled_out(task: Task, given: Iterable[object], name: str) -> Iterator[object]:
    for number, value in enumerate(given, 1):
        if isinstance(value, str):
            yield _text_item(task, value, f"<{name} {number}>")
        elif isinstance(value, Path):
            yield from items_of(task, open_source(str(value)))
        else:
            yield value


def _text_item(task: Task, text: str, name: str) -> Item:
    """The one item that a text holds; anything else is a malformed item, of which a policy takes care."""
    source = Source(name, text)
    # What is recognised as nothing is read in the task's own format, which says what is wrong with it.
    chosen = next((one for one in task.formats if one.recognises(text)), task.formats[0])
    blocks = list(chosen.reader.blocks(source)) if text.strip() else []
    if chosen.unscored:
        return Item(None, None, (Problem(chosen.unscored, name, 1, 1, code="unscored"),), path=name)
    if len(blocks) == 1:
        return as_item(chosen.reader, blocks[0])
    if not blocks:
        return Item(None, None, (no_items(name),), path=name)
    message = f"the text holds {len(blocks)} items, where one is expected"
    problem = Problem(message, name, blocks[1].line, 1, code="several-items")
    return Item(None, blocks[0].id, (problem,), path=name)


def as_item(reader: Reader, side: Side) -> Item:
    """An item, read if it is still to be read."""
    if isinstance(side, Item):
        return side
    if any(problem.level == "error" for problem in side.problems):
        return Item(None, side.id, side.problems, path=side.path, line=side.line)
    return reader.item(side)


def read_gold(task: Task, side: Input, file: str = "", *, lenient: bool = False) -> GoldItems:
    """Read the gold, once. What is malformed is refused, all of it listed, unless it may be skipped."""
    if isinstance(side, Source):
        check_task(task, side)
    found = opened(task, side, "gold")
    reader = task.formats[found.format].reader
    gold = GoldItems(found.shown, file, found.format)
    for side_given in found.items:
        gold.sides.append(side_given)
        gold.items.append(as_item(reader, side_given))
    if not gold.items:
        raise DataError(no_items(found.shown))
    problems = [p for item in gold.items for p in item.problems if p.level == "error"]
    if problems and not lenient:
        raise DataError(problems)
    return gold


#: The place of the gold that a prediction belongs to, None if there is none, and what is wrong with that.
Place = tuple[int | None, tuple[Problem, ...]]


@dataclass(slots=True)
class GoldItems:
    """The gold of one file: its items in order, and which of them have met their prediction."""

    shown: str
    file: str = ""
    format: int = 0
    sides: list[Side] = field(default_factory=list)
    """The items as they were given."""
    items: list[Item] = field(default_factory=list)
    """The same as they were read."""
    by_id: bool | None = None
    """How predictions find their gold: by id, or in order; None until the first ones come."""
    used: set[int] = field(default_factory=set)
    """The places whose prediction has come."""
    nameless: list[BlockPair] = field(default_factory=list)
    """Predictions that cannot be read, and whose id is not known."""
    postponed: list[Item] = field(default_factory=list)
    """The same at the very beginning, when nobody knows yet whether predictions have ids at all."""
    _places: dict[str, int] | None = None
    """The place of each id, once it was asked for: a batch must not cost more the longer the gold is."""
    _unnamed: list[int] = field(default_factory=list)
    """The places of gold whose id is not known, because it cannot be read."""

    def goes_by_id(self, preds: Sequence[Side], match_by: str) -> bool | None:
        """Whether these predictions find their gold by id; None where all are unreadable, so that nobody knows yet."""
        if self.by_id is not None:
            return self.by_id
        if match_by != "auto":
            return match_by == "id"
        if not any(one.id is not None for one in self.items):
            return False
        if any(one.id is not None for one in preds):
            return True
        return None if all(isinstance(one, Item) and one.malformed for one in preds) else False

    def pair(
        self, preds: Sequence[Side], format_number: int, match_by: str, *, by_id: bool
    ) -> list[BlockPair]:
        """The pairs of a batch. Nothing is remembered of it here."""
        places = self._by_id(preds) if by_id else self._in_order(preds, match_by)
        formats = (self.format, format_number)
        return [
            BlockPair(len(self.items), None, pred, problems, self.file, formats)
            if place is None
            else BlockPair(place + 1, self.items[place], pred, problems, self.file, formats)
            for pred, (place, problems) in zip(preds, places, strict=True)
        ]

    def forget(self) -> None:
        """Begin anew: no prediction has come."""
        self.by_id = None
        self.used, self.nameless, self.postponed = set(), [], []

    def missing(self) -> list[BlockPair]:
        """The pairs of what is left: gold without a prediction, and predictions of which nobody knows whose."""
        places = [place for place in range(len(self.items)) if place not in self.used]
        unknown = list(self.nameless)
        left = self.pair(self.postponed, 0, "order", by_id=False)
        places = places[len(left) :]
        if len(places) <= len(unknown):
            # Each gold may have got one of those. Which one is a guess; none of these pairs is ever scored as if it
            # were complete.
            left += [
                replace(pair, number=place + 1, gold=self.items[place])
                for place, pair in zip(places, unknown, strict=False)
            ]
            return left + unknown[len(places) :]
        for place in places:
            problem = _problem(self.sides[place], "the item has no prediction", "no-partner")
            pair = BlockPair(place + 1, self.items[place], None, (problem,), self.file, (self.format, 0))
            left.append(pair)
        return left + unknown

    def _have_ids(self, preds: Sequence[Side]) -> bool:
        return any(one.id is not None for one in self.items) and any(one.id is not None for one in preds)

    def _by_place(self) -> dict[str, int]:
        """The place of each id; an id that stands there twice is refused."""
        if self._places is None:
            places: dict[str, int] = {}
            problems = []
            for place, item in enumerate(self.items):
                if item.id is not None and places.setdefault(item.id, place) != place:
                    problems.append(_problem(self.sides[place], "this id stands here again", "repeated-id"))
            if problems:
                raise DataError(problems)
            self._places = places
            self._unnamed = [place for place, item in enumerate(self.items) if item.id is None]
        return self._places

    def _by_id(self, preds: Sequence[Side]) -> Iterator[Place]:
        places = self._by_place()
        unknown = iter([place for place in self._unnamed if place not in self.used])
        seen: set[int] = set()
        for pred in preds:
            place = places.get(pred.id) if pred.id is not None else None
            if pred.id is None:
                yield None, (_problem(pred, "the item has no id, and items are paired by id", "no-id"),)
            elif place is None and (guess := next(unknown, None)) is not None:
                # Gold that cannot be read far enough to know its id: it may be this one.
                nameless = "the item has no id, and items are paired by id"
                yield guess, (_problem(self.sides[guess], nameless, "no-id"),)
            elif place is None:
                yield None, (_problem(pred, f"the item is missing in {self.shown}", "no-partner"),)
            elif place in seen or place in self.used:
                yield None, (_problem(pred, "a prediction for this id has come before", "duplicate-id"),)
            else:
                seen.add(place)
                yield place, ()

    def _in_order(self, preds: Sequence[Side], match_by: str) -> Iterator[Place]:
        for place, pred in enumerate(preds, len(self.used)):
            if place >= len(self.items):
                message = f"{self.shown} ends before this item: it has {len(self.items)}"
                yield None, (_problem(pred, message, "no-partner"),)
            elif match_by == "auto" and self._have_ids([pred]):
                message = "the item has an id, though those before it have none"
                yield place, (_problem(pred, message, "no-id"),)
            else:
                yield place, ()


_HINTS = {
    "no-id": "give every item an id, or pair by order: match_by='order'",
    "no-partner": "both sides must hold the same items; on_error='zero' counts a missing prediction as empty",
    "duplicate-id": "one prediction for each item; reset() begins anew",
    "repeated-id": "ids must be unique; match_by='order' ignores them",
}


def _problem(side: Side, message: str, code: str) -> Problem:
    text = side.text.partition("\n")[0] if isinstance(side, Block) else None
    code, hint = "duplicate-id" if code == "repeated-id" else code, _HINTS[code]
    return Problem(message, side.path, side.line, 1, side.id, hint, code, text=text)
