"""Ctrl-C goes to all processes of a run at once; the one that began them is to decide what becomes of it."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["held_interruptions", "ignore_interruptions"]


@contextmanager
def held_interruptions() -> Iterator[Callable[[], None]]:
    """Ctrl-C waits until the end, or the call of what is given: workers cannot be left half begun.

    Threads and processes that are begun meanwhile do not hear of it, nor do those that they begin.
    """
    if not hasattr(signal, "pthread_sigmask"):  # pragma: no cover - Windows
        yield lambda: None
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))

    def release() -> None:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

    try:
        yield release
    finally:
        release()


def ignore_interruptions() -> None:
    """Heed Ctrl-C no more, not even one that is held."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT,))
