"""Edits: what was changed in a text so that it could be read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tallystick.dataclass import dataclass
from tallystick.visible import visible

__all__ = ["Change", "Edit", "apply", "settle"]

#: An edit in the making: kind, start and end of the text that is replaced, the text that replaces it.
Change = tuple[str, int, int, str]

#: How much of a text a message shows.
_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of a text: `before`, at `offset`, was replaced by `after`."""

    kind: str
    """The kind of repair: ``trailing comma``, ``code fence``, …"""
    offset: int
    """The position in the text before any edit, from 0."""
    before: str
    after: str

    def __str__(self) -> str:
        if not self.before.strip("\r\n") and self.before:
            return f"{self.kind}: escaped"
        if not self.before:
            return f"{self.kind}: added {_shown(self.after)}"
        if not self.after:
            return f"{self.kind}: removed {_shown(self.before)}"
        return f"{self.kind}: {_shown(self.before)} became {_shown(self.after)}"


def _shown(text: str) -> str:
    """The text on one line; a long one without its middle."""
    if len(text) > _SHOWN:
        half = _SHOWN // 2
        text = f"{text[:half]}…{text[-half:]}"
    return f"'{visible(text)}'"


def settle(text: str, changes: Iterable[Change]) -> tuple[Edit, ...]:
    """Make edits of changes, in the order of the text; a change inside text that is removed as a whole is left out."""
    edits: list[Edit] = []
    covered = 0
    for kind, start, end, after in sorted(changes, key=lambda change: (change[1], -change[2])):
        if start < covered:
            continue
        edits.append(Edit(kind, start, text[start:end], after))
        covered = end
    return tuple(edits)


def apply(text: str, edits: Sequence[Edit]) -> str:
    """Return the text after some edits.

    >>> apply("[1,]", [Edit("trailing comma", 2, ",", "")])
    '[1]'
    """
    pieces: list[str] = []
    at = 0
    for edit in edits:
        pieces += [text[at : edit.offset], edit.after]
        at = edit.offset + len(edit.before)
    return "".join([*pieces, text[at:]])
