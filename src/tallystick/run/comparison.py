"""The result of comparing systems: their scores, their differences, and what was compared; and its table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from tallystick.errors import Problem, UsageError
from tallystick.run.settings import Settings
from tallystick.run.table import TITLES, UNDEFINED, Cells, aligned, average_in_words, percent
from tallystick.stats.bootstrap import Interval
from tallystick.stats.comparison import Difference, MetricComparison, Statistics

if TYPE_CHECKING:
    import pandas
    import polars

__all__ = [
    "LOWERED",
    "RAISED",
    "Comparison",
    "SystemCoverage",
    "cells_of",
    "footer_lines",
    "letters_of",
    "records_of",
]

#: There is no small q above the line.
_LETTERS = "abcdefghijklmnoprstuvwxyz"
_PLAIN, _HIGH = _LETTERS + "0123456789", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ" + "⁰¹²³⁴⁵⁶⁷⁸⁹"
RAISED, LOWERED = str.maketrans(_PLAIN, _HIGH), str.maketrans(_HIGH, _PLAIN)

_TESTS = {"ar": "paired approximate randomisation", "bs": "paired bootstrap"}
_SHORT = {"ar": "randomisation", "bs": "bootstrap"}


@dataclass(frozen=True, slots=True)
class SystemCoverage:
    """How much of a system's output was scored."""

    items: int
    skipped: int = 0
    """How many items, or parts of items, were left out because they cannot be read."""
    zeroed: int = 0
    """How many were counted as empty."""
    left_out: int = 0
    """How many items were scored, and left out here, because not all systems have them, or not all of their parts."""
    unproved: str = ""
    """Which metrics have items that are not proved to be optimal, in words; empty if all are."""


@dataclass(frozen=True, slots=True, repr=False)
class Comparison:
    """How systems compare with one another.

    ``comparison["smatch"].systems["b"].f1`` is a number, ``comparison["smatch"].difference("a", "b").tests["ar"].p``
    a p-value.
    """

    task: str
    names: tuple[str, ...]
    """The systems; the first one is the baseline."""
    metrics: Mapping[str, MetricComparison]
    items: int
    """How many items all systems have in common: those that were compared."""
    units: int
    """How many items, or documents, were drawn and exchanged."""
    unit: str
    statistics: Statistics
    settings: Settings
    coverage: Mapping[str, SystemCoverage]
    part: str = "item"
    """What is skipped, in a word."""
    problems: tuple[Problem, ...] = ()

    def __getitem__(self, key: str) -> MetricComparison:
        try:
            return self.metrics[key]
        except KeyError:
            raise KeyError(
                f"no metric {key!r} in this comparison; it has {', '.join(self.metrics)}"
            ) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self.metrics)

    @property
    def comparisons(self) -> int:
        """How many differences were tested."""
        return sum(len(metric.differences) for metric in self.metrics.values())

    def to_pandas(self) -> pandas.DataFrame:
        """A table with a row for each metric and system, and each further comparison of two systems."""
        try:
            import pandas as pd
        except ImportError as error:
            raise UsageError("to_pandas needs pandas: pip install tallystick[pandas]") from error
        return pd.DataFrame(records_of(self))

    def to_polars(self) -> polars.DataFrame:
        """The same table for Polars."""
        try:
            import polars as pl
        except ImportError as error:
            raise UsageError("to_polars needs polars: pip install tallystick[polars]") from error
        return pl.DataFrame(records_of(self), infer_schema_length=None)

    def __repr__(self) -> str:
        header, body, left = cells_of(self, percent)
        return aligned(header, body, left=left) + "\n".join(footer_lines(self, scale=", × 100"))

    def _repr_html_(self) -> str:
        header, body, _ = cells_of(self, percent)
        head = "".join(f"<th>{escape(cell)}</th>" for cell in header)
        rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in body)
        note = "<br>".join(escape(line) for line in footer_lines(self, scale=", × 100"))
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table><p>{note}</p>"


