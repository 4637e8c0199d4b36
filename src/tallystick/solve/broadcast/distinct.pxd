# What other compiled modules see of distinct.py; interpreted code never reads it.

from tallystick.solve.arena cimport Arena

cdef int number_sets(int count, int[::1] start, int[::1] member, int[::1] mark, int[::1] number, Arena arena)
