"""The lexicographically first of all best matchings: rows in order each take the earliest column they can have.

The prices of one best matching say which others there are: those that use tight cells only (row price + column price =
weight) and leave no row or column of a positive price unmatched. A row moves to an earlier column if the row it expels
finds another one, and so on, until the column that was left is filled again, or something may stay unmatched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

__all__ = ["FirstOfBest"]

#: A node of the search: a row, a column, or whatever may stay unmatched.
Node = tuple[str, int]
UNMATCHED: Node = ("unmatched", 0)


class FirstOfBest:
    """A best matching on its way to the first of them.

    >>> cells = {0: [0, 1], 1: [0, 1]}
    >>> FirstOfBest(cells, {0: 1, 1: 0}, set(), set()).match()
    {0: 0, 1: 1}
    """

    def __init__(
        self,
        tight: Mapping[int, Sequence[int]],
        col_of: Mapping[int, int],
        free_rows: set[int],
        free_cols: set[int],
    ) -> None:
        """`tight` are the columns of tight cells in order; `free_rows` and `free_cols` may stay unmatched."""
        self.tight = tight
        self.col_of = dict(col_of)
        self.row_of = {col: row for row, col in self.col_of.items()}
        self.free_rows = free_rows
        self.free_cols = free_cols
        self.rows_at: dict[int, list[int]] = {}
        for row, cols in tight.items():
            for col in cols:
                self.rows_at.setdefault(col, []).append(row)
        self.fixed_rows: set[int] = set()
        self.fixed_cols: set[int] = set()
        # A row can only move to columns of its group, from which there is a path back; fixing rows never adds ways.
        self.group = _groups(self._onward())

    def _onward(self) -> dict[Node, list[Node]]:
        """All steps of the search as long as nothing is fixed."""
        onward: dict[Node, list[Node]] = {UNMATCHED: []}
        for col in self.rows_at:
            row = self.row_of.get(col)
            onward["col", col] = [UNMATCHED if row is None else ("row", row)]
        for row, cols in self.tight.items():
            own = self.col_of.get(row)
            onward["row", row] = [("col", col) for col in cols if col != own]
            if row in self.free_rows:
                onward["row", row].append(UNMATCHED)
            if own is None or own in self.free_cols:
                onward[UNMATCHED].append(("row", row))
        return onward

    def match(self) -> dict[int, int]:
        """The column of every matched row."""
        for row in sorted(self.tight):
            self._settle(row)
        return self.col_of

    def _settle(self, row: int) -> None:
        """Give a row the earliest column that it can have; it keeps it from now on."""
        own = self.col_of.get(row)
        group = self.group["row", row]
        open_cols = [
            col
            for col in self.tight[row]
            if col not in self.fixed_cols and (col == own or self.group["col", col] == group)
        ]
        if open_cols and open_cols[0] != own:
            onward = self._ways_to(row, own)
            for col in open_cols:
                if col == own:
                    break
                if ("col", col) in onward:
                    self._move(row, col, onward)
                    break
        self.fixed_rows.add(row)
        if row in self.col_of:
            self.fixed_cols.add(self.col_of[row])

    def _ways_to(self, row: int, own: int | None) -> dict[Node, Node]:
        """The next step from every node from which the loss of the row's own column can be made good."""
        target: Node = UNMATCHED if own is None else ("col", own)
        onward: dict[Node, Node] = {target: target}
        waiting = [target]
        group = self.group["row", row]
        for node in waiting:
            for before in self._before(node, row, own):
                if before not in onward and self.group[before] == group:
                    onward[before] = node
                    waiting.append(before)
        return onward

    def _before(self, node: Node, moving: int, own: int | None) -> Iterator[Node]:
        """The nodes from which one step leads to a node; what is fixed and the moving row take no part."""
        kind, at = node
        if kind == "row":
            # A column expels its row. A row leaves a column that may stay unmatched, or was unmatched itself.
            col = self.col_of.get(at)
            if col is not None:
                yield "col", col
            if col is None or col in self.free_cols:
                yield UNMATCHED
        elif kind == "col":
            for row in self.rows_at.get(at, ()):
                if row != moving and row not in self.fixed_rows and self.col_of.get(row) != at:
                    yield "row", row
            if at == own and at in self.free_cols:
                yield UNMATCHED
        else:
            for col in self.rows_at:
                if col not in self.row_of and col not in self.fixed_cols:
                    yield "col", col
            for row in self.free_rows:
                if row != moving and row not in self.fixed_rows:
                    yield "row", row

    def _move(self, row: int, col: int, onward: Mapping[Node, Node]) -> None:
        """Move a row to a column, and all rows that are expelled on the way."""
        moves: dict[int, int | None] = {row: col}
        node: Node = ("col", col)
        while onward[node] != node:
            following = onward[node]
            if node[0] == "row":
                moves[node[1]] = following[1] if following[0] == "col" else None
            node = following
        for moved in moves:
            left = self.col_of.pop(moved, None)
            if left is not None:
                del self.row_of[left]
        for moved, to in moves.items():
            if to is not None:
                self.col_of[moved] = to
                self.row_of[to] = moved


def _groups(onward: Mapping[Node, Sequence[Node]]) -> dict[Node, int]:
    """The strongly connected component of every node (Kosaraju's algorithm, without recursion).

    >>> first, middle, last = ("row", 1), ("col", 1), ("row", 2)
    >>> groups = _groups({first: [middle], middle: [first, last], last: []})
    >>> groups[first] == groups[middle] != groups[last]
    True
    """
    finished: list[Node] = []
    seen: set[Node] = set()
    backward: dict[Node, list[Node]] = {node: [] for node in onward}
    for start in onward:
        if start in seen:
            continue
        seen.add(start)
        path = [(start, iter(onward[start]))]
        while path:
            node, rest = path[-1]
            for following in rest:
                backward[following].append(node)
                if following not in seen:
                    seen.add(following)
                    path.append((following, iter(onward[following])))
                    break
            else:
                finished.append(node)
                path.pop()
    group: dict[Node, int] = {}
    for number, start in enumerate(reversed(finished)):
        if start in group:
            continue
        group[start] = number
        waiting = [start]
        for node in waiting:
            for before in backward[node]:
                if before not in group:
                    group[before] = number
                    waiting.append(before)
    return group
