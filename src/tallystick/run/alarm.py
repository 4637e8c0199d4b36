"""The deadline of an item that runs a user's own code.

Our own searches check the clock; a user's function does not. If the system has timers, a timer interrupts it. This
works only in the main thread of a process, where items are scored, also in workers. In other threads, and in compiled
code that never returns to Python, a function runs to its end.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import current_thread, main_thread

from tallystick.limits import Limits, limited

__all__ = ["interrupting"]

#: Seconds between two attempts, for code that catches every exception and continues.
_AGAIN = 0.5


class _Interrupted(BaseException):
    """The deadline has passed; not an `Exception`, which a function may catch for its own reasons."""


def interrupting(limits: Limits, task: str) -> AbstractContextManager[object]:
    """Make limits the current ones; interrupt at the deadline if the task is a user's own (``module:Type``)."""
    return _interrupted(limits) if ":" in task and _possible(limits) else limited(limits)


def _possible(limits: Limits) -> bool:
    return (
        limits.seconds is not None
        and hasattr(signal, "setitimer")
        and current_thread() is main_thread()
        and signal.getitimer(signal.ITIMER_REAL)[0] == 0
    )


@contextmanager
def _interrupted(limits: Limits) -> Iterator[None]:
    armed = True

    def ring(_number: int, _frame: object) -> None:
        if armed:
            raise _Interrupted

    before = signal.signal(signal.SIGALRM, ring)
    try:
        try:
            signal.setitimer(signal.ITIMER_REAL, max(limits.seconds or 0.0, 1e-3), _AGAIN)
            with limited(limits):
                yield
        finally:
            armed = False  # a pending alarm must not interrupt later code
    except _Interrupted:
        armed = False  # it interrupted the line above
        limits.give_up()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
