# What the compiled subclass in ascent.py sees of prices.py; interpreted code never reads it.

from tallystick.solve.assign.augmenting cimport Augmenter, Vertices

cdef class Prices(Augmenter):
    cdef int row_count
    cdef int col_count
    cdef int cells
    cdef int searches
    cdef double bound
    cdef object choice
    cdef object limits

    cdef object set_up(self, object problem, object col_price, object limits)
    cdef void choose(self)
    cdef void reprice_row(self, int i)
    cdef void balance(self) noexcept
    cdef double slack(self, int x) noexcept
    cdef void price_row(self, int i) noexcept
    cdef void repair(self)
    cdef void satisfy(self, int count, Vertices near, Vertices far)
