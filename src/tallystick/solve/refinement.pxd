# What other compiled modules see of refinement.py; interpreted code never reads it.

from tallystick.solve.sorting cimport Sorter


cdef class Refinement(Sorter):
    cdef int nodes
    cdef bint large
    cdef int[::1] start
    cdef long long[::1] near
    cdef int[::1] order
    cdef int[::1] index
    cdef int[::1] class_of
    cdef int classes
    cdef int[::1] begin
    cdef int[::1] size
    cdef long long[::1] key
    cdef int[::1] key_begin
    cdef int[::1] key_end
    cdef int[::1] touched
    cdef int touched_count
    cdef int[::1] moved
    cdef int moved_count
    cdef int[::1] seen
    cdef int stamp
    cdef int[::1] group
    cdef int[::1] latest
    cdef int[::1] earlier
    cdef int[::1] spare
    cdef int[::1] entry
    cdef int[::1] border

    cpdef refine_all(self)
    cpdef distinguish(self, int[::1] further)
    cpdef object positions(self)
    cpdef object separate(self)
    cdef void refine(self) except *
    cdef void refine_once(self) noexcept nogil
    cdef int write_key(self, int v, int used) noexcept nogil
    cdef void fall_apart(self, int number, int count, int spare) noexcept nogil
    cdef void number_parts(self, int number, int parts) noexcept nogil
    cdef void put(self, int v, int position) noexcept nogil
    cdef void touch_neighbours(self) noexcept nogil
    cdef void touch_around(self, int v) noexcept nogil
    cdef bint are_twins(self, int number, int node) noexcept nogil
    cdef void line_up(self, int number) noexcept nogil
    cdef void set_apart(self, int node) noexcept nogil
