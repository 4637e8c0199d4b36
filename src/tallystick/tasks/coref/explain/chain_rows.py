"""Coreference aligned by rows: what matched, what each pair of entities earned, and the errors, for the report page."""

from __future__ import annotations

import sys
from array import array
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias, cast

from tallystick.tasks.coref.anaphora.zeros import zero_outcomes
from tallystick.tasks.coref.entities.credits import CellCredits, PairCredits
from tallystick.tasks.coref.explain.chain_columns import (
    gather_values,
    partner_rows,
    values_of_pairs,
    without_partner,
)
from tallystick.tasks.coref.explain.chain_writer import write_credits
from tallystick.tasks.coref.explain.entities import Explainer
from tallystick.tasks.coref.explain.error_kinds import CorefErrors
from tallystick.tasks.coref.explain.part_rows import ChainParts, ComparedRows, Pairs, SideRows
from tallystick.tasks.coref.explain.vocabulary import MentionLabels
from tallystick.tasks.views.base import Describers
from tallystick.tasks.views.json_writer import JsonWriter
from tallystick.tasks.views.parts import rounded
from tallystick.tasks.views.rows import ErrorRow, Row, WrittenRows
from tallystick.tasks.views.schema import EncodedAlignment, EncodedPair
from tallystick.tasks.views.totals import MOST_EXAMPLES, ItemErrors

__all__ = ["ChainAlignment", "ChainComparison"]


#: Labels of the gold, of the prediction, and of matched pairs.
Labels: TypeAlias = "tuple[array[int], array[int], array[int]]"


