"""Coreference aligned by rows: what matched, what each pair of entities earned, and the errors, for the report page."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from itertools import repeat

from tallystick.tasks.coref.anaphora.zeros import zero_outcomes
from tallystick.tasks.coref.entities.credits import PairCredits
from tallystick.tasks.coref.explain.entities import Explainer
from tallystick.tasks.coref.explain.error_kinds import CorefErrors
from tallystick.tasks.coref.explain.part_rows import ChainParts, ComparedRows, SideRows
from tallystick.tasks.views.confusions import ItemConfusions
from tallystick.tasks.views.parts import rounded
from tallystick.tasks.views.rows import AlignedRows, ErrorRow
from tallystick.tasks.views.schema import AlignedChains, EncodedAlignment, EncodedPair
from tallystick.tasks.views.totals import MOST_EXAMPLES, ItemErrors

__all__ = ["ChainComparison"]


_NO_LABELS = ItemConfusions(Counter(), ([], [], []))


class ChainComparison:
    """The chains of two documents by rows, as they are matched under some options."""

    def __init__(
        self, explainer: Explainer, parts: tuple[ChainParts, ChainParts], errors: CorefErrors
    ) -> None:
        self.explainer = explainer
        self.compared = explainer.compared
        self.golds, self.preds = parts
        self.numbered = errors
        self.gold_rows: SideRows = self.golds.add(explainer.gold.index, self.compared.gold)
        self.pred_rows: SideRows = self.preds.add(explainer.pred.index, self.compared.pred)
        self.pairs: list[tuple[int, int]] = sorted(self.compared.cells)
        # The parts refer to what is compared, not to this object: thousands of cycles would wait for the collector.
        self.index = len(self.preds.compared)
        matched = self.mention_rows[0]
        self.preds.compared.append(
            ComparedRows(matched, self.pairs, (self.gold_rows, self.pred_rows), explainer)
        )
        self._rounded: dict[float, float] = {0: 0}

    @cached_property
    def item_errors(self) -> ItemErrors:
        """The errors by kind; only the first ones of each are shown."""
        gold, pred = self.gold_rows.row, self.pred_rows.row
        return ItemErrors(
            {kind: len(errors) for kind, errors in self.numbered.by_kind.items()},
            {
                kind: [(gold(own), pred(other)) for own, other in errors[:MOST_EXAMPLES]]
                for kind, errors in self.numbered.by_kind.items()
            },
            (self.golds.show, self.preds.show),
        )

    @property
    def errors(self) -> Sequence[ErrorRow]:
        """All errors; their parts are rows."""
        gold, pred = self.gold_rows.row, self.pred_rows.row
        return [
            (kind, gold(own), pred(other))
            for kind, errors in self.numbered.by_kind.items()
            for own, other in errors
        ]

    @cached_property
    def mention_rows(self) -> tuple[list[tuple[int, int]], list[int], list[int]]:
        """The mentions that matched, those missed and those spurious, as rows."""
        gold_rows, pred_rows = self.gold_rows.mentions, self.pred_rows.mentions
        golds, preds = self.explainer.gold_entity, self.explainer.pred_entity
        return (
            [(gold_rows[mention], pred_rows[mention]) for mention in golds if mention in preds],
            [gold_rows[mention] for mention in sorted(golds.keys() - preds.keys())],
            [pred_rows[mention] for mention in sorted(preds.keys() - golds.keys())],
        )

    def mentions(self, *, of_entities: bool = True) -> AlignedRows:
        """Mentions found, missed and spurious, with the errors of entities or those of mentions alone."""
        return _AlignedMentions(self, of_entities=of_entities)

    def zeros(self) -> AlignedRows:
        """Zeros that were resolved; those that were not, and those that should not be anaphors."""
        outcomes = zero_outcomes(*self.compared.sides)
        gold, pred = self.gold_rows.mentions, self.pred_rows.mentions
        return _AlignedZeros(
            self,
            [(gold[mention], pred[mention]) for mention in outcomes.resolved],
            [gold[mention] for mention in sorted((*outcomes.misled, *outcomes.missed))],
            [pred[mention] for mention in sorted((*outcomes.misled, *outcomes.spurious))],
        )

    def entities(self, earned: PairCredits) -> AlignedRows:
        """Pairs of entities with what they earned."""
        if self.compared.has_sets:
            # Entities that have nothing in common but their sets may earn something too.
            known = set(self.pairs)
            self.pairs += [pair for pair in earned if pair not in known]
        return _AlignedEntities(self, self._column(earned))

    def _column(self, earned: PairCredits) -> list[float]:
        """What each pair of entities earned, as the page shows it."""
        known = self._rounded
        known.update({credit: rounded(credit) for credit in set(earned.values()).difference(known)})
        return list(map(known.__getitem__, map(earned.get, self.pairs, repeat(0))))

    def sets(self, earned: PairCredits) -> AlignedRows:
        """Pairs of entities with aligned sets; of the others, those that have a set."""
        return _AlignedSets(self, earned)

    @cached_property
    def all_labels(self) -> ItemConfusions:
        """The words of all mentions."""
        matched, missed, spurious = self.mention_rows
        golds, preds = [gold for gold, _ in matched], [pred for _, pred in matched]
        return self.labels([*golds, *missed], [*preds, *spurious], golds)

    def labels(self, golds: Sequence[int], preds: Sequence[int], matched: Iterable[int]) -> ItemConfusions:
        """Return mentions as labels: their words."""
        if not golds and not preds:
            return _NO_LABELS
        own, others = self.golds.labels, self.preds.labels
        return ItemConfusions(
            Counter(),
            ([own[row] for row in golds], [others[row] for row in preds], [own[row] for row in matched]),
        )


class _Aligned(AlignedRows):
    """What the alignments of chains have in common."""

    def __init__(self, chains: ChainComparison) -> None:
        self.chains = chains
        self.golds, self.preds = chains.golds, chains.preds

    @property
    def is_empty(self) -> bool:
        """Whether neither side has parts: lists without parts have no numbers of their own."""
        return not len(self.golds) and not len(self.preds)

    def key(self) -> Hashable:
        """Return the comparison, and the parts that are aligned."""
        return self.chains, type(self)

    def encoded(self, gold_offset: int, pred_offset: int) -> EncodedAlignment:
        """Return nothing, if all of the alignment is in columns."""
        return EncodedAlignment([], [], [])

    def errors(self) -> Sequence[ErrorRow]:
        """Return the errors, the same under every metric."""
        return self.chains.errors

    def item_errors(self) -> ItemErrors:
        """Return the first errors of each kind, and how many there are."""
        return self.chains.item_errors

    def confusions(self) -> ItemConfusions:
        """Return nothing: entities have no labels, and their mentions are counted elsewhere."""
        return _NO_LABELS


class _AlignedEntities(_Aligned):
    """Pairs of entities, which earned more or less."""

    def __init__(self, chains: ChainComparison, credits: list[float]) -> None:
        super().__init__(chains)
        self.credits = credits

    def columns(self, gold_offset: int, pred_offset: int) -> AlignedChains | None:
        """Return what each pair earned."""
        if self.is_empty:
            return None
        return {
            "gold": gold_offset,
            "pred": pred_offset,
            "compared": self.chains.index,
            "credits": self.credits,
        }


class _AlignedSets(_Aligned):
    """Pairs of entities whose sets are aligned; they are few."""

    def __init__(self, chains: ChainComparison, earned: PairCredits) -> None:
        super().__init__(chains)
        self.earned = earned

    def encoded(self, gold_offset: int, pred_offset: int) -> EncodedAlignment:
        """Return the alignment in numbers of parts."""
        compared = self.chains.compared
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


class _AlignedMentions(_Aligned):
    """All mentions."""

    def __init__(self, chains: ChainComparison, *, of_entities: bool) -> None:
        super().__init__(chains)
        self.of_entities = of_entities

    def key(self) -> Hashable:
        """Return the comparison, and which errors are listed."""
        return self.chains, type(self), self.of_entities

    def columns(self, gold_offset: int, pred_offset: int) -> AlignedChains | None:
        """Return which chains are compared: their mentions say what matched."""
        if self.is_empty:
            return None
        return {"gold": gold_offset, "pred": pred_offset, "compared": self.chains.index}

    def errors(self) -> Sequence[ErrorRow]:
        """Return the errors of entities, or the mentions that only one side has."""
        if self.of_entities:
            return self.chains.errors
        _, missed, spurious = self.chains.mention_rows
        golds, preds = self._different(missed, spurious)
        return [
            *[("missing mention", row, None) for row in golds],
            *[("spurious mention", None, row) for row in preds],
        ]

    def item_errors(self) -> ItemErrors:
        """Return the first errors of each kind, and how many there are."""
        if self.of_entities:
            return super().item_errors()
        return ItemErrors.of(self.errors(), (self.golds.show, self.preds.show))

    def _different(self, missed: list[int], spurious: list[int]) -> tuple[list[int], list[int]]:
        """The mentions that the other side does not have with the same words, which are shown alike."""
        golds, preds = self.chains.golds, self.chains.preds
        if set(golds.ends(missed)).isdisjoint(preds.ends(spurious)):
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

    def confusions(self) -> ItemConfusions:
        """Return the words of the mentions."""
        return self.chains.all_labels


class _AlignedZeros(_Aligned):
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

    def encoded(self, gold_offset: int, pred_offset: int) -> EncodedAlignment:
        """Return the alignment in numbers of parts."""
        return EncodedAlignment(
            [(gold_offset + gold, pred_offset + pred) for gold, pred in self.resolved],
            [gold_offset + row for row in self.missed],
            [pred_offset + row for row in self.spurious],
        )

    def confusions(self) -> ItemConfusions:
        """Return the words of the zeros."""
        golds, preds = [gold for gold, _ in self.resolved], [pred for _, pred in self.resolved]
        return self.chains.labels([*golds, *self.missed], [*preds, *self.spurious], golds)
