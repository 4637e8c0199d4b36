# What other compiled modules see of relaxation.py; interpreted code never reads it.

cimport cython
from tallystick.solve.align.climbing cimport Climber
from tallystick.solve.align.pricing cimport Pricing
from tallystick.solve.align.problem cimport AlignmentProblem

cpdef bint settled(AlignmentProblem problem, double bound, double goal) noexcept nogil
cpdef double rounded_down(AlignmentProblem problem, double bound) noexcept nogil

@cython.final
cdef class Relaxation(Pricing):
    cdef double bound
    cdef int steps
    cdef int alive_room
    cdef int pair_room
    cdef int[::1] alive
    cdef int[::1] dirty
    cdef int[::1] vote
    cdef int[::1] voted

    cdef int begin(self) except -1 nogil
    cdef double sharpen(self, Climber climber, double goal, int limit) except -1 nogil
    cdef double worth_of(self, int x) noexcept nogil
    cdef int count_votes(self) noexcept nogil
    cdef void shift(self, int norm, double length) noexcept nogil
    cdef void rule_out(self, double goal) noexcept nogil
    cdef double room(self, double goal) noexcept nogil
    cdef int update(self) except -1 nogil
