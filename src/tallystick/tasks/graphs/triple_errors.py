# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The errors of two aligned graphs by the rows of their triples: a missed and a spurious triple may be one error."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.arena import Arena, thread_arena
    from cython.cimports.tallystick.tasks.graphs.columns import scattered, table_size
    from cython.cimports.tallystick.tasks.graphs.row_alignment import RowAlignment
    from cython.cimports.tallystick.tasks.graphs.triple_rows import TripleRows
else:
    from tallystick.solve.arena import Arena, thread_arena
    from tallystick.tasks.graphs.columns import scattered, table_size
    from tallystick.tasks.graphs.row_alignment import RowAlignment
    from tallystick.tasks.graphs.triple_rows import TripleRows

__all__ = ["errors_of", "list_errors", "same_lemma"]

# What a triple is: the numbers in triples.py, as C has them.
NODE = cython.declare(cython.int, 0)
RELATION = cython.declare(cython.int, 1)
ATTRIBUTE = cython.declare(cython.int, 2)
ROOT = cython.declare(cython.int, 3)

# The numbers that are kept of each row, and which of them say that it is taken, and which row follows it in its slot.
KEY = cython.declare(cython.int, 5)
TAKEN = cython.declare(cython.int, 3)
FOLLOWING = cython.declare(cython.int, 4)

# What two triples that are one error have in common.
ENDS = cython.declare(cython.int, 0)
ROLE_AND_TARGET = cython.declare(cython.int, 1)
SOURCE_AND_ROLE = cython.declare(cython.int, 2)
SOURCE = cython.declare(cython.int, 3)
ROLE = cython.declare(cython.int, 4)

# The kinds of errors: their indices in error_kinds.ERROR_KINDS.
WRONG_SENSE = cython.declare(cython.int, 0)
WRONG_CONCEPT = cython.declare(cython.int, 1)
MISSING_NODE = cython.declare(cython.int, 2)
RELABELLED_RELATION = cython.declare(cython.int, 4)
REATTACHED_RELATION = cython.declare(cython.int, 5)
MISSING_RELATION = cython.declare(cython.int, 6)
WRONG_VALUE = cython.declare(cython.int, 8)
RELABELLED_ATTRIBUTE = cython.declare(cython.int, 9)
MISSING_ATTRIBUTE = cython.declare(cython.int, 10)
WRONG_ROOT = cython.declare(cython.int, 12)
MISSING_ROOT = cython.declare(cython.int, 13)
KINDS = cython.declare(cython.int, 15)


@cython.ccall
def same_lemma(gold: str, pred: str) -> cython.bint:
    """Return whether two concepts differ in nothing but their senses.

    >>> same_lemma("run-01", "run-02"), same_lemma("run", "run-02"), same_lemma("run-01", "ran-01")
    (True, True, False)
    """
    k: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t = _lemma_end(gold)
    if end != _lemma_end(pred):
        return False
    while k < end and gold[k] == pred[k]:
        k += 1
    return k == end


