# What other compiled modules see of pair_columns.py; interpreted code never reads it.

cimport cython

@cython.final
cdef class EdgeColumns:
    cdef public int nodes
    cdef public int size
    cdef int capacity
    cdef public int[::1] source
    cdef public int[::1] target
    cdef public int[::1] label
    cdef public int[::1] count

    cdef int clear(self, int nodes, int capacity) except -1 nogil
    cdef int make_room(self, int capacity) except -1
    cdef int add(self, int source, int target, int label, int count) except -1 nogil

@cython.final
cdef class CellColumns:
    cdef public int size
    cdef int capacity
    cdef public int[::1] gold
    cdef public int[::1] pred
    cdef public double[::1] weight

    cdef int clear(self) except -1 nogil
    cdef int make_room(self, int capacity) except -1
    cdef int add(self, int gold, int pred, double weight) except -1 nogil

@cython.final
cdef class PairColumns:
    cdef public EdgeColumns gold
    cdef public EdgeColumns pred
    cdef public CellColumns cells
    cdef public int rule
    cdef public bint restricted
    cdef public CellColumns allowed

    cdef int clear(self, int gold_nodes, int gold_edges, int pred_nodes, int pred_edges) except -1 nogil
