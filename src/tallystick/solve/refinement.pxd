# What other compiled modules see of refinement.py; interpreted code never reads it.

from tallystick.solve.partition cimport OrderedPartition


cdef class Refinement(OrderedPartition):
    cdef bint large
    cdef int[::1] start
    cdef long long[::1] near
    cdef int[::1] touched
    cdef int touched_count
    cdef int[::1] seen
    cdef int stamp
    cdef int[::1] group
    cdef int[::1] latest
    cdef int[::1] earlier
    cdef int[::1] spare

    cpdef refine_all(self)
    cpdef distinguish(self, int[::1] further)
    cpdef object separate(self)
    cdef void refine(self) except *
    cdef void refine_once(self) noexcept nogil
    cdef int write_key(self, int v, int used) noexcept nogil
    cdef void touch_neighbours(self) noexcept nogil
    cdef void touch_around(self, int v) noexcept nogil
    cdef bint are_twins(self, int number, int node) noexcept nogil
    cdef void line_up(self, int number) noexcept nogil
    cdef void set_apart(self, int node) noexcept nogil
