"""The main rows of the BAMBOO benchmark: Pearson's r × 100 between a metric and human judgements.

    python -m bench.bamboo [METRIC …]

A metric may carry options: ``smatch(root=concept)``. Gold is the source sentence, pred the target.
"""

import sys
from statistics import correlation

from bench.graphs import SHARED
from tallystick.formats.penman.reader import load
from tallystick.registry import choose
from tallystick.report.columns import aligned
from tallystick.tally import Score
from tallystick.tasks.amr.task import TASK

SETS = ("sts", "sick", "para")
METRICS = (
    "smatch", "smatch(root=concept)", "smatch(standardize=generic)", "smatch(standardize=amr)",
    "smatch(standardize=smatch-1.0.4,duplicates=multiply)", "ancast.relation", "ancast.unlabeled", "ancast.smatch",
    "ancast.relation(convention=ancast-0.1.1)", "ancast.unlabeled(convention=ancast-0.1.1)",
    "ancast.smatch(convention=ancast-0.1.1)", "sembleu", "wlk",
)  # fmt: skip


def row(expression: str) -> list[float]:
    """The three main cells of a metric."""
    (chosen,) = choose(TASK, [expression])
    scorer = chosen.scorer()
    cells = []
    for name in SETS:
        folder = SHARED / "data" / "bamboo-main"
        golds, preds = load(folder / f"{name}.src.amr"), load(folder / f"{name}.tgt.amr")
        human = [float(line) for line in (folder / f"{name}.human.txt").read_text().split()]
        scores = [
            Score(scorer.tally(gold, pred), scorer.reading).value
            for gold, pred in zip(golds, preds, strict=True)
        ]
        cells.append(100 * correlation([score or 0.0 for score in scores], human))
    return cells


def main() -> None:
    body = [[name, *(f"{cell:.2f}" for cell in row(name))] for name in sys.argv[1:] or METRICS]
    print(aligned(["metric", *SETS], body), end="")


if __name__ == "__main__":
    main()
