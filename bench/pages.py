"""Report pages of two systems, as multiples of what scoring both takes."""

import random
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench import dependencies, json_documents, tags
from bench.command import tallystick
from bench.graphs import PARA, SHARED
from bench.line import Line

__all__ = ["lines"]

_BENCH = SHARED / "data" / "bench"
_UMR = SHARED / "data" / "umr-3.0" / "czech"
#: The most that a page may take, as a multiple of the time of scoring.
_MOST = 1.5
_DOCUMENTS, _SENTENCES = 5_000, 5_000


def lines() -> Iterator[Line]:
    """The lines of the table that concern pages."""
    if not SHARED.is_dir():
        return
    for work, task, write in _INPUTS:
        with TemporaryDirectory() as folder:
            yield _line(f"report, two systems, {work}, command", task, *write(Path(folder)))


def _line(work: str, task: str, gold: Path, *systems: Path) -> Line:
    both = sum(_seconds("score", gold, system, "--task", task) for system in systems)
    with TemporaryDirectory() as folder:
        page = Path(folder, "page.html")
        report = _seconds("report", gold, *systems, "--task", task, "--names", "a,b", "-o", page)
    return Line(work, f"score of both (at most {_MOST} times)", both, report, 1 / _MOST)


def _seconds(*arguments: object) -> float:
    """The shortest of several runs of our command."""
    command = [str(part) for part in (tallystick(), *arguments, "--quiet")]
    times = []
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        times.append(time.perf_counter() - start)
    return min(times)


def _changed(text: str, pattern: str, replacement: str, seed: int = 1) -> str:
    """Replace one in twelve matches of a pattern."""
    generator = random.Random(seed)
    return re.sub(pattern, lambda match: replacement if generator.random() < 1 / 12 else match[0], text)


def _with_another(folder: Path, gold: Path, pred: Path, pattern: str, replacement: str) -> list[Path]:
    """Return the gold, the prediction, and another one, with more errors."""
    other = folder / f"other{pred.suffix}"
    other.write_text(_changed(pred.read_text("utf-8"), pattern, replacement), "utf-8")
    return [gold, pred, other]


def _graphs(folder: Path) -> list[Path]:
    return _with_another(folder, Path(PARA["gold"]), Path(PARA["pred"]), r":ARG[0-4]\b", ":ARG5")


def _coreference(folder: Path) -> list[Path]:
    return _with_another(folder, _BENCH / "gum.gold.conll", _BENCH / "gum.pred.conll", r"\(\d+\)", "(0)")


def _umr(folder: Path) -> list[Path]:
    systems = [folder / "a", folder / "b"]
    for seed, system in enumerate(systems):
        system.mkdir()
        for path in sorted(_UMR.glob("*")):
            text = _changed(path.read_text("utf-8"), r":ARG[0-4]\b", ":ARG5", seed)
            (system / path.name).write_text(_changed(text, ":overlap", ":before", seed), "utf-8")
    return [_UMR, *systems]


def _json(folder: Path) -> list[Path]:
    gold, pred = folder / "gold.jsonl", folder / "pred.jsonl"
    json_documents.write_flat(gold, pred, _DOCUMENTS)
    return _with_another(folder, gold, pred, '"other"', "7")


def _spans(folder: Path) -> list[Path]:
    paths = folder / "gold.iob", folder / "pred.iob"
    for path, sentences in zip(paths, tags.sentences(_SENTENCES), strict=True):
        rows = ["".join(f"word{index}\t{tag}\n" for index, tag in enumerate(own)) for own in sentences]
        path.write_text("\n".join(rows), "utf-8")
    return _with_another(folder, *paths, r"\bB-(PER|LOC)", "B-ORG")


def _dependencies(folder: Path) -> list[Path]:
    paths = folder / "gold.conllu", folder / "pred.conllu"
    dependencies.write(dependencies.DATA, ("tags.conllu",), *paths, _SENTENCES)
    return _with_another(folder, *paths, "\tnsubj\t", "\tobj\t")


#: The work, the task, and what writes the gold and the two systems.
_INPUTS: tuple[tuple[str, str, Callable[[Path], list[Path]]], ...] = (
    ("1,727 graphs", "amr", _graphs),
    ("263 coreference documents", "coref", _coreference),
    ("150 UMR documents", "umr", _umr),
    (f"{_DOCUMENTS:,} JSON documents of 20 fields", "json", _json),
    (f"{_SENTENCES:,} tagged sentences", "spans", _spans),
    (f"{_SENTENCES:,} trees", "dependencies", _dependencies),
)
