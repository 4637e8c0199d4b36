# The types of scan.py, for the compiler; interpreted code never reads it.

from tallystick.formats.penman.scanned cimport ScannedGraph


cdef class Scanner(ScannedGraph):
    cdef Py_ssize_t at
    cdef Py_ssize_t torn
    cdef int node
    cdef int depth
    cdef Py_ssize_t role_at
    cdef Py_ssize_t role_from
    cdef Py_ssize_t role_to
    cdef bint excused

    cdef int run(self) except? -1 nogil
    cdef int finish(self, Py_ssize_t end) except? -1 nogil
    cdef int drop_role(self) except? -1 nogil
    cdef void add(self, int target, Py_ssize_t start, Py_ssize_t end) noexcept nogil
    cdef Py_ssize_t string_end(self, Py_ssize_t i) except? -1 nogil
    cdef int open(self) except? -1 nogil
    cdef int read_concept(self, bint named, Py_ssize_t j) except? -1 nogil
    cdef int close(self) except? -1 nogil
    cdef int name_role(self) except? -1 nogil
    cdef int value(self) except? -1 nogil
