"""The alignment of a UMR sentence: the tokens of each variable."""

from __future__ import annotations

import re

from tallystick.dataclass import dataclass
from tallystick.formats.umr.lines import content_lines, simple_entry
from tallystick.formats.umr.parts import Part, blanked
from tallystick.formats.umr.sheet import Sheet, shortened

__all__ = ["Entry", "read_alignment"]

Ranges = tuple[tuple[int, int], ...]

_ENTRY = re.compile(r"([^\s:]+)\s*:\s*(-?\d{1,9}--?\d{1,9}(?:\s*,\s*-?\d{1,9}--?\d{1,9})*)\s*(?:,\s*)?$")
_RANGE = re.compile(r"(-?\d+)-(-?\d+)")
#: Notation for no token.
_UNALIGNED = frozenset({(0, 0), (-1, -1)})
#: A longer range is a slip, and listing its tokens would only fill the memory.
_MOST_TOKENS = 10_000
_HINT = "write an entry as 's1a: 2-3' or 's1a: 2-3, 5-5'; 's1a: 0-0' means no token"


@dataclass(slots=True)
class Entry:
    """The tokens of one variable, and where the entry begins in the document."""

    variable: str
    ranges: Ranges
    start: int


def read_alignment(sheet: Sheet, part: Part, item: str, comments: list[tuple[int, int]]) -> list[Entry]:
    """The entries in their order; other lines are reported.

    >>> from tallystick.formats.base import Block
    >>> text = "s1a: 1-2, 4-4\\ns1b: 0-0\\ns1c 3-3\\n"
    >>> sheet = Sheet(Block(text))
    >>> [(entry.variable, entry.ranges) for entry in read_alignment(sheet, Part(text), "snt1", [])]
    [('s1a', ((1, 2), (4, 4))), ('s1b', ())]
    >>> print(sheet.problems[0])
    <data>:3:1: s1c 3-3 is not an entry of an alignment (item snt1)
    """
    entries: list[Entry] = []
    text = blanked(part.text, part.start, comments)
    for first, last in content_lines(text, 0, len(text), True):
        start = part.start + first
        simple = simple_entry(text, first, last)
        if simple is not None:
            name, low, high, at = simple
            ranges: Ranges = ((low, high),)
            if low == high == 0:
                ranges = ()
            elif not 0 < low <= high < low + _MOST_TOKENS:
                ranges = _checked(sheet, ranges, part.start + at, item)
            entries.append(Entry(name, ranges, start))
            continue
        line = text[first:last]
        match = _ENTRY.match(line)
        if match is None:
            sheet.add(
                start, "umr-alignment", f"{shortened(line.rstrip())} is not an entry of an alignment", _HINT, item
            )  # fmt: skip
            continue
        ranges = tuple([(int(low), int(high)) for low, high in _RANGE.findall(match[2])])
        if len(ranges) == 1 and ranges[0] in _UNALIGNED:
            ranges = ()
        else:
            ranges = _checked(sheet, ranges, start + match.start(2), item)
        entries.append(Entry(match[1], ranges, start))
    return entries


def _checked(sheet: Sheet, ranges: Ranges, start: int, item: str) -> Ranges:
    """The ranges that can be kept; what is odd about any is noted."""
    kept: list[tuple[int, int]] = []
    for first, last in ranges:
        shown = f"{first}-{last}"
        if (first, last) in _UNALIGNED:
            sheet.add(
                start, "umr-zero-in-range", f"{shown}, which means no token, is listed with other ranges",
                _HINT, item,
            )  # fmt: skip
        elif first < 0 or last < 0 or last - first >= _MOST_TOKENS:
            sheet.add(start, "umr-range", f"{shown} is not a range of tokens; it is left out", _HINT, item)
        else:
            if first == 0 or last == 0:
                sheet.add(
                    start, "umr-zero-in-range", f"the range {shown} begins or ends with 0",
                    "tokens are numbered from 1; 0-0 means no token", item,
                )  # fmt: skip
            if last < first:
                sheet.add(
                    start, "umr-reversed-range", f"the range {shown} ends before it begins",
                    "write the smaller number first; the range counts as empty", item,
                )  # fmt: skip
            kept.append((first, last))
    return tuple(kept)
