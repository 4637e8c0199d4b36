"""The longest common subsequence of two sequences."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["common_subsequence"]

#: The table has one bit per pair of elements behind the common beginning.
_MOST_BITS = 1_000_000_000


def common_subsequence(gold: Sequence[str], pred: Sequence[str]) -> list[tuple[int, int]]:
    """Return the longest common subsequence as pairs of indices.

    From the left, equal forms are paired at once; otherwise a gold form is skipped if that leaves as long a
    subsequence, else a predicted form. Raises `OverflowError` where the sequences are too long to be compared.

    >>> common_subsequence("abc", "bca")
    [(1, 0), (2, 1)]
    """
    pairs: list[tuple[int, int]] = []
    start = 0
    for gold_form, pred_form in zip(gold, pred, strict=False):
        if gold_form != pred_form:
            break
        pairs.append((start, start))
        start += 1
    if start == min(len(gold), len(pred)):
        return pairs
    gold_index = pred_index = start
    lengths = _Lengths(gold, pred, start)
    while gold_index < len(gold) and pred_index < len(pred):
        if gold[gold_index] == pred[pred_index]:
            pairs.append((gold_index, pred_index))
            gold_index += 1
            pred_index += 1
        elif lengths.at(gold_index + 1, pred_index) >= lengths.at(gold_index, pred_index + 1):
            gold_index += 1
        else:
            pred_index += 1
    return pairs


class _Lengths:
    """The lengths of the longest common subsequences of all suffixes, as rows of bits (Hyyrö 2004)."""

    def __init__(self, gold: Sequence[str], pred: Sequence[str], start: int) -> None:
        self.start = start
        self.width = len(pred)
        columns = len(pred) - start
        if (len(gold) - start) * columns > _MOST_BITS:
            raise OverflowError(f"{len(gold)} and {len(pred)} elements are too many to be compared")
        occurrences: dict[str, int] = {}
        for index in range(start, len(pred)):
            occurrences[pred[index]] = occurrences.get(pred[index], 0) | 1 << (len(pred) - 1 - index)
        mask = (1 << columns) - 1
        ones = mask
        self.rows = [0]
        for index in range(len(gold) - 1, start - 1, -1):
            matches = ones & occurrences.get(gold[index], 0)
            ones = ((ones + matches) | (ones - matches)) & mask
            self.rows.append(ones ^ mask)
        self.rows.reverse()

    def at(self, gold_index: int, pred_index: int) -> int:
        """The length for the gold forms and the predicted forms from these indices on."""
        suffix = (1 << (self.width - pred_index)) - 1
        return (self.rows[gold_index - self.start] & suffix).bit_count()
