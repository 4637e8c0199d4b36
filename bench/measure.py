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
