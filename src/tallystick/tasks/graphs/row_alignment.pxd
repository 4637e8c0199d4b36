# What other compiled modules see of row_alignment.py; interpreted code never reads it.

from tallystick.tasks.graphs.triple_rows cimport TripleRows


cdef class RowAlignment:
    cdef readonly TripleRows gold
    cdef readonly TripleRows pred
    cdef readonly object mapping
    cdef int[::1] image
    cdef int size
    cdef int[::1] gold_row
    cdef int[::1] pred_row
    cdef double[::1] credit
    cdef bint whole
    cdef int missed_size
    cdef int[::1] missed
    cdef int spurious_size
    cdef int[::1] spurious
    cdef int[::1] round
    cdef int rounds
    cdef int errors_size
    cdef int[::1] error

    cdef void add(self, int row, int other, double credit) noexcept nogil
    cdef void leave(self, int[::1] gold, int golds, int[::1] pred, int preds) except *
    cdef bint same_rows(self, RowAlignment other) noexcept nogil
    cdef bint same_zeros(self, RowAlignment other) noexcept nogil
    cdef bint same_credits(self, RowAlignment other) noexcept nogil


cpdef RowAlignment match_rows(
    TripleRows gold, TripleRows pred, object mapping, int golds, int preds, RowAlignment alike=*
)
cpdef RowAlignment rows_without_pairs(
    TripleRows gold, TripleRows pred, object mapping, object missed, object spurious
)
cdef int left_rows(
    int[::1] row, int rows, int[::1] taken, int takens, int[::1] left, int[::1] mark, int stamp
) noexcept nogil
