"""Which spans of two lists overlap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

__all__ = ["ends_of", "jaccard", "overlapping"]

#: The first and the last position of a span, both inside it.
Ends = tuple[int, int]


def ends_of(span: object) -> Ends | None:
    """Return the first and the last token or character of a span; None if the value is not a span.

    >>> from tallystick.formats.spans import CharacterSpan, Offsets
    >>> ends_of(Offsets(2, 3)), ends_of(CharacterSpan(2, 4)), ends_of("PER")
    ((2, 3), (2, 3), None)
    """
    left, right = getattr(span, "left", None), getattr(span, "right", None)
    if left is None:
        left, last = getattr(span, "start", None), getattr(span, "end", None)
        right = last - 1 if isinstance(last, int) else None
    return (left, right) if isinstance(left, int) and isinstance(right, int) else None


def jaccard(gold: Ends, pred: Ends) -> float:
    """Return the share of the positions of two spans that both cover; 0 if they do not overlap."""
    common = min(gold[1], pred[1]) - max(gold[0], pred[0]) + 1
    return common / (max(gold[1], pred[1]) - min(gold[0], pred[0]) + 1) if common > 0 else float(gold == pred)


def overlapping(golds: Sequence[Ends], preds: Sequence[Ends]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of spans that overlap, as indices. An empty span counts as one token: its equals meet it.

    >>> sorted(overlapping([(0, 2), (5, 5)], [(2, 3), (4, 6), (0, 0)]))
    [(0, 0), (0, 2), (1, 1)]
    """
    sides = golds, preds
    begins = [(span[0], side, index) for side in (0, 1) for index, span in enumerate(sides[side])]
    # The spans of each side that have begun, with their last positions.
    open_spans: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for left, side, index in sorted(begins):
        others = open_spans[1 - side]
        others[:] = [span for span in others if span[0] >= left]
        for _, other in others:
            yield (index, other) if side == 0 else (other, index)
        open_spans[side].append((max(left, sides[side][index][1]), index))
