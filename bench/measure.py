"""Measuring: the best of a few runs, after one to warm up."""

import time
from collections.abc import Callable


def best_of(work: Callable[[], object], *, seconds: float = 2.0, most: int = 20) -> tuple[float, object]:
    """The shortest time of several runs, and what the work gave."""
    value = work()
    times = []
    begun = time.perf_counter()
    while not times or (len(times) < most and time.perf_counter() - begun < seconds):
        start = time.perf_counter()
        value = work()
        times.append(time.perf_counter() - start)
    return min(times), value


def best_cpu(work: Callable[[], object], runs: int = 7, *, seconds: float = 0.5) -> tuple[float, object]:
    """The least processor time of several runs, and what the work gave: for work that others may slow down.

    Short work runs more often: NumPy's threads spin for a while after they are started, which counts as well.
    """
    value = work()
    times = []
    begun = time.perf_counter()
    while len(times) < runs or (runs > 1 and time.perf_counter() - begun < seconds):
        start = time.process_time()
        value = work()
        times.append(time.process_time() - start)
    return min(times), value
