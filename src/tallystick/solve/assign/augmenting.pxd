# What the compiled subclasses in other modules see of augmenting.py; interpreted code never reads it.

cdef class Vertices:
    cdef int[::1] start
    cdef int[::1] cell
    cdef int[::1] vertex
    cdef double[::1] price
    cdef int[::1] choice

cdef class Augmenter:
    cdef Vertices rows
    cdef Vertices cols
    cdef double[::1] worth
    cdef double[::1] distance
    cdef int[::1] reached_by
    cdef int[::1] seen
    cdef int[::1] heap
    cdef int[::1] heap_index
    cdef int[::1] touched

    cdef void make_room(self, int vertices)
    cdef long long augment(self, int start, Vertices near, Vertices far) noexcept nogil
    cdef void reprice(self, int touched, double shortest, Vertices near, Vertices far) noexcept nogil
    cdef void switch(self, int start, int end, Vertices near, Vertices far) noexcept nogil
    cdef void sift_up(self, int index) noexcept nogil
    cdef void sift_down(self, int waiting) noexcept nogil
