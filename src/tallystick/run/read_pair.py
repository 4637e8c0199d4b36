"""A pair of items after reading, with its name and its problems."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.errors import Problem
from tallystick.formats.base import Block, Item
from tallystick.run.inputs.pairing import BlockPair
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.views.original import Original

__all__ = ["ReadPair"]


class ReadPair:
    """A pair after reading: its two items, its name and its problems."""

    __slots__ = ("gold", "gold_id", "name", "pair", "pred", "problems", "size")

    def __init__(
        self, pair: BlockPair, gold: Item | None, pred: Item | None, problems: tuple[Problem, ...] = ()
    ) -> None:
        self.pair = pair
        self.gold = gold
        self.pred = pred
        self.problems = problems
        self.size = len(_text(pair.gold)) + len(_text(pair.pred))
        if pair.gold is not None and pair.gold.id is not None:
            self.name = self.gold_id = _in_file(pair.gold.id, pair)
        else:
            self.name = _first_id((pair.pred, gold, pred), pair)
            self.gold_id = _first_id((gold,), pair)

    def originals(self, analysis: PairAnalysis) -> tuple[Original, Original]:
        """Return both sides as they were compared, with what they were read from."""
        return (
            _original(analysis.gold, self.gold, _text(self.pair.gold)),
            _original(analysis.pred, self.pred, _text(self.pair.pred)),
        )


def _original(value: object, item: Item | None, text: str) -> Original:
    return Original(value, text=text) if item is None else Original(value, item.meta, text, item.words or ())


def _text(side: Block | Item | None) -> str:
    """The text that an item was read from; empty if it was given as an object, or is missing."""
    return side.text if isinstance(side, Block) else ""


def _first_id(sides: Sequence[Block | Item | None], pair: BlockPair) -> str:
    for side in sides:
        if side is not None and side.id is not None:
            return _in_file(side.id, pair)
    return _in_file(str(pair.number), pair)


def _in_file(name: str, pair: BlockPair) -> str:
    return f"{pair.file}:{name}" if pair.file else name
