cdef class TallySum:
    cdef object _matched_pred
    cdef object _matched_gold
    cdef object _pred
    cdef object _gold
    cdef long long _items
    cdef long long _proved
    cdef object _exact
    cdef tuple _parts
    cpdef object add(self, object tally)
