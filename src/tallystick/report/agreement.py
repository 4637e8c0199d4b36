"""Agreement between annotators as output formats see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from tallystick.dataclass import dataclass
from tallystick.errors import warnings_of
from tallystick.report.label_agreement import label_data, label_tables
from tallystick.report.rows import COUNTS, counts_of, counts_something, score_fields
from tallystick.report.view import Style, Table, TableView
from tallystick.report.wording import (
    average_in_words,
    counted,
    groups_in_words,
    intervals_in_words,
    range_in_words,
    signatures_in_words,
    title_of,
)
from tallystick.results.agreement import Agreement, MetricAgreement, PairCoverage, PairScore, mean
from tallystick.stats.bootstrap import Interval
from tallystick.version import VERSION

__all__ = ["AgreementView"]


@dataclass(frozen=True, slots=True)
class AgreementView(TableView):
    """Annotators compared with each other."""

    kind: ClassVar[str] = "agreement"

    agreement: Agreement

    def data(self) -> dict[str, object]:
        """All data."""
        return _as_dict(self.agreement)

    def tables(self, style: Style) -> list[Table]:
        """On a screen a matrix for each metric; else, and for two annotators, one table with a row for each metric."""
        agreement = self.agreement
        labels = label_tables(agreement.labels, style) if agreement.labels else []
        if len(agreement.annotators) > 2 and style.screen and not agreement.settings.by:
            matrices = [_matrix(metric, style) for metric in agreement.metrics.values()]
            pairs = [_pairs(agreement, style)] if agreement.settings.confidence is not None else []
            return [*matrices, *pairs, *labels]
        table = (_two if len(agreement.annotators) == 2 else _pairs_as_columns)(agreement, style)
        return [replace(table, title="Scores"), *labels] if labels else [table]

    def notes(self, style: Style) -> list[str]:
        """Notes on the numbers, and on how much each pair of annotators has in common."""
        agreement = self.agreement
        average = average_in_words(agreement.settings.average)
        first = f"{agreement.task}, {len(agreement.annotators)} annotators, {average}{style.scale}"
        counts = {pair.items for pair in agreement.coverage}
        if len(counts) == 1 and all(pair.complete for pair in agreement.coverage):
            notes = [f"{first}; {counted(counts.pop(), 'item')}"]
        else:
            notes = [first, *(_in_words(pair, agreement.part) for pair in agreement.coverage)]
        shown = [label for _, label, _ in _shown_rows(agreement) if label is not None]
        notes += groups_in_words(agreement.settings.by, shown)
        if len(agreement.annotators) == 2 and not _both_ways(agreement):
            notes.append(f"P and R treat {agreement.annotators[0]} as the gold")
        settings = agreement.settings
        if settings.confidence is not None:
            lone = None if any(pair.items > 1 for pair in agreement.coverage) else "item"
            notes.append(
                intervals_in_words(settings.confidence, "items", settings.resamples, settings.seed, lone=lone)
            )
        return notes

    def signatures(self) -> list[str]:
        """The signature of every metric."""
        return signatures_in_words(self.agreement.metrics.values())

    def records(self) -> Iterator[Sequence[object]]:
        """One row for each metric and pair, and for each label where there are any."""
        agreement = self.agreement
        fields = _fields(agreement)
        by = agreement.settings.by
        alone = {(pair.a, pair.b): (pair.only_a, pair.only_b, pair.skipped) for pair in agreement.coverage}
        alone |= {(b, a): (only_b, only_a, skipped) for (a, b), (only_a, only_b, skipped) in alone.items()}
        bounds = ["low", "high"] if agreement.settings.confidence is not None else []
        columns = ["a", "b", *fields, *bounds, *COUNTS, "items", "only_a", "only_b", "skipped"]
        yield ["metric", *(["group"] if by else []), *columns]
        for key, label, pairs in _rows(agreement):
            for pair in pairs:
                group = [label or ""] if by else []
                values = [pair.values.get(name) for name in fields]
                counts = counts_of(pair.score.tally, pair.score.reading)
                left_out = alone[pair.a, pair.b] if label is None else (None, None, None)
                interval = pair.interval or (None, None)
                values += interval if bounds else ()
                yield [key, *group, pair.a, pair.b, *values, *counts, pair.items, *left_out]


def _fields(agreement: Agreement) -> list[str]:
    return list(
        dict.fromkeys(name for metric in agreement.metrics.values() for name in metric.pairs[0].values)
    )


def _both_ways(agreement: Agreement) -> bool:
    return any(metric.both_ways for metric in agreement.metrics.values())


def _rows(agreement: Agreement) -> Iterator[tuple[str, str | None, Sequence[PairScore]]]:
    """The metric of each row, its label, its pairs: the whole, which has no label, then its groups."""
    for metric in agreement.metrics.values():
        yield metric.key, None, metric.pairs
        yield from ((metric.key, label, pairs) for label, pairs in metric.groups.items())


def _shown_rows(agreement: Agreement) -> Iterator[tuple[str, str | None, Sequence[PairScore]]]:
    """The rows of tables: a metric may count nothing in a group."""
    for key, label, pairs in _rows(agreement):
        if label is None or any(counts_something(pair.score.tally, pair.score.reading) for pair in pairs):
            yield key, label, pairs


def _row_names(key: str, label: str | None, by: str | None) -> list[str]:
    return [key, *([label or "all"] if by else [])]


def _matrix(metric: MetricAgreement, style: Style) -> Table:
    """The headline numbers of a metric, and the mean of each annotator; no annotator is compared with themselves."""
    means = metric.by_annotator
    rows = [
        [
            name,
            *("" if row == column else style.number(value) for column, value in enumerate(values)),
            style.number(means[name]),
        ]
        for row, (name, values) in enumerate(zip(metric.annotators, metric.matrix, strict=True))
    ]
    pairs = f"{len(metric.pairs)} {'directions' if metric.both_ways else 'pairs'}"
    undefined = f", {metric.undefined} of them undefined and left out" if metric.undefined else ""
    gold = "; rows are gold, columns are predictions" if metric.both_ways else ""
    return Table(
        ["", *metric.annotators, "mean"],
        rows,
        title=f"{metric.key}  {title_of(metric.headline)}",
        note=f"mean {_with_interval(metric.mean, metric.interval, style)} ({pairs}{undefined}){gold}",
    )


def _pairs(agreement: Agreement, style: Style) -> Table:
    """The interval of each pair of annotators, for which a matrix has no room."""
    rows = [
        [metric.key, f"{pair.a} – {pair.b}", style.number(pair.value),
         range_in_words(pair.interval or (None, None), style.number), str(pair.items)]
        for metric in agreement.metrics.values()
        for pair in metric.pairs
    ]  # fmt: skip
    level = f"{100 * (agreement.settings.confidence or 0):g} %"
    return Table(["metric", "annotators", "score", level, "items"], rows, 2, title="Pairs of annotators")


def _pairs_as_columns(agreement: Agreement, style: Style) -> Table:
    """A row for each metric, and each label; the numbers of each pair, and their mean."""
    by = agreement.settings.by
    head = ["metric", *([by] if by else [])]
    directions = list(dict.fromkeys((pair.a, pair.b) for m in agreement.metrics.values() for pair in m.pairs))
    rows = []
    for key, label, pairs in _shown_rows(agreement):
        values = {(pair.a, pair.b): _with_interval(pair.value, pair.interval, style) for pair in pairs}
        cells = [values.get(direction, "") for direction in directions]
        interval = agreement[key].interval if label is None else None
        rows.append([*_row_names(key, label, by), *cells, _with_interval(mean(pairs), interval, style)])
    return Table([*head, *(f"{a} – {b}" for a, b in directions), "mean"], rows, len(head))


def _two(agreement: Agreement, style: Style) -> Table:
    """Two annotators: also precision and recall, with the first as the gold, or each in turn."""
    by, turns, fields = agreement.settings.by, _both_ways(agreement), _fields(agreement)
    level = agreement.settings.confidence
    head = ["metric", *([by] if by else []), *(["gold"] if turns else [])]
    rows = []
    for key, label, pairs in _shown_rows(agreement):
        for pair in pairs:
            gold = [pair.a] if turns else []
            values = [style.number(pair.values[name]) if name in pair.values else "" for name in fields]
            if level is not None:
                values.append(range_in_words(pair.interval or (None, None), style.number))
            rows.append([*_row_names(key, label, by), *gold, *values])
    columns = [*map(title_of, fields), *([f"{100 * level:g} %"] if level is not None else [])]
    return Table([*head, *columns], rows, len(head))


def _with_interval(value: float | None, interval: Interval | None, style: Style) -> str:
    """A number, and its interval if there is one."""
    words = f" ({range_in_words(interval, style.number)})" if interval is not None else ""
    return f"{style.number(value)}{words}"


def _in_words(pair: PairCoverage, part: str) -> str:
    """How many items two annotators have in common."""
    parts = [f"{counted(pair.items, 'item')} compared"]
    parts += [
        f"{count} only in {name}" for name, count in ((pair.a, pair.only_a), (pair.b, pair.only_b)) if count
    ]
    if pair.skipped:
        parts.append(f"{counted(pair.skipped, part)} skipped")
    compared, *others = pair.parts.items() or [("", 0)]
    if any(count for _, count in others):
        for label, count in (compared, *others):
            if count:
                shown = {
                    "gold_only": f"only in {pair.a}",
                    "pred_only": f"only in {pair.b}",
                    "words_compared": "words of incomplete documents compared",
                }.get(label, label)
                parts.append(f"{count} {shown.replace('_', ' ')}")
    return f"{pair.a} – {pair.b}: {', '.join(parts)}"


def _as_dict(agreement: Agreement) -> dict[str, object]:
    """Everything as plain data; fractions at full precision."""
    return {
        "tallystick": VERSION,
        "task": agreement.task,
        "signature": {key: metric.signature for key, metric in agreement.metrics.items()},
        "annotators": list(agreement.annotators),
        "metrics": {key: _metric(metric, agreement.settings.by) for key, metric in agreement.metrics.items()},
        **({"labels": [label_data(layer) for layer in agreement.labels]} if agreement.labels else {}),
        "coverage": [_coverage(pair) for pair in agreement.coverage],
        "warnings": warnings_of(agreement.problems),
        **({"notes": list(agreement.notes)} if agreement.notes else {}),
    }


def _metric(metric: MetricAgreement, by: str | None) -> dict[str, object]:
    result: dict[str, object] = {
        "headline": metric.headline,
        "matrix": metric.matrix,
        "mean": metric.mean,
        **({"ci": list(metric.interval)} if metric.interval is not None else {}),
        "by_annotator": metric.by_annotator,
        "undefined": metric.undefined,
        "pairs": [_pair(pair) for pair in metric.pairs],
    }
    if by:
        groups = {
            label: {"mean": mean(pairs), "pairs": [_pair(p) for p in pairs]}
            for label, pairs in metric.groups.items()
        }
        result["by"] = {by: groups}
    return result


def _pair(pair: PairScore) -> dict[str, object]:
    data: dict[str, object] = {"a": pair.a, "b": pair.b, "items": pair.items}
    data |= score_fields(pair.score, dict(pair.values))
    if pair.intervals:
        data["ci"] = {name: list(interval) for name, interval in pair.intervals.items()}
    return data


def _coverage(pair: PairCoverage) -> dict[str, object]:
    return {
        "a": pair.a,
        "b": pair.b,
        "items": pair.items,
        "only_a": pair.only_a,
        "only_b": pair.only_b,
        "skipped": pair.skipped,
        **pair.parts,
    }
