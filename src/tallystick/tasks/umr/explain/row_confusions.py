"""The confusions of two documents by the rows of their parts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from tallystick.tasks.umr.comparison import PARTS
from tallystick.tasks.umr.explain.side_rows import TEXT, SideRows
from tallystick.tasks.views.confusions import Confusion, ItemConfusions, Label

if TYPE_CHECKING:
    from tallystick.tasks.umr.explain.document_rows import DocumentRows

__all__ = ["RowConfusions"]

#: The kinds of relations in the table of confusions.
_KINDS = tuple(f"{component} relation" for component in PARTS)
#: How often each label is in the gold, in the prediction, and in matched pairs.
LabelCounts = tuple[dict[Label, int], dict[Label, int], dict[Label, int]]


class RowConfusions:
    """Counts confusions and labels as `tasks/views/confusions.py` does, on numbers."""

    def __init__(self, documents: DocumentRows) -> None:
        self.documents = documents
        self.gold, self.pred = documents.sides
        self._labels = [self._labels_of(component) for component in range(len(PARTS))]

    def of(self, components: Sequence[int]) -> ItemConfusions:
        """Return the confusions and the labels of some components together."""
        confused: Counter[Confusion] = Counter()
        labels: LabelCounts = {}, {}, {}
        for component in components:
            for counts, own in zip(labels, self._labels[component], strict=True):
                counts.update(own)
        golds, preds = self._sources(components)
        matched = self._matched(components, golds)
        confused.update([("concept", *both) for node, both in self._concepts.items() if node in matched])
        for component in components:
            confused.update(self._relabelled(component))
        confused.update(self._related(components, golds, preds, matched))
        return ItemConfusions(confused, labels)

    def _labels_of(self, component: int) -> LabelCounts:
        golds, preds = self.documents.rows_of(component)
        partners = self.documents.matches[component].partners
        role = self.gold.role
        return (
            self._counted(component, role[golds.start : golds.stop]),
            self._counted(component, self.pred.role[preds.start : preds.stop]),
            self._counted(component, [role[row] for row in partners]),
        )

    def _counted(self, component: int, roles: Sequence[int]) -> dict[Label, int]:
        """How often each label occurs; texts have none."""
        words, kind = self.gold.vocabulary.words, _KINDS[component]
        return {(kind, words[role]): count for role, count in Counter(roles).items() if role >= 0}

    def _sources(self, components: Sequence[int]) -> tuple[set[int], set[int]]:
        """What some relation of each side begins at: its nodes."""
        sources: tuple[set[int], set[int]] = set(), set()
        for component in components:
            for own, side, rows in zip(
                sources, self.documents.sides, self.documents.rows_of(component), strict=True
            ):
                own.update(side.source[rows.start : rows.stop])
        return sources

    def _matched(self, components: Sequence[int], golds: set[int]) -> set[int]:
        """The gold ends that matched relations align."""
        source, target = self.gold.source, self.gold.target
        partners = [self.documents.matches[component].partners for component in components]
        ends = {target[row] for own in partners for row in own} & golds
        ends.update([source[row] for own in partners for row in own])
        return ends

    @cached_property
    def _concepts(self) -> dict[int, tuple[str, str]]:
        """The concepts of aligned nodes where they differ, by gold node."""
        golds, preds = self.gold.concepts, self.pred.concepts
        return {
            gold: (golds[gold], preds[pred])
            for pred, gold in enumerate(self.documents.mapping)
            if gold >= 0 and golds[gold] != preds[pred] and golds[gold] and preds[pred]
        }

    @cached_property
    def _in_pred(self) -> dict[int, int]:
        """The pred node of each gold node."""
        return {gold: pred for pred, gold in enumerate(self.documents.mapping) if gold >= 0}

    def _relabelled(self, component: int) -> list[Confusion]:
        """Matched relations with different roles: several that share their ends, with one role in common."""
        golds, preds, words = self.gold.role, self.pred.role, self.gold.vocabulary.words
        return [
            (_KINDS[component], words[golds[row]], words[preds[other]])
            for row, other in self.documents.matches[component].partners.items()
            if golds[row] != preds[other]
        ]

    def _related(
        self, components: Sequence[int], golds: set[int], preds: set[int], matched: set[int]
    ) -> Iterator[Confusion]:
        """Missed and spurious relations with the same ends; missed and spurious values of a node."""
        gold, pred, words = self.gold, self.pred, self.gold.vocabulary.words
        by_ends: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        by_role: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        left = [self.documents.left(component) for component in components]
        for _, spurious in left:
            for row in spurious:
                source, target = pred.source[row], pred.target[row]
                if source == TEXT:
                    continue
                if target in preds:
                    by_ends[source, target].append(row)
                else:
                    by_role[source, pred.role[row]].append(row)
        taken: set[tuple[int, int, int]] = set()
        partner = self._in_pred
        for component, (missed, _) in zip(components, left, strict=True):
            for row in missed:
                source, role, target = gold.source[row], gold.role[row], gold.target[row]
                if source not in matched:
                    continue
                between = target in golds
                if between and target not in matched:
                    continue
                source = partner.get(source, source)
                listed = (
                    by_ends.get((source, partner.get(target, target)))
                    if between
                    else by_role.get((source, role))
                )
                free = next((own for own in listed or () if _numbers(pred, own) not in taken), None)
                if free is None:
                    continue
                taken.add(_numbers(pred, free))
                if between:
                    yield _KINDS[component], words[role], words[pred.role[free]]
                else:
                    yield f"value of {words[role]}", gold.end_text(target), pred.end_text(pred.target[free])


def _numbers(side: SideRows, row: int) -> tuple[int, int, int]:
    return side.source[row], side.role[row], side.target[row]
