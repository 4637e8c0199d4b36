"""The formats of a task's items, and how each is recognised."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from tallystick.dataclass import dataclass
from tallystick.errors import Problem
from tallystick.formats.base import Block, Item, Reader, Source
from tallystick.lazy import imported

__all__ = ["FormatChoice", "LazyReader", "PairSources", "SidePair"]

#: A pair to score: two sides, read or still to be read, and the problems of their pairing.
SidePair = tuple[Block | Item | None, Block | Item | None, tuple[Problem, ...]]
#: Pairs the blocks of two sources, gold and pred.
PairSources = Callable[[Iterator[Block], Iterator[Block]], Iterator[SidePair]]


@dataclass(frozen=True, slots=True)
class FormatChoice:
    """A format of a task, and how to recognise it."""

    reader: Reader
    recognises: Callable[[str], bool]
    """Whether the beginning of a file is certainly of this format and task."""
    description: str
    unscored: str = ""
    """Why files in it cannot be scored, though they can be checked and converted; empty if they can."""
    accepts: Callable[[str], bool] | None = None
    """Whether a file of the named task can be of this format, even if it is ambiguous: a
    prediction without a single entity, say."""
    check: Callable[[Block], Item] | None = None
    """Reads an item for `check`, with remarks that do not concern a score; None if the reader makes them all."""
    pair: PairSources | None = None
    """Pairs two sources of this format by their contents; None to pair their items by id or order."""


class LazyReader:
    """A reader that is imported when it is used: a task may have several formats, and a file is in one of them."""

    def __init__(self, name: str, home: str) -> None:
        self.name = name
        self._home = home

    @cached_property
    def _reader(self) -> Reader:
        reader: Reader = imported(self._home)()
        return reader

    def blocks(self, source: Source) -> Iterator[Block]:
        """Cut a source into the raw texts of its items."""
        return self._reader.blocks(source)

    def item(self, block: Block) -> Item:
        """Read one item."""
        return self._reader.item(block)

    def __getattr__(self, name: str) -> object:
        # Attributes that only some readers have, such as the keys of JSON lines.
        if name == "keys":
            return getattr(self._reader, name)
        raise AttributeError(name)
