"""The result of checking files: how many problems of each code there are, and in how many files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field

from tallystick.dataclass import dataclass
from tallystick.errors import Problem

__all__ = ["LEVELS", "ProblemCounts"]

#: The worst first.
LEVELS = ("error", "warning", "note")


@dataclass(slots=True)
class ProblemCounts:
    """The number of problems, counted as they are listed."""

    files: int
    problems: int = 0
    hidden: int = 0
    codes: dict[tuple[str, str], tuple[int, set[str]]] = field(default_factory=dict)
    """By level and code, how many problems there are and in which files."""

    def counted(self, problems: Iterator[Problem], wanted: Callable[[Problem], bool]) -> Iterator[Problem]:
        """The selected problems, counted as they are listed."""
        for problem in problems:
            if not wanted(problem):
                self.hidden += 1
                continue
            self.problems += 1
            count, paths = self.codes.get((problem.level, problem.code), (0, set()))
            paths.add(problem.path)
            self.codes[problem.level, problem.code] = (count + 1, paths)
            yield problem

    @property
    def errors(self) -> bool:
        """Whether there are errors."""
        return any(level == "error" for level, _ in self.codes)

    def rows(self) -> list[tuple[str, str, int, int]]:
        """Level, code, problems and files: the worst level first, then the most frequent code."""
        rows = [(level, code, count, len(paths)) for (level, code), (count, paths) in self.codes.items()]
        return sorted(rows, key=lambda row: (LEVELS.index(row[0]), -row[2], row[1]))
