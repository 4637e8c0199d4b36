# What other compiled modules see of arena.py; interpreted code never reads it.

cdef class Arena:
    cdef int[::1] int_block
    cdef Py_ssize_t ints_used
    cdef double[::1] double_block
    cdef Py_ssize_t doubles_used
    cdef long long[::1] long_block
    cdef Py_ssize_t longs_used
    cdef int[::1] counted
    cdef Py_ssize_t size

    cdef int[::1] ints(self, Py_ssize_t size)
    cdef double[::1] doubles(self, Py_ssize_t size)
    cdef long long[::1] longs(self, Py_ssize_t size)
    cdef int[::1] counting(self, Py_ssize_t size)

cpdef Arena thread_arena()
