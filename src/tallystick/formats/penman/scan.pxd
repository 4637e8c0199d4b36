# What other compiled modules see of scan.py; interpreted code never reads it.

from tallystick.formats.penman.signs cimport Signs


cdef class ScannedGraph:
    cdef readonly Signs signs
    cdef readonly int nodes
    cdef readonly int branches
    cdef readonly int[::1] variable_start
    cdef readonly int[::1] variable_end
    cdef readonly int[::1] concept_start
    cdef readonly int[::1] concept_end
    cdef readonly int[::1] source
    cdef readonly int[::1] target
    cdef readonly int[::1] role_start
    cdef readonly int[::1] role_end
    cdef readonly int[::1] value_start
    cdef readonly int[::1] value_end
    cdef readonly dict metadata
    cdef readonly dict marks
    cdef readonly list troubles
    cdef int[::1] opened
    cdef int[::1] above
    cdef int[::1] table
    cdef Py_ssize_t at
    cdef Py_ssize_t torn
    cdef int node
    cdef int depth
    cdef Py_ssize_t role_at
    cdef Py_ssize_t role_from
    cdef Py_ssize_t role_to
    cdef bint excused

    cdef int make_room(self, Py_ssize_t nodes, Py_ssize_t branches) except? -1
    cdef int note(self, Py_ssize_t at, str code, str word, Py_ssize_t other) except? -1
    cdef int mark(self, str kind, int index, Py_ssize_t i, Py_ssize_t j) except? -1
    cdef int run(self) except? -1 nogil
    cdef int finish(self, Py_ssize_t end) except? -1 nogil
    cdef int resolve(self) except? -1 nogil
    cdef int drop_role(self) except? -1 nogil
    cdef void add(self, int target, Py_ssize_t start, Py_ssize_t end) noexcept nogil
    cdef Py_ssize_t string_end(self, Py_ssize_t i) except? -1 nogil
    cdef int open(self) except? -1 nogil
    cdef int read_concept(self, bint named, Py_ssize_t j) except? -1 nogil
    cdef int close(self) except? -1 nogil
    cdef int name_role(self) except? -1 nogil
    cdef int value(self) except? -1 nogil
