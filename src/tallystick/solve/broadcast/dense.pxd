# What other compiled modules see of dense.py; interpreted code never reads it.

from tallystick.solve.broadcast.near_nodes cimport NearNodes

cdef class DenseBroadcast:
    cdef int rows
    cdef int cols
    cdef NearNodes head
    cdef NearNodes tail
    cdef double relative
    cdef double[::1] cast
    cdef double[::1] new
    cdef double[::1] parents
    cdef double[::1] children
    cdef double[::1] line
    cdef double most
    cdef double[::1] heard
    cdef double[::1] up_weight
    cdef double[::1] down_weight
    cdef Py_ssize_t watched

    cpdef int run(self, object anchors, int limit)
    cdef void gather_parents(self) noexcept nogil
    cdef void gather_children(self) noexcept nogil
    cdef void write_cells(self, int[::1] anchor) noexcept nogil
    cdef bint settle(self, int[::1] anchor) noexcept nogil
    cdef bint moves(self, Py_ssize_t x) noexcept nogil
    cdef void write_row(self, int i, double[::1] result) noexcept nogil
