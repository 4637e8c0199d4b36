"""The scores of a report as rows: what every output format is made from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tallystick.dataclass import dataclass
from tallystick.results.report import MetricReport, Report
from tallystick.tally import Reading, Score, Tally

__all__ = [
    "COUNTS",
    "Row",
    "counts_of",
    "counts_something",
    "fields_of",
    "further_counts",
    "rows_of",
    "score_fields",
]

#: The counts behind a score, as columns.
COUNTS = ("matched_pred", "matched_gold", "pred_total", "gold_total")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table: a metric, perhaps of one item or of one group."""

    metric: MetricReport
    values: dict[str, float | None]
    tally: Tally
    reading: Reading
    item: str | None = None
    group: str | None = None


def rows_of(report: Report, *, items: bool = False) -> Iterator[Row]:
    """The rows of a report: the corpus, then the groups, then the items."""
    for metric in report.metrics.values():
        yield Row(metric, dict(metric.values), metric.tally, metric.reading)
    for label, metrics in report.groups.items():
        for metric in metrics.values():
            yield Row(metric, dict(metric.values), metric.tally, metric.reading, group=label)
    if items:
        for metric in report.metrics.values():
            for item in metric.items:
                yield Row(metric, dict(item.values), item.score.tally, metric.reading, item=item.id)


def fields_of(report: Report) -> list[str]:
    """The names of the numbers that occur, in the usual order."""
    present = {name for metric in report.metrics.values() for name in metric.reading.fields}
    usual = [name for name in ("precision", "recall", "f1") if name in present]
    return usual + sorted(present - set(usual))


def further_counts(report: Report) -> list[str]:
    """The names of the counts that some metrics have beside the usual ones."""
    return list(dict.fromkeys(name for metric in report.metrics.values() for name in metric.reading.counts))


def counts_of(tally: Tally, reading: Reading) -> Sequence[float | None]:
    """The counts behind a score; None for what is computed from other metrics."""
    return [None if reading.parts else float(getattr(tally, name)) for name in COUNTS]


def score_fields(score: Score, values: dict[str, float | None], *, item: bool = False) -> dict[str, object]:
    """The numbers of a score with the counts behind them, as in the JSON output."""
    tally = score.tally
    result: dict[str, object] = dict(values)
    names = score.reading.parts
    if names:
        # The sum over no items has no parts.
        parts = tally.parts or [Tally(items=0, proved=0)] * len(names)
        result["parts"] = {
            name: _counts(part, sides=part.matched_pred != part.matched_gold)
            for name, part in zip(names, parts, strict=True)
        }
    else:
        # Some metrics have one number of matches for both sides only in plain cases.
        result |= _counts(tally, sides=score.reading.sides or tally.matched_pred != tally.matched_gold)
        result |= {name: float(count) for name, count in score.reading.counted(tally).items()}
    if score.reading.normaliser not in ("", "f1") and not item:
        result["headline"] = score.reading.headline
        if score.reading.beta is not None:
            result["beta"] = score.reading.beta
    result["optimal"] = tally.proved == tally.items if item else tally.proved
    if tally.slack:
        result["upper_bound"] = tally.matched_pred + tally.slack
    return result


def _counts(tally: Tally, *, sides: bool) -> dict[str, object]:
    matched: dict[str, object] = (
        {"matched_pred": float(tally.matched_pred), "matched_gold": float(tally.matched_gold)}
        if sides
        else {"matched": float(tally.matched_pred)}
    )
    return matched | {"pred_total": float(tally.pred_total), "gold_total": float(tally.gold_total)}


def counts_something(tally: Tally, reading: Reading) -> bool:
    """Return whether a metric counts anything in a group; tables leave out the others."""
    return bool(reading.parts or tally.pred_total or tally.gold_total)
