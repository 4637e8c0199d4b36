"""The errors of one item by kind, in rows that can be added up over items."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable

from tallystick.tally import Alignment, PartError
from tallystick.tasks.views.base import Describers

__all__ = ["ErrorCount", "error_counts"]

#: Longer examples are cut.
_MOST = 120

#: Most examples of a kind.
_EXAMPLES = 3

#: A kind, how many errors there are of it, and the gold and the pred part of the first few; empty for none.
ErrorCount = tuple[str, int, list[tuple[str, str]]]


def error_counts(alignment: Alignment, describers: Describers) -> list[ErrorCount]:
    """Return how many errors of each kind an alignment has, with examples.

    >>> from tallystick.tasks.records.error_kinds import RECORD_ERRORS
    >>> error_counts(Alignment((), ("Ann", "Leo"), (), typology=RECORD_ERRORS), (str, str))
    [('missing part', 2, [('Ann', ''), ('Leo', '')])]
    """
    errors = alignment.error_list
    counts = Counter([error.kind for error in errors])
    first: defaultdict[str, list[PartError]] = defaultdict(list)
    for error in errors:
        if len(first[error.kind]) < _EXAMPLES:
            first[error.kind].append(error)
    gold, pred = alignment.show or describers
    return [
        (kind, count, [(_shown(gold, error.gold), _shown(pred, error.pred)) for error in first[kind]])
        for kind, count in counts.items()
    ]


def _shown(show: Callable[[object], str], part: object) -> str:
    if part is None:
        return ""
    text = show(part)
    return text if len(text) <= _MOST else f"{text[: _MOST - 1]}…"
