"""How long the command line takes to start."""

import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path


def start_up_times() -> Iterator[tuple[str, float, float]]:
    """(what, median of ten, aim in seconds)."""
    tallystick = Path(sys.executable).with_name("tallystick")
    times = []
    for _ in range(10):
        start = time.perf_counter()
        subprocess.run([tallystick, "--version"], check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    yield "tallystick --version", statistics.median(times), 0.150
