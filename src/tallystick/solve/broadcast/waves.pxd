# What other compiled modules see of waves.py; interpreted code never reads it.

cdef class Relay:
    cdef int size
    cdef int targets
    cdef int[::1] low
    cdef int[::1] high
    cdef int from_low
    cdef int from_high

    cdef void add(self, int source, int target) noexcept nogil
    cdef void begin(self) noexcept nogil
    cdef void reach(self, int low, int high) noexcept nogil
