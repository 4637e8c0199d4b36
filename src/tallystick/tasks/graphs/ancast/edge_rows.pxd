# What other compiled modules see of edge_rows.py; interpreted code never reads it.

from tallystick.tasks.graphs.triple_rows cimport TripleRows


cdef class EdgeRows:
    cdef readonly TripleRows rows
    cdef readonly int nodes
    cdef int edges
    cdef readonly int single
    cdef int[::1] edge
    cdef int[::1] first
    cdef int[::1] next
    cdef int[::1] pair
    cdef int[::1] table
    cdef long long slots

    cdef void group_edges(self) except *
    cdef int enter(self, int k) noexcept nogil
    cdef int find(self, int head, int tail) noexcept nogil
    cdef int add_pair(self, int k) except? -1
    cdef int labels(self, int k) noexcept nogil
    cdef int write_pairs(self, int[::1] rows) noexcept nogil
