"""Tags as spans in the default mode of seqeval 1.2.2. ``L`` and ``U`` continue spans there."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.formats.tags.lenient import TagSpan, split_tag

__all__ = ["seqeval_spans"]


def seqeval_spans(tags: Sequence[str]) -> list[TagSpan]:
    """Return the spans of a sentence as seqeval reads them.

    >>> seqeval_spans(["B-A", "I-A", "O", "I-B"])
    [('A', 0, 1), ('B', 3, 3)]
    >>> seqeval_spans(["B-A", "L-A", "B-A"]), seqeval_spans(["U-A", "U-A"])
    ([('A', 2, 2)], [('A', 0, 1)])
    """
    spans: list[TagSpan] = []
    # A span that begins before the end of another discards the open span; an end without a beginning uses the last
    # beginning.
    start = 0
    before, before_type = "O", ""
    for index, tag in enumerate((*tags, "O")):
        prefix, kind = split_tag(tag)
        changes = before_type != kind
        if before != "O" and (before in "ES" or (before in "BI" and prefix in "BSO") or changes):
            spans.append((before_type, start, index - 1))
        if prefix != "O" and (prefix in "BS" or (prefix in "IE" and before in "OES") or changes):
            start = index
        before, before_type = prefix, kind
    return spans
