# What compiled code in other modules sees of outside.py; interpreted code never reads it.

from tallystick.solve.align.large.groups cimport SharedGroups

cdef class Outside:
    cdef int rows
    cdef int rule
    cdef int[::1] pred_source
    cdef int[::1] pred_target
    cdef int[::1] pred_label
    cdef int[::1] pred_count
    cdef int[::1] pred_out_start
    cdef int[::1] pred_out
    cdef int[::1] pred_in_start
    cdef int[::1] pred_in
    cdef int[::1] gold_source
    cdef int[::1] gold_target
    cdef int[::1] gold_label
    cdef int[::1] gold_count
    cdef int[::1] gold_out_start
    cdef int[::1] gold_out
    cdef int[::1] gold_in_start
    cdef int[::1] gold_in
    cdef double[::1] largest
    cdef int[::1] row_start
    cdef int[::1] cell_col
    cdef double[::1] spare
    cdef double[::1] row_price
    cdef double[::1] col_price
    cdef int[::1] half_start
    cdef int[::1] half
    cdef int[::1] opens
    cdef int[::1] pair_pred
    cdef int[::1] pair_gold
    cdef double[::1] pair_credit
    cdef double[::1] pair_share
    cdef SharedGroups groups

    cdef double slots(self, int i, int j) noexcept
    cdef double common(self, int[::1] pred_edge, int a, int a_end, int[::1] gold_edge, int b, int b_end) noexcept
    cdef double worth(self, int i, int j) noexcept
    cdef double worth_of_edges(self, int way, int[::1] pred_edge, int a, int a_end, int[::1] pred_other, int[::1] gold_edge, int b, int b_end, int[::1] gold_other) noexcept
    cdef double best_partner(self, int way, int e, int k, int[::1] gold_edge, int b, int b_end, int[::1] gold_other) noexcept
    cdef double taken(self, int x, int way, int e, int g) noexcept
    cdef int cell_at(self, int i, int j) noexcept
