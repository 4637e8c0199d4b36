# What other compiled modules see of sums.py; interpreted code never reads it.

from tallystick.solve.broadcast.anchored cimport Anchored
from tallystick.solve.broadcast.neighbours cimport Neighbourhoods
from tallystick.solve.broadcast.waves cimport Relay

cdef class Sums:
    cdef Neighbourhoods head
    cdef Neighbourhoods tail
    cdef Anchored anchored
    cdef bint tracked
    cdef int uppers
    cdef int lowers
    cdef int inners
    cdef bint allocated
    cdef double[::1] inner
    cdef double[::1] leaf
    cdef double[::1] parents
    cdef double[::1] children
    cdef double[::1] inverse
    cdef double[::1] heard
    cdef double[::1] heard_leaves
    cdef double[::1] heard_all
    cdef int[::1] inner_low
    cdef int[::1] inner_high
    cdef int[::1] leaf_low
    cdef int[::1] leaf_high
    cdef int[::1] parent_low
    cdef int[::1] parent_high
    cdef int[::1] child_low
    cdef int[::1] child_high
    cdef Relay inner_to_parents
    cdef Relay inner_to_children
    cdef Relay leaf_to_children
    cdef Relay parents_from
    cdef Relay children_from
    cdef Relay children_from_leaves

    cdef void allocate(self)
    cdef void relate(self)
    cdef void gather_parents(self, int begin, int end) noexcept nogil
    cdef double missing(self, int cell) noexcept nogil
    cdef void affected_children(self, int s) noexcept nogil
    cdef void gather_children(self, int begin, int end) noexcept nogil
    cdef void hear_children(self, int s, int least, int most, int first, int last) noexcept nogil
    cdef void add_rows(self, int kind, int s, int least, int most) noexcept nogil
