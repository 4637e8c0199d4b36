"""The dependencies of empty nodes (the column DEPS), by which zeros are matched."""

from __future__ import annotations

__all__ = ["Dependencies"]


class Dependencies:
    """Parents and relations of empty nodes, resolved at the end of each sentence."""

    def __init__(self) -> None:
        self.parents: dict[int, frozenset[tuple[int, str]]] = {}
        self._names: dict[str, int] = {}
        self._waiting: list[tuple[int, str]] = []

    def name(self, number: str, position: int) -> None:
        """Record the position of the node with this ID."""
        self._names[number] = position

    def add(self, position: int, cell: str) -> None:
        """Note the DEPS of an empty node."""
        self._waiting.append((position, cell))

    def end_sentence(self) -> None:
        """Find the parents by their IDs; the root has position 0, what is not a node of the sentence −1."""
        for position, cell in self._waiting:
            pairs = (edge.partition(":") for edge in cell.split("|") if edge not in ("_", ""))
            self.parents[position] = frozenset((self._position(parent), name) for parent, _, name in pairs)
        self._names.clear()
        self._waiting.clear()

    def _position(self, parent: str) -> int:
        return self._names.get(parent, 0 if parent == "0" else -1)
