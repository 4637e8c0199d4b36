# What other compiled modules see of pairing.py; interpreted code never reads it.

cimport cython
from tallystick.solve.align.clock cimport Clock
from tallystick.solve.align.edge_join cimport EdgeJoin
from tallystick.solve.align.pair_columns cimport CellColumns, PairColumns
from tallystick.solve.align.problem cimport AlignmentProblem

@cython.final
cdef class Builder:
    cdef AlignmentProblem problem
    cdef Clock clock
    cdef EdgeJoin edges
    cdef int row_room
    cdef int col_room
    cdef int given_room
    cdef int allowed_room
    cdef int cell_room
    cdef int[::1] given_start
    cdef int[::1] given_order
    cdef int[::1] allowed_start
    cdef int[::1] allowed_order
    cdef int[::1] stamp
    cdef int[::1] cell_of
    cdef int[::1] fill
    cdef int[::1] unsorted_col
    cdef int[::1] unsorted_row
    cdef int[::1] by_column

    cdef int build(self, PairColumns columns) except -1 nogil
    cdef int make_room(self, PairColumns columns, int cells) except -1
    cdef int collect(self, PairColumns columns) except -1 nogil
    cdef void bucket(self, CellColumns cells, int[::1] start, int[::1] order) noexcept nogil
    cdef int collect_row(self, int i, int count) noexcept nogil
    cdef void sort_rows(self) noexcept nogil
    cdef int connect(self, CellColumns cells) except -1 nogil
    cdef void add_pairs(self, int rule) noexcept nogil
