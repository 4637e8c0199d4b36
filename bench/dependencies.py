"""CoNLL-U files, scored by the command: the golden files of Universal Dependencies, repeated."""

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.command import cpu_of_command, tallystick
from bench.graphs import SHARED
from bench.line import Line
from bench.peers import peer_python

SENTENCES = 20_000
DATA = SHARED / "goldens" / "ud" / "data"
#: Predictions with the tokens of the gold, and predictions of all kinds.
KINDS = {"the same tokens": ("tags.conllu",), "tokens and sentences differ": ("*.conllu",)}
#: The other program is stopped after so many seconds.
MOST_SECONDS = 600


def lines() -> Iterator[Line]:
    """The lines of the table that concern dependencies."""
    if not DATA.is_dir():
        print(f"ud: skipped, there is no {DATA}", file=sys.stderr)
        return
    official = peer_python().with_name("udeval")
    for kind, patterns in KINDS.items():
        with TemporaryDirectory() as folder:
            paths = [Path(folder, name) for name in ("gold.conllu", "pred.conllu")]
            sentences = write(DATA, patterns, *paths)
            ours, printed = cpu_of_command(
                [tallystick(), "score", *paths, "--preset", "conll-2018", "--no-progress"]
            )
            theirs, answer = cpu_of_command(
                [official, "-v", "--no-enhanced", *paths], runs=1, most=MOST_SECONDS
            )
            program = "udeval of udtools 0.2.9" + ("" if theirs else f", stopped after {MOST_SECONDS} s")
            yield Line(f"conll-2018, {sentences:,} sentences, {kind}, command", program, theirs, ours or 0.0, 10,
                       _f1(answer, "LAS"), _f1(printed, "las"))  # fmt: skip


def write(
    data: Path, patterns: tuple[str, ...], gold_path: Path, pred_path: Path, least: int = SENTENCES
) -> int:
    """Write both files with this many sentences or more, and return how many sentences the gold has."""
    golds, preds = [], []
    for pattern in patterns:
        for path in sorted(data.glob(f"*_*/{pattern}")):
            if path.name != "gold.conllu":
                golds.append(path.with_name("gold.conllu").read_text("utf-8"))
                preds.append(path.read_text("utf-8"))
    sentences = sum(text.count("\n\n") for text in golds)
    times = -(-least // sentences)
    gold_path.write_text("".join(golds) * times, "utf-8")
    pred_path.write_text("".join(preds) * times, "utf-8")
    return sentences * times


def _f1(printed: str, metric: str) -> float | None:
    """Return the F1 in the row of a metric: the third number in both tables."""
    for row in printed.splitlines():
        cells = row.replace("|", " ").split()
        if cells[:1] == [metric]:
            return float(cells[3]) / 100
    return None
