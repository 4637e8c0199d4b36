# What other compiled modules see of splitting.py; interpreted code never reads it.

from tallystick.solve.align.clock cimport Clock
from tallystick.solve.align.problem cimport AlignmentProblem

cdef class Splitter:
    cdef Clock clock
    cdef int row_room
    cdef int col_room
    cdef int cell_room
    cdef int pair_room
    cdef int[::1] state
    cdef double[::1] weight
    cdef int[::1] waiting
    cdef int[::1] filled
    cdef int[::1] row_part
    cdef int[::1] col_part
    cdef int[::1] cell_part
    cdef int[::1] pair_part
    cdef int[::1] row_from
    cdef int[::1] col_from
    cdef int[::1] cell_from
    cdef int[::1] pair_from
    cdef int[::1] new_row
    cdef int[::1] new_col
    cdef int[::1] new_cell
    cdef int[::1] row_order
    cdef int[::1] col_order
    cdef int[::1] cell_order
    cdef int[::1] pair_order

    cdef int fit_nodes(self, AlignmentProblem problem) except -1 nogil
    cdef int grow_nodes(self, AlignmentProblem problem) except -1
    cdef int grow_cells(self, AlignmentProblem problem) except -1
    cdef int open_all(self, AlignmentProblem problem) except -1 nogil
    cdef int separate(self, AlignmentProblem problem) except -1 nogil
    cdef void spread_part(self, AlignmentProblem problem, int first, int part) noexcept nogil
    cdef void arrange(self, AlignmentProblem problem, int parts) noexcept nogil
    cdef void renumber(
        self, int count, int parts, int[::1] part, int[::1] start, int[::1] number, int[::1] order
    ) noexcept nogil
    cdef int extract(self, AlignmentProblem problem, int part, AlignmentProblem target) except -1 nogil