def letters_of(names: tuple[str, ...]) -> dict[str, str]:
    """A letter for each system, by which others name it; beyond the alphabet, a letter with a number.

    >>> list(letters_of(tuple(map(str, range(27)))).values())[-4:]
    ['y', 'z', 'a1', 'b1']
    """
    size = len(_LETTERS)
    return {
        name: _LETTERS[place % size] + (str(place // size) if place >= size else "")
        for place, name in enumerate(names)
    }


def cells_of(found: Comparison, shown: Callable[[float | None], str]) -> Cells:
    """The cells of the table: a row for each metric and system. `shown` writes a number."""
    level = f"{100 * found.statistics.level:g} %"
    letters = letters_of(found.names)
    headlines = dict.fromkeys(metric.headline for metric in found.metrics.values())
    title = ", ".join(TITLES.get(name, name) for name in headlines)
    raised = {
        (key, name): "".join(
            letters[other] for other in metric.better_than(name, found.statistics)
        ).translate(RAISED)
        for key, metric in found.metrics.items()
        for name in found.names
    }
    # Raised letters stand after the numbers, which stay in line.
    width = max(map(len, raised.values()))
    tests = found.statistics.tests
    p_heads = ["p"] if len(tests) == 1 else [f"p {_SHORT[test]}" for test in tests]
    header = ["metric", "", "system", title, level, "difference", level, "win/tie/loss", *p_heads]
    body = []
    for key, metric in found.metrics.items():
        for place, name in enumerate(found.names):
            score = metric.systems[name]
            cells = [key if not place else "", letters[name], name]
            cells += [shown(score.values[metric.headline]) + raised[key, name].ljust(width)]
            cells += [_range(score.intervals[metric.headline], shown)]
            body.append(cells + (_difference(metric.difference(found.names[0], name), found, shown) if place else
                                 [""] * (3 + len(tests))))  # fmt: skip
    return header, body, 3


def _range(interval: Interval, shown: Callable[[float | None], str]) -> str:
    return UNDEFINED if interval.low is None else f"{shown(interval.low)}–{shown(interval.high)}"


def _difference(one: Difference, found: Comparison, shown: Callable[[float | None], str]) -> list[str]:
    def signed(value: float | None) -> str:
        return shown(value) if value is None or value < 0 else f"+{shown(value)}"

    interval = (
        UNDEFINED
        if one.interval.low is None
        else f"{signed(one.interval.low)} to {signed(one.interval.high)}"
    )
    p_values = [_p(one.tests[test].adjusted) for test in found.statistics.tests]
    return [signed(one.value), interval, f"{one.wins}/{one.ties}/{one.losses}", *p_values]


def _p(value: float | None) -> str:
    return UNDEFINED if value is None else "<0.0001" if value < 0.0001 else f"{value:.4f}"


def footer_lines(found: Comparison, *, scale: str = "") -> list[str]:
    """What the numbers are: over what, by which tests, and what was left out."""
    how = found.statistics
    first = (
        f"{found.task}, {_counted(found.items, 'item')}, {average_in_words(found.settings.average)}{scale}"
    )
    lines = [
        f"{first}; differences to {found.names[0]}; a raised letter: significantly better than that system"
    ]
    lines += [_test_in_words(found, test) for test in how.tests]
    if found.comparisons > 1:
        adjusted = "adjusted by Holm over" if how.adjust == "holm" else "not adjusted for"
        lines.append(
            f"p-values are {adjusted} {found.comparisons} comparisons; significant: p < {how.alpha:g}"
        )
    else:
        lines.append(f"significant: p < {how.alpha:g}")
    over = "items" if found.unit == "item" else _counted(found.units, found.unit)
    lines.append(
        f"intervals: {100 * how.level:g} %, bootstrap over {over}, {how.resamples} resamples, seed {how.seed}"
    )
    return lines + _left_out(found) + _undefined(found)


def _test_in_words(found: Comparison, test: str) -> str:
    """How the p-values of a test came about."""
    verdicts = [one.tests[test] for metric in found.metrics.values() for one in metric.differences]
    exact = sum(verdict.exact for verdict in verdicts)
    number = found.statistics.trials if test == "ar" else found.statistics.resamples
    unit = "trials" if test == "ar" else "resamples"
    how = f"{number} {unit}"
    if exact == len(verdicts):
        how = "exact: all ways to exchange were tried"
    elif exact:
        how += f" ({exact} of {len(verdicts)} exact)"
    return f"p: {_TESTS[test]} over {found.unit}s, two-sided, {how}"


def _left_out(found: Comparison) -> list[str]:
    """What not all systems have, or could not be read."""
    lines = []
    for name, own in found.coverage.items():
        told = (
            [f"{_counted(own.left_out, 'item')} left out that not all systems have in full"]
            if own.left_out
            else []
        )
        told += [f"{_counted(own.skipped, found.part)} skipped"] if own.skipped else []
        told += [f"{own.zeroed} counted as empty"] if own.zeroed else []
        told += [own.unproved] if own.unproved else []
        if told:
            lines.append(f"{name}: {', '.join(told)}")
    return lines


def _undefined(found: Comparison) -> list[str]:
    """Where numbers are undefined."""
    differences = [one for metric in found.metrics.values() for one in metric.differences]
    items = max(one.incomparable for one in differences)
    resamples = max(one.undefined for one in differences)
    trials = max(one.tests[test].undefined for one in differences for test in found.statistics.tests)
    lines = []
    if items:
        lines.append(f"up to {_counted(items, 'item')} with an undefined number in no win, tie or loss")
    if resamples:
        lines.append(
            f"up to {_counted(resamples, 'resample')} with an undefined number left out of intervals"
        )
    if trials:
        lines.append(
            f"up to {_counted(trials, 'trial')} with an undefined number counted against a difference"
        )
    return lines


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def records_of(found: Comparison) -> list[dict[str, object]]:
    """Everything as rows: each metric and system, compared with the baseline; then the other comparisons."""
    rows = []
    for metric in found.metrics.values():
        first, *others = found.names
        rows.append(_record(found, metric, first, None))
        rows += [_record(found, metric, name, metric.difference(first, name)) for name in others]
        rows += [_record(found, metric, one.system, one) for one in metric.differences if one.base != first]
    return rows


def _record(
    found: Comparison, metric: MetricComparison, name: str, one: Difference | None
) -> dict[str, object]:
    score = metric.systems[name]
    low, high = score.intervals[metric.headline]
    row: dict[str, object] = {
        "metric": metric.key, "system": name, "base": one.base if one else None, "number": metric.headline,
        "value": score.values[metric.headline], "low": low, "high": high,
        "deviation": score.deviations[metric.headline], "difference": one.value if one else None,
        "difference_low": one.interval.low if one else None, "difference_high": one.interval.high if one else None,
        "wins": one.wins if one else None, "ties": one.ties if one else None, "losses": one.losses if one else None,
        "incomparable": one.incomparable if one else None,
    }  # fmt: skip
    for test in found.statistics.tests:
        verdict = one.tests[test] if one else None
        row[f"p_{test}"] = verdict.p if verdict else None
        row[f"p_{test}_adjusted"] = verdict.adjusted if verdict else None
        if test == "ar":
            row["exact_ar"] = verdict.exact if verdict else None
    better = one.better(found.statistics) if one else None
    own = found.coverage[name]
    return row | {"better": better, "items": found.items, "left_out": own.left_out, "skipped": own.skipped,
                  "zeroed": own.zeroed}  # fmt: skip
