# What other modules see of sentence_rows.py; interpreted code never reads it.

from tallystick.tasks.graphs.triple_rows cimport TripleRows
from tallystick.tasks.graphs.vocabulary cimport Vocabulary


cdef class SentenceRows:
    cdef readonly TripleRows rows
    cdef readonly Vocabulary vocabulary
    cdef readonly list codes
    cdef dict spelled
    cdef dict constants

    cdef int word(self, Vocabulary vocabulary, int number) except? -1
    cdef int spells(self, str written, str role, bint inverted) except? -1
    cdef int reads(self, str written, str value) except? -1
