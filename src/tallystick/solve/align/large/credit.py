# cython: language_level=3, cdivision=True
"""The credit of a pair of equally labelled edges."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = ["credit_of"]


@cython.ccall
@cython.exceptval(check=False)
def credit_of(rule: cython.int, pred_count: cython.int, gold_count: cython.int) -> cython.double:
    """Return the credit of two edges that occur so many times: the rules are those of `GraphPair`."""
    if rule == 0:
        return min(pred_count, gold_count)
    if rule == 1:
        return pred_count
    if rule == 2:
        return gold_count
    return cython.cast(cython.double, pred_count) * gold_count
