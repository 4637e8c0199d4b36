# What other compiled modules see of reduction.py; interpreted code never reads it.

from tallystick.solve.align.problem cimport AlignmentProblem
from tallystick.solve.align.splitting cimport Splitter

cdef class Reducer(Splitter):
    cdef int[::1] linked
    cdef int[::1] alive_pair
    cdef int[::1] row_count
    cdef int[::1] col_count
    cdef int[::1] row_fixed
    cdef int[::1] col_fixed

    cdef int grow_nodes(self, AlignmentProblem problem) except -1
    cdef int grow_cells(self, AlignmentProblem problem) except -1
    cdef bint is_fixed(self, int x) noexcept nogil
    cdef double settle(self, AlignmentProblem problem) noexcept nogil
    cdef double spread(self, AlignmentProblem problem) noexcept nogil
    cdef bint fix_lonely(self, AlignmentProblem problem) noexcept nogil
