# What other compiled modules see of neighbours.py; interpreted code never reads it.

from tallystick.solve.broadcast.shape cimport Shape

cdef class Neighbourhoods:
    cdef int nodes
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
    cdef int[::1] label_set
    cdef int label_sets
    cdef int labels
    cdef int[::1] label_node
    cdef int[::1] label_start
    cdef int[::1] label

    cdef void classify(self, int[::1] below)
    cdef void collect(self, int[::1] up_start, int[::1] up_nodes, int[::1] down_start, int[::1] down_nodes)
    cdef void collect_families(self, int[::1] down_start, int[::1] down_nodes)
    cdef void collect_labels(self, Shape shape)