@cython.cfunc
def _lemma_end(concept: str) -> cython.Py_ssize_t:
    """Return where the lemma of a concept ends: before a hyphen and the digits of its sense."""
    end: cython.Py_ssize_t = len(concept)
    while end > 0 and concept[end - 1].isdecimal():
        end -= 1
    return end - 1 if 0 < end < len(concept) and concept[end - 1] == "-" else len(concept)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def missing_kind(sort: cython.int) -> cython.int:
    """Return the kind of a missing triple of a sort; that of a spurious one is the next."""
    if sort == NODE:
        return MISSING_NODE
    if sort == RELATION:
        return MISSING_RELATION
    return MISSING_ATTRIBUTE if sort == ATTRIBUTE else MISSING_ROOT


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
    # Source, role, target of each row, nodes by their gold numbers; whether it is taken; the next row of a slot.
    gold_key: cython.int[::1]
    pred_key: cython.int[::1]
    table: cython.int[::1]
    slots: cython.longlong
    error: cython.int[::1]  # the kind, the gold row and the pred row of each error; -1 for no row
    errors: cython.int

    def __init__(self, rows: RowAlignment, error: cython.int[::1], errors: cython.int) -> None:
        self.gold = rows.gold
        self.pred = rows.pred
        self.golds = rows.missed_size
        self.preds = rows.spurious_size
        self.gold_row = rows.missed
        self.pred_row = rows.spurious
        arena: Arena = thread_arena()
        self.gold_key = arena.ints(KEY * self.golds)
        self.pred_key = arena.ints(KEY * self.preds)
        self.slots = table_size(self.preds + 1)
        self.table = arena.ints(self.slots)
        self.error = error
        self.errors = errors
        rows.gold.write_mapped(self.golds, self.gold_row, arena.counting(rows.gold.nodes), self.gold_key, KEY)
        rows.pred.write_mapped(self.preds, self.pred_row, rows.image, self.pred_key, KEY)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def list_error(self, kind: cython.int, row: cython.int, other: cython.int) -> cython.void:
        """Add an error to the list."""
        self.error[3 * self.errors] = kind
        self.error[3 * self.errors + 1] = row
        self.error[3 * self.errors + 2] = other
        self.errors += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def common(
        self, key: cython.int[::1], k: cython.int, shared: cython.int, second: cython.bint
    ) -> cython.int:
        """Return one of the two numbers that partners have in common."""
        if shared == ENDS:
            return key[KEY * k + 2] if second else key[KEY * k]
        if shared == ROLE_AND_TARGET:
            return key[KEY * k + 2] if second else key[KEY * k + 1]
        if shared == SOURCE_AND_ROLE:
            return key[KEY * k + 1] if second else key[KEY * k]
        if shared == SOURCE:
            return 0 if second else key[KEY * k]
        return 0 if second else key[KEY * k + 1]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def pair(self, sort: cython.int, shared: cython.int, kind: cython.int) -> cython.void:
        """Take away and list as many partners of a sort as there are, in the order of the gold."""
        k: cython.int
        other: cython.int
        before: cython.int
        a: cython.int
        b: cython.int
        slot: cython.longlong
        waiting: cython.int = 0
        for slot in range(self.slots):
            self.table[slot] = -1
        for k in range(self.preds - 1, -1, -1):
            if self.pred_key[KEY * k + TAKEN] or self.pred.sort[self.pred_row[k]] != sort:
                continue
            a = self.common(self.pred_key, k, shared, False)
            b = self.common(self.pred_key, k, shared, True)
            slot = scattered(a + 1, b + 1, 0) & (self.slots - 1)
            self.pred_key[KEY * k + FOLLOWING] = self.table[slot]
            self.table[slot] = k
            waiting += 1
        if waiting == 0:
            return
        for k in range(self.golds):
            if self.gold_key[KEY * k + TAKEN] or self.gold.sort[self.gold_row[k]] != sort:
                continue
            a = self.common(self.gold_key, k, shared, False)
            b = self.common(self.gold_key, k, shared, True)
            slot = scattered(a + 1, b + 1, 0) & (self.slots - 1)
            before = -1
            other = self.table[slot]
            while other >= 0 and not (
                self.common(self.pred_key, other, shared, False) == a
                and self.common(self.pred_key, other, shared, True) == b
            ):
                before = other
                other = self.pred_key[KEY * other + FOLLOWING]
            if other < 0:
                continue
            if before < 0:
                self.table[slot] = self.pred_key[KEY * other + FOLLOWING]
            else:
                self.pred_key[KEY * before + FOLLOWING] = self.pred_key[KEY * other + FOLLOWING]
            self.gold_key[KEY * k + TAKEN] = 1
            self.pred_key[KEY * other + TAKEN] = 1
            self.list_error(kind, self.gold_row[k], self.pred_row[other])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def list_all(self) -> cython.void:
        """List the errors: a missed and a spurious triple with something in common are one."""
        k: cython.int
        if self.golds > 0 and self.preds > 0:
            self.pair(NODE, SOURCE, WRONG_CONCEPT)
            self.pair(RELATION, ENDS, RELABELLED_RELATION)
            self.pair(RELATION, ROLE_AND_TARGET, REATTACHED_RELATION)
            self.pair(RELATION, SOURCE_AND_ROLE, REATTACHED_RELATION)
            self.pair(ROOT, ROLE, WRONG_ROOT)
            self.pair(ATTRIBUTE, SOURCE_AND_ROLE, WRONG_VALUE)
            self.pair(ATTRIBUTE, ENDS, RELABELLED_ATTRIBUTE)
        for k in range(self.golds):
            if self.gold_key[KEY * k + TAKEN] == 0:
                self.list_error(missing_kind(self.gold.sort[self.gold_row[k]]), self.gold_row[k], -1)
        for k in range(self.preds):
            if self.pred_key[KEY * k + TAKEN] == 0:
                self.list_error(missing_kind(self.pred.sort[self.pred_row[k]]) + 1, -1, self.pred_row[k])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def inexact(rows: RowAlignment, error: cython.int[::1]) -> cython.int:
    """List the errors inside matched rows that are not the same on both sides; return their number.

    AnCast gives credit for such pairs.
    """
    k: cython.int
    row: cython.int
    other: cython.int
    kind: cython.int
    count: cython.int = 0
    for k in range(rows.size):
        row = rows.gold_row[k]
        other = rows.pred_row[k]
        if rows.gold.sort[row] == NODE:
            if rows.gold.target[row] == rows.pred.target[other]:
                continue
            kind = WRONG_CONCEPT
        elif rows.gold.role[row] == rows.pred.role[other]:
            continue
        else:
            kind = RELABELLED_RELATION if rows.gold.sort[row] == RELATION else RELABELLED_ATTRIBUTE
        error[3 * count] = kind
        error[3 * count + 1] = row
        error[3 * count + 2] = other
        count += 1
    return count


