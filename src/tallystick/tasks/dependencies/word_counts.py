# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""What a page counts over sentences that are segmented alike: labels, confusions, errors by kind."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from tallystick.tasks.dependencies.edge_counts import EdgeCounts
from tallystick.tasks.dependencies.edge_rows import AlignedEdges
from tallystick.tasks.dependencies.explain import reasons_of
from tallystick.tasks.dependencies.word_rows import SPURIOUS, UNCOUNTED, AlignedWords, SameWords
from tallystick.tasks.views.confusions import Confusion
from tallystick.tasks.views.label_counts import LabelNames, LabelSums
from tallystick.tasks.views.totals import (
    MOST_CONFUSED,
    MOST_EXAMPLES,
    MOST_LISTED,
    Confusions,
    ErrorKinds,
    ItemErrors,
    Spelled,
)

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = ["WordTotals"]

#: What may not agree in a word, as bits.
KINDS = 256
SPURIOUS_WORD = cython.declare(cython.int, SPURIOUS)
UNCOUNTED_WORD = cython.declare(cython.int, UNCOUNTED)


@cython.final
@cython.cclass
class WordCounts:
    """The counts of one metric."""

    names: LabelNames  # the labels, which metrics share
    numbers: dict[str, dict[str, int]]  # the number of each label, by field
    labels: cython.int[::1]  # of each label: in the gold, the prediction, matched pairs
    room: cython.Py_ssize_t  # the labels that there is room for
    confused: dict[Confusion, list[int]]  # how often, and the first items
    count: cython.int[::1]  # of each kind of errors
    items: cython.int[::1]  # how many items have any
    here: cython.int[::1]  # how many the current item has
    kinds: ErrorKinds

    def __init__(self, names: LabelNames, numbers: dict[str, dict[str, int]]) -> None:
        self.names = names
        self.numbers = numbers
        self.labels = array("i", [0])
        self.room = 0
        self.confused = {}
        self.count = array("i", bytes(4 * KINDS))
        self.items = array("i", bytes(4 * KINDS))
        self.here = array("i", bytes(4 * KINDS))
        self.kinds = ErrorKinds()

    def add(self, item: int, rows: SameWords) -> None:
        """Add an item."""
        disagreement = rows.disagreement if isinstance(rows, AlignedWords) else b""
        for field, golds, preds in rows.labels():
            known = self.numbers.setdefault(field, {})
            self._add_labels(item, field, known, golds, preds, disagreement or bytes(len(golds)))
        if disagreement:
            self._add_errors(item, rows, disagreement)

    @cython.cfunc
    def _add_labels(
        self,
        item: int,
        field: str,
        known: dict[str, int],
        golds: Sequence[str],
        preds: Sequence[str],
        wrong: bytes,
    ) -> cython.void:
        """Add the values of a field, and those that are confused."""
        k: cython.Py_ssize_t
        bits: cython.int
        size: cython.Py_ssize_t = len(wrong)
        number: cython.Py_ssize_t
        value: str
        other: str
        self._make_room(len(self.names) + 2 * size)
        for k in range(size):
            bits = wrong[k]
            if bits == UNCOUNTED_WORD:
                continue
            other = preds[k]
            if bits == SPURIOUS_WORD:
                self.labels[3 * self._number(field, known, other) + 1] += 1
                continue
            value = golds[k]
            number = self._number(field, known, value)
            self.labels[3 * number] += 1
            if bits == 0:
                self.labels[3 * number + 2] += 1
            if value != other:
                number = self._number(field, known, other)
                entry = self.confused.setdefault((field, value, other), [0])
                entry[0] += 1
                if len(entry) <= MOST_CONFUSED and (len(entry) == 1 or entry[len(entry) - 1] != item):
                    entry.append(item)
            self.labels[3 * number + 1] += 1

    @cython.cfunc
    @cython.exceptval(-1)
    def _number(self, field: str, known: dict[str, int], value: str) -> cython.Py_ssize_t:
        """Return the number of a label, which is added if it is new."""
        number = known.get(value)
        if number is None:
            number = known[value] = self.names.number((field, value))
        return number

    @cython.cfunc
    def _make_room(self, labels: cython.Py_ssize_t) -> cython.void:
        """Make room for the counts of so many labels."""
        k: cython.Py_ssize_t
        if labels <= self.room:
            return
        wider: cython.int[::1] = array("i", bytes(4 * 6 * labels))
        for k in range(3 * self.room):
            wider[k] = self.labels[k]
        self.labels = wider
        self.room = 2 * labels

    @cython.cfunc
    def _add_errors(self, item: int, rows: AlignedWords, wrong: bytes) -> cython.void:
        """Add the words that do not match, by what is wrong."""
        k: cython.Py_ssize_t
        bits: cython.int
        found: list[int] = []
        for k in range(len(wrong)):
            bits = wrong[k]
            if bits != 0 and bits != UNCOUNTED_WORD:
                if self.here[bits] == 0:
                    found.append(bits)
                self.here[bits] += 1
        for bits in found:
            self.count[bits] += self.here[bits]
            self.here[bits] = 0
            if self.items[bits] < MOST_LISTED:
                self._list(item, rows, bits)
            self.items[bits] += 1

    @cython.cfunc
    def _list(self, item: int, rows: AlignedWords, bits: cython.int) -> cython.void:
        """List an item for one kind of error; words of the first few items become examples."""
        name = kind_of(bits)
        self.kinds.listed[name].append(item)
        if self.items[bits] >= MOST_EXAMPLES:
            return
        words = [word for word, own in enumerate(rows.disagreement) if own == bits][:MOST_EXAMPLES]
        pairs: list[tuple[object, object]] = [
            (None if bits == SPURIOUS_WORD else word, word) for word in words
        ]
        show = partial(rows.show, rows.gold), partial(rows.show, rows.pred)
        self.kinds.add_examples(item, name, ItemErrors({name: len(words)}, {name: pairs}, show))

    def confusions(self) -> Confusions:
        """Return the confusions, with the labels."""
        counts = array("i", self.labels[: 3 * min(self.room, len(self.names))])
        return Confusions(
            Counter({key: entry[0] for key, entry in self.confused.items()}),
            {key: entry[1:] for key, entry in self.confused.items()},
            LabelSums(self.names, counts),
        )

    def errors(self) -> ErrorKinds:
        """Return the errors by kind."""
        bits: cython.int
        for bits in range(KINDS):
            if self.items[bits]:
                name = kind_of(bits)
                self.kinds.counts[name] = self.count[bits]
                self.kinds.items[name] = self.items[bits]
        return self.kinds


def kind_of(bits: int) -> str:
    """Return the kind of an error.

    >>> kind_of(16 + 32), kind_of(SPURIOUS)
    ('wrong head and relation', 'spurious word')
    """
    return "spurious word" if bits == SPURIOUS else f"wrong {' and '.join(reasons_of(bits))}"


class WordTotals:
    """The counts of several metrics on the same words."""

    def __init__(self, alignments: Mapping[str, SameWords]) -> None:
        self.metrics = tuple(alignments)
        names = LabelNames()
        numbers: dict[str, dict[str, int]] = {}
        self._counts: list[Any] = [
            EdgeCounts(names) if isinstance(rows, AlignedEdges) else WordCounts(names, numbers)
            for rows in alignments.values()
        ]

    def add(self, item: int, alignments: Mapping[str, SameWords]) -> None:
        """Add an item: its alignment under each metric."""
        for counts, rows in zip(self._counts, alignments.values(), strict=True):
            counts.add(item, rows)

    def spelled(self) -> dict[str, Spelled]:
        """Return the confusions and the errors of each metric."""
        return {
            metric: Spelled(counts.confusions(), counts.errors())
            for metric, counts in zip(self.metrics, self._counts, strict=True)
        }
