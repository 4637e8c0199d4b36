# What compiled code in other modules sees of groups.py; interpreted code never reads it.

cdef class SharedGroups:
    cdef bint given
    cdef int words
    cdef int[::1] pred_set
    cdef int[::1] gold_set
    cdef int[::1] only
    cdef long long[::1] bits

    cdef bint allow(self, int i, int j) noexcept
