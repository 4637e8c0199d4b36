# What other compiled modules see of ranking.py; interpreted code never reads it.

cdef class Ranking:
    cdef int rows
    cdef int cols
    cdef int[::1] key
    cdef int[::1] column
    cdef int[::1] row
    cdef int[::1] free_rows
    cdef int[::1] free_cols
    cdef int row_count
    cdef int col_count
    cdef int least
    cdef int level
    cdef bint wide
    cdef long long[::1] entry
    cdef int count
    cdef int level_start
    cdef int level_end
    cdef int position
    cdef int row_position

    cdef bint is_free(self, int cell)
    cdef void match(self, int cell)
    cdef int cell_of(self, int x)
    cdef bint next_pass(self)
    cdef void choose(self)
    cdef int greatest(self) noexcept nogil
    cdef void count_keys(self, int low, int width, int bins, int[::1] counts) noexcept nogil
    cdef void collect(self)
    cdef void insert(self)
    cdef void sort(self)
    cdef bint next_level(self)
    cdef int first_cell(self)
    cdef int next_cell(self)
