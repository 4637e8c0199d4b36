"""Gold items that serve several systems: read once, as long as they fit into memory."""

from __future__ import annotations

from collections.abc import Callable

from tallystick.formats.base import Block, Item

__all__ = ["ItemMemory"]

#: Items are remembered until they come to this much text; later ones are read for each system.
MOST_TEXT = 16 << 20


class ItemMemory:
    """Items by their file, line and text."""

    __slots__ = ("_items", "_left")

    def __init__(self, most_text: int = MOST_TEXT) -> None:
        self._items: dict[tuple[str, int, str], Item] = {}
        self._left = most_text

    def read(
        self, side: Block | Item | None, read: Callable[[Block | Item | None], Item | None]
    ) -> Item | None:
        """Read a block, or return the item that was read from it before."""
        if not isinstance(side, Block):
            return read(side)
        key = side.path, side.line, side.text
        known = self._items.get(key)
        if known is not None:
            return known
        item = read(side)
        if item is not None and self._left > 0:
            self._left -= len(side.text)
            self._items[key] = item
        return item
