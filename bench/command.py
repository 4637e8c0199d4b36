"""Runs whole commands, and measures their time and memory."""

import resource
import subprocess
import sys
from pathlib import Path

__all__ = ["cpu_of_command", "run_command", "tallystick"]

#: Runs a command and prints its seconds and its memory. A small process does this: a child begins with the memory of
#: the process that starts it, and that would count.
_RUN = """
import resource, subprocess, sys, time
start = time.perf_counter()
done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
seconds = time.perf_counter() - start
print(seconds, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
sys.stdout.flush()
sys.stdout.buffer.write(done.stdout)
"""


def run_command(command: list[object]) -> tuple[float, int, str]:
    """Return the seconds of a whole command, the most memory it had in MB, and what it printed."""
    whole = [sys.executable, "-S", "-c", _RUN, *(str(part) for part in command)]
    done = subprocess.run(whole, stdout=subprocess.PIPE, text=True, check=True)
    measured, _, printed = done.stdout.partition("\n")
    seconds, memory = measured.split()
    return float(seconds), int(memory), printed


def tallystick() -> Path:
    """Return the command of this environment."""
    return Path(sys.executable).with_name("tallystick")


def cpu_of_command(
    command: list[object], *, runs: int = 3, most: float | None = None
) -> tuple[float | None, str]:
    """Return the least processor time of a whole command, and what it printed; None if it takes `most` seconds."""
    times, printed = [], ""
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            done = subprocess.run(
                [str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                check=True, timeout=most,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return None, ""
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        printed = done.stdout
    return min(times), printed
