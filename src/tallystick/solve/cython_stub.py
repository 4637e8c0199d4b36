"""Replaces the ``cython`` module where Cython is not installed.

The kernels are ordinary Python files with type notes for Cython. Run interpreted, the notes mean nothing:
every decorator returns its function and every type is the one Python has anyway.
"""

import builtins
from collections.abc import Callable
from typing import Any

compiled = False

bint = bool
int = long = Py_ssize_t = longlong = ulonglong = uchar = ushort = builtins.int
double = float
void = None


def _plain(function: Any) -> Any:
    return function


def _with_value(_value: Any) -> Callable[[Any], Any]:
    return _plain


def _exceptval(*_arguments: Any, **_options: Any) -> Callable[[Any], Any]:
    return _plain


class _Lock:
    """Replaces the interpreter's lock, as a decorator and as a context: it is never released."""

    def __call__(self, function: Any) -> Any:
        return function

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_error: object) -> None:
        return None


cfunc = ccall = inline = cclass = final = _plain
nogil = gil = _Lock()
boundscheck = wraparound = cdivision = initializedcheck = nonecheck = _with_value
exceptval = _exceptval


def declare(_type: Any, value: Any = None) -> Any:
    """Return the value: only C has typed constants."""
    return value


def cast(_type: Any, value: Any) -> Any:
    """Return the value: only C needs the type."""
    return value
