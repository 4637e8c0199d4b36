# What other compiled modules see of problem.py; interpreted code never reads it.

cimport cython

@cython.final
cdef class EdgePairs:
    cdef readonly int size
    cdef int room
    cdef int[::1] head
    cdef int[::1] tail
    cdef int[::1] label
    cdef int[::1] pred
    cdef int[::1] gold
    cdef double[::1] credit
    cdef double[::1] share

    cdef int grow(self, int size) except -1

@cython.final
cdef class AlignmentProblem:
    cdef readonly int rows
    cdef readonly int cols
    cdef readonly int cells
    cdef readonly bint integral
    cdef readonly EdgePairs pairs
    cdef int generation
    cdef int row_room
    cdef int col_room
    cdef int cell_room
    cdef int[::1] row_name
    cdef int[::1] col_name
    cdef int[::1] row_start
    cdef int[::1] cell_row
    cdef int[::1] cell_col
    cdef double[::1] weight
    cdef int[::1] col_start
    cdef int[::1] col_cell
    cdef double[::1] price
    cdef int[::1] half_start
    cdef int[::1] half
    cdef int[::1] half_opens

    cdef int fit_nodes(self, int rows, int cols) except -1 nogil
    cdef int fit_cells(self, int cells) except -1 nogil
    cdef int fit_pairs(self, int pairs) except -1 nogil
    cdef int grow_rows(self) except -1
    cdef int grow_cols(self) except -1
    cdef int grow_cells(self) except -1
    cdef int grow_pairs(self) except -1
    cdef int cell_at(self, int i, int j) noexcept nogil
