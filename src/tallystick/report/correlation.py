"""Correlations of metrics as output formats see them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from tallystick.dataclass import dataclass
from tallystick.errors import warnings_of
from tallystick.report.comparison_table import letters_of
from tallystick.report.view import Style, Table, TableView
from tallystick.report.wording import RAISED, UNDEFINED, counted, signatures_in_words
from tallystick.results.correlation import Correlation, CorrelationDifference, Correlations, JudgedSet
from tallystick.stats.bootstrap import Interval
from tallystick.version import VERSION

__all__ = ["CorrelationView"]

_TITLES = {"pearson": "Pearson", "spearman": "Spearman", "kendall": "Kendall"}
#: Maximum number of pairs of metrics in tables; JSON and CSV have all of them.
_MOST_PAIRS = 15


@dataclass(frozen=True, slots=True)
class CorrelationView(TableView):
    """Metrics against judgements and against each other."""

    kind: ClassVar[str] = "correlations"
    bulleted: ClassVar[bool] = True

    correlations: Correlations

    def data(self) -> dict[str, object]:
        """All data."""
        return _as_dict(self.correlations)

    def tables(self, style: Style) -> list[Table]:
        """Metrics with judgements; the differences between metrics; metrics with each other."""
        result = self.correlations
        tables = []
        if result.judgements:
            tables += _with_judgements(result, style)
            tables += [_differences(result, style)] if 0 < len(result.between) <= _MOST_PAIRS else []
        if not result.judgements or 0 < len(result.between) <= _MOST_PAIRS:
            tables.append(_between(result, style))
        return tables

    def notes(self, style: Style) -> list[str]:
        """Notes on the numbers: their basis, the tests, and what was left out."""
        result, how = self.correlations, self.correlations.statistics
        items = sum(own.items for own in result.data_sets.values())
        notes = [
            f"{result.task}, {counted(items, 'item')}, correlations over items{style.scale}; Kendall's is τ-b"
        ]
        notes.append(
            f"{100 * how.level:g} % bootstrap intervals, {how.resamples} resamples of items, seed {how.seed}"
        )
        if result.differences:
            adjusted = ", adjusted by Holm over all pairs of metrics" if how.adjust == "holm" else ""
            notes.append(
                "superscript letter: significantly higher than that metric, "
                f"p < {how.alpha:g}{adjusted}; Williams' test for Pearson, bootstrap for the others"
            )
            pairs = len(result.differences) // (3 * len(result.judgements) * len(result.data_sets))
            if how.adjust == "holm" and pairs >= how.alpha * (how.resamples + 1):
                notes.append(
                    f"{how.resamples} resamples are too few to find a difference among {pairs} pairs by the bootstrap"
                )
        notes += [note for name, own in result.data_sets.items() for note in _left_out(name, own)]
        if result.judgements and len(result.between) > _MOST_PAIRS:
            notes.append("correlations and differences between metrics: -f json or -f csv")
        return notes

    def signatures(self) -> list[str]:
        """The signature of every metric."""
        return signatures_in_words(self.correlations.metrics.values())

    def records(self) -> Iterator[Sequence[object]]:
        """A row for each correlation and each difference, and each of their coefficients."""
        yield ["kind", "data_set", "metric", "other", "coefficient", "base", "value", "low", "high", "items",
               "test", "p", "p_adjusted"]  # fmt: skip
        result = self.correlations
        own = [each for metric in result.metrics.values() for each in metric.correlations]
        for kind, group in (("judgement", own), ("metric", result.between)):
            for each in group:
                for name, value in each.values.items():
                    yield [kind, each.data_set, each.metric, each.other, name, None, value, *each.intervals[name],
                           each.items, None, None, None]  # fmt: skip
        for difference in result.differences:
            yield ["difference", difference.data_set, difference.metric, difference.judgement,
                   difference.coefficient, difference.base, difference.value, *difference.interval,
                   difference.items, difference.test, difference.p, difference.adjusted]  # fmt: skip


def _with_judgements(result: Correlations, style: Style) -> list[Table]:
    """A row for each metric and judgement: all coefficients of one data set, or a table for each over all of them."""
    several = len(result.judgements) > 1
    letters = letters_of(tuple(result.metrics))
    rows = [
        ([letters[key] if index == 0 else "", key if index == 0 else "", *([judgement] if several else [])],
         [each for each in metric.correlations if each.other == judgement])
        for key, metric in result.metrics.items()
        for index, judgement in enumerate(result.judgements)
    ]  # fmt: skip
    head = ["", "metric", *(["judgement"] if several else [])]
    if len(result.data_sets) == 1:
        table = _one_data_set(head, [(labels, own[0]) for labels, own in rows], result, style)
        return [replace(table, title="Metrics with judgements")]

    def mark(each: Correlation, coefficient: str) -> str:
        return "".join(letters[key] for key in result.better_than(each, coefficient)).translate(RAISED)

    tables = []
    for coefficient, title in _TITLES.items():
        marks = {
            (each.metric, each.other, each.data_set): mark(each, coefficient)
            for _, own in rows
            for each in own
        }
        width = max(map(len, marks.values()))
        cells = [
            [*labels,
             *(style.number(each.values[coefficient]) + marks[each.metric, each.other, each.data_set].ljust(width)
               for each in own),
             style.number(result[own[0].metric].mean(coefficient, own[0].other)),
             style.number(result[own[0].metric].harmonic_mean(coefficient, own[0].other))]
            for labels, own in rows
        ]  # fmt: skip
        tables.append(
            Table(
                [*head, *result.data_sets, "mean", "harmonic mean"],
                cells,
                len(head),
                title=f"Metrics with judgements: {title}",
            )
        )
    return tables


def _one_data_set(
    head: Sequence[str], rows: Sequence[tuple[list[str], Correlation]], result: Correlations, style: Style
) -> Table:
    """A row for each correlation with all coefficients and their intervals."""
    letters = letters_of(tuple(result.metrics))
    level = f"{100 * result.statistics.level:g} %"
    header = [*head, *(cell for title in _TITLES.values() for cell in (title, level)), "items"]
    marks = [
        [
            "".join(letters[key] for key in result.better_than(each, coefficient)).translate(RAISED)
            for coefficient in _TITLES
        ]
        for _, each in rows
    ]
    widths = [max(map(len, column)) for column in zip(*marks, strict=True)]
    cells = []
    for (labels, each), own in zip(rows, marks, strict=True):
        numbers = []
        for coefficient, mark, width in zip(_TITLES, own, widths, strict=True):
            numbers.append(style.number(each.values[coefficient]) + mark.ljust(width))
            numbers.append(_range(each.intervals[coefficient], style.number))
        cells.append([*labels, *numbers, str(each.items)])
    return Table(header, cells, len(head))


def _between(result: Correlations, style: Style) -> Table:
    """A row for each pair of metrics."""
    title = "Metrics with each other"
    if len(result.data_sets) == 1:
        rows = [([each.metric, each.other], each) for each in result.between]
        return replace(_one_data_set(["metric", "metric"], rows, result, style), title=title)
    cells = [
        [each.data_set, each.metric, each.other, *(style.number(each.values[name]) for name in _TITLES),
         str(each.items)]
        for each in result.between
    ]  # fmt: skip
    return Table(["data set", "metric", "metric", *_TITLES.values(), "items"], cells, 3, title=title)


def _differences(result: Correlations, style: Style) -> Table:
    """A row for each pair of metrics and judgement: the difference of their Pearson's r."""
    several = len(result.judgements) > 1, len(result.data_sets) > 1
    head = [*(["judgement"] if several[0] else []), *(["data set"] if several[1] else []), "metric", "base"]
    rows = []
    for difference in result.differences:
        if difference.coefficient != "pearson":
            continue
        labels = [
            *([difference.judgement] if several[0] else []),
            *([difference.data_set] if several[1] else []),
        ]
        rows.append(
            [*labels, difference.metric, difference.base, _signed(difference.value, style.number),
             _range(difference.interval, lambda value: _signed(value, style.number)), difference.test,
             _p(difference.adjusted)]
        )  # fmt: skip
    level = f"{100 * result.statistics.level:g} %"
    return Table(
        [*head, "difference", level, "test", "p"], rows, len(head), title="Differences in Pearson's r"
    )


