"""Ctrl-C reaches all processes of a run at once; the parent process decides what happens."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["end_at_second_interruption", "held_interruptions", "ignore_interruptions"]

INTERRUPTED = 130


@contextmanager
def held_interruptions() -> Iterator[Callable[[], None]]:
    """Hold Ctrl-C until the block ends or the yielded function is called: workers must not be half started.

    Threads and processes started in the meantime do not receive it, nor do their children.
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
    """Ignore Ctrl-C from now on, even a pending one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT,))


def end_at_second_interruption() -> None:
    """Let the first Ctrl-C end the run in order, and a second one end the process and its workers immediately.

    A program that was started with Ctrl-C ignored, in the background say, keeps ignoring it.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _first)


def _first(number: int, frame: FrameType | None) -> None:
    signal.signal(signal.SIGINT, _second)
    signal.default_int_handler(number, frame)


def _second(_number: int, _frame: FrameType | None) -> None:
    multiprocessing = sys.modules.get("multiprocessing")
    for worker in multiprocessing.active_children() if multiprocessing else ():
        worker.kill()
    os._exit(INTERRUPTED)
