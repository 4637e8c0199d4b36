# What other compiled modules see of edge_join.py; interpreted code never reads it.

cimport cython
from tallystick.solve.align.pair_columns cimport EdgeColumns, PairColumns

@cython.final
cdef class EdgeJoin:
    cdef int edges
    cdef long long pairs
    cdef int pred_room
    cdef int gold_room
    cdef int row_room
    cdef int order_room
    cdef int[::1] order
    cdef int[::1] source
    cdef int[::1] target
    cdef int[::1] label
    cdef int[::1] count
    cdef int[::1] first_gold
    cdef int[::1] pair_start
    cdef int[::1] out_start
    cdef int[::1] out_edge
    cdef int[::1] in_start
    cdef int[::1] in_edge
    cdef int[::1] gold_source
    cdef int[::1] gold_target
    cdef int[::1] gold_label
    cdef int[::1] gold_count

    cdef int join(self, PairColumns columns) except -1 nogil
    cdef int grow_pred(self, int edges) except -1
    cdef int grow_gold(self, int edges) except -1
    cdef int grow_rows(self, int rows) except -1
    cdef int sort_by_label(self, EdgeColumns graph) except -1 nogil
    cdef void order_by_node(self, int rows) noexcept nogil
    cdef void count_pairs(self, int golds) noexcept nogil
