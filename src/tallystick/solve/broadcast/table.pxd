# What other compiled modules see of table.py; interpreted code never reads it.

cdef class PairTable:
    cdef int rows
    cdef int cols
    cdef int width
    cdef int[::1] row_kind
    cdef int[::1] col_kind
    cdef double[::1] value

cpdef PairTable full_table(int rows, int cols, double[::1] values)
