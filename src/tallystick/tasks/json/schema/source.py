"""A schema with its text, so that every problem has a location."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from tallystick.errors import DataError, Problem
from tallystick.formats.json.locations import Lines, offsets

__all__ = ["Location", "SchemaSource", "pointer_of", "suggestion"]

#: The way to a part of a schema.
Location = tuple[str | int, ...]

#: More problems than this are not listed.
_MOST_PROBLEMS = 100


def pointer_of(location: Location) -> str:
    """Return a location as a JSON Pointer.

    >>> pointer_of(("properties", "a/b", 0))
    '#/properties/a~1b/0'
    """
    return "#" + "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in location)


def suggestion(word: str, known: Sequence[str]) -> str:
    """Ask whether a similar word was meant."""
    close = get_close_matches(word, known, 1)
    return f"; did you mean {close[0]!r}?" if close else ""


class SchemaSource:
    """A schema, where it comes from, and what is wrong with it."""

    def __init__(self, value: object, path: str, text: str | None = None, dialect: str = "x-tally") -> None:
        self.value = value
        self.path = path
        self.text = text
        self.dialect = dialect
        """Whose annotations are read beside ``x-tally``."""
        self._problems: list[tuple[Location, str, str | None]] = []

    def problem(self, location: Location, message: str, hint: str | None = None) -> None:
        """Note a problem at a location."""
        if len(self._problems) < _MOST_PROBLEMS and (location, message, hint) not in self._problems:
            self._problems.append((location, message, hint))

    def refuse(self) -> None:
        """Raise an error that lists all problems, if there are any."""
        if not self._problems:
            return
        located: list[Problem] = []
        lines = Lines(self.text or "")
        starts = offsets(lines.text, [location for location, _, _ in self._problems])
        for (location, message, hint), offset in zip(self._problems, starts, strict=True):
            full = f"{pointer_of(location)}: {message}"
            if self.text is None:
                located.append(Problem(full, self.path, hint=hint, code="schema"))
                continue
            line, column = lines.location(offset)
            located.append(
                Problem(full, self.path, line, column, None, hint, "schema", text=lines.line(line))
            )
        raise DataError(located)
