"""Statistics of files, as a view for output formats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from tallystick.dataclass import dataclass
from tallystick.report.view import Style, Table, TableView
from tallystick.report.wording import counted
from tallystick.results.statistics import Counts, FileStatistics, Number
from tallystick.version import VERSION

__all__ = ["StatisticsView"]

#: So many labels of a kind are named below a table without details, the most frequent ones.
_MOST_LABELS = 5
#: A table with one row for each label is transposed where it would be wider than this, if that makes it narrower.
#: What is too wide even so is broken.
_WIDE = 120


@dataclass(frozen=True, slots=True)
class StatisticsView(TableView):
    """Counts by label; `details` are for tables, because JSON and CSV always have them."""

    kind: ClassVar[str] = "statistics"

    statistics: FileStatistics
    details: bool = False

    def tables(self, _style: Style) -> list[Table]:
        """One row for each label, or one column where there are many numbers and few labels."""
        statistics = self.statistics
        names = [name for name in statistics.names if self.details or "." not in name]
        rows = [*statistics.rows, statistics.total] if len(statistics.rows) != 1 else list(statistics.rows)
        # A task that counts for itself counts its items first, under another name.
        own = [*([] if statistics.own else ["items"]), *(["malformed"] if statistics.total.malformed else [])]
        header = [statistics.by, *own, *(name.replace("_", " ") for name in names)]
        cells = [
            [row.label, *(str(getattr(row, name)) for name in own), *(_number(row, name) for name in names)]
            for row in rows
        ]
        labels, *numbers = ([*line] for line in zip(header, *cells, strict=True))
        if _WIDE < _width(header, cells) > _width(labels, numbers):
            return [Table(["", *labels[1:]], numbers, widest=_WIDE)]
        return [Table(header, cells, widest=_WIDE)]

    def notes(self, style: Style) -> list[str]:
        """The task and the number of files; on a screen the most frequent details before that."""
        statistics = self.statistics
        malformed = statistics.total.malformed
        excluded = f"; {malformed} malformed, not counted" if malformed else ""
        frequent = _frequent(statistics) if style.screen and not self.details else ()
        return [*frequent, f"{statistics.task}, {counted(statistics.files, 'file')}{excluded}"]

    def data(self) -> dict[str, object]:
        """Everything, details too."""
        statistics = self.statistics
        return {
            "tallystick": VERSION,
            "task": statistics.task,
            "by": statistics.by,
            "files": statistics.files,
            "rows": [{statistics.by: row.label, **_as_dict(row, statistics)} for row in statistics.rows],
            "total": _as_dict(statistics.total, statistics),
        }

    def records(self) -> Iterator[Sequence[object]]:
        """One row for each label, with all details; readers can compute the total themselves."""
        names = self.statistics.names
        yield [self.statistics.by, "items", "malformed", *names]
        for row in self.statistics.rows:
            yield [row.label, row.items, row.malformed, *(row.numbers.get(name, 0) for name in names)]


def _width(header: list[str], rows: list[list[str]]) -> int:
    return sum(max(map(len, column)) + 2 for column in zip(header, *rows, strict=True))


def _number(row: Counts, name: str) -> str:
    return _written(row.numbers.get(name, 0))


def _written(number: Number) -> str:
    return f"{number:.2f}" if isinstance(number, float) and not number.is_integer() else f"{number:.0f}"


def _frequent(statistics: FileStatistics) -> Iterator[str]:
    """The most frequent details of each kind over all rows, a line each; nothing where none occur."""
    kinds: dict[str, list[tuple[str, Number]]] = {}
    for name in statistics.names:
        kind, dot, label = name.partition(".")
        number = statistics.total.numbers.get(name, 0)
        if dot and number:
            kinds.setdefault(kind, []).append((label, number))
    for kind, labels in kinds.items():
        labels.sort(key=lambda label: -label[1])  # equal ones as they come
        shown = ", ".join(
            f"{label.replace('_', ' ')} {_written(number)}" for label, number in labels[:_MOST_LABELS]
        )
        more = len(labels) - _MOST_LABELS
        rest = f" and {more} more (--details)" if more > 0 else ""
        yield f"{kind.replace('_', ' ')}: {shown}{rest}"


def _as_dict(row: Counts, statistics: FileStatistics) -> dict[str, object]:
    numbers = {name: row.numbers.get(name, 0) for name in statistics.names}
    return {"items": row.items, "malformed": row.malformed, "statistics": numbers}
