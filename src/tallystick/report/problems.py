"""Problems of files as output formats see them: each of them as it is found, or how many there are of each code."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import ClassVar

from tallystick.dataclass import dataclass
from tallystick.errors import Problem
from tallystick.report.columns import aligned
from tallystick.report.view import ProseView, Target
from tallystick.report.wording import counted
from tallystick.results.problems import ProblemCounts

__all__ = ["ProblemSummaryView", "ProblemView"]

_FIELDS = ("level", "code", "path", "line", "column", "item", "message", "hint")
_CODE_FIELDS = ("level", "code", "problems", "files")


@dataclass(frozen=True, slots=True)
class ProblemView(ProseView):
    """Problems as they are found, and at the end how many of each code there were."""

    kind: ClassVar[str] = "problems"

    problems: Iterator[Problem]
    counts: ProblemCounts
    """Complete when the last problem was written."""

    def prose(self, _target: Target) -> Iterator[str]:
        """Each problem with its location, then a table."""
        for problem in self.problems:
            first, *rest = problem.shown().split("\n")
            yield "\n".join([f"{problem.level}: {first}  [{problem.code}]", *rest]) + "\n"
        if self.counts.problems:
            yield "\n"
        yield _summary(self.counts)

    def data(self) -> Iterator[object]:
        """Each problem."""
        return (problem.to_dict() for problem in self.problems)

    def records(self) -> Iterator[Sequence[object]]:
        """One row for each problem."""
        yield _FIELDS
        yield from ([getattr(problem, name) for name in _FIELDS] for problem in self.problems)


@dataclass(frozen=True, slots=True)
class ProblemSummaryView(ProseView):
    """How many problems of each code there are."""

    kind: ClassVar[str] = "problems"

    problems: Iterator[Problem]
    counts: ProblemCounts

    def prose(self, _target: Target) -> Iterator[str]:
        """A table by code."""
        yield _summary(self._complete())

    def data(self) -> dict[str, object]:
        """The counts in all, and by code."""
        counts = self._complete()
        codes = [dict(zip(_CODE_FIELDS, row, strict=True)) for row in counts.rows()]
        return {"files": counts.files, "problems": counts.problems, "hidden": counts.hidden, "codes": codes}

    def records(self) -> Iterator[Sequence[object]]:
        """One row for each code."""
        yield _CODE_FIELDS
        yield from self._complete().rows()

    def _complete(self) -> ProblemCounts:
        deque(self.problems, maxlen=0)  # they are counted as they come
        return self.counts


def _summary(counts: ProblemCounts) -> str:
    """How many problems of each code there are, and in all."""
    hidden = f" ({counts.hidden} not shown, by --select, --ignore or --level)" if counts.hidden else ""
    files = counted(counts.files, "file")
    if not counts.problems:
        return f"{files}, no problems{hidden}\n"
    table = aligned(_CODE_FIELDS, [list(map(str, row)) for row in counts.rows()], left=2)
    return f"{table}{files}, {counted(counts.problems, 'problem')}{hidden}\n"
