# What other compiled modules see of clock.py; interpreted code never reads it.

cimport cython

@cython.final
cdef class Clock:
    cdef object limits
    cdef object item_limits
    cdef bint has_ceiling
    cdef long long look_every
    cdef long long until_look
    cdef long long unspent

    cdef int late(self, long long units) except -1 nogil
    cdef int spend(self, long long units) except -1 nogil
