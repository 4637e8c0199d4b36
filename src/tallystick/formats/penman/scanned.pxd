# What other compiled modules see of scanned.py; interpreted code never reads it.

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

    cdef int make_room(self, Py_ssize_t nodes, Py_ssize_t branches) except? -1
    cdef int note(self, Py_ssize_t at, str code, str word, Py_ssize_t other) except? -1
    cdef int mark(self, str kind, int index, Py_ssize_t i, Py_ssize_t j) except? -1
    cdef int resolve(self) except? -1 nogil
