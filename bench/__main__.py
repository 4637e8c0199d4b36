"""``make bench``, or ``python -m bench [SECTION ...] [--curves] [--record]``.

Runs everything in both programs, prints the table, and points out what is slower than the record (`results.json`).
``--record`` makes what was measured the new record and draws the figures of the documentation from it.
"""

import argparse
import compileall
import platform
from itertools import chain
from pathlib import Path

from bench import (
    algebra,
    ancast_size,
    coreference,
    dependencies,
    documents,
    graphs,
    json_documents,
    long_documents,
    pages,
    record,
    single_pairs,
    start_up,
    tags,
)
from bench.draw import draw
from bench.draw_ratios import draw_ratios
from bench.line import Line
from tallystick.cli.version import version_line
from tallystick.report.columns import aligned

RESULTS = Path(__file__).with_name("results")
SECTIONS = {
    "start": start_up.lines,
    "pairs": single_pairs.lines,
    "algebra": algebra.lines,
    "graphs": graphs.lines,
    "pages": pages.lines,
    "sizes": ancast_size.lines,
    "documents": documents.lines,
    "coreference": coreference.lines,
    "json": json_documents.lines,
    "spans": tags.lines,
    "ud": dependencies.lines,
}
DOCS = Path(__file__).resolve().parent.parent / "docs"
HEADER = ["work", "program", "its time", "ours", "faster", "aim", "", "its F1", "our F1"]


def _seconds(value: float | None) -> str:
    if value is None:
        return "–"
    if value >= 1:
        return f"{value:.2f} s"
    return f"{1000 * value:.2f} ms" if value >= 1e-3 else f"{1e6 * value:.1f} µs"


def _times(ratio: float | None) -> str:
    return "–" if ratio is None else f"{ratio:,.1f} ×" if ratio < 10 else f"{ratio:,.0f} ×"


def _value(value: object) -> str:
    return f"{value:.6f}" if isinstance(value, float) else str(value or "–")[:40]


def _row(line: Line) -> list[str]:
    aim = _times(line.aim) if line.most is None else f"≤ {_seconds(line.most)}"
    verdict = {None: "", True: "met", False: "MISSED"}[line.met]
    work = line.work if line.megabytes is None else f"{line.work}, {line.megabytes:,.0f} MB"
    return [work, line.program, _seconds(line.theirs), _seconds(line.ours), _times(line.ratio), aim, verdict,
            _value(line.their_value), _value(line.our_value)]  # fmt: skip


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench", description="Measure Tallystick and other programs on the same inputs."
    )
    parser.add_argument(
        "sections", nargs="*", metavar="SECTION", help=f"{', '.join(SECTIONS)}; all by default"
    )
    parser.add_argument("--curves", action="store_true", help="draw run times by input size")
    parser.add_argument("--record", action="store_true", help="make the results the new record")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.sections if name not in SECTIONS]
    if unknown:
        parser.error(f"unknown section {unknown[0]!r}; choose from {', '.join(SECTIONS)}")
    return arguments


def main() -> None:
    arguments = _arguments()
    # As an installed package is: the other programs' bytecode is there too.
    compileall.compile_dir(str(DOCS.parent / "src" / "tallystick"), quiet=1)
    print(f"{version_line()}, Python {platform.python_version()}, {platform.machine()}\n")
    chosen = [SECTIONS[name] for name in arguments.sections or SECTIONS]
    lines = list(chain.from_iterable(section() for section in chosen))
    table = aligned(HEADER, [_row(line) for line in lines], left=2)
    print(table)
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "bench.txt").write_text(table)
    slower = record.falls(lines)
    if slower:
        print("slower than the record:", *slower, sep="\n  ")
    if arguments.record:
        record.save(lines, version_line())
        draw_ratios(record.load(), DOCS / "bench.svg")
    if arguments.curves and graphs.SHARED.is_dir():
        draw(graphs.growth(), DOCS / "growth.svg", "Scoring a pair of graphs", "nodes in a graph", "seconds")
        draw(coreference.growth(), DOCS / "growth-coref.svg", "Scoring a document", "mentions", "seconds")
        draw(
            long_documents.growth(),
            DOCS / "growth-documents.svg",
            "Scoring a document graph",
            "sentences",
            "seconds",
        )


if __name__ == "__main__":
    main()
