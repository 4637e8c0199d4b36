# What other compiled modules see of partition.py; interpreted code never reads it.

from tallystick.solve.sorting cimport Sorter


cdef class OrderedPartition(Sorter):
    cdef int nodes
    cdef int[::1] order
    cdef int[::1] index
    cdef int[::1] class_of
    cdef int classes
    cdef int[::1] begin
    cdef int[::1] size
    cdef long long[::1] key
    cdef int[::1] key_begin
    cdef int[::1] key_end
    cdef int[::1] moved
    cdef int moved_count
    cdef int[::1] entry
    cdef int[::1] border

    cdef void arrange(self, int nodes, int[::1] rank, int keys) except *
    cpdef object positions(self)
    cdef void fall_apart(self, int number, int count, int spare) noexcept nogil
    cdef void number_parts(self, int number, int parts) noexcept nogil
    cdef void put(self, int v, int position) noexcept nogil
