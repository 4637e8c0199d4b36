# What other compiled modules see of pricing.py; interpreted code never reads it.

from tallystick.solve.align.clock cimport Clock
from tallystick.solve.align.problem cimport AlignmentProblem
from tallystick.solve.assign.augmenting cimport Augmenter, Vertices

cdef double TIGHT

cdef class Pricing(Augmenter):
    cdef AlignmentProblem problem
    cdef Clock clock
    cdef int generation
    cdef int row_room
    cdef int col_room
    cdef int cell_room
    cdef int[::1] changed

    cdef int begin_pricing(self) except -1 nogil
    cdef int make_row_room(self) except -1
    cdef int make_col_room(self) except -1
    cdef int make_cell_room(self) except -1
    cdef double price_all(self) except -1 nogil
    cdef double price_changed(self) except -1 nogil
    cdef double slack(self, int x) noexcept nogil
    cdef void price_row(self, int i) noexcept nogil
    cdef double repair(self) except -1 nogil
    cdef int satisfy(self, int count, Vertices near, Vertices far) except -1 nogil
