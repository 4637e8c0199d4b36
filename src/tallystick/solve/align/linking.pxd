# What other compiled modules see of linking.py; interpreted code never reads it.

from tallystick.solve.align.clock cimport Clock
from tallystick.solve.align.problem cimport AlignmentProblem

cdef void link_cells(AlignmentProblem problem) noexcept nogil
cdef int link_pairs(AlignmentProblem problem, Clock clock) except -1 nogil
