# What other compiled modules see of triple_errors.py; interpreted code never reads it.

from tallystick.tasks.graphs.row_alignment cimport RowAlignment


cdef void list_errors(RowAlignment rows) except *
