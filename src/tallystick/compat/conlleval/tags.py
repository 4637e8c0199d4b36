"""Tags as spans in conlleval. ``S``, ``L`` and ``U`` continue spans there, and so does ``B`` after ``E``."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.formats.tags.lenient import TagSpan, split_tag

__all__ = ["conlleval_spans"]


def conlleval_spans(tags: Sequence[str]) -> list[TagSpan]:
    """Return the spans of a sentence as conlleval reads them.

    >>> conlleval_spans(["B-A", "I-A", "B-A", "I-B"])
    [('A', 0, 1), ('A', 2, 2), ('B', 3, 3)]
    >>> conlleval_spans(["S-A", "S-A"]), conlleval_spans(["B-A", "E-A", "B-A"])
    ([('A', 0, 1)], [('A', 0, 2)])
    """
    spans: list[TagSpan] = []
    start = 0
    before, before_type = "O", ""
    for index, tag in enumerate((*tags, "O")):
        prefix, kind = split_tag(tag)
        # Where a span ends and the next tag is not O, the next span begins: the two rules say the same.
        divides = (
            before_type != kind or (before in "BI" and prefix == "B") or (before == "E" and prefix in "EI")
        )
        if divides:
            if before != "O":
                spans.append((before_type, start, index - 1))
            start = index
        before, before_type = prefix, kind
    return spans
