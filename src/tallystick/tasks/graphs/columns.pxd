# What other compiled modules see of columns.py; interpreted code never reads it.

from tallystick.tasks.graphs.vocabulary cimport Vocabulary


cdef class TripleColumns:
    cdef readonly Vocabulary vocabulary
    cdef readonly object named
    cdef public int nodes
    cdef public int attributes
    cdef public int relations
    cdef public bint distinct
    cdef public int[::1] concept
    cdef public int[::1] attribute_node
    cdef public int[::1] attribute_role
    cdef public int[::1] attribute_value
    cdef public int[::1] source
    cdef public int[::1] role
    cdef public int[::1] target

    cdef void set_relation(self, int row, long packed, int source, int target) noexcept nogil
    cpdef TripleColumns shared(self)
    cpdef once(self)


cpdef long long table_size(long long rows) noexcept nogil
cdef unsigned long long scattered(unsigned long long a, unsigned long long b, unsigned long long c) noexcept nogil
cdef void first_rows(
    int rows, int[::1] a, int[::1] b, int[::1] c, int[::1] first, int[::1] table
) noexcept nogil
