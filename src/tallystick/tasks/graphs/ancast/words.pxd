# What other compiled modules see of words.py; interpreted code never reads it.

from tallystick.tasks.graphs.vocabulary cimport ReadingTable, Vocabulary


cdef class AncastWords:
    cdef readonly Vocabulary vocabulary
    cdef ReadingTable table
    cdef int domain
    cdef int mod
    cdef int room
    cdef int[::1] lemma
    cdef int[::1] sense
    cdef int[::1] abstract
    cdef dict searched
    cdef int[::1] start
    cdef int[::1] length
    cdef long long[::1] signs
    cdef int[::1] letters
    cdef int used
    cdef int[::1] role_slot
    cdef int[::1] lemma_slot

    cpdef grow(self)
    cpdef learn(self, int number)
    cpdef spell(self, int number)
    cdef bint includes(self, int whole, int part) noexcept nogil
    cdef int compare(self, int first, int second) noexcept nogil
