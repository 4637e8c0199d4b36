"""Disjoint sets: things that are joined, pair by pair, into groups."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

__all__ = ["DisjointSets"]

Item = TypeVar("Item", bound=Hashable)


class DisjointSets(Generic[Item]):
    """Groups of items. An item that was never joined is a separate group.

    >>> sets = DisjointSets[str]()
    >>> sets.join("a", "b"), sets.join("c", "b")
    (None, None)
    >>> sets.find("a") == sets.find("c"), sets.find("a") == sets.find("d")
    (True, False)
    """

    __slots__ = ("above",)

    def __init__(self) -> None:
        self.above: dict[Item, Item] = {}

    def find(self, item: Item) -> Item:
        """Return the representative of the group of an item."""
        above = self.above
        top = item
        while (next_above := above.setdefault(top, top)) != top:
            top = next_above
        while above[item] != top:
            above[item], item = top, above[item]
        return top

    def join(self, item: Item, other: Item) -> None:
        """Make one group of the groups of two items."""
        self.above[self.find(other)] = self.find(item)
