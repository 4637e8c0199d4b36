"""The result of a run: a report of scores by metric, in whatever average was asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tallystick.errors import Problem, UsageError
from tallystick.registry import Chosen
from tallystick.run.runner import Collected
from tallystick.stats.averages import average as mean_of
from tallystick.stats.bootstrap import Interval, bootstrap
from tallystick.tally import Alignment, Reading, Score, Tally

if TYPE_CHECKING:
    import pandas

__all__ = ["AVERAGES", "ItemScore", "MetricReport", "Report", "Settings", "build_report"]

AVERAGES = ("micro", "macro", "sentences", "tokens")


@dataclass(frozen=True, slots=True)
class Settings:
    """How sums become numbers."""

    average: str = "micro"
    undefined: str = "null"
    confidence: float | None = None
    resamples: int = 1000
    seed: int = 12345
    on_error: str = "fail"
    by: str | None = None

    def signed(self) -> dict[str, object]:
        """The settings that can move a score."""
        return {"average": self.average, "undefined": self.undefined, "on-error": self.on_error}

    def shown(self, values: Mapping[str, float | None]) -> dict[str, float | None]:
        """Undefined values as null, or as zero."""
        return {n: 0.0 if v is None and self.undefined == "zero" else v for n, v in values.items()}


@dataclass(frozen=True, slots=True)
class ItemScore:
    """The score of one item under one metric."""

    id: str
    score: Score
    values: Mapping[str, float | None]

    @property
    def alignment(self) -> Alignment:
        """What matched, what was missed, what was spurious."""
        return self.score.alignment

    def __getattr__(self, name: str) -> float | None:
        if name in self.values:
            return self.values[name]
        raise AttributeError(name)


@dataclass(frozen=True, slots=True)
class MetricReport:
    """One metric over all items."""

    key: str
    signature: str
    score: Score
    """The micro score: the ratio of sums."""
    values: Mapping[str, float | None]
    """The numbers in the average that was asked for."""
    average: str = "micro"
    undefined: Mapping[str, int] = field(default_factory=dict)
    """How many items a mean leaves out, because the number is undefined there."""
    intervals: Mapping[str, Interval] = field(default_factory=dict)
    items: Sequence[ItemScore] = ()

    @property
    def tally(self) -> Tally:
        """The summed counts."""
        return self.score.tally

    @property
    def reading(self) -> Reading:
        """How the counts are read."""
        return self.score.reading

    @property
    def precision(self) -> float | None:
        """Precision, None where it is undefined."""
        return self.values.get("precision")

    @property
    def recall(self) -> float | None:
        """Recall, None where it is undefined."""
        return self.values.get("recall")

    @property
    def f1(self) -> float | None:
        """F1, None where it is undefined."""
        return self.values.get("f1")

    @property
    def value(self) -> float | None:
        """The headline number."""
        return self.values.get(self.reading.headline)


@dataclass(frozen=True, slots=True)
class Report:
    """The scores of a run.

    ``report["span"].f1`` is a number, ``report["span"].items[3].alignment.missed`` an explanation.
    """

    task: str
    metrics: Mapping[str, MetricReport]
    items: int
    skipped: int = 0
    zeroed: int = 0
    problems: Sequence[Problem] = ()
    settings: Settings = field(default_factory=Settings)
    groups: Mapping[str, Mapping[str, MetricReport]] = field(default_factory=dict)
    """The same metrics by label, where `by` was given."""

    def __getitem__(self, key: str) -> MetricReport:
        try:
            return self.metrics[key]
        except KeyError:
            raise KeyError(f"no metric {key!r} in this report; it has {', '.join(self.metrics)}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self.metrics)

    def to_pandas(self) -> pandas.DataFrame:
        """The scores as a table, one row a metric."""
        try:
            import pandas as pd
        except ImportError as error:
            raise UsageError("to_pandas needs pandas: pip install tallystick[pandas]") from error
        return pd.DataFrame({key: dict(metric.values) for key, metric in self.metrics.items()}).T

    def __str__(self) -> str:
        from tallystick.report.table import plain_table

        return plain_table(self)

    def _repr_html_(self) -> str:
        from tallystick.report.table import html_table

        return html_table(self)


#: From the place of a kept item and of a metric to what computes the alignment.
Explain = Callable[[int, int], Callable[[], Alignment]]


def build_report(
    task: str, chosen: Sequence[Chosen], collected: Collected, settings: Settings, explain: Explain | None = None
) -> Report:
    """Read the sums of a run as numbers."""
    metrics = {
        one.key: _metric_report(one, place, collected, settings, explain) for place, one in enumerate(chosen)
    }
    groups = {
        label: {
            one.key: MetricReport(
                one.key, metrics[one.key].signature, Score(tally, metrics[one.key].reading),
                settings.shown(metrics[one.key].reading(tally)),
            )
            for one, tally in zip(chosen, tallies, strict=True)
        }
        for label, tallies in sorted(collected.groups.items())
    }  # fmt: skip
    return Report(
        task, metrics, collected.items, collected.skipped, collected.zeroed, tuple(collected.problems), settings, groups
    )


def _metric_report(
    one: Chosen, place: int, collected: Collected, settings: Settings, explain: Explain | None
) -> MetricReport:
    reading = one.scorer().reading
    score = Score(collected.totals[place], reading)
    rows = [settings.shown(reading(outcome.tallies[place])) for outcome in collected.kept]
    values: Mapping[str, float | None] = score.values if collected.items else dict.fromkeys(reading.fields)
    undefined: Mapping[str, int] = {}
    if settings.average != "micro":
        weights = [outcome.weight for outcome in collected.kept]
        means = mean_of(rows, weights if settings.average != "macro" else None)
        values, undefined = {name: means.values.get(name) for name in reading.fields}, means.undefined
    return MetricReport(
        one.key,
        one.signature(**settings.signed()),
        score,
        settings.shown(values),
        settings.average,
        undefined,
        _intervals(collected, place, reading, settings),
        tuple(
            ItemScore(
                outcome.id,
                Score(outcome.tallies[place], reading, explain(index, place) if explain else None),
                rows[index],
            )
            for index, outcome in enumerate(collected.kept)
        ),
    )


def _intervals(collected: Collected, place: int, reading: Reading, settings: Settings) -> dict[str, Interval]:
    if settings.confidence is None:
        return {}
    return bootstrap(
        [outcome.tallies[place] for outcome in collected.kept], reading, confidence=settings.confidence,
        resamples=settings.resamples, seed=settings.seed, average="micro" if settings.average == "micro" else "macro",
    )  # fmt: skip


