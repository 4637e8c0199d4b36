# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What a page counts over aligned graphs, in numbers: labels, confusions, errors by kind.

A page shows few of these words. They are made when the counts of many items are sent or shown.
"""

from __future__ import annotations

from array import array
from collections import Counter
from functools import partial

from tallystick.tasks.graphs.error_kinds import ERROR_KINDS
from tallystick.tasks.graphs.graph_rows import show_row
from tallystick.tasks.views.confusions import Confusion, Label
from tallystick.tasks.views.label_counts import LabelSums, spelled_sums
from tallystick.tasks.views.totals import (
    MOST_CONFUSED,
    MOST_EXAMPLES,
    MOST_LISTED,
    Confusions,
    ErrorKinds,
    Example,
    ItemErrors,
    Spelled,
)

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.tasks.graphs.row_alignment import RowAlignment
    from cython.cimports.tallystick.tasks.graphs.triple_errors import list_errors
    from cython.cimports.tallystick.tasks.graphs.triple_rows import TripleRows
    from cython.cimports.tallystick.tasks.graphs.vocabulary import Vocabulary
else:
    from tallystick.tasks.graphs.row_alignment import RowAlignment
    from tallystick.tasks.graphs.triple_errors import list_errors
    from tallystick.tasks.graphs.triple_rows import TripleRows
    from tallystick.tasks.graphs.vocabulary import Vocabulary

__all__ = ["GraphTotals"]

NODE = cython.declare(cython.int, 0)
#: The numbers of kinds of errors that confuse concepts, roles, values: those in triple_errors.py.
WRONG_CONCEPT = cython.declare(cython.int, 1)
RELABELLED_RELATION = cython.declare(cython.int, 4)
WRONG_VALUE = cython.declare(cython.int, 8)
RELABELLED_ATTRIBUTE = cython.declare(cython.int, 9)
#: What confusions are of; a confusion of values has the number of their role.
CONCEPTS, ROLES = -1, -2
#: Items of a confusion that are kept, beside its count.
KEPT = cython.declare(cython.int, MOST_CONFUSED)
LISTED = cython.declare(cython.int, MOST_LISTED)
EXAMPLES = cython.declare(cython.int, MOST_EXAMPLES)


@cython.final
@cython.cclass
class GraphCounts:
    """The counts of one metric, or of several that have always had the same rows."""

    vocabulary: Vocabulary
    labels: cython.int[
        ::1
    ]  # of each word as a role and as a concept: in the gold, the prediction, matched pairs
    room: cython.int  # the words that `labels` has room for
    confused: dict[tuple[int, int, int], list[int]]  # how often, and the first items
    count: list[int]  # of each kind of errors
    items: list[int]  # how many items have any
    listed: list[list[int]]
    examples: list[list[Example]]
    further: list[list[Example]]

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.room = 0
        self.confused = {}
        self.count = [0] * len(ERROR_KINDS)
        self.items = [0] * len(ERROR_KINDS)
        self.listed = [[] for _ in ERROR_KINDS]
        self.examples = [[] for _ in ERROR_KINDS]
        self.further = [[] for _ in ERROR_KINDS]

    @cython.cfunc
    def copy(self) -> GraphCounts:
        """Return a copy, to which other rows are added."""
        own: GraphCounts = GraphCounts(self.vocabulary)
        if self.room > 0:
            own.labels = array("i", self.labels)
        own.room = self.room
        own.confused = {key: [*entry] for key, entry in self.confused.items()}
        own.count = [*self.count]
        own.items = [*self.items]
        own.listed = [[*items] for items in self.listed]
        own.examples = [[*examples] for examples in self.examples]
        own.further = [[*examples] for examples in self.further]
        return own

    @cython.cfunc
    def make_room(self) -> cython.void:
        """Make room for the labels of all words."""
        k: cython.int
        words: cython.int = len(self.vocabulary.words)
        if words <= self.room:
            return
        wider: cython.int[::1] = array("i", bytes(4 * 6 * 2 * words))
        for k in range(6 * self.room):
            wider[k] = self.labels[k]
        self.labels = wider
        self.room = 2 * words

    @cython.cfunc
    def add(self, item: cython.int, rows: RowAlignment) -> cython.void:
        """Add an item."""
        k: cython.int
        label: cython.int
        self.make_room()
        for k in range(rows.size):
            label = label_of(rows.gold, rows.gold_row[k])
            self.labels[label] += 1
            if rows.credit[k] != 0:
                self.labels[label + 2] += 1
            self.labels[label_of(rows.pred, rows.pred_row[k]) + 1] += 1
        for k in range(rows.missed_size):
            self.labels[label_of(rows.gold, rows.missed[k])] += 1
        for k in range(rows.spurious_size):
            self.labels[label_of(rows.pred, rows.spurious[k]) + 1] += 1
        list_errors(rows)
        if rows.errors_size > 0:
            self.add_errors(item, rows)
            self.add_confusions(item, rows)

    @cython.cfunc
    def add_errors(self, item: cython.int, rows: RowAlignment) -> cython.void:
        """Add the errors of an item, which are in the order of their kinds."""
        k: cython.int = 0
        begin: cython.int
        kind: cython.int
        while k < rows.errors_size:
            begin = k
            kind = rows.error[3 * k]
            while k < rows.errors_size and rows.error[3 * k] == kind:
                k += 1
            self.count[kind] += k - begin
            if self.items[kind] < LISTED:
                self.listed[kind].append(item)
                if self.items[kind] < EXAMPLES:
                    self.add_examples(item, rows, begin, k)
            self.items[kind] += 1

    @cython.cfunc
    def add_examples(
        self, item: cython.int, rows: RowAlignment, begin: cython.int, end: cython.int
    ) -> cython.void:
        """Add the first of some errors of one kind as examples."""
        kind: cython.int = rows.error[3 * begin]
        name: str = ERROR_KINDS[kind]
        first: list[tuple[object, object]] = [
            (row_of(rows.error[3 * k + 1]), row_of(rows.error[3 * k + 2]))
            for k in range(begin, min(end, begin + EXAMPLES))
        ]
        show = partial(show_row, rows.gold), partial(show_row, rows.pred)
        examples = ItemErrors({name: end - begin}, {name: first}, show).examples(item, name)
        self.examples[kind].append(examples[0])
        self.further[kind] += examples[1:]

    @cython.cfunc
    def add_confusions(self, item: cython.int, rows: RowAlignment) -> cython.void:
        """Add what the errors of an item confuse: concepts, roles, values."""
        k: cython.int
        kind: cython.int
        row: cython.int
        other: cython.int
        for k in range(rows.errors_size):
            kind = rows.error[3 * k]
            row = rows.error[3 * k + 1]
            other = rows.error[3 * k + 2]
            if kind <= WRONG_CONCEPT:
                key = CONCEPTS, rows.gold.target[row], rows.pred.target[other]
            elif kind in (RELABELLED_RELATION, RELABELLED_ATTRIBUTE):
                key = ROLES, rows.gold.role[row], rows.pred.role[other]
            elif kind == WRONG_VALUE:
                key = rows.gold.role[row], rows.gold.target[row], rows.pred.target[other]
            else:
                continue
            entry = self.confused.get(key)
            if entry is None:
                self.confused[key] = [1, item]
                continue
            entry[0] += 1
            if len(entry) <= KEPT and entry[len(entry) - 1] != item:
                entry.append(item)

    def label_table(self) -> array[int]:
        """Return the counts of labels, by number."""
        return array("i") if self.room == 0 else self.labels

    def confusions(self, labels: LabelSums) -> Confusions:
        """Return the confusions in words, with the labels."""
        words: list[str] = self.vocabulary.words
        confused: dict[Confusion, int] = {}
        examples: dict[Confusion, list[int]] = {}
        for (sort, gold, pred), (count, *items) in self.confused.items():
            name = "concept" if sort == CONCEPTS else "role" if sort == ROLES else f"value of {words[sort]}"
            key = name, words[gold], words[pred]
            confused[key] = count
            examples[key] = items
        return Confusions(Counter(confused), examples, labels)

    def errors(self) -> ErrorKinds:
        """Return the errors by kind."""
        kinds = ErrorKinds()
        for kind, name in enumerate(ERROR_KINDS):
            if self.count[kind]:
                kinds.counts[name] = self.count[kind]
                kinds.items[name] = self.items[kind]
                kinds.listed[name] = self.listed[kind]
                kinds.examples[name] = self.examples[kind]
                kinds.further[name] = self.further[kind]
        return kinds


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def label_of(rows: TripleRows, row: cython.int) -> cython.int:
    """Return where the counts of the label of a row begin: those of its concept, or those of its role."""
    return 6 * rows.target[row] + 3 if rows.sort[row] == NODE else 6 * rows.role[row]


def label_in(vocabulary: Vocabulary, number: int) -> Label:
    """Return a label by its number: that of its word, as a concept or as a role."""
    return "concept" if number & 1 else "role", vocabulary.words[number >> 1]


@cython.cfunc
def row_of(row: cython.int) -> object:
    """Return a row, None for no row."""
    return None if row < 0 else row


@cython.final
@cython.cclass
class GraphTotals:
    """The counts of several metrics. Metrics share them as long as they have the same rows."""

    metrics: tuple[str, ...]
    own: list[GraphCounts]  # by metric; those of metrics that share them are the same object

    def __init__(self, alignments: dict[str, RowAlignment]) -> None:
        self.metrics = tuple(alignments)
        rows: RowAlignment
        by_vocabulary: dict[int, GraphCounts] = {}
        self.own = []
        for rows in alignments.values():
            words = rows.gold.vocabulary
            self.own.append(by_vocabulary.setdefault(id(words), GraphCounts(words)))

    def add(self, item: cython.int, alignments: dict[str, RowAlignment]) -> bool:
        """Add the alignments of an item, by metric; return whether they have these metrics and vocabularies."""
        k: cython.int
        other: cython.int
        shared: cython.bint
        rows: RowAlignment
        known: RowAlignment
        counts: GraphCounts
        listed: list[RowAlignment] = list(alignments.values())
        before: list[GraphCounts] = [*self.own]
        if tuple(alignments) != self.metrics:
            return False
        for k in range(len(listed)):
            rows = listed[k]
            counts = before[k]
            if counts.vocabulary is not rows.gold.vocabulary:
                return False
        for k in range(len(listed)):
            rows = listed[k]
            shared = False
            for other in range(k):
                known = listed[other]
                if before[other] is before[k] and rows.same_rows(known):
                    self.own[k] = self.own[other]
                    shared = True
                    break
            if shared:
                continue
            counts = before[k]
            # The first metric with the counts keeps them.
            for other in range(k):
                if before[other] is counts:
                    counts = counts.copy()
                    break
            self.own[k] = counts
        # Copies are made before anything is added.
        for k in range(len(listed)):
            counts = self.own[k]
            shared = False
            for other in range(k):
                if self.own[other] is counts:
                    shared = True
                    break
            if not shared:
                rows = listed[k]
                counts.add(item, rows)
        return True

    def spelled(self) -> dict[str, Spelled]:
        """Return the confusions and the errors of each metric in words; metrics with the same ones share them."""
        counts: GraphCounts
        known: dict[int, Spelled] = {}
        by_vocabulary: dict[int, list[GraphCounts]] = {}
        for counts in {id(own): own for own in self.own}.values():
            by_vocabulary.setdefault(id(counts.vocabulary), []).append(counts)
        for same in by_vocabulary.values():
            labels = spelled_sums([own.label_table() for own in same], partial(label_in, same[0].vocabulary))
            for counts, sums in zip(same, labels, strict=True):
                known[id(counts)] = Spelled(counts.confusions(sums), counts.errors())
        return {metric: known[id(counts)] for metric, counts in zip(self.metrics, self.own, strict=True)}
