"""How long the command line takes to start, reading and scoring two small files included."""

import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.line import Line

GRAPH = "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))\n"


def lines() -> Iterator[Line]:
    """The lines of the table that concern starting up: medians of ten."""
    yield Line("tallystick --version", "", None, _median("--version"), most=0.150)
    with TemporaryDirectory() as folder:
        path = Path(folder, "graph.amr")
        path.write_text(GRAPH)
        yield Line("score of two small files, task named", "", None, _median("score", path, path, "--task", "amr"),
                   most=0.070)  # fmt: skip
        yield Line("score of two small files", "", None, _median("score", path, path), most=0.100)


def _median(*arguments: object) -> float:
    command = [Path(sys.executable).with_name("tallystick"), *map(str, arguments)]
    times = []
    for _ in range(10):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return statistics.median(times)
