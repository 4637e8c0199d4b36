# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The limits of an item as kernels see them: asked after so much work, with the interpreter's lock only then."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

from tallystick.limits import Limits, current

__all__ = ["Clock"]

# Units of work (cells or edge pairs visited) between two looks at the clock: a few milliseconds. What takes less is
# never cut short.
LOOK_EVERY = 1 << 21
# Units of work after which they are reported.
REPORT_EVERY = cython.declare(cython.longlong, 1 << 16)


@cython.final
@cython.cclass
class Clock:
    """Counts work, and asks the limits now and then whether there is time for more."""

    limits: Limits  # of the search
    item_limits: Limits  # of the item it is for, which may have more time
    has_ceiling: cython.bint
    look_every: cython.longlong
    until_look: cython.longlong
    unspent: cython.longlong

    def __init__(self, limits: Limits) -> None:
        self.start(limits)

    def start(self, limits: Limits) -> None:
        """Begin a search."""
        self.limits = limits
        self.item_limits = current()
        self.has_ceiling = limits.memory is not None
        self.look_every = LOOK_EVERY
        self.until_look = LOOK_EVERY
        self.unspent = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def late(self, units: cython.longlong) -> cython.int:
        """Count work that may end at any time; return whether it must end now."""
        self.until_look -= units
        if self.until_look >= 0:
            return 0
        self.until_look = self.look_every
        with cython.gil:
            return bool(self.limits.expired())

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def spend(self, units: cython.longlong) -> cython.int:
        """Count work that has no result before its end; after the deadline of the item it is refused."""
        self.unspent += units
        if self.unspent > REPORT_EVERY:
            with cython.gil:
                self.item_limits.spend(self.unspent)
                self.unspent = 0
        return 0
