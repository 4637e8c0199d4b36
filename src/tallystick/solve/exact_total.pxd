# What other compiled modules see of exact_total.py; interpreted code never reads it.

cdef class ExactTotals:
    cdef double[::1] partial
    cdef int[::1] count

    cpdef void add(self, int index, double value) noexcept nogil
    cpdef double total(self, int index)
