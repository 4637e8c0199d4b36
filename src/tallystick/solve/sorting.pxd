# cython: boundscheck=False, wraparound=False, initializedcheck=False
# What other compiled modules see of sorting.py; interpreted code never reads it.

cdef inline int find_sorted(int[::1] number, int low, int high, int value) noexcept nogil:
    cdef int end = high
    cdef int middle
    while low < high:
        middle = (low + high) >> 1
        if number[middle] < value:
            low = middle + 1
        else:
            high = middle
    return low if low < end and number[low] == value else -1

cdef void sort_numbers(long long[::1] number, int begin, int end) noexcept nogil


cdef class Sorter:
    cdef bint before(self, int first, int second) noexcept nogil
    cdef void sort(self, int[::1] entry, int begin, int end) noexcept nogil
    cdef void sink(self, int[::1] entry, int begin, int x, int size, int value) noexcept nogil
