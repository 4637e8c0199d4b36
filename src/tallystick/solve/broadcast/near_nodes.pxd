# What other compiled modules see of near_nodes.py; interpreted code never reads it.

from tallystick.solve.broadcast.shape cimport Shape

cdef class NearNodes:
    cdef int[::1] up_start
    cdef int[::1] up
    cdef int[::1] down_start
    cdef int[::1] down
    cdef int uppers
    cdef int[::1] upper
    cdef int[::1] upper_of
    cdef int[::1] one_up
    cdef int[::1] two_up
    cdef int inners
    cdef int[::1] inner

    cdef int upper_set(self, int v, Shape shape, int[::1] first)
