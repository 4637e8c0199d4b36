# What other compiled modules see of sorting.py; interpreted code never reads it.

cdef void sort_numbers(long long[::1] number, int begin, int end) noexcept nogil


cdef class Sorter:
    cdef bint before(self, int first, int second) noexcept nogil
    cdef void sort(self, int[::1] entry, int begin, int end) noexcept nogil
    cdef void sink(self, int[::1] entry, int begin, int x, int size, int value) noexcept nogil
