"""Documents of up to 1,000 sentences with long chains: whole commands, their memory, and how much is proved.

``TALLYSTICK_SENTENCES=100,400`` sets the sizes.
"""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.command import run_command, tallystick
from bench.document_inputs import Edits, document_pair, unrelated_pair
from bench.graphs import LITTLE_PRINCE
from bench.line import Line
from tallystick.formats.penman.reader import Graph, dumps, load

__all__ = ["growth", "lines"]

SIZES = tuple(int(size) for size in os.environ.get("TALLYSTICK_SENTENCES", "50,100,200,400,1000").split(","))
#: Entities that go through the whole document: the first has a mention in every third sentence or so.
ENTITIES = 20
#: Name of the work, task, metric, representation, seconds that we mean to need.
WORKS = (
    ("DocSmatch, docamr", "docamr", "docsmatch", "docamr", 1.0),
    ("DocSmatch, merge-all", "docamr", "docsmatch", "merge-all", 5.0),
    ("Smatch of document graphs", "amr", "smatch", "docamr", 10.0),
)


def lines() -> Iterator[Line]:
    """Lines of the table: the longest document, edited lightly and heavily, and against an unrelated one."""
    sentences = load(LITTLE_PRINCE)
    size = SIZES[-1]
    for name, task, metric, representation, most in WORKS:
        for how, edits in (("10 % edited", Edits()), ("20 % edited", Edits(0.2, 0.3, 2))):
            pair = document_pair(sentences[:size], representation, edits, entities=ENTITIES)
            yield _measured(f"{name}, {size:,} sentences, {how}", pair, task, metric, most)
    half = min(size, len(sentences) // 2)
    pair = unrelated_pair(sentences[:half], sentences[half : 2 * half], "docamr", entities=ENTITIES)
    yield _measured(f"DocSmatch, docamr, {half:,} sentences, unrelated", pair, "docamr", "docsmatch", None)


def growth() -> dict[str, list[tuple[float, float]]]:
    """(sentences, seconds) of each work as documents get longer."""
    sentences = load(LITTLE_PRINCE)
    curves: dict[str, list[tuple[float, float]]] = {}
    for size in SIZES:
        for name, task, metric, representation, _ in WORKS:
            pair = document_pair(sentences[:size], representation, entities=ENTITIES)
            line = _measured(name, pair, task, metric, None)
            curves.setdefault(name, []).append((float(size), line.ours))
    return curves


def _measured(work: str, pair: tuple[Graph, Graph], task: str, metric: str, most: float | None) -> Line:
    """Run the whole command on a pair of documents; the best time of three."""
    with TemporaryDirectory() as folder:
        files = [Path(folder, side) for side in ("gold.amr", "pred.amr")]
        for file, graph in zip(files, pair, strict=True):
            file.write_text(dumps([graph]), "utf-8")
        command = [tallystick(), "score", *files, "--task", task, "-m", metric, "-f", "json"]
        seconds, memory, printed = min((run_command(command) for _ in range(3)), key=lambda run: run[0])
    score = json.loads(printed)["scores"][metric]
    proof = "proved"
    if not score["optimal"]:
        proof = f"within {score['upper_bound'] / score['matched'] - 1:.2%}"
    return Line(f"{work}, {proof}", "", None, seconds, our_value=score["f1"], most=most, megabytes=memory)


if __name__ == "__main__":
    for line in lines():
        print(f"{line.work}: {line.ours:.2f} s, {line.megabytes} MB, F1 {line.our_value}", file=sys.stderr)
