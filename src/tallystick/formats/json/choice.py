"""JSON lines as a format of a task: how they are recognised."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from tallystick.formats.choice import FormatChoice

__all__ = ["advice", "description", "json_lines", "recogniser"]


def json_lines(
    document: type, key: str, marks: frozenset[str] = frozenset(), *, also: str = ""
) -> FormatChoice:
    """JSON lines of a document type; `marks` are the keys by which the elements under `key` are known.

    `also` names the other formats of the task, for lines that are not such a document.
    """
    # Imported here: a file of a task that has other formats too may need nothing of it.
    from tallystick.formats.json.lines import JsonLines

    reader = JsonLines(document, advice=advice(key, also))
    return FormatChoice(reader, recogniser(key, marks), description(key))


def description(key: str) -> str:
    """The description of the format."""
    return f'JSON lines {{"id": …, "{key}": […]}}'


def advice(key: str, also: str) -> str:
    """The hint for a line that is not a document: the formats of the task, if it has others."""
    return f"the formats of this task are {description(key)}, and {also}" if also else ""


def recogniser(key: str, marks: frozenset[str] = frozenset()) -> Callable[[str], bool]:
    """Return what recognises lines with a list under `key`, whose elements have the keys `marks`."""

    def recognises(head: str) -> bool:
        """Whether the first document at the head of a file that has elements has the right ones."""
        for line in head.splitlines():
            if not line.lstrip().startswith("{"):
                continue
            try:
                document = json.loads(line)
            except (ValueError, RecursionError):
                # A document may be longer than the head of its file, which ends in the middle of it.
                document = _begun(line, key)
            elements = document.get(key) if isinstance(document, dict) else None
            if isinstance(elements, list) and elements:
                first = elements[0]
                return marks <= first.keys() if isinstance(first, dict) else not marks
        return False

    return recognises


#: A line at least so long may be one that was cut; a shorter one is malformed.
_LONG = 100_000


def _begun(line: str, wanted: str) -> object:
    """The wanted key of a long object that may not end, with the first element of its list; None if it is not there.

    >>> _begun('{"id": "a", "clusters": [[[0, 0], [1, 1]], [[2,' + " " * _LONG, "clusters")
    {'clusters': [[[0, 0], [1, 1]]]}
    """
    if len(line) < _LONG:
        return None
    at = line.index("{") + 1
    try:
        while True:
            key, at = _DECODER.raw_decode(line, _SPACE.match(line, at).end())  # type: ignore[union-attr]
            colon = _COLON.match(line, at)
            if colon is None:
                return None
            at = colon.end()
            if key == wanted and line.startswith("[", at):
                element, _ = _DECODER.raw_decode(line, _SPACE.match(line, at + 1).end())  # type: ignore[union-attr]
                return {wanted: [element]}
            _, at = _DECODER.raw_decode(line, at)
            comma = _COMMA.match(line, at)
            if comma is None:
                return None
            at = comma.end()
    except (ValueError, RecursionError):
        return None


_DECODER = json.JSONDecoder()
_SPACE, _COLON, _COMMA = (re.compile(rf"[ \t]*{sign}[ \t]*") for sign in ("", ":", ","))
