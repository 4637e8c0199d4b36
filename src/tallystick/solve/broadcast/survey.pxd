# What other compiled modules see of survey.py; interpreted code never reads it.

from tallystick.solve.broadcast.sums cimport Sums
from tallystick.solve.broadcast.waves cimport Relay

cdef class Survey(Sums):
    cdef double most
    cdef bint rescaled
    cdef double[::1] inner_most
    cdef int[::1] inner_at
    cdef int[::1] inner_from
    cdef int[::1] inner_to
    cdef int[::1] inner_first
    cdef int[::1] inner_last
    cdef double[::1] leaf_most
    cdef int[::1] leaf_at
    cdef int[::1] leaf_first
    cdef int[::1] leaf_last
    cdef Relay upper_to_inner
    cdef Relay lower_to_inner

    cdef void survey_inner(self, int begin, int end) noexcept nogil
    cdef void survey_leaves(self, int begin, int end) noexcept nogil
    cdef void scale(self) noexcept nogil
