"""Notes of tasks on runs, merged if several runs are one result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

__all__ = ["Note", "OptionNote", "common_notes", "without_hints"]


class Note(str):
    """A note as text; `hint` says what to do on the command line, and is the end of the text.

    >>> note = Note("3 nulls are absent", "--null value counts them")
    >>> note, note.finding
    ('3 nulls are absent; --null value counts them', '3 nulls are absent')
    """

    finding: str
    hint: str

    def __new__(cls, finding: str, hint: str = "") -> Self:
        """Make a note of what was found, and a hint."""
        note = super().__new__(cls, f"{finding}; {hint}" if hint else finding)
        note.finding, note.hint = finding, hint
        return note

    def __reduce__(self) -> tuple[type[Self], tuple[str, str]]:
        return type(self), (self.finding, self.hint)

    def among(self, remark: str) -> Self:
        """Return the note with a remark on what was found."""
        return type(self)(f"{self.finding}{remark}", self.hint)


class OptionNote(Note):
    """A note about an option, such as one without effect: true of a run, whatever its sides are called."""


def without_hints(notes: Iterable[str]) -> list[str]:
    """Return notes for readers who have no command line at hand, such as those of a page."""
    return [note.finding if isinstance(note, Note) else note for note in notes]


def common_notes(runs: Iterable[Sequence[str]], kind: type[str] = str) -> tuple[str, ...]:
    """Return the notes that all runs share, of a kind: a note on one run may not apply to the others.

    >>> common_notes([["--ignore x has no effect", "3 errors"], ["--ignore x has no effect", "5 errors"]])
    ('--ignore x has no effect',)
    """
    first, *others = map(tuple, runs)
    return tuple([note for note in first if isinstance(note, kind) and all(note in own for own in others)])
