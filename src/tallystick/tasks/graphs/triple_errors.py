# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The errors of two aligned graphs by the rows of their triples: a missed and a spurious triple may be one error."""

from __future__ import annotations

from array import array

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

__all__ = ["inexact", "mismatches"]

# What a triple is: the numbers in triples.py, as C has them.
NODE = cython.declare(cython.int, 0)
RELATION = cython.declare(cython.int, 1)
ATTRIBUTE = cython.declare(cython.int, 2)
ROOT = cython.declare(cython.int, 3)

# What two triples that are one error have in common.
ENDS = cython.declare(cython.int, 0)
ROLE_AND_TARGET = cython.declare(cython.int, 1)
SOURCE_AND_ROLE = cython.declare(cython.int, 2)
SOURCE = cython.declare(cython.int, 3)
ROLE = cython.declare(cython.int, 4)


#: The kind of a missing triple of each sort; that of a spurious one is the next.
_ALONE = (2, 6, 10, 13)


@cython.final
@cython.cclass
class Left:
    """Missed and spurious rows, taken away as errors explain them."""

    gold: TripleRows
    pred: TripleRows
    golds: cython.int
    preds: cython.int
    gold_row: cython.int[::1]
    pred_row: cython.int[::1]
    gold_key: cython.int[::1]  # source, role, target of each, nodes by their gold numbers
    pred_key: cython.int[::1]
    gold_taken: cython.int[::1]
    pred_taken: cython.int[::1]
    table: cython.int[::1]
    following: cython.int[::1]

    def __init__(
        self, gold: TripleRows, pred: TripleRows, mapping: array[int], missed: list[int], spurious: list[int]
    ) -> None:
        self.gold = gold
        self.pred = pred
        self.golds = len(missed)
        self.preds = len(spurious)
        self.gold_row = int_list(missed)
        self.pred_row = int_list(spurious)
        arena: Arena = thread_arena()
        self.gold_key = arena.ints(3 * self.golds)
        self.gold_taken = arena.ints(self.golds)
        self.pred_key = arena.ints(3 * self.preds)
        self.pred_taken = arena.ints(self.preds)
        self.following = arena.ints(self.preds)
        self.table = arena.ints(table_size(self.preds + 1))
        gold.write_mapped(self.golds, self.gold_row, arena.counting(len(gold.names)), self.gold_key)
        pred.write_mapped(self.preds, self.pred_row, mapped_nodes(gold, pred, mapping), self.pred_key)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def common(
        self, key: cython.int[::1], k: cython.int, shared: cython.int, second: cython.bint
    ) -> cython.int:
        """Return one of the two numbers that partners have in common."""
        if shared == ENDS:
            return key[3 * k + 2] if second else key[3 * k]
        if shared == ROLE_AND_TARGET:
            return key[3 * k + 2] if second else key[3 * k + 1]
        if shared == SOURCE_AND_ROLE:
            return key[3 * k + 1] if second else key[3 * k]
        if shared == SOURCE:
            return 0 if second else key[3 * k]
        return 0 if second else key[3 * k + 1]

    @cython.cfunc
    @cython.exceptval(-1)
    def pair(
        self, sort: cython.int, shared: cython.int, kind: cython.int, found: list[tuple[int, int, int]]
    ) -> cython.int:
        """Take away and list as many partners of a sort as there are, in the order of the gold."""
        k: cython.int
        other: cython.int
        before: cython.int
        a: cython.int
        b: cython.int
        slot: cython.longlong
        waiting: cython.int = 0
        slots: cython.longlong = table_size(self.preds + 1)
        for slot in range(slots):
            self.table[slot] = -1
        for k in range(self.preds - 1, -1, -1):
            if self.pred_taken[k] or self.pred.sort[self.pred_row[k]] != sort:
                continue
            a = self.common(self.pred_key, k, shared, False)
            b = self.common(self.pred_key, k, shared, True)
            slot = scattered(a + 1, b + 1, 0) & (slots - 1)
            self.following[k] = self.table[slot]
            self.table[slot] = k
            waiting += 1
        if waiting == 0:
            return 0
        for k in range(self.golds):
            if self.gold_taken[k] or self.gold.sort[self.gold_row[k]] != sort:
                continue
            a = self.common(self.gold_key, k, shared, False)
            b = self.common(self.gold_key, k, shared, True)
            slot = scattered(a + 1, b + 1, 0) & (slots - 1)
            before = -1
            other = self.table[slot]
            while other >= 0 and not (
                self.common(self.pred_key, other, shared, False) == a
                and self.common(self.pred_key, other, shared, True) == b
            ):
                before = other
                other = self.following[other]
            if other < 0:
                continue
            if before < 0:
                self.table[slot] = self.following[other]
            else:
                self.following[before] = self.following[other]
            self.gold_taken[k] = 1
            self.pred_taken[other] = 1
            found.append((kind, self.gold_row[k], self.pred_row[other]))
        return 0


def mismatches(
    gold: TripleRows, pred: TripleRows, mapping: array[int], missed: list[int], spurious: list[int]
) -> list[tuple[int, int, int]]:
    """Return the errors of missed and spurious rows: the index of a kind, the gold row, the pred row; -1 for no row.

    A missed and a spurious triple with something in common are one error. The kinds are those of
    `error_kinds.ERROR_KINDS`: 1 is any wrong concept, also one with the same lemma.
    """
    k: cython.int
    found: list[tuple[int, int, int]] = []
    left: Left = Left(gold, pred, mapping, missed, spurious)
    if missed and spurious:
        left.pair(NODE, SOURCE, 1, found)
        left.pair(RELATION, ENDS, 4, found)
        left.pair(RELATION, ROLE_AND_TARGET, 5, found)
        left.pair(RELATION, SOURCE_AND_ROLE, 5, found)
        left.pair(ROOT, ROLE, 12, found)
        left.pair(ATTRIBUTE, SOURCE_AND_ROLE, 8, found)
        left.pair(ATTRIBUTE, ENDS, 9, found)
    # Missing and spurious nodes, relations, attributes and marks of the root.
    for k in range(left.golds):
        if not left.gold_taken[k]:
            found.append((_ALONE[gold.sort[left.gold_row[k]]], left.gold_row[k], -1))
    for k in range(left.preds):
        if not left.pred_taken[k]:
            found.append((_ALONE[pred.sort[left.pred_row[k]]] + 1, -1, left.pred_row[k]))
    return found


def inexact(
    gold: TripleRows, pred: TripleRows, golds: list[int], preds: list[int]
) -> list[tuple[int, int, int]]:
    """Return the errors inside matched rows that are not the same on both sides, as `mismatches` does.

    AnCast gives credit for such pairs.
    """
    row: cython.int
    other: cython.int
    found: list[tuple[int, int, int]] = []
    for row, other in zip(golds, preds, strict=True):
        if gold.sort[row] == NODE:
            if gold.target[row] != pred.target[other]:
                found.append((1, row, other))
        elif gold.role[row] != pred.role[other]:
            found.append((4 if gold.sort[row] == RELATION else 9, row, other))
    return found
