"""How much memory a long stream of pairs takes: ``python -m bench.stream [PAIRS] [--task amr] [--jobs N]``.

Other options go to the program. The files are generated, so that they may be as long as one likes. The memory is
that of all processes together; pages that several of them share count once.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

#: What a stream may take at most, in megabytes, however long it is.
AIM = 300
#: Seconds between two looks at the processes.
_INTERVAL = 0.2


@dataclass(frozen=True, slots=True)
class Measured:
    """What a run took. Megabytes are those of all processes together; `main` is the first one alone."""

    pairs: int
    seconds: float
    cpu_seconds: float
    megabytes: float
    main: float
    output: str


def span_lines(pairs: int, shift: int) -> Iterator[str]:
    """Documents with three spans; where `shift` is not 0, one of them is wrong in every third document."""
    for number in range(pairs):
        spans = [
            {"type": kind, "span": [place, place + number % 3 + (shift if number % 3 == place // 4 else 0)]}
            for place, kind in enumerate(("PER", "LOC", "ORG"))
        ]
        yield json.dumps({"id": f"document-{number}", "spans": spans}) + "\n"


def graph_lines(pairs: int, shift: int) -> Iterator[str]:
    """Graphs of four nodes; where `shift` is not 0, one concept is wrong in every third graph."""
    for number in range(pairs):
        concept = "girl" if shift and number % 3 == 0 else "boy"
        yield (
            f"# ::id sentence-{number}\n(w / want-01 :ARG0 (b / {concept})\n"
            f"   :ARG1 (g / go-02 :ARG0 b :time (t / today)) :polarity -)\n\n"
        )


MAKERS = {"spans": (span_lines, "jsonl"), "amr": (graph_lines, "amr")}


def write_stream(folder: Path, pairs: int, task: str = "spans") -> tuple[Path, Path]:
    """Generated gold and pred files."""
    make, ending = MAKERS[task]
    paths = folder / f"gold.{ending}", folder / f"pred.{ending}"
    for shift, path in enumerate(paths):
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(make(pairs, shift))
    return paths


def measure(arguments: Sequence[str], pairs: int) -> Measured:
    """Run a command of the program and watch the memory of its processes."""
    command = [sys.executable, "-m", "tallystick", *arguments]
    begun, before = time.perf_counter(), os.times()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    peaks = {"all": 0, "main": 0}
    watcher = threading.Thread(target=_watch, args=(process.pid, peaks))
    watcher.start()
    output, _ = process.communicate()
    watcher.join()
    after = os.times()
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    cpu = sum(after[2:4]) - sum(before[2:4])
    return Measured(
        pairs, time.perf_counter() - begun, cpu, peaks["all"] / 1024, peaks["main"] / 1024, output
    )


def _watch(pid: int, peaks: dict[str, int]) -> None:
    """Note the greatest memory of a process and its children, until it ends."""
    while sizes := [size for one in (pid, *_children(pid)) if (size := _proportional(one))]:
        peaks["all"] = max(peaks["all"], sum(sizes))
        peaks["main"] = max(peaks["main"], sizes[0])
        time.sleep(_INTERVAL)


def _children(pid: int) -> list[int]:
    try:
        found = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii")
    except OSError:
        return []
    return [one for child in map(int, found.split()) for one in (child, *_children(child))]


def _proportional(pid: int) -> int:
    """Kilobytes of a process, shared pages by halves; 0 where it is gone."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pairs", nargs="?", type=int, default=1_000_000)
    parser.add_argument("--task", choices=MAKERS, default="spans")
    given, more = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as folder:
        for pairs in (given.pairs // 10, given.pairs):
            gold, pred = write_stream(Path(folder), pairs, given.task)
            found = measure(["score", str(gold), str(pred), "-f", "json", *more], pairs)
            print(
                f"{pairs:>9,} pairs  {found.megabytes:6.1f} MB (main process {found.main:.1f})  "
                f"{found.seconds:.1f} s, {found.cpu_seconds:.1f} s of processors, "
                f"{pairs / found.cpu_seconds:,.0f} pairs a second of a processor",
                flush=True,
            )
    print(f"aim: under {AIM} MB")


if __name__ == "__main__":
    main()
