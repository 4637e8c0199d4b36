# What other compiled modules see of json_writer.py; interpreted code never reads it.

cdef class JsonWriter:
    cdef bytearray store
    cdef unsigned char[::1] buffer
    cdef public Py_ssize_t size
    cdef Py_ssize_t room

    cdef int reserve(self, Py_ssize_t more) except? -1
    cpdef void text(self, bytes signs) except *
    cpdef void string(self, str text) except *
    cpdef void integer(self, long long number) except *
    cpdef void number(self, double value) except *
    cdef void ints(self, int[::1] numbers, Py_ssize_t count) except *
    cdef void ints_from(self, int[::1] numbers, Py_ssize_t count, int offset) except *
    cdef void doubles(self, double[::1] numbers, Py_ssize_t count) except *
