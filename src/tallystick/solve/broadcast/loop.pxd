# What other compiled modules see of loop.py; interpreted code never reads it.

from tallystick.solve.broadcast.survey cimport Survey

cdef class Broadcast(Survey):
    cdef double relative
    cdef bint moved
    cdef double[::1] new

    cpdef int run(self, object anchors, int limit)
    cdef int short_rounds(self, int limit) noexcept nogil
    cdef void long_round(self)
    cdef void reset(self) noexcept nogil
    cdef void settle_inner(self, int begin, int end) noexcept nogil
    cdef void settle_leaves(self, int begin, int end) noexcept nogil
    cdef void write_row(self, int i, double[::1] result) noexcept nogil
