"""``make bench``, or ``python -m bench [algebra] [graphs] [documents] [coreference] [--curves]``."""

import compileall
import json
import platform
import sys
from dataclasses import asdict
from itertools import chain
from pathlib import Path

from bench import algebra, coreference, documents, graphs
from bench.draw import draw
from bench.draw_ratios import draw_ratios
from bench.start_up import start_up_times
from tallystick.cli.version import version_line
from tallystick.report.columns import aligned

RESULTS = Path(__file__).with_name("results")
SECTIONS = {
    "algebra": algebra.lines,
    "graphs": graphs.lines,
    "documents": documents.lines,
    "coreference": coreference.lines,
}
DOCS = Path(__file__).resolve().parent.parent / "docs"


def _seconds(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.2f} s" if value >= 1 else f"{1000 * value:.2f} ms"


def _times(ratio: float | None) -> str:
    return "–" if ratio is None else f"{ratio:,.1f} ×" if ratio < 10 else f"{ratio:,.0f} ×"


def _value(value: object) -> str:
    return f"{value:.6f}" if isinstance(value, float) else str(value or "–")[:40]


def main() -> None:
    # As an installed package is: the other programs' bytecode is there too.
    compileall.compile_dir(str(DOCS.parent / "src" / "tallystick"), quiet=1)
    print(f"{version_line()}, Python {platform.python_version()}, {platform.machine()}\n")
    rows, kept, lines = [], [], []
    sections = [SECTIONS[name] for name in sys.argv[1:] if name in SECTIONS] or list(SECTIONS.values())
    for line in chain.from_iterable(section() for section in sections):
        ratio = line.ratio
        verdict = "" if line.met is None else ("met" if line.met else "MISSED")
        aim = _times(line.aim) if line.under is None else f"< {_seconds(line.under)}"
        rows.append([
            line.work, line.program, _seconds(line.theirs), _seconds(line.ours), _times(ratio), aim,
            verdict, _value(line.their_value), _value(line.our_value),
        ])  # fmt: skip
        kept.append(asdict(line) | {"ratio": ratio})
        lines.append(line)
    header = ["work", "program", "its time", "ours", "faster", "aim", "", "its F1", "our F1"]
    table = aligned(header, rows, left=2)
    print(table)
    for name, median, aim in start_up_times():
        print(f"{name}: {1000 * median:.0f} ms (median of ten; aim: under {1000 * aim:.0f} ms)")
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "bench.json").write_text(json.dumps(kept, indent=2, ensure_ascii=False) + "\n")
    (RESULTS / "bench.txt").write_text(table)
    if len(sections) == len(SECTIONS):
        draw_ratios(lines, DOCS / "bench.svg")
    if "--curves" in sys.argv and graphs.SHARED.is_dir():
        curves = graphs.growth()
        (RESULTS / "growth.json").write_text(json.dumps(curves, indent=2) + "\n")
        draw(curves, DOCS / "growth.svg", "Scoring a pair of graphs", "nodes in a graph", "seconds")
        mentions = coreference.growth()
        (RESULTS / "growth-coref.json").write_text(json.dumps(mentions, indent=2) + "\n")
        draw(mentions, DOCS / "growth-coref.svg", "Scoring a document", "mentions", "seconds")


if __name__ == "__main__":
    main()
