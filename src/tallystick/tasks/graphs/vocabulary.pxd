# What other compiled modules see of vocabulary.py; interpreted code never reads it.

from tallystick.formats.penman.signs cimport Signs


cdef class WordTable:
    cdef int size
    cdef int[::1] slots
    cdef int[::1] start
    cdef int[::1] number
    cdef int[::1] letters

    cdef int find(self, Signs signs, Py_ssize_t i, Py_ssize_t j) noexcept nogil
    cdef int add(self, Signs signs, Py_ssize_t i, Py_ssize_t j, int number) except? -1
    cdef void enter(self, int entry, long long value) noexcept
    cdef int spread(self) except? -1

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
    cdef WordTable _text_words
    cdef WordTable _text_relations
    cdef WordTable _text_attributes

    cdef int word_at(self, Signs signs, Py_ssize_t i, Py_ssize_t j) except? -1 nogil
    cdef int relation_at(self, Signs signs, Py_ssize_t i, Py_ssize_t j) except? -1 nogil
    cdef int attribute_at(self, Signs signs, Py_ssize_t i, Py_ssize_t j) except? -1 nogil
    cpdef long word(self, str written)
    cpdef long relation(self, str written)
    cpdef long attribute(self, str written)
