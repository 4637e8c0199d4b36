# What other compiled modules see of climbing.py; interpreted code never reads it.

cimport cython
from tallystick.solve.align.clock cimport Clock
from tallystick.solve.align.problem cimport AlignmentProblem

@cython.final
cdef class Climber:
    cdef AlignmentProblem problem
    cdef Clock clock
    cdef double score
    cdef double best_score
    cdef int row_room
    cdef int col_room
    cdef int cell_room
    cdef double[::1] worth
    cdef int[::1] row_choice
    cdef int[::1] col_choice
    cdef int[::1] offered
    cdef int[::1] best_choice
    cdef long long state

    cdef int begin(self) except -1 nogil
    cdef int fit(self) except -1 nogil
    cdef int make_room(self) except -1
    cdef double settle(self, int[::1] choice) noexcept nogil
    cdef void forget(self) noexcept nogil
    cdef double offer(self, int[::1] choice) except -1 nogil
    cdef void scatter(self) noexcept nogil
    cdef int random_below(self, int limit) noexcept nogil
    cdef void load(self, int[::1] choice) noexcept nogil
    cdef void keep(self) noexcept nogil
    cdef void add(self, int x) noexcept nogil
    cdef void remove(self, int x) noexcept nogil
    cdef double between(self, int x, int y) noexcept nogil
    cdef int climb(self) except -1 nogil
    cdef bint improve(self, int i) noexcept nogil