class ChainComparison:
    """The chains of two documents by rows, as they are matched under some options."""

    def __init__(
        self, explainer: Explainer, parts: tuple[ChainParts, ChainParts], errors: CorefErrors
    ) -> None:
        self.explainer = explainer
        self.compared = explainer.compared
        self.golds, self.preds = parts
        self.numbered = errors
        self.gold_rows: SideRows = self.golds.add(explainer.gold.mention_numbers, self.compared.gold)
        self.pred_rows: SideRows = self.preds.add(explainer.pred.mention_numbers, self.compared.pred)
        self.order, row, col = self.compared.cells_in_order
        # Where entities are sets, more pairs are added below.
        self.pairs = Pairs(row[:], col[:]) if self.compared.has_sets else Pairs(row, col)
        gold_owners, pred_owners = explainer.owners
        self.partners: array[int] = partner_rows(
            (self.gold_rows.mentions, gold_owners),
            (self.pred_rows.mentions, pred_owners),
            len(self.golds.mentions),
        )
        # The parts refer to what is compared, not to this object: thousands of cycles would wait for the collector.
        self.index = len(self.preds.compared)
        self.preds.compared.append(
            ComparedRows(self.partners, self.pairs, (self.gold_rows, self.pred_rows), explainer)
        )

    @property
    def show(self) -> Describers:
        """How the parts of both sides are shown."""
        return self.golds.show, self.preds.show

    @cached_property
    def item_errors(self) -> ItemErrors:
        """The errors by kind; only the first ones of each are shown."""
        return self._item_errors(MOST_EXAMPLES)

    def errors(self) -> Sequence[ErrorRow]:
        """Return all errors; their parts are rows."""
        return _error_rows(self._item_errors(sys.maxsize).first)

    def _item_errors(self, most: int) -> ItemErrors:
        gold, pred = self.gold_rows.row, self.pred_rows.row
        errors = self.numbered.first(most)
        return ItemErrors(
            {kind: count for kind, (count, _) in errors.items()},
            {kind: [(gold(own), pred(other)) for own, other in first] for kind, (_, first) in errors.items()},
            self.show,
        )

    def mention_errors(self, most: int) -> ItemErrors:
        """Return the mentions that only one side has by kind, with the first ones."""
        gold_owners, pred_owners = self.explainer.owners
        missed = [self.gold_rows.mentions[m] for m in without_partner(gold_owners, pred_owners)]
        spurious = [self.pred_rows.mentions[m] for m in without_partner(pred_owners, gold_owners)]
        if missed and spurious:
            missed, spurious = self._different(missed, spurious)
        counts: dict[str, int] = {}
        first: dict[str, list[tuple[object, object]]] = {}
        if missed:
            counts["missing mention"] = len(missed)
            first["missing mention"] = [(row, None) for row in missed[:most]]
        if spurious:
            counts["spurious mention"] = len(spurious)
            first["spurious mention"] = [(None, row) for row in spurious[:most]]
        return ItemErrors(counts, first, self.show)

    def _different(self, missed: list[int], spurious: list[int]) -> tuple[list[int], list[int]]:
        """The mentions that the other side does not have with the same words, which are shown alike."""
        golds, preds = self.golds, self.preds
        if set(map(golds.ends, missed)).isdisjoint(map(preds.ends, spurious)):
            return missed, spurious
        waiting: defaultdict[Hashable, list[int]] = defaultdict(list)
        for row in spurious:
            waiting[preds.key(row)].append(row)
        left = []
        for row in missed:
            equal = waiting.get(golds.key(row))
            if equal:
                equal.pop()
            else:
                left.append(row)
        return left, [row for equal in waiting.values() for row in equal]

    def mentions(self, *, of_entities: bool = True) -> ChainAlignment:
        """Mentions found, missed and spurious, with the errors of entities or those of mentions alone."""
        return _AlignedMentions(self, of_entities=of_entities)

    def zeros(self) -> ChainAlignment:
        """Zeros that were resolved; those that were not, and those that should not be anaphors."""
        outcomes = zero_outcomes(*self.compared.sides)
        gold, pred = self.gold_rows.mentions, self.pred_rows.mentions
        return _AlignedZeros(
            self,
            [(gold[mention], pred[mention]) for mention in outcomes.resolved],
            [gold[mention] for mention in sorted((*outcomes.misled, *outcomes.missed))],
            [pred[mention] for mention in sorted((*outcomes.misled, *outcomes.spurious))],
        )

    def entities(self, earned: PairCredits) -> ChainAlignment:
        """Pairs of entities with what they earned."""
        if type(earned) is CellCredits:  # Looking up an abstract class would take longer.
            return _AlignedEntities(self, earned.column, self.order)
        pairs = list(zip(*self.pairs, strict=True))
        if self.compared.has_sets:
            # Entities that have nothing in common but their sets may earn something too.
            known = set(pairs)
            for pair in earned:
                if pair not in known:
                    pairs.append(pair)
                    self.pairs.golds.append(pair[0])
                    self.pairs.preds.append(pair[1])
        credits = array("d", [earned.get(pair, 0) for pair in pairs])
        return _AlignedEntities(self, credits, range(len(credits)))

    def sets(self, earned: PairCredits) -> ChainAlignment:
        """Pairs of entities with aligned sets; of the others, those that have a set."""
        return _AlignedSets(self, earned)

    def labels(self, vocabulary: MentionLabels) -> tuple[array[int], array[int]]:
        """Return the words of each mention of both sides as numbers, by row."""
        golds = self.golds.labels(vocabulary, self.golds, self.partners)
        return golds, self.preds.labels(vocabulary, self.golds, self.partners)

    def all_labels(self, vocabulary: MentionLabels) -> Labels:
        """Return the words of all mentions."""
        golds, preds = self.labels(vocabulary)
        gold_owners, pred_owners = self.explainer.owners
        return (
            gather_values(golds, self.gold_rows.mentions, gold_owners),
            gather_values(preds, self.pred_rows.mentions, pred_owners),
            values_of_pairs(golds, self.partners),
        )


def _error_rows(errors: Mapping[str, Sequence[tuple[object, object]]]) -> Sequence[ErrorRow]:
    return [
        (kind, cast(Row, gold), cast(Row, pred)) for kind, parts in errors.items() for gold, pred in parts
    ]


class ChainAlignment(WrittenRows):
    """What the alignments of chains have in common."""

    def __init__(self, chains: ChainComparison) -> None:
        self.chains = chains
        self.golds: ChainParts = chains.golds
        self.preds: ChainParts = chains.preds

    def error_key(self) -> Hashable:
        """Return what the errors depend on."""
        return id(self.chains)

    def label_key(self) -> Hashable:
        """Return what the labels depend on."""
        return None

    def encoded(self, gold_offset: int, pred_offset: int) -> EncodedAlignment | None:
        """Return the alignment in numbers of parts, counted from these; None if all of it is in columns."""
        return None

    def column(self, writer: JsonWriter, chains: int) -> bytes:
        """Return the columns of the alignment as JSON; `chains` is the index of these parts among all."""
        return b"null"

    def errors(self) -> Sequence[ErrorRow]:
        """Return the errors, the same under every metric."""
        return self.chains.errors()

    def item_errors(self) -> ItemErrors:
        """Return the first errors of each kind, and how many there are."""
        return self.chains.item_errors

    def labels(self, vocabulary: MentionLabels) -> Labels | None:
        """Return nothing: entities have no labels, and their mentions are counted elsewhere."""
        return None


