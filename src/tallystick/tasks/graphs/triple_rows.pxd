# What other compiled modules see of triple_rows.py; interpreted code never reads it.

from tallystick.tasks.graphs.vocabulary cimport Vocabulary


cdef class TripleRows:
    cdef readonly Vocabulary vocabulary
    cdef readonly object named
    cdef readonly int nodes
    cdef readonly int size
    cdef int[::1] sort
    cdef int[::1] source
    cdef int[::1] role
    cdef int[::1] target
    cdef int[::1] element
    cdef int placed
    cdef readonly TripleRows whole
    cdef dict shown_concepts

    cpdef int add(self, int sort, int source, int role, int target) except? -1
    cdef void write_mapped(self, int rows, int[::1] row, int[::1] map_to, int[::1] keys, int width) noexcept nogil
    cpdef bint find_elements(self, object graph) except? -1
    cdef bint follow_branches(self, object graph) except? -1
    cdef bint take_elements(self, TripleRows whole) except? -1
    cdef int origin(self, int row, TripleRows whole, int start) except? -2
    cdef int[::1] concept_numbers(self)
    cdef int next_row(self, int sort, int row) noexcept nogil


cdef int[::1] int_list(object numbers)
cdef int[::1] mapped_nodes(TripleRows gold, TripleRows pred, object mapping)
