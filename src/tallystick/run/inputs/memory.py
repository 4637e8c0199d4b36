"""Gold that serves several systems: cut and read once, as long as it fits into memory."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

from tallystick.formats.base import Block, Item

__all__ = ["ItemMemory"]

#: Items are remembered until they come to this much text, and so are blocks; later ones are read for each system.
MOST_TEXT = 16 << 20

#: The file of a block, its line and end there, and its size.
_Location = tuple[str, int, int, int]


class ItemMemory:
    """Items by their location and text, and the blocks of whole files."""

    __slots__ = ("_blocks", "_items", "_left", "_left_of_blocks")

    def __init__(self, most_text: int = MOST_TEXT) -> None:
        # Texts are compared, not hashed, which takes far longer.
        self._items: dict[_Location, tuple[str, Item]] = {}
        self._left = self._left_of_blocks = most_text
        self._blocks: dict[Hashable, list[Block | Item]] = {}

    def blocks(self, file: Hashable, blocks: Iterator[Block | Item]) -> Iterator[Block | Item]:
        """Yield the blocks of a file: those of a run before this one, if it came to the end of the file."""
        known = self._blocks.get(file)
        if known is not None:
            yield from known
            return
        kept: list[Block | Item] = []
        left = self._left_of_blocks
        for block in blocks:
            left -= len(block.text) if isinstance(block, Block) else 0
            if left > 0:
                kept.append(block)
            yield block
        if left > 0:
            self._blocks[file] = kept
            self._left_of_blocks = left

    def read(
        self, side: Block | Item | None, read: Callable[[Block | Item | None], Item | None]
    ) -> Item | None:
        """Read a block, or return the item that was read from it before."""
        if not isinstance(side, Block):
            return read(side)
        known = self._known(side)
        if known is not None:
            return known
        item = read(side)
        if item is not None:
            self._keep(side, item)
        return item

    def read_ahead(
        self, sides: Iterable[Block | Item | None], read: Callable[[Sequence[Block]], Iterable[Item]]
    ) -> None:
        """Read blocks together that will be asked for soon, if there is room for them."""
        if self._left <= 0:
            return
        blocks = [side for side in sides if isinstance(side, Block) and not side.problems]
        new = [block for block in blocks if self._known(block) is None]
        for block, item in zip(new, read(new), strict=True):
            self._keep(block, item)

    def _known(self, block: Block) -> Item | None:
        text, item = self._items.get(_location_of(block), ("", None))
        return item if text == block.text else None

    def _keep(self, block: Block, item: Item) -> None:
        if self._left > 0:
            self._left -= len(block.text)
            self._items[_location_of(block)] = block.text, item


def _location_of(block: Block) -> _Location:
    return block.path, block.line, block.end, len(block.text)
