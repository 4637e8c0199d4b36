"""Coreference: whole calls, reading included, against a bare pass that splits the lines of both files; growth."""

import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bench.graphs import SHARED, timed
from bench.line import Line
from bench.measure import best_of
from bench.peers import run_peer
from tallystick import score

BENCH = SHARED / "data" / "bench"
FIVE = ("mentions", "muc", "b3", "ceaf-e", "lea")
#: F1 × 100 on gum.*, by the existing scorers.
KNOWN = {"mentions": 91.16, "muc": 85.72, "b3": 84.97, "ceaf-e": 87.36, "lea": 80.79, "conll": 86.02}
SIZES = (1_000, 3_000, 10_000, 30_000, 100_000, 200_000)


def lines() -> Iterator[Line]:
    """All lines of the table that concern coreference."""
    if not SHARED.is_dir():
        print(f"coreference: skipped, there is no {SHARED}", file=sys.stderr)
        return
    for work, name, metrics, passes in (
        ("gum: 263 documents, 71,035 mentions, five metrics", "gum", FIVE, 1.3),
        ("long20k: one document, 20,054 mentions, all metrics", "long20k", (), 2.0),
    ):
        yield _call(work, name, metrics, passes)
        yield _command(work, name, metrics, passes)
    yield _known()
    yield _scorch()


def _pass(paths: tuple[Path, Path]) -> int:
    """A bare pass over both files."""
    cells = 0
    for path in paths:
        with open(path, encoding="utf-8") as stream:
            for line in stream:
                cells += len(line.split())
    return cells


def _paths(name: str) -> tuple[Path, Path]:
    return BENCH / f"{name}.gold.conll", BENCH / f"{name}.pred.conll"


def _f1(paths: tuple[Path, Path], metrics: tuple[str, ...]) -> float | None:
    report = score(*paths, task="coref", metrics=metrics, items=False)
    return report[metrics[0] if metrics else "conll"].f1


def _call(work: str, name: str, metrics: tuple[str, ...], passes: float) -> Line:
    """Ours as a share of a bare pass: the aim is so many passes at most."""
    paths = _paths(name)
    bare, _ = best_of(partial(_pass, paths))
    ours, value = best_of(partial(_f1, paths, metrics))
    return Line(
        f"{work}, call",
        f"a bare pass over both files (at most {passes:g})",
        bare,
        ours,
        1 / passes,
        None,
        value,
    )


def _command(work: str, name: str, metrics: tuple[str, ...], passes: float) -> Line:
    """The same with start-up, on both sides: a bare pass is a script of its own."""
    paths = _paths(name)
    script = "import sys\nfor path in sys.argv[1:]:\n for line in open(path, encoding='utf-8'): line.split()"
    bare = min(timed([sys.executable, "-c", script, *paths]) for _ in range(5))
    wanted = [part for metric in metrics for part in ("-m", metric)]
    program = Path(sys.executable).with_name("tallystick")
    ours = min(timed([program, "score", *paths, "--task", "coref", *wanted]) for _ in range(5))
    return Line(f"{work}, command", f"a script that splits the lines of both files (at most {passes:g})", bare, ours,
                1 / passes)  # fmt: skip


def _known() -> Line:
    """The numbers of the existing scorers."""
    start = time.perf_counter()
    report = score(*_paths("gum"), task="coref", metrics=tuple(KNOWN), items=False)
    seconds = time.perf_counter() - start
    found = {name: round(100 * (report[name].f1 or 0), 2) for name in KNOWN}
    verdict = "as known" if found == KNOWN else f"NOT {KNOWN}"
    return Line(f"gum: {found} ({verdict})", "", None, seconds)


def _scorch() -> Line:
    """A hundred documents of 40 mentions as cluster lists."""
    gold, pred = _clusters(40, 100, 1), _clusters(40, 100, 2)
    theirs = run_peer("peer_coreference.py", "scorch", {"gold": gold, "pred": pred})
    ours, value = best_of(
        lambda: score(gold, pred, task="coref", metrics=["muc", "b3", "ceaf-e"], items=False)["b3"].f1
    )
    return Line("100 documents of 40 mentions, muc, b3, ceaf-e, call", "scorch 0.2.0", theirs.get("seconds"), ours,
                None, None, value)  # fmt: skip


def _clusters(mentions: int, documents: int, seed: int) -> list[list[list[list[int]]]]:
    shared, own = Random(0), Random(seed)
    made = []
    for _ in range(documents):
        groups: dict[int, list[list[int]]] = {}
        for mention in range(mentions):
            usual = shared.randrange(mentions // 4)
            entity = usual if own.random() < 0.7 else own.randrange(mentions // 4)
            groups.setdefault(entity, []).append([2 * mention, 2 * mention])
        made.append(list(groups.values()))
    return made


def growth() -> dict[str, list[tuple[float, float]]]:
    """(mentions, seconds) of all metrics on one document, files included."""
    curve: list[tuple[float, float]] = []
    bare: list[tuple[float, float]] = []
    with TemporaryDirectory() as name:
        for size in SIZES:
            paths = (Path(name, "gold.conll"), Path(name, "pred.conll"))
            for seed, path in enumerate(paths, 1):
                path.write_text(_document(size, seed), "utf-8")
            seconds, _ = best_of(partial(_f1, paths, ()), seconds=1.0, most=3)
            curve.append((float(size), seconds))
            seconds, _ = best_of(partial(_pass, paths), seconds=1.0, most=3)
            bare.append((float(size), seconds))
    return {"tallystick, all metrics": curve, "a bare pass": bare}


def _document(mentions: int, seed: int) -> str:
    """One-token mentions of entities of very different sizes, every third token a mention."""
    shared, own = Random(0), Random(seed)
    rows = ["#begin document (long); part 000"]
    for mention in range(mentions):
        usual = int(mentions ** shared.random())
        entity = usual if own.random() < 0.8 else own.randrange(mentions)
        rows.append(f"long\t0\t{3 * mention}\tword\t({entity})")
        rows += [f"long\t0\t{3 * mention + extra}\tword\t-" for extra in (1, 2)]
        if mention % 10 == 9:
            rows.append("")
    return "\n".join([*rows, "#end document", ""])
