"""Tags as spans under a scheme: only what is well-formed in it counts, as in the strict mode of seqeval."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tallystick.formats.tags.lenient import TagSpan, split_tag

__all__ = ["SCHEMES", "foreign_tag", "strict_spans", "unfitting"]

#: The prefixes of each scheme, beside ``O``.
SCHEMES = {"iob1": "BI", "iob2": "BI", "ioe1": "IE", "ioe2": "IE", "iobes": "BIES", "bilou": "BILU"}

#: The prefix and the type of a tag.
_Tag = tuple[str, str]


def foreign_tag(tags: Sequence[str], scheme: str) -> int | None:
    """Return the index of the first tag whose prefix a scheme does not have; None if there is none.

    >>> foreign_tag(["B-A", "E-A"], "iob2"), foreign_tag(["B-A", "E-A"], "iobes")
    (1, None)
    """
    known = SCHEMES[scheme]
    return next((i for i, tag in enumerate(tags) if tag != "O" and tag.partition("-")[0] not in known), None)


def strict_spans(tags: Sequence[str], scheme: str) -> list[TagSpan]:
    """Return the spans that are well-formed under a scheme, in order; everything else is dropped.

    >>> strict_spans(["B-PER", "I-PER", "I-LOC"], "iob2")
    [('PER', 0, 1)]
    """
    return _READERS[scheme]([split_tag(tag) for tag in tags])


def unfitting(tags: Sequence[str], scheme: str) -> list[int]:
    """Return the indices of the tags that belong to no well-formed span under a scheme.

    >>> unfitting(["B-PER", "I-PER", "I-LOC", "O"], "iob2")
    [2]
    """
    covered = {index for _, left, right in strict_spans(tags, scheme) for index in range(left, right + 1)}
    return [index for index, tag in enumerate(tags) if tag != "O" and index not in covered]


def _run(tags: Sequence[_Tag], start: int, wanted: _Tag) -> int:
    """Return the index after a run of equal tags."""
    while start < len(tags) and tags[start] == wanted:
        start += 1
    return start


def _iob2(tags: Sequence[_Tag]) -> list[TagSpan]:
    """``B-x (I-x)*``."""
    return [
        (kind, index, _run(tags, index + 1, ("I", kind)) - 1)
        for index, (prefix, kind) in enumerate(tags)
        if prefix == "B"
    ]


def _bounded(single: str, last: str) -> Callable[[Sequence[_Tag]], list[TagSpan]]:
    """``S-x`` or ``B-x (I-x)* E-x``, by the prefixes that IOBES and BILOU have for them."""

    def read(tags: Sequence[_Tag]) -> list[TagSpan]:
        spans = []
        for index, (prefix, kind) in enumerate(tags):
            if prefix == single:
                spans.append((kind, index, index))
            elif prefix == "B":
                end = _run(tags, index + 1, ("I", kind))
                if end < len(tags) and tags[end] == (last, kind):
                    spans.append((kind, index, end))
        return spans

    return read


def _ioe2(tags: Sequence[_Tag]) -> list[TagSpan]:
    """``(I-x)* E-x``."""
    spans = []
    start = 0
    for index, (prefix, kind) in enumerate(tags):
        if index and tags[index - 1] != ("I", kind):
            start = index
        if prefix == "E":
            spans.append((kind, start, index))
    return spans


def _iob1(tags: Sequence[_Tag]) -> list[TagSpan]:
    """``I-x …``; ``B-x (I-x)*`` directly after a tag of its type. Another ``B`` is dropped alone."""
    spans = []
    index = 0
    while index < len(tags):
        prefix, kind = tags[index]
        end = _run(tags, index + 1, ("I", kind))
        if prefix == "I":
            spans.append((kind, index, end - 1))
            index = end
        elif prefix == "B" and index and tags[index - 1][1] == kind:
            other_begins = end < len(tags) and tags[end][0] == "B" and tags[end][1] != kind
            if end > index + 1 or not other_begins:
                spans.append((kind, index, end - 1))
            index = end
        else:
            index += 1
    return spans


def _ioe1(tags: Sequence[_Tag]) -> list[TagSpan]:
    """``I-x …``, closed by ``E-x`` only before another tag of its type; ``E-x`` alone after ``E-x``."""
    spans = []
    index = 0
    while index < len(tags):
        prefix, kind = tags[index]
        end = _run(tags, index, ("I", kind))
        closed = end < len(tags) and tags[end] == ("E", kind)
        follows = end + 1 < len(tags) and tags[end + 1][1] == kind
        if prefix == "I":
            if not closed:
                spans.append((kind, index, end - 1))
            elif follows:
                spans.append((kind, index, end))
            index = end + closed
        elif prefix == "E":
            if index and tags[index - 1] == ("E", kind) and follows:
                spans.append((kind, index, index))
            index += 1
        else:
            index += 1
    return spans


_READERS: dict[str, Callable[[Sequence[_Tag]], list[TagSpan]]] = {
    "iob1": _iob1,
    "iob2": _iob2,
    "ioe1": _ioe1,
    "ioe2": _ioe2,
    "iobes": _bounded("S", "E"),
    "bilou": _bounded("U", "L"),
}