def _signed(value: float | None, number: Callable[[float | None], str]) -> str:
    return number(value) if value is None or value < 0 else f"+{number(value)}"


def _range(interval: Interval, number: Callable[[float | None], str]) -> str:
    return UNDEFINED if interval.low is None else f"{number(interval.low)} to {number(interval.high)}"


def _p(value: float | None) -> str:
    return UNDEFINED if value is None else "<0.0001" if value < 0.0001 else f"{value:.4f}"


def _left_out(name: str, own: JudgedSet) -> Iterator[str]:
    """Notes on what was left out of a data set."""
    where = f" in {name}" if name else ""
    for judgement, count in own.judged.items():
        if count < own.items:
            yield f"{counted(own.items - count, 'item')} without {judgement}{where} left out"
    for key, count in own.undefined.items():
        if count:
            yield f"{counted(count, 'item')} without a score of {key}{where} left out"
    if own.unknown:
        yield f"{counted(own.unknown, 'judgement')}{where} without an item left out"


def _as_dict(result: Correlations) -> dict[str, object]:
    """Everything as plain data."""
    how = result.statistics
    return {
        "tallystick": VERSION,
        "task": result.task,
        "signature": {key: metric.signature for key, metric in result.metrics.items()},
        "judgements": list(result.judgements),
        "level": how.level,
        "resamples": how.resamples,
        "seed": how.seed,
        "adjust": how.adjust,
        "data_sets": {name: _data_set(result, name) for name in result.data_sets},
        "means": {
            key: {
                judgement: {
                    name: {
                        "mean": metric.mean(name, judgement),
                        "harmonic": metric.harmonic_mean(name, judgement),
                    }
                    for name in _TITLES
                }
                for judgement in result.judgements
            }
            for key, metric in result.metrics.items()
        },
        "warnings": warnings_of(result.problems),
        **({"notes": list(result.notes)} if result.notes else {}),
    }


def _data_set(result: Correlations, name: str) -> dict[str, object]:
    own = result.data_sets[name]
    return {
        "items": own.items,
        "judged": dict(own.judged),
        "undefined": dict(own.undefined),
        "unknown_judgements": own.unknown,
        "metrics": {
            key: {each.other: _correlation(each) for each in metric.correlations if each.data_set == name}
            for key, metric in result.metrics.items()
        },
        "between": [
            {"metrics": [each.metric, each.other], **_correlation(each)}
            for each in result.between
            if each.data_set == name
        ],
        "differences": [
            _difference(each, result.statistics.alpha) for each in result.differences if each.data_set == name
        ],
    }


def _correlation(each: Correlation) -> dict[str, object]:
    return {
        **each.values,
        "ci": {name: list(interval) for name, interval in each.intervals.items()},
        "items": each.items,
    }


def _difference(difference: CorrelationDifference, alpha: float) -> dict[str, object]:
    return {
        "judgement": difference.judgement,
        "coefficient": difference.coefficient,
        "base": difference.base,
        "metric": difference.metric,
        "difference": difference.value,
        "ci": list(difference.interval),
        "items": difference.items,
        "test": difference.test,
        "p": difference.p,
        "adjusted": difference.adjusted,
        "better": difference.better(alpha),
    }
