# What other compiled modules see of vocabulary.py; interpreted code never reads it.

cdef class Vocabulary:
    cdef readonly list words
    cdef readonly dict numbers
    cdef readonly dict tables
    cdef public Py_ssize_t entries
    cdef dict _lemmas
    cdef dict _arguments

    cpdef long number(self, str word)
    cpdef ReadingTable table(self, object convention)
    cpdef long lemma(self, long number)
    cpdef bint is_argument(self, long number)

cdef class ReadingTable:
    cdef readonly Vocabulary vocabulary
    cdef readonly object convention
    cdef dict _words
    cdef dict _relations
    cdef dict _attributes

    cpdef long word(self, str written)
    cpdef long relation(self, str written)
    cpdef long attribute(self, str written)
