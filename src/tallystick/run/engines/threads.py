"""Scoring in threads of this process: for metrics whose kernels release the interpreter's lock.

Threads share the memory of the process, so nothing is pickled and pairs can be kept. They help if items are large,
because then most of the work is done without the lock. Each thread takes the next pair and scores it. The outcomes are
in the order of the pairs, whichever thread finishes first.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from threading import Condition, Thread
from time import perf_counter

from tallystick.run.inputs.pairing import BlockPair
from tallystick.run.plan import Outcome

__all__ = ["cores", "in_threads", "on_all_cores", "worth_threads"]

#: How many pairs each thread may be ahead of the first unfinished pair.
AHEAD = 16
#: Threads are started after so many seconds of scoring, if a pair takes so many on average. Below that, handing the
#: lock over takes more than two cores save.
LONG_RUN = 0.1
LONG_PAIR = 0.002


def cores() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1  # pragma: no cover - not on Linux


def worth_threads(seconds: float, pairs: int) -> bool:
    """Return whether threads are worthwhile, given the seconds for the pairs so far.

    >>> worth_threads(1.0, 100), worth_threads(1.0, 10_000), worth_threads(0.01, 1)
    (True, False, False)
    """
    return seconds > LONG_RUN and seconds > LONG_PAIR * pairs


def on_all_cores(score: Callable[[BlockPair], Outcome], pairs: Iterator[BlockPair]) -> Iterator[Outcome]:
    """Score pairs in this thread until more threads are worthwhile, then in one thread per processor."""
    seconds = 0.0
    for count, pair in enumerate(pairs, 1):
        start = perf_counter()
        outcome = score(pair)
        seconds += perf_counter() - start
        yield outcome
        if worth_threads(seconds, count) and cores() > 1:
            break
    else:
        return
    yield from in_threads(score, pairs, cores())


def in_threads(
    score: Callable[[BlockPair], Outcome], pairs: Iterator[BlockPair], threads: int
) -> Iterator[Outcome]:
    """Yield the outcome of every pair in order, scored in this thread and in others beside it."""
    team = _Team(score, pairs, AHEAD * threads)
    for _ in range(threads - 1):
        # An interrupted run does not wait for the other threads.
        Thread(target=team.work, daemon=True).start()
    try:
        yield from team.outcomes()
    finally:
        team.stop()


class _Team:
    """Threads that take pairs from one source."""

    def __init__(self, score: Callable[[BlockPair], Outcome], pairs: Iterator[BlockPair], ahead: int) -> None:
        self.score = score
        self.pairs = pairs
        self.ahead = ahead
        self.changed = Condition()
        self.done: dict[int, Outcome | BaseException] = {}
        self.taken = 0
        self.yielded = 0
        self.ended = False

    def stop(self) -> None:
        """Stop all threads after their current pairs."""
        with self.changed:
            self.ended = True
            self.changed.notify_all()

    def work(self) -> None:
        """Score pairs until there are no more, or the outcomes are no longer wanted."""
        while True:
            with self.changed:
                while not self.ended and self.taken - self.yielded >= self.ahead:
                    self.changed.wait()
                taken = self._take()
            if taken is None:
                return
            self._score(*taken)

    def outcomes(self) -> Iterator[Outcome]:
        """Yield the outcomes in order, scoring pairs in between."""
        while True:
            with self.changed:
                while True:
                    outcome = self.done.pop(self.yielded, None)
                    if outcome is not None:
                        self.yielded += 1
                        self.changed.notify_all()
                        break
                    taken = self._take() if self.taken - self.yielded < self.ahead else None
                    if taken is not None or (self.ended and self.taken == self.yielded):
                        break
                    if self.yielded not in self.done:
                        self.changed.wait()
            if isinstance(outcome, BaseException):
                raise outcome
            if outcome is not None:
                yield outcome
            elif taken is not None:
                self._score(*taken)
            else:
                return

    def _take(self) -> tuple[int, BlockPair] | None:
        """Take the next pair, with the lock held; None if there is none."""
        if self.ended:
            return None
        number = self.taken
        try:
            pair = next(self.pairs, None)
        except BaseException as error:
            self.done[number] = error
            pair = None
            self.taken += 1
        if pair is None:
            self.ended = True
            self.changed.notify_all()
            return None
        self.taken += 1
        return number, pair

    def _score(self, number: int, pair: BlockPair) -> None:
        try:
            outcome: Outcome | BaseException = self.score(pair)
        except BaseException as error:  # raised where the outcome is requested
            outcome = error
        with self.changed:
            self.done[number] = outcome
            self.changed.notify_all()
