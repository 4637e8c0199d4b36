cpdef bint is_whole(object tally)


cdef class TallySum:
    cdef object _matched_pred
    cdef object _matched_gold
    cdef object _pred
    cdef object _gold
    cdef long long _items
    cdef long long _proved
    cdef object _exact
    cdef tuple _parts
    cdef dict _repeated
    cdef dict _times
    cpdef object add(self, object tally)
    cpdef object add_times(self, object tally, object times)
    cpdef object _add(self, object tally, object times, bint whole)


cdef class TallySums:
    cdef list _sums
    cdef dict _repeated
    cdef dict _times
    cpdef object add(self, tuple tallies)
    cpdef object _add_repeated(self)
