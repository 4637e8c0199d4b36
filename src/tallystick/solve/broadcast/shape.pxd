# What other compiled modules see of shape.py; interpreted code never reads it.

cdef class Shape:
    cdef int nodes
    cdef int roles
    cdef int edges
    cdef int[::1] out_start
    cdef int[::1] role
    cdef int[::1] tail
    cdef int[::1] in_start
    cdef int[::1] in_role
    cdef int[::1] head

    cdef void fill(self, int nodes, int roles, int[::1] edges) except *
    cpdef int[::1] descendants(self)
