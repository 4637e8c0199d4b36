# What other compiled modules see of dense.py; interpreted code never reads it.

cdef class NearNodes:
    cdef int[::1] up_start
    cdef int[::1] up
    cdef int[::1] down_start
    cdef int[::1] down

cdef class DenseBroadcast:
    cdef int rows
    cdef int cols
    cdef NearNodes head
    cdef NearNodes tail
    cdef double relative
    cdef double[::1] cast
    cdef double[::1] parents
    cdef double[::1] children
    cdef double[::1] heard
    cdef double[::1] inverse

    cdef void gather(self, int[::1] row_start, int[::1] row_near, int[::1] col_start, int[::1] col_near, double[::1] result) noexcept nogil
    cdef bint settle(self, int[::1] anchor) noexcept nogil
    cdef void write_row(self, int i, double[::1] result) noexcept nogil
