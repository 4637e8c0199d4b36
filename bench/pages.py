"""Report pages of two systems, as multiples of what scoring both takes."""

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.graphs import PARA, SHARED, timed
from bench.line import Line

__all__ = ["lines"]

_BENCH = SHARED / "data" / "bench"
_UMR = SHARED / "data" / "umr-3.0" / "chinese"

#: The work, the task, the gold and the two systems.
_PAGES = (
    ("report, two systems, 1,727 pairs, command", "amr", PARA["gold"], PARA["pred"], PARA["gold"]),
    ("report, two systems, 263 coreference documents, command", "coref", _BENCH / "gum.gold.conll",
     _BENCH / "gum.pred.conll", _BENCH / "gum.gold.conll"),
    ("report, two systems, 49 UMR documents, command", "umr", _UMR, _UMR, _UMR),
)  # fmt: skip


def lines() -> Iterator[Line]:
    """The lines of the table that concern pages."""
    if not SHARED.is_dir():
        return
    for work, task, gold, *systems in _PAGES:
        both = sum(_command("score", gold, system, "--task", task) for system in systems)
        with TemporaryDirectory() as folder:
            page = Path(folder, "page.html")
            report = _command("report", gold, *systems, "--task", task, "--names", "a,b", "-o", page)
        yield Line(work, "score of both (at most 1.5 times)", both, report, 1 / 1.5)


def _command(*arguments: object) -> float:
    """The shortest of several runs of our command."""
    program = Path(sys.executable).with_name("tallystick")
    return min(timed([program, *arguments, "--quiet"]) for _ in range(5))
