# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""How often each label occurs in the gold, in the prediction, and in matched pairs, for one metric of a system.

The metrics of a system count nearly the same labels. They share the list of these, which other processes send once.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import nsmallest
from itertools import repeat

from tallystick.tasks.views.confusions import Label, Labels

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = ["LabelNames", "LabelSums", "count_labels", "spelled_sums"]


#: Between words that are sent as one text.
SEPARATOR = "\0"
#: The number of kinds that a byte can distinguish.
MOST_KINDS = 256


class LabelNames:
    """Labels by number, only ever added to, so that several counts can share them.

    >>> names = LabelNames([("role", "arg0")])
    >>> names.number(("role", "arg1")), names.number(("role", "arg0")), len(names)
    (1, 0, 2)
    """

    def __init__(self, labels: list[Label] | None = None) -> None:
        self.labels: list[Label] = [] if labels is None else labels
        self._numbers: dict[Label, int] = {}
        self._last: tuple[LabelNames, array[int]] | None = None

    def __len__(self) -> int:
        return len(self.labels)

    def __reduce__(self) -> tuple[Callable[..., LabelNames], tuple[object, ...]]:
        """Send the words as one text, which is several times faster than to send each label."""
        kinds = list(dict.fromkeys([kind for kind, _ in self.labels]))
        words = [word for _, word in self.labels]
        if len(kinds) > MOST_KINDS or any(SEPARATOR in word for word in words):
            return LabelNames, (self.labels,)
        places = {kind: place for place, kind in enumerate(kinds)}
        return joined_names, (kinds, bytes([places[kind] for kind, _ in self.labels]), SEPARATOR.join(words))

    def number(self, label: Label) -> int:
        """Return the number of a label, which is added if it is not there yet."""
        if len(self._numbers) < len(self.labels):  # Labels from another process have no index yet.
            self._numbers = {known: number for number, known in enumerate(self.labels)}
        number = self._numbers.get(label)
        if number is None:
            number = self._numbers[label] = len(self.labels)
            self.labels.append(label)
        return number

    def numbers_of(self, other: LabelNames) -> array[int]:
        """Return the numbers that other labels have here."""
        if self._last is None or self._last[0] is not other or len(self._last[1]) < len(other.labels):
            # Several metrics ask for the same.
            self._last = other, array("i", [self.number(label) for label in other.labels])
        return self._last[1]


def joined_names(kinds: list[str], kind_of: bytes, words: str) -> LabelNames:
    """Return labels whose words were sent as one text.

    >>> joined_names(["role", "concept"], bytes([0, 1]), "arg0\\0boy").labels
    [('role', 'arg0'), ('concept', 'boy')]
    """
    # One kind for each word; without labels, the text is still one word.
    return LabelNames(
        [(kinds[kind], word) for kind, word in zip(kind_of, words.split(SEPARATOR), strict=False)]
    )


