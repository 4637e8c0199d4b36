"""Small random changes to files: what editors, scripts and broken transfers do to them."""

from __future__ import annotations

import random

__all__ = ["mutated"]

#: What is put in: brackets and quotes of every format, control characters, numbers beyond all bounds.
PIECES = [
    "(", ")", "[", "]", "{", "}", "<", ">", '"', "'", "\\", "/", ":", ",", "|", "-", "_", "#", "*", "~", "=", "&",
    "\t", " ", "\n", "\n\n", "\r", "\r\n", "\f", "\x0b", "\x1b[2J", "\x85", "\u2028", "\u202e", "\ufeff", "\xa0", "é",
    "0", "1", "-1", "9" * 30, "9" * 5000, "1e999", "NaN", "null", "true", "[]", "{}", "(a / b)", "# ::id x\n",
    "# sent_id = 1\n", "# newdoc id = d\n", "#begin document (x); part 000\n", "O", "B-X", "snt1", "s1a", ":ARG0",
]  # fmt: skip


def mutated(content: bytes, other: bytes, draw: random.Random) -> bytes:
    """Change a file in one to four places; `other` is a file to take pieces of."""
    for _ in range(draw.randint(1, 4)):
        content = draw.choice(_WAYS)(content, other, draw)
    return content


def _cut(content: bytes, draw: random.Random) -> tuple[int, int]:
    first = draw.randint(0, len(content))
    return first, min(len(content), first + draw.choice([1, 1, 2, 5, 20, 200]))


def _delete(content: bytes, _other: bytes, draw: random.Random) -> bytes:
    first, last = _cut(content, draw)
    return content[:first] + content[last:]


def _double(content: bytes, _other: bytes, draw: random.Random) -> bytes:
    first, last = _cut(content, draw)
    return content[:last] + content[first:]


def _insert(content: bytes, _other: bytes, draw: random.Random) -> bytes:
    first = draw.randint(0, len(content))
    return content[:first] + draw.choice(PIECES).encode() + content[first:]


def _replace(content: bytes, _other: bytes, draw: random.Random) -> bytes:
    first, last = _cut(content, draw)
    return content[:first] + draw.choice(PIECES).encode() + content[last:]


def _flip(content: bytes, _other: bytes, draw: random.Random) -> bytes:
    place = draw.randrange(max(1, len(content)))
    return content[:place] + bytes([draw.randrange(256)]) + content[place + 1 :]


def _truncate(content: bytes, _other: bytes, draw: random.Random) -> bytes:
    return content[: draw.randint(0, len(content))]


def _splice(content: bytes, other: bytes, draw: random.Random) -> bytes:
    place = draw.randint(0, len(content))
    first, last = _cut(other, draw)
    return content[:place] + other[first:last] + content[place:]


def _lines(content: bytes, _other: bytes, draw: random.Random) -> bytes:
    """Lose, double or exchange lines."""
    lines = content.splitlines(keepends=True) or [b""]
    one, two = draw.randrange(len(lines)), draw.randrange(len(lines))
    way = draw.randrange(3)
    if way == 0:
        del lines[one]
    elif way == 1:
        lines.insert(two, lines[one])
    else:
        lines[one], lines[two] = lines[two], lines[one]
    return b"".join(lines)


_WAYS = (_delete, _double, _insert, _replace, _flip, _truncate, _splice, _lines, _lines)