class _AlignedEntities(ChainAlignment):
    """Pairs of entities, which earned more or less."""

    def __init__(self, chains: ChainComparison, credits: array[float], order: Sequence[int]) -> None:
        super().__init__(chains)
        self.credits = credits
        self.order = order
        """The place of each pair among the credits."""

    def column(self, writer: JsonWriter, chains: int) -> bytes:
        """Return what each pair earned."""
        writer.text(b'{"chains":%d,"compared":%d,"credits":' % (chains, self.chains.index))
        order = self.order if isinstance(self.order, array) else array("i", self.order)
        write_credits(writer, self.credits, order)
        writer.text(b"}")
        return writer.value()


class _AlignedSets(ChainAlignment):
    """Pairs of entities whose sets are aligned; they are few."""

    def __init__(self, chains: ChainComparison, earned: PairCredits) -> None:
        super().__init__(chains)
        self.earned = earned

    def encoded(self, gold_offset: int, pred_offset: int) -> EncodedAlignment | None:
        """Return the alignment in numbers of parts; None if there are no sets."""
        compared = self.chains.compared
        if not compared.has_sets:
            return None
        golds, preds = self.chains.gold_rows.entities, self.chains.pred_rows.entities
        gold_offset += len(self.chains.golds.mentions)
        pred_offset += len(self.chains.preds.mentions)
        met_gold, met_pred = {i for i, _ in self.earned}, {j for _, j in self.earned}
        matched: list[EncodedPair] = [
            (gold_offset + golds[i], pred_offset + preds[j])
            if credit == 1
            else (gold_offset + golds[i], pred_offset + preds[j], rounded(credit))
            for (i, j), credit in self.earned.items()
        ]
        return EncodedAlignment(
            matched,
            [gold_offset + golds[i] for i in compared.gold.sets if i not in met_gold],
            [pred_offset + preds[j] for j in compared.pred.sets if j not in met_pred],
        )


class _AlignedMentions(ChainAlignment):
    """All mentions."""

    def __init__(self, chains: ChainComparison, *, of_entities: bool) -> None:
        super().__init__(chains)
        self.of_entities = of_entities

    def error_key(self) -> Hashable:
        """Return the comparison, and which errors are listed."""
        return super().error_key() if self.of_entities else (id(self.chains), "mentions")

    def label_key(self) -> Hashable:
        """Return the comparison."""
        return id(self.chains)

    def column(self, writer: JsonWriter, chains: int) -> bytes:
        """Return which chains are compared: their mentions say what matched."""
        return b'{"chains":%d,"compared":%d}' % (chains, self.chains.index)

    def errors(self) -> Sequence[ErrorRow]:
        """Return the errors of entities, or the mentions that only one side has."""
        return (
            super().errors()
            if self.of_entities
            else _error_rows(self.chains.mention_errors(sys.maxsize).first)
        )

    def item_errors(self) -> ItemErrors:
        """Return the first errors of each kind, and how many there are."""
        return super().item_errors() if self.of_entities else self.chains.mention_errors(MOST_EXAMPLES)

    def labels(self, vocabulary: MentionLabels) -> Labels:
        """Return the words of the mentions."""
        return self.chains.all_labels(vocabulary)


class _AlignedZeros(ChainAlignment):
    """Anaphoric zeros; they are few."""

    def __init__(
        self,
        chains: ChainComparison,
        resolved: list[tuple[int, int]],
        missed: list[int],
        spurious: list[int],
    ) -> None:
        super().__init__(chains)
        self.resolved, self.missed, self.spurious = resolved, missed, spurious

    def encoded(self, gold_offset: int, pred_offset: int) -> EncodedAlignment | None:
        """Return the alignment in numbers of parts; None if there are no zeros."""
        if not (self.resolved or self.missed or self.spurious):
            return None
        return EncodedAlignment(
            [(gold_offset + gold, pred_offset + pred) for gold, pred in self.resolved],
            [gold_offset + row for row in self.missed],
            [pred_offset + row for row in self.spurious],
        )

    def label_key(self) -> Hashable:
        """Return the comparison, and that these are zeros."""
        return id(self.chains), "zeros"

    def labels(self, vocabulary: MentionLabels) -> Labels | None:
        """Return the words of the zeros."""
        golds = [gold for gold, _ in self.resolved]
        preds = [pred for _, pred in self.resolved]
        if not (golds or self.missed or self.spurious):
            return None
        own, others = self.chains.labels(vocabulary)
        return (
            array("i", [own[row] for row in (*golds, *self.missed)]),
            array("i", [others[row] for row in (*preds, *self.spurious)]),
            array("i", [own[row] for row in golds]),
        )
