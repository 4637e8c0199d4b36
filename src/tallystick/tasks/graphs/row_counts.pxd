# What other compiled modules see of row_counts.py; interpreted code never reads it.

from tallystick.tasks.graphs.row_alignment cimport RowAlignment
from tallystick.tasks.graphs.vocabulary cimport Vocabulary


cdef class GraphCounts:
    cdef Vocabulary vocabulary
    cdef int[::1] labels
    cdef int room
    cdef dict confused
    cdef list count
    cdef list items
    cdef list listed
    cdef list examples
    cdef list further

    cdef GraphCounts copy(self)
    cdef void make_room(self) except *
    cdef void add(self, int item, RowAlignment rows) except *
    cdef void add_errors(self, int item, RowAlignment rows) except *
    cdef void add_examples(self, int item, RowAlignment rows, int begin, int end) except *
    cdef void add_confusions(self, int item, RowAlignment rows) except *


cdef class GraphTotals:
    cdef readonly tuple metrics
    cdef list own