@cython.cfunc
def list_errors(rows: RowAlignment) -> cython.void:
    """List the errors of an alignment in the order of their kinds, once."""
    k: cython.int
    row: cython.int
    other: cython.int
    count: cython.int
    left: Left
    if rows.errors_size >= 0:
        return
    arena: Arena = thread_arena()
    most: cython.int = rows.size + rows.missed_size + rows.spurious_size
    error: cython.int[::1] = arena.ints(3 * most + KINDS + 1)
    count = inexact(rows, error)
    if rows.missed_size > 0 or rows.spurious_size > 0:
        left = Left(rows, error, count)
        left.list_all()
        count = left.errors
    if count > 0:
        words: list[str] = rows.gold.vocabulary.words
        for k in range(count):
            if error[3 * k] == WRONG_CONCEPT:
                row = rows.gold.target[error[3 * k + 1]]
                other = rows.pred.target[error[3 * k + 2]]
                if same_lemma(words[row], words[other]):
                    error[3 * k] = WRONG_SENSE
        rows.error = arena.ints(3 * count)
        sort_errors(error, count, rows.error, 3 * most)
    rows.errors_size = count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sort_errors(
    error: cython.int[::1], count: cython.int, ordered: cython.int[::1], first: cython.int
) -> cython.void:
    """Sort errors by their kinds; those of a kind stay in their order. The list of errors has zeros from `first` on."""
    k: cython.int
    at: cython.int
    for k in range(count):
        error[first + error[3 * k] + 1] += 1
    for k in range(KINDS):
        error[first + k + 1] += error[first + k]
    for k in range(count):
        at = error[first + error[3 * k]]
        error[first + error[3 * k]] += 1
        ordered[3 * at] = error[3 * k]
        ordered[3 * at + 1] = error[3 * k + 1]
        ordered[3 * at + 2] = error[3 * k + 2]


def errors_of(rows: RowAlignment) -> list[tuple[int, int, int]]:
    """Return the errors of an alignment in the order of their kinds: kind, gold row, pred row; -1 for no row.

    A kind is an index in `error_kinds.ERROR_KINDS`.
    """
    list_errors(rows)
    return [
        (rows.error[3 * k], rows.error[3 * k + 1], rows.error[3 * k + 2]) for k in range(rows.errors_size)
    ]
