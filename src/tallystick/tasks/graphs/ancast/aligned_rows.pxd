# What other compiled modules see of aligned_rows.py; interpreted code never reads it.

from tallystick.solve.broadcast.shape cimport Shape
from tallystick.solve.broadcast.table cimport PairTable
from tallystick.tasks.graphs.ancast.edge_rows cimport EdgeRows
from tallystick.tasks.graphs.row_alignment cimport RowAlignment


cdef class AncastRows:
    cdef readonly EdgeRows gold
    cdef readonly EdgeRows pred
    cdef Shape shape
    cdef PairTable similarity
    cdef object mapping
    cdef int[::1] image
    cdef int[::1] round
    cdef int rounds
    cdef RowAlignment latest
    cdef int met
    cdef int[::1] pair
    cdef int[::1] mirror
    cdef double[::1] mean
    cdef int[::1] common
    cdef int[::1] least

    cdef void find_rounds(self, tuple history) except *
    cdef double likeness(self, int i, int j) noexcept nogil
    cdef RowAlignment node_rows(self)
    cdef RowAlignment relation_rows(self, bint unlabeled, bint weighted)
    cdef void meet(self) except *
