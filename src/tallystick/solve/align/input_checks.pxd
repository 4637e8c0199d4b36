# What other compiled modules see of input_checks.py; interpreted code never reads it.

from tallystick.solve.align.pair_columns cimport PairColumns

cdef int check(PairColumns columns) except -1 nogil
