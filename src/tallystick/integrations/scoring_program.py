"""A scoring program for Codabench and CodaLab: reads their folders, and writes leaderboard numbers and a detailed
page."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tallystick.errors import DataError
from tallystick.formats.base import Source
from tallystick.registry import MetricLike
from tallystick.report.page.page import report_page
from tallystick.results.ranking import Ranking
from tallystick.run.inputs.sides import Input
from tallystick.run.inputs.submissions import data_sets_of, submissions_of
from tallystick.run.rank import rank
from tallystick.run.score import score

__all__ = ["score_submission"]

#: The name of the only system.
_SYSTEM = "submission"
#: The names that the two platforms look for.
_PAGES = ("detailed_results.html", "scores.html")
#: How many items the page shows in detail, those with the lowest scores.
_WORST = 200


def score_submission(
    input_folder: str | Path,
    output_folder: str | Path,
    metrics: Sequence[MetricLike] | MetricLike = (),
    *,
    on_missing: str = "zero",
    on_error: str = "zero",
    percent: bool = True,
    page: bool = True,
    **options: Any,
) -> dict[str, float]:
    """Score a submission for a competition platform, and return the numbers of the leaderboard.

    The input folder has the gold in ``ref`` and the submission in ``res``; files are paired as `rank` pairs them. The
    output folder gets ``scores.json`` (Codabench) and ``scores.txt`` (CodaLab) with a number for each metric, the mean
    over data sets, and for each metric and data set; with `page`, also a page that shows every item, as
    ``detailed_results.html`` and ``scores.html``. Numbers are × 100 unless `percent` is false; undefined ones are left
    out. By default a missing or unreadable prediction counts as empty; what is wrong with it is written to standard
    error, which participants can read. The other options are those of `rank`.
    """
    gold, submission = Path(input_folder, "ref"), Path(input_folder, "res")
    output = Path(output_folder)
    output.mkdir(parents=True, exist_ok=True)
    try:
        ranking = rank(
            gold, {_SYSTEM: submission}, metrics, on_missing=on_missing, on_error=on_error, **options
        )
    except DataError as error:
        for problem in error.problems:
            sys.stderr.write(f"error: {problem}\n")
        raise SystemExit(1) from error
    for problem in ranking.comparison.problems:
        sys.stderr.write(f"{problem.level}: {problem}\n")
    scores = _flat_scores(ranking, 100 if percent else 1)
    (output / "scores.json").write_text(json.dumps(scores, indent=2) + "\n", "utf-8")
    (output / "scores.txt").write_text("".join(f"{key}: {value}\n" for key, value in scores.items()), "utf-8")
    if page:
        html = _page(ranking, gold, submission, metrics, on_error=on_error, **options)
        for name in _PAGES:
            (output / name).write_text(html, "utf-8")
    return scores


def _flat_scores(ranking: Ranking, scale: int) -> dict[str, float]:
    """The numbers by column name: the metric and, if there are several, the data set."""
    scores: dict[str, float | None] = {}
    for key, metric in ranking.metrics.items():
        (system,) = metric.systems
        scores[_column(key)] = system.value
        if len(system.datasets) > 1:
            scores |= {_column(f"{key}_{label}"): value for label, value in system.datasets.items()}
    return {name: scale * value for name, value in scores.items() if value is not None}


def _column(name: str) -> str:
    """A name that the leaderboards accept for a column."""
    return re.sub(r"[^0-9A-Za-z.+-]+", "_", name).strip("_")


def _page(
    ranking: Ranking, gold: Path, submission: Path, metrics: Sequence[MetricLike] | MetricLike, **options: Any
) -> str:
    """The page of every item; files that are missing or cannot be read count as empty in it."""
    data = data_sets_of(gold)
    files = submissions_of({_SYSTEM: submission}, data)[_SYSTEM].files
    broken = {gap.file for gap in ranking.gaps}
    groups = {"average": "groups", "by": "dataset"} if len(ranking.datasets) > 1 else {}
    with TemporaryDirectory() as folder:
        for name in data.files:
            _copy(data.files[name], Path(folder, "gold", name))
            if name in files and name not in broken:
                _copy(files[name], Path(folder, "pred", name))
        Path(folder, "pred").mkdir(exist_ok=True)
        own = options | groups | {"on_error": "zero", "task": ranking.comparison.task, "confidence": 0.95}
        report = score(Path(folder, "gold"), Path(folder, "pred"), metrics, **own)
        return report_page({_SYSTEM: report}, title="Submission", worst=_WORST)


def _copy(opened: Callable[[], Input], path: Path) -> None:
    source = opened()
    assert isinstance(source, Source)
    path.parent.mkdir(parents=True, exist_ok=True)
    if source.text is None:
        shutil.copyfile(source.path, path)
    else:
        path.write_text(source.text, "utf-8", "surrogateescape")
