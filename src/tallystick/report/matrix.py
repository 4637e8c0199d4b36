"""Matrices of outputs as output formats see them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from tallystick.dataclass import dataclass
from tallystick.errors import warnings_of
from tallystick.report.view import Style, Table, TableView
from tallystick.report.wording import counted, signatures_in_words, title_of
from tallystick.results.matrix import ItemMatrix, Matrices, MetricMatrices
from tallystick.version import VERSION

__all__ = ["MatrixView"]


@dataclass(frozen=True, slots=True)
class MatrixView(TableView):
    """Outputs against each other."""

    kind: ClassVar[str] = "matrices"

    matrices: Matrices

    def data(self) -> dict[str, object]:
        """All data."""
        result = self.matrices
        return {
            "tallystick": VERSION,
            "task": result.task,
            "signature": {key: metric.signature for key, metric in result.metrics.items()},
            "outputs": list(result.outputs),
            "items": result.items,
            "missing": dict(result.missing),
            "metrics": {key: _metric(metric) for key, metric in result.metrics.items()},
            "warnings": warnings_of(result.problems),
            **({"notes": list(result.notes)} if result.notes else {}),
        }

    def tables(self, style: Style) -> list[Table]:
        """The mean over items of each pair of outputs, for each metric."""
        return [_table(metric, style) for metric in self.matrices.metrics.values()]

    def notes(self, style: Style) -> list[str]:
        """Notes on the numbers."""
        result = self.matrices
        notes = [
            f"{result.task}, {len(result.outputs)} outputs, {counted(result.items, 'item')}, "
            f"mean over items{style.scale}; chosen: number of items where the output is most similar to the others"
        ]
        notes += [f"{name} lacks {counted(count, 'item')}" for name, count in result.missing.items() if count]
        notes += [
            f"not proved to be optimal: {counted(metric.unproved, 'comparison')} of {metric.key}"
            for metric in result.metrics.values()
            if metric.unproved
        ]
        return notes

    def signatures(self) -> list[str]:
        """The signature of every metric."""
        return signatures_in_words(self.matrices.metrics.values())

    def records(self) -> Iterator[Sequence[object]]:
        """A row for each metric, item and pair of outputs."""
        yield ["metric", "item", "gold", "pred", "value", "chosen"]
        for metric in self.matrices.metrics.values():
            for item in metric.items:
                choice = item.choice
                for gold, row in zip(item.outputs, item.matrix, strict=True):
                    for pred, value in zip(item.outputs, row, strict=True):
                        if gold != pred:
                            yield [metric.key, item.id, gold, pred, value, pred == choice]


def _table(metric: MetricMatrices, style: Style) -> Table:
    means, chosen = metric.means, metric.chosen
    rows = [
        [
            name,
            *("" if row == column else style.number(value) for column, value in enumerate(values)),
            style.number(means[name]),
            str(chosen[name]),
        ]
        for row, (name, values) in enumerate(zip(metric.outputs, metric.matrix, strict=True))
    ]
    return Table(
        ["", *metric.outputs, "mean", "chosen"],
        rows,
        title=f"{metric.key}  {title_of(metric.headline)}",
        note="rows are gold, columns are predictions; means are those of the output as the prediction"
        if metric.both_ways
        else "",
    )


def _metric(metric: MetricMatrices) -> dict[str, object]:
    return {
        "number": metric.headline,
        "both_ways": metric.both_ways,
        "matrix": metric.matrix,
        "means": metric.means,
        "chosen": metric.chosen,
        "unproved": metric.unproved,
        "per_item": [_item(item) for item in metric.items],
    }


def _item(item: ItemMatrix) -> dict[str, object]:
    return {
        "id": item.id,
        "outputs": list(item.outputs),
        "matrix": [list(row) for row in item.matrix],
        "means": item.means,
        "choice": item.choice,
    }
