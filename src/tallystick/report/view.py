"""Views of results for the output formats: tables and notes, or rows and values."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import ClassVar

from tallystick.dataclass import dataclass
from tallystick.report.wording import fraction, percent

__all__ = [
    "DOCUMENT",
    "SCREEN",
    "Numbers",
    "ProseView",
    "ResultView",
    "Style",
    "Table",
    "TableView",
    "Target",
]


@dataclass(frozen=True, slots=True)
class Style:
    """How numbers are written in tables."""

    number: Callable[[float | None], str]
    scale: str = ""
    """The name in notes."""
    screen: bool = False
    """Whether there is room for counts and details, as on a screen."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """How numbers are shown in text, Markdown and LaTeX."""

    percent: bool = True
    """Whether scores are shown × 100."""
    digits: int | None = None
    """Digits after the point; by default 2 for numbers × 100, 4 for fractions."""

    def style(self, *, screen: bool) -> Style:
        """The style of tables on a screen or in a document."""
        if self.percent:
            number = percent if self.digits is None else partial(percent, digits=self.digits)
            return Style(number, ", × 100", screen)
        number = fraction if self.digits is None else partial(fraction, digits=self.digits)
        return Style(number, "", screen)


SCREEN = Numbers().style(screen=True)
DOCUMENT = Numbers().style(screen=False)


@dataclass(frozen=True, slots=True)
class Table:
    """The cells of a table."""

    header: list[str]
    rows: list[list[str]]
    left: int = 1
    """How many columns at the left are text; the others are numbers."""
    title: str = ""
    note: str = ""
    """Note below the table."""
    widest: int | None = None
    """Text breaks a wider table into several."""
    headed_by_metrics: bool = False
    """Text puts the options of a metric in the header below its name."""


@dataclass(frozen=True, slots=True)
class Target:
    """The destination of the text."""

    terminal: bool = False
    """Whether it is shown on a screen, so that lines must fit."""
    colour: bool = False
    guard_csv: bool = False
    """Whether cells that a spreadsheet would run as formulas are made harmless."""
    numbers: Numbers = Numbers()
    quiet: bool = False
    """Whether signatures are left out."""

    @property
    def screen(self) -> Style:
        """How numbers are written where there is room for details."""
        return self.numbers.style(screen=True)

    @property
    def document(self) -> Style:
        """How numbers are written in documents."""
        return self.numbers.style(screen=False)

    def notes(self, view: TableView) -> list[str]:
        """The text below the tables of a document: the notes and, unless `quiet`, the signatures."""
        return [*view.notes(self.document), *([] if self.quiet else view.signatures())]

    @property
    def columns(self) -> int:
        """How many characters fit in a line."""
        from shutil import get_terminal_size  # few results need it

        return get_terminal_size((120, 24)).columns


class ResultView:
    """A result as the output formats see it."""

    __slots__ = ()

    kind: ClassVar[str]
    """Decides which formats apply."""

    def data(self) -> object:
        """Everything as plain values, fractions at full precision; an iterator where the result is a stream."""
        raise NotImplementedError

    def lines(self) -> Iterable[object]:
        """Return the result as several self-contained values."""
        return [self.data()]

    def records(self) -> Iterator[Sequence[object]]:
        """Everything as rows, after a row with the names of the columns; None if there is no value."""
        raise NotImplementedError


class TableView(ResultView):
    """A result that is shown as tables."""

    __slots__ = ()

    bulleted: ClassVar[bool] = False
    """Whether the notes are a list in documents."""

    @abstractmethod
    def tables(self, style: Style) -> list[Table]:
        """The tables."""

    @abstractmethod
    def notes(self, style: Style) -> list[str]:
        """Notes on the numbers, below the tables."""

    def signatures(self) -> list[str]:
        """The signatures of the metrics; none for results without metrics."""
        return []


class ProseView(ResultView):
    """A result that is shown as lines of text."""

    __slots__ = ()

    @abstractmethod
    def prose(self, target: Target) -> Iterator[str]:
        """The text, piece by piece."""
