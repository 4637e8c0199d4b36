"""Comparisons of systems as text, JSON, CSV, Markdown, LaTeX."""

from __future__ import annotations

import csv
import io
import re

from tallystick.errors import warnings_of
from tallystick.report.markup import fraction, latex_table, markdown_table
from tallystick.run.comparison import Comparison, SystemCoverage, records_of
from tallystick.run.comparison_table import LOWERED, RAISED, cells_of, footer_lines, letters_of
from tallystick.run.table import aligned, percent
from tallystick.stats.comparison import Difference, MetricComparison, SystemScore
from tallystick.version import VERSION
from tallystick.visible import json_text

__all__ = ["WRITERS", "as_dict"]

#: The sign of a number; a hyphen would be too short for it.
_SIGN = re.compile(r"(?<![\w-])([+-])(?=\d)")
_RAISED = re.compile(f"[{''.join(map(chr, RAISED.values()))}]+")


def as_text(found: Comparison) -> str:
    """For people: numbers × 100."""
    header, body, left = cells_of(found, percent)
    return aligned(header, body, left=left) + "".join(
        f"{line}\n" for line in footer_lines(found, scale=", × 100")
    )


def as_markdown(found: Comparison) -> str:
    """A Markdown table, and below it what the numbers are."""
    lines = "".join(f"- {line}\n" for line in footer_lines(found))
    return f"{markdown_table(*cells_of(found, fraction))}\n{lines}"


def as_latex(found: Comparison) -> str:
    """A LaTeX table for the booktabs package; comments say what the numbers are."""
    comments = "".join(f"% {line}\n" for line in footer_lines(found))
    table = _SIGN.sub(r"$\1$", latex_table(*cells_of(found, fraction)))
    return comments + _RAISED.sub(lambda match: rf"\textsuperscript{{{match[0].translate(LOWERED)}}}", table)


def as_dict(found: Comparison) -> dict[str, object]:
    """Everything as plain data; fractions at full precision."""
    how = found.statistics
    return {
        "tallystick": VERSION,
        "task": found.task,
        "signature": {key: metric.signature for key, metric in found.metrics.items()},
        "baseline": found.names[0],
        "systems": list(found.names),
        "letters": letters_of(found.names),
        "items": found.items,
        "unit": found.unit,
        "units": found.units,
        "average": found.settings.average,
        "level": how.level,
        "tests": list(how.tests),
        "trials": how.trials,
        "resamples": how.resamples,
        "seed": how.seed,
        "adjust": how.adjust,
        "comparisons": found.comparisons,
        "metrics": {key: _metric(metric, found) for key, metric in found.metrics.items()},
        "coverage": {name: _coverage(own) for name, own in found.coverage.items()},
        "warnings": warnings_of(found.problems),
    }


def _coverage(own: SystemCoverage) -> dict[str, object]:
    counts = {"items": own.items, "skipped": own.skipped, "zeroed": own.zeroed, "left_out": own.left_out}
    return counts | ({"unproved": own.unproved} if own.unproved else {})


def _metric(metric: MetricComparison, found: Comparison) -> dict[str, object]:
    return {
        "number": metric.headline,
        "systems": {
            name: _system(score) | {"better_than": metric.better_than(name, found.statistics)}
            for name, score in metric.systems.items()
        },
        "differences": [_difference(one, found) for one in metric.differences],
    }


def _system(score: SystemScore) -> dict[str, object]:
    return {
        **score.values,
        "ci": {name: list(interval) for name, interval in score.intervals.items()},
        "deviation": dict(score.deviations),
        "undefined_resamples": dict(score.undefined),
    }


def _difference(one: Difference, found: Comparison) -> dict[str, object]:
    return {
        "base": one.base,
        "system": one.system,
        "difference": one.value,
        "ci": list(one.interval),
        "wins": one.wins,
        "ties": one.ties,
        "losses": one.losses,
        "incomparable": one.incomparable,
        "undefined_resamples": one.undefined,
        "better": one.better(found.statistics),
        "tests": {
            test: {
                "p": verdict.p,
                "adjusted": verdict.adjusted,
                "trials": verdict.trials,
                "exact": verdict.exact,
                "undefined": verdict.undefined,
            }
            for test, verdict in ((test, one.tests[test]) for test in found.statistics.tests)
        },
    }


def as_json(found: Comparison) -> str:
    """Everything, for programs."""
    return json_text(as_dict(found), indent=2) + "\n"


def as_csv(found: Comparison) -> str:
    """One row for each metric and system, compared with the baseline, then for each other comparison."""
    rows = records_of(found)
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(rows[0])
    # The writer leaves the cell of a None empty; truth is written as in JSON.
    writer.writerows(
        [str(value).lower() if isinstance(value, bool) else value for value in row.values()] for row in rows
    )
    return stream.getvalue()


WRITERS = {"text": as_text, "json": as_json, "csv": as_csv, "markdown": as_markdown, "latex": as_latex}
