"""The result of counting what is in files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from tallystick.dataclass import dataclass
from tallystick.errors import Problem

__all__ = ["Counts", "FileStatistics", "Number"]

Number = int | float


@dataclass(slots=True)
class Counts:
    """The contents of some items."""

    label: str
    numbers: dict[str, Number] = field(default_factory=dict)
    items: int = 0
    malformed: int = 0
    """How many more items there are that cannot be read, and whose content counts nowhere."""

    def add(self, numbers: Mapping[str, Number]) -> None:
        """Count one item."""
        self.items += 1
        for name, number in numbers.items():
            self.numbers[name] = self.numbers.get(name, 0) + number


@dataclass(frozen=True, slots=True)
class FileStatistics:
    """The contents of some files, by label and in total."""

    task: str
    by: str
    rows: tuple[Counts, ...]
    total: Counts
    files: int
    names: tuple[str, ...]
    """The names of the numbers, in the order in which the task gives them."""
    own: bool = False
    """Whether the task says what is counted."""
    problems: tuple[Problem, ...] = ()
    """Why something could not be read: errors."""
