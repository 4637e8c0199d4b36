"""Notes of tasks on runs, and what they come to where several runs are one result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

__all__ = ["OptionNote", "common_notes"]


class OptionNote(str):
    """A note about an option, such as one without effect: true of a run, whatever its sides are called."""

    __slots__ = ()


def common_notes(runs: Iterable[Sequence[str]], kind: type[str] = str) -> tuple[str, ...]:
    """Return the notes that all runs share, of a kind: what is true of one run alone says nothing about the others.

    >>> common_notes([["--ignore x has no effect", "3 errors"], ["--ignore x has no effect", "5 errors"]])
    ('--ignore x has no effect',)
    """
    first, *others = map(tuple, runs)
    return tuple([note for note in first if isinstance(note, kind) and all(note in own for own in others)])
