# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The alignment of two graphs under one metric, by the rows of their triples."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.arena import Arena, thread_arena
    from cython.cimports.tallystick.tasks.graphs.columns import scattered, table_size
    from cython.cimports.tallystick.tasks.graphs.triple_rows import TripleRows, int_list, mapped_nodes
else:
    from tallystick.solve.arena import Arena, thread_arena
    from tallystick.tasks.graphs.columns import scattered, table_size
    from tallystick.tasks.graphs.triple_rows import TripleRows, int_list, mapped_nodes

__all__ = ["RowAlignment", "left_rows", "match_rows", "rows_without_pairs"]

RELATION = cython.declare(cython.int, 1)


@cython.final
@cython.cclass
class RowAlignment:
    """The rows that matched, with their credits; the rows that were missed, and those that are spurious."""

    gold: TripleRows
    pred: TripleRows
    mapping: array[int]  # the gold node of each pred node, -1 for none
    image: cython.int[::1]  # the same, with a number that no gold node has instead of -1
    size: cython.int
    gold_row: cython.int[::1]
    pred_row: cython.int[::1]
    credit: cython.double[::1]
    whole: cython.bint  # every credit is 1
    missed_size: cython.int
    missed: cython.int[::1]
    spurious_size: cython.int
    spurious: cython.int[::1]
    round: cython.int[
        ::1
    ]  # when each pred row was aligned: 1 for an anchor, 1 more for each round, 0 if unknown
    rounds: cython.int  # the number of rounds and 1 more: a greater number is that of the final step
    errors_size: cython.int  # -1 if errors are not listed yet
    error: cython.int[::1]  # the kind, the gold row and the pred row of each, in the order of the kinds

    def __init__(
        self,
        gold: TripleRows,
        pred: TripleRows,
        mapping: array[int],
        room: cython.int,
        alike: RowAlignment | None = None,
    ) -> None:
        """Make room for so many pairs, to be added; a map of nodes is what they follow from.

        `alike` is another alignment of the same graphs under the same map.
        """
        arena: Arena = thread_arena()
        self.gold = gold
        self.pred = pred
        self.mapping = mapping
        self.image = mapped_nodes(gold, pred, mapping) if alike is None else alike.image
        self.size = 0
        self.gold_row = arena.ints(room)
        self.pred_row = arena.ints(room)
        self.credit = arena.doubles(room)
        self.whole = True
        self.missed_size = self.spurious_size = 0
        self.rounds = 0
        self.errors_size = -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add(self, row: cython.int, other: cython.int, credit: cython.double) -> cython.void:
        """Add a pair of a gold row and a pred row."""
        self.gold_row[self.size] = row
        self.pred_row[self.size] = other
        self.credit[self.size] = credit
        if credit != 1.0:
            self.whole = False
        self.size += 1

    @cython.cfunc
    def leave(
        self, gold: cython.int[::1], golds: cython.int, pred: cython.int[::1], preds: cython.int
    ) -> cython.void:
        """Take the rows that count on each side, so many: those that did not match are missed or spurious."""
        arena: Arena = thread_arena()
        self.missed = arena.ints(golds)
        self.spurious = arena.ints(preds)
        if golds > self.size or preds > self.size:
            # Both sides use the same marks: they are 0, 1 and 2.
            mark: cython.int[::1] = arena.ints(max(self.gold.size, self.pred.size))
            self.missed_size = left_rows(gold, golds, self.gold_row, self.size, self.missed, mark, 1)
            self.spurious_size = left_rows(pred, preds, self.pred_row, self.size, self.spurious, mark, 2)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def same_rows(self, other: RowAlignment) -> cython.bint:
        """Whether another metric has the same rows, and thus the same errors and labels."""
        return (
            self.gold is other.gold
            and self.pred is other.pred
            and self.size == other.size
            and self.missed_size == other.missed_size
            and self.spurious_size == other.spurious_size
            and _equal(self.size, self.gold_row, other.gold_row)
            and _equal(self.size, self.pred_row, other.pred_row)
            and _equal(self.missed_size, self.missed, other.missed)
            and _equal(self.spurious_size, self.spurious, other.spurious)
            and self.same_zeros(other)
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def same_zeros(self, other: RowAlignment) -> cython.bint:
        """Whether the same pairs have no credit: their labels do not count as matched."""
        k: cython.int
        if not (self.whole and other.whole):
            for k in range(self.size):
                if (self.credit[k] == 0) != (other.credit[k] == 0):
                    return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def same_credits(self, other: RowAlignment) -> cython.bint:
        """Whether the pairs have the same credits."""
        k: cython.int
        if not (self.whole and other.whole):
            for k in range(self.size):
                if self.credit[k] != other.credit[k]:
                    return False
        return True

    def pairs(self) -> list[tuple[int, int, float]]:
        """Return the gold row, the pred row and the credit of each pair."""
        return [(self.gold_row[k], self.pred_row[k], self.credit[k]) for k in range(self.size)]

    def unmatched(self) -> tuple[list[int], list[int]]:
        """Return the missed and the spurious rows."""
        return (
            [self.missed[k] for k in range(self.missed_size)],
            [self.spurious[k] for k in range(self.spurious_size)],
        )

    def note(self, row: cython.int) -> str:
        """Return when a pred row was aligned: `anchor`, `round N` or `final`; empty if unknown."""
        if self.rounds == 0 or self.round[row] == 0:
            return ""
        if self.round[row] > self.rounds:
            return "final"
        return "anchor" if self.round[row] == 1 else f"round {self.round[row] - 1}"


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _equal(size: cython.int, first: cython.int[::1], second: cython.int[::1]) -> cython.bint:
    """Whether the first numbers of two lists are the same, so many."""
    k: cython.int = 0
    while k < size and first[k] == second[k]:
        k += 1
    return k == size


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def left_rows(
    row: cython.int[::1],
    rows: cython.int,
    taken: cython.int[::1],
    takens: cython.int,
    left: cython.int[::1],
    mark: cython.int[::1],
    stamp: cython.int,
) -> cython.int:
    """Write the rows that are not taken; return their number."""
    k: cython.int
    count: cython.int = 0
    for k in range(takens):
        mark[taken[k]] = stamp
    for k in range(rows):
        if mark[row[k]] != stamp:
            left[count] = row[k]
            count += 1
    return count


def rows_without_pairs(
    gold: TripleRows, pred: TripleRows, mapping: array[int], missed: Sequence[int], spurious: Sequence[int]
) -> RowAlignment:
    """Return an alignment in which these rows are missed and spurious, and none matched."""
    rows: RowAlignment = RowAlignment(gold, pred, mapping, 0)
    rows.missed_size = len(missed)
    rows.missed = int_list(missed)
    rows.spurious_size = len(spurious)
    rows.spurious = int_list(spurious)
    return rows


def match_rows(
    gold: TripleRows,
    pred: TripleRows,
    mapping: array[int],
    golds: cython.int,
    preds: cython.int,
    alike: RowAlignment | None = None,
) -> RowAlignment:
    """Align the rows that are equal under a map of pred nodes to gold nodes, in the order of the prediction.

    Of equal gold rows, the first one that is left is taken. Only the first rows count, so many on each side.
    """
    k: cython.int
    row: cython.int
    source: cython.int
    target: cython.int
    before: cython.int
    slot: cython.longlong
    arena: Arena = thread_arena()
    rows: RowAlignment = RowAlignment(gold, pred, mapping, min(golds, preds), alike)
    mapped: cython.int[::1] = rows.image
    slots: cython.longlong = table_size(golds + 1)
    table: cython.int[::1] = arena.ints(slots)
    following: cython.int[::1] = arena.ints(golds)
    for slot in range(slots):
        table[slot] = -1
    for row in range(golds - 1, -1, -1):
        slot = scattered(gold.source[row] + 1, gold.role[row] + 1, gold.target[row]) & (slots - 1)
        following[row] = table[slot]
        table[slot] = row
    for k in range(preds):
        source = mapped[pred.source[k]]
        target = mapped[pred.target[k]] if pred.sort[k] == RELATION else pred.target[k]
        slot = scattered(source + 1, pred.role[k] + 1, target) & (slots - 1)
        before = -1
        row = table[slot]
        while row >= 0 and not (
            gold.sort[row] == pred.sort[k]
            and gold.source[row] == source
            and gold.role[row] == pred.role[k]
            and gold.target[row] == target
        ):
            before = row
            row = following[row]
        if row >= 0:
            if before < 0:
                table[slot] = following[row]
            else:
                following[before] = following[row]
            rows.add(row, k, 1.0)
    rows.leave(arena.counting(golds), golds, arena.counting(preds), preds)
    return rows
