# What other compiled modules see of arena.py; interpreted code never reads it.

cdef class Arena:
    cdef int[::1] free_ints
    cdef Py_ssize_t ints_left
    cdef double[::1] free_doubles
    cdef Py_ssize_t doubles_left

    cdef int[::1] ints(self, Py_ssize_t size)
    cdef double[::1] doubles(self, Py_ssize_t size)
