# What other compiled modules see of aligner.py; interpreted code never reads it.

cimport cython
from tallystick.solve.align.climbing cimport Climber
from tallystick.solve.align.clock cimport Clock
from tallystick.solve.align.pair_columns cimport PairColumns
from tallystick.solve.align.pairing cimport Builder
from tallystick.solve.align.problem cimport AlignmentProblem
from tallystick.solve.align.reduction cimport Reducer
from tallystick.solve.align.relaxation cimport Relaxation

@cython.final
cdef class Stage:
    cdef AlignmentProblem problem
    cdef Climber climber
    cdef Relaxation relaxation

@cython.final
cdef class Aligner:
    cdef Clock clock
    cdef PairColumns columns
    cdef Builder builder
    cdef Reducer reducer
    cdef Stage whole
    cdef Stage reduced
    cdef Stage part
    cdef AlignmentProblem problem
    cdef Climber climber
    cdef object node_limit
    cdef int room
    cdef int[::1] choice
    cdef int rows
    cdef int[::1] mapping
    cdef double score
    cdef double upper_bound
    cdef bint optimal
    cdef int branches
    cdef int iterations

    cdef int align(self, PairColumns columns) except -1 nogil
    cdef int begin(self, PairColumns columns) except -1 nogil
    cdef int make_room(self, int rows) except -1
    cdef double align_restricted(self) except -1 nogil
    cdef double align_parts(self, Stage stage) except -1 nogil
    cdef double align_part(self, Stage stage) except -1 nogil
    cdef double search_part(self, Stage stage, double bound) except -1
    cdef void choose(self, int row, int col) noexcept nogil
    cdef int finish(self, double upper) except -1 nogil
