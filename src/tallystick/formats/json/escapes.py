"""Locations in a text that is itself written as a JSON string, with escapes."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["written_offsets"]

#: One character or more of a string: a surrogate pair, an escape, characters as they are.
_PIECE = re.compile(
    r"(\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.)|[^\\\"]+", re.DOTALL
)


def written_offsets(text: str, start: int, offsets: Iterable[int]) -> list[int]:
    r"""Where characters of a string are in the text that the string is written in; its quote is at `start`.

    >>> written_offsets(r'{"a": "x\n\u00e9y"}', 6, [0, 1, 2, 3])
    [7, 8, 10, 16]
    """
    wanted = sorted(set(offsets))
    written: dict[int, int] = {}
    at, index, next_wanted = start + 1, 0, 0
    while next_wanted < len(wanted):
        piece = _PIECE.match(text, at)
        if piece is None:  # The end of the string: offsets behind it are there, too.
            written.update((offset, at) for offset in wanted[next_wanted:])
            break
        length = 1 if piece[1] else len(piece[0])
        while next_wanted < len(wanted) and wanted[next_wanted] < index + length:
            written[wanted[next_wanted]] = at + wanted[next_wanted] - index
            next_wanted += 1
        at, index = piece.end(), index + length
    return [written[offset] for offset in offsets]
