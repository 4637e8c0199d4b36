# What other compiled modules see of graph.py; interpreted code never reads it.

from tallystick.solve.broadcast.shape cimport Shape
from tallystick.tasks.graphs.ancast.words cimport AncastWords
from tallystick.tasks.graphs.columns cimport TripleColumns


cdef class GraphNumbers:
    cdef AncastWords words
    cdef readonly int count
    cdef int[::1] role

    cdef int number(self, int word) except? -1


cdef class AncastGraph:
    cdef readonly object graph
    cdef readonly str text
    cdef readonly GraphNumbers numbers
    cdef readonly TripleColumns columns
    cdef readonly int size
    cdef int[::1] lemma
    cdef int[::1] sense
    cdef int kinds
    cdef int[::1] first
    cdef int[::1] after
    cdef int[::1] edge
    cdef readonly Shape shape

    cdef void read_concepts(self) except *
    cdef void number_edges(self) except *
    cdef void set_shape(self) except *
    cpdef AncastGraph shared(self, object graph, str text)
