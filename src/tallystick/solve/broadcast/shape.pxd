# What other compiled modules see of shape.py; interpreted code never reads it.

cdef class Shape:
    cdef int nodes
    cdef int labels
    cdef int edges
    cdef int[::1] out_start
    cdef int[::1] role
    cdef int[::1] tail
    cdef int[::1] up_start
    cdef int[::1] up
    cdef int[::1] down_start
    cdef int[::1] down
    cdef int[::1] label_start
    cdef int[::1] label

    cdef void collect_labels(self, int[::1] in_start, int[::1] in_role, int[::1] seen)
