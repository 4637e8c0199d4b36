# What other compiled modules see of anchored.py; interpreted code never reads it.

from tallystick.solve.broadcast.neighbours cimport Neighbourhoods

cdef class Anchored:
    cdef Neighbourhoods head
    cdef Neighbourhoods tail
    cdef bint any
    cdef int[::1] inner_pin
    cdef int[::1] leaf_pin
    cdef int exceptions
    cdef int[::1] exception
    cdef int[::1] parent_start
    cdef int[::1] parent_set
    cdef int[::1] parent_cell
    cdef int[::1] child_start
    cdef int[::1] child_set
    cdef int[::1] child_cell
    cdef int[::1] row_sets
    cdef int[::1] col_sets
    cdef int[::1] seen
    cdef int stamp

    cdef void place(self, int[::1] anchor)
    cdef void correct(self)
    cdef int containing(self, Neighbourhoods side, int node, int kind, int[::1] result)
