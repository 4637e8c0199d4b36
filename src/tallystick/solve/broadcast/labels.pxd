# What other compiled modules see of labels.py; interpreted code never reads it.

cdef class Labels:
    cdef int labels
    cdef int sets
    cdef int[::1] set_of
    cdef int[::1] node
    cdef int[::1] start
    cdef int[::1] label
