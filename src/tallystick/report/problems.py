"""Problems of files as output formats see them: each as it is found, the first of each code, or how many there are."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from tallystick.dataclass import dataclass
from tallystick.errors import Problem
from tallystick.report.columns import aligned
from tallystick.report.view import ProseView, Target
from tallystick.report.wording import counted
from tallystick.results.problems import ProblemCounts

__all__ = ["FirstProblemsView", "ProblemSummaryView", "ProblemView"]

#: Up to this many problems are all shown; if there are more, only the first of each code.
_FEW, _FIRST = 20, 3

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
        yield from map(_in_full, self.problems)
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
class FirstProblemsView(ProblemView):
    """The problems, if they are few; else the first of each code, and how many more there are.

    Data for programs has them all.
    """

    def prose(self, _target: Target) -> Iterator[str]:
        """The problems in order, or those of one code after another, the worst first; then a table."""
        few: list[Problem] = []
        first: dict[tuple[str, str], list[Problem]] = {}
        for problem in self.problems:
            for shown, most in ((few, _FEW), (first.setdefault((problem.level, problem.code), []), _FIRST)):
                if len(shown) < most:
                    shown.append(problem)
        everything = self.counts.problems == len(few)
        yield from map(_in_full, few) if everything else self._by_code(first)
        if self.counts.problems:
            yield "\n"
        yield _summary(self.counts)
        if not everything:
            yield f"The first {_FIRST} problems of each code are listed; pass --all to list every problem.\n"

    def _by_code(self, first: Mapping[tuple[str, str], Sequence[Problem]]) -> Iterator[str]:
        for level, code, problems, files in self.counts.rows():
            shown = first[level, code]
            yield from map(_in_full, shown)
            if problems > len(shown):
                yield f"    … {problems - len(shown):,} more [{code}], in {counted(files, 'file')} altogether\n"


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


def _in_full(problem: Problem) -> str:
    """A problem with its level, location, code, text and hint."""
    first, *rest = problem.shown().split("\n")
    return "\n".join([f"{problem.level}: {first}  [{problem.code}]", *rest]) + "\n"


def _summary(counts: ProblemCounts) -> str:
    """How many problems of each code there are, and in all."""
    hidden = f" ({counts.hidden} not shown, by --select, --ignore or --level)" if counts.hidden else ""
    files = counted(counts.files, "file")
    if not counts.problems:
        return f"{files}, no problems{hidden}\n"
    table = aligned(_CODE_FIELDS, [list(map(str, row)) for row in counts.rows()], left=2)
    return f"{table}{files}, {counted(counts.problems, 'problem')}{hidden}\n"
