# What other compiled modules see of signs.py; interpreted code never reads it.

cdef extern from "Python.h":
    int PyUnicode_KIND(object text)
    void* PyUnicode_DATA(object text)
    Py_UCS4 PyUnicode_READ(int kind, void* data, Py_ssize_t index) noexcept nogil
    bint Py_UNICODE_ISSPACE(Py_UCS4 sign) noexcept nogil


cdef class Signs:
    cdef readonly str text
    cdef readonly Py_ssize_t n
    cdef int kind
    cdef void* data

cdef inline Py_UCS4 sign_at(Signs signs, Py_ssize_t i) noexcept nogil:
    return PyUnicode_READ(signs.kind, signs.data, i)

cdef inline bint is_blank(Py_UCS4 sign) noexcept nogil:
    return sign == c" " or (not c"!" <= sign <= c"~" and Py_UNICODE_ISSPACE(sign))

cdef inline bint ends_token(Py_UCS4 sign) noexcept nogil:
    return not c")" < sign <= c"~" and (sign == c")" or sign == c"(" or sign == c'"' or is_blank(sign))

cdef Py_ssize_t after_blanks(Signs signs, Py_ssize_t i) noexcept nogil
cdef Py_ssize_t after_margin(Signs signs, Py_ssize_t i) noexcept nogil
cdef Py_ssize_t after_token(Signs signs, Py_ssize_t i) noexcept nogil
cdef Py_ssize_t after_string(Signs signs, Py_ssize_t i) noexcept nogil
cdef Py_ssize_t after_torn(Signs signs, Py_ssize_t i) noexcept nogil
cdef Py_ssize_t line_end(Signs signs, Py_ssize_t i) noexcept nogil
cdef long long hashed(Signs signs, Py_ssize_t i, Py_ssize_t j) noexcept nogil
cdef bint same(Signs signs, Py_ssize_t i, Py_ssize_t j, Py_ssize_t size) noexcept nogil
cdef Py_ssize_t mark_of(Signs signs, Py_ssize_t start, Py_ssize_t end) noexcept nogil
cdef Py_ssize_t after_mark(Signs signs, Py_ssize_t i) noexcept nogil
cdef bint begins_line(Signs signs, Py_ssize_t i) noexcept nogil