class LabelSums:
    """Three counts for each label; there may be more labels than counts, and room for more counts than labels.

    >>> counts = LabelSums()
    >>> counts.add([("type", "PER"), ("type", "LOC")], [("type", "PER")], [("type", "PER")])
    >>> counts.add({("type", "LOC"): 4}, {}, {})
    >>> list(counts)
    [(('type', 'PER'), 1, 1, 1), (('type', 'LOC'), 5, 0, 0)]
    """

    def __init__(self, names: LabelNames | None = None, counts: array[int] | None = None) -> None:
        self.names = LabelNames() if names is None else names
        self.counts: array[int] = array("i") if counts is None else counts

    def __iter__(self) -> Iterator[tuple[Label, int, int, int]]:
        """Yield the labels that occur in the gold or in the prediction, with their counts."""
        counts = self.counts
        for number, label in enumerate(self.names.labels[: len(counts) // 3]):
            if counts[3 * number] or counts[3 * number + 1]:
                yield label, counts[3 * number], counts[3 * number + 1], counts[3 * number + 2]

    def most_frequent(self, number: int) -> tuple[list[tuple[Label, int, int, int]], int]:
        """Return the labels that occur most often, with their counts, and how many labels occur.

        >>> LabelSums(LabelNames([("type", "LOC"), ("type", "PER")]), array("i", [1, 0, 0, 2, 1, 1])).most_frequent(1)
        ([(('type', 'PER'), 2, 1, 1)], 2)
        """
        k: cython.Py_ssize_t
        least: cython.int
        count: cython.int[::1] = self.counts
        labels = self.names.labels
        known: cython.Py_ssize_t = min(len(labels), len(self.counts) // 3)
        totals = []
        for k in range(known):
            if count[3 * k] or count[3 * k + 1]:
                totals.append(count[3 * k] + count[3 * k + 1])
        if not totals:
            return [], 0
        # Most labels of free text occur once, so the few that are returned are selected before they are sorted.
        least = min(sorted(totals, reverse=True)[: max(1, number)])
        rows = []
        for k in range(known):
            if count[3 * k] + count[3 * k + 1] >= least:
                total = count[3 * k] + count[3 * k + 1]
                rows.append((-total, (labels[k], count[3 * k], count[3 * k + 1], count[3 * k + 2])))
        return [row for _, row in nsmallest(number, rows)], len(totals)

    def __eq__(self, other: object) -> bool:
        """Return whether other sums have the same counts, however their labels are numbered."""
        return isinstance(other, LabelSums) and {label: own for label, *own in self} == {
            label: own for label, *own in other
        }

    __hash__ = None  # type: ignore[assignment]

    def copy(self) -> LabelSums:
        """Return a copy, to which other labels are added."""
        return LabelSums(self.names, self.counts[:])

    def add(self, golds: Labels, preds: Labels, matched: Labels) -> None:
        """Add the labels of an item."""
        number = self.names.number
        for side, labels in enumerate((golds, preds, matched)):
            counted = labels.items() if isinstance(labels, Mapping) else zip(labels, repeat(1), strict=False)
            for label, count in counted:
                place = 3 * number(label) + side
                if place >= len(self.counts):
                    self._make_room(len(self.names))
                self.counts[place] += count

    def merge(self, other: LabelSums) -> None:
        """Add the counts of other items."""
        k: cython.Py_ssize_t
        side: cython.Py_ssize_t
        if not self.counts:
            self.names, self.counts = other.names, other.counts[:]
            return
        if not other.counts:
            return
        numbers = self.names.numbers_of(other.names)
        self._make_room(len(self.names))
        number: cython.int[::1] = numbers
        own: cython.int[::1] = self.counts
        more: cython.int[::1] = other.counts
        for k in range(min(len(more) // 3, len(numbers))):
            for side in range(3):
                own[3 * number[k] + side] += more[3 * k + side]

    def _make_room(self, labels: int) -> None:
        """Make room for the counts of so many labels."""
        if 3 * labels > len(self.counts):
            # Twice as much: labels come one by one.
            self.counts.frombytes(bytes(self.counts.itemsize * (6 * labels - len(self.counts))))


def count_labels(counts: array[int], labels: array[int], side: int) -> None:
    """Count labels that are numbers, in a table of three counts for each.

    >>> counts = array("i", [0] * 6)
    >>> count_labels(counts, array("i", [1, 0, 1]), 2)
    >>> list(counts)
    [0, 0, 1, 0, 0, 2]
    """
    k: cython.Py_ssize_t
    place: cython.Py_ssize_t = side
    count: cython.int[::1] = counts
    label: cython.int[::1] = labels
    for k in range(len(labels)):
        count[3 * label[k] + place] += 1


def spelled_sums(tables: Sequence[array[int]], label: Callable[[int], Label]) -> list[LabelSums]:
    """Return counts of labels that are numbers with the labels themselves; all tables share those that any counts.

    >>> first, second = spelled_sums([array("i", [0, 0, 0, 1, 2, 1]), array("i", [0, 0, 0])], ["a", "b"].__getitem__)
    >>> list(first), list(second), first.names.labels
    ([('b', 1, 2, 1)], [], ['b'])
    """
    k: cython.Py_ssize_t
    side: cython.Py_ssize_t
    at: cython.Py_ssize_t
    most: cython.Py_ssize_t = max([len(table) // 3 for table in tables], default=0)
    used: cython.int[::1] = array("i", bytes(4 * (most + 1)))
    table: cython.int[::1]
    sums: cython.int[::1]
    for counts in tables:
        table = counts
        for k in range(len(counts) // 3):
            if table[3 * k] or table[3 * k + 1]:
                used[k] = 1
    names = LabelNames([label(k) for k in range(most) if used[k]])
    spelled = []
    for counts in tables:
        table = counts
        written = array("i", bytes(4 * 3 * len(names)))
        sums = written
        at = 0
        for k in range(len(counts) // 3):
            if used[k]:
                for side in range(3):
                    sums[3 * at + side] = table[3 * k + side]
                at += 1
        spelled.append(LabelSums(names, written))
    return spelled
