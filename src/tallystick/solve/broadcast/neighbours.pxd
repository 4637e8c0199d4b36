# What other compiled modules see of neighbours.py; interpreted code never reads it.

from tallystick.solve.arena cimport Arena

cdef class Neighbourhoods:
    cdef Arena arena
    cdef int nodes
    cdef int steps
    cdef int uppers
    cdef int lowers
    cdef int inners
    cdef int[::1] inner
    cdef int[::1] upper
    cdef int[::1] inner_upper
    cdef int[::1] inner_lower
    cdef int[::1] inner_size
    cdef int[::1] leaves
    cdef int[::1] others
    cdef int[::1] upper_size
    cdef int[::1] lower_size
    cdef int[::1] upper_start
    cdef int[::1] upper_inner
    cdef int[::1] lower_start
    cdef int[::1] lower_inner
    cdef int[::1] leaf_start
    cdef int[::1] lower_leaf
    cdef int[::1] family_start
    cdef int[::1] family
    cdef int[::1] family_size
    cdef bint plain
    cdef int[::1] far_start
    cdef int[::1] far

    cdef void classify(self, int[::1] below)
    cdef void collect_uppers(self, int[::1] start, int[::1] node)
    cdef void collect_lowers(self, int[::1] start, int[::1] node)
    cdef void collect_families(self, int[::1] start, int[::1] node)
    cdef int near_sets(self, int[::1] start, int[::1] near, int[::1] set_of)
    cdef int[::1] grown(self, int[::1] items, int used, int room)
