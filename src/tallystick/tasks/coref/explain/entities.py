"""Why a score is what it is: which entities met, and the outcomes of their mentions."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from functools import cached_property

from tallystick.formats.coref.document import CorefDocument
from tallystick.tally import Alignment, Pair, WrittenSides
from tallystick.tasks.coref.anaphora.zeros import zero_outcomes
from tallystick.tasks.coref.entities.comparison import EntityComparison
from tallystick.tasks.coref.entities.credits import PairCredits
from tallystick.tasks.coref.entities.split_antecedents import Entities
from tallystick.tasks.coref.explain.chain_columns import owners
from tallystick.tasks.coref.explain.text import cut, entity_numbers
from tallystick.tasks.coref.explain.words import MentionWords

__all__ = ["Explainer"]


class Explainer:
    """The parts of two compared documents, as text."""

    def __init__(self, gold: MentionWords, pred: MentionWords, compared: EntityComparison) -> None:
        self.gold = gold
        self.pred = pred
        self.compared = compared
        self._pairs: dict[tuple[int, int], tuple[Mapping[str, Alignment], str]] = {}

    @classmethod
    def of(
        cls,
        documents: tuple[CorefDocument, CorefDocument],
        layer: str,
        compared: EntityComparison,
    ) -> Explainer:
        """The explainer of two documents that were matched and compared."""
        gold, pred = documents
        # Words are read from the text: once for both sides, if they have the same words.
        written = gold if gold.has_words_of(pred) else pred
        golds, preds = compared.sides
        return cls(
            MentionWords(gold, gold.layer(layer), golds.numbers),
            MentionWords(pred, pred.layer(layer), preds.numbers, written),
            compared,
        )

    @cached_property
    def owners(self) -> tuple[array[int], array[int]]:
        """The entity of each mention by number on both sides, −1 for none."""
        return owners(self.compared.gold.mentions, self.compared.pred.mentions)

    @cached_property
    def gold_entity(self) -> dict[int, int]:
        """The gold entity of each mention that is in one."""
        return _owners(self.compared.gold)

    @cached_property
    def pred_entity(self) -> dict[int, int]:
        """The predicted entity of each mention that is in one."""
        return _owners(self.compared.pred)

    @cached_property
    def lines(self) -> tuple[list[str], list[str]]:
        """The sentences of both documents with their chains; empty if their words are not known."""
        golds, preds = entity_numbers(self.compared)
        gold = self.gold.with_chains(self.compared.gold, golds, self.pred_entity, "-")
        pred = self.pred.with_chains(self.compared.pred, preds, self.gold_entity, "+")
        return gold, pred

    @cached_property
    def texts(self) -> WrittenSides | None:
        """Both documents as text with their chains; None if their words are not known."""
        return WrittenSides(self._texts) if self.gold.words and self.pred.words else None

    def _texts(self) -> tuple[str, str]:
        gold, pred = self.lines
        return cut(gold), cut(pred)

    def mentions(self) -> Alignment:
        """Mentions found, missed and spurious."""
        return self._mentions(self.gold_entity, self.pred_entity)

    def zeros(self) -> Alignment:
        """Zeros that were resolved; those that were not, and those that should not be anaphors."""
        outcomes = zero_outcomes(*self.compared.sides)
        return Alignment(
            tuple(Pair(self.gold.mention(m), self.pred.mention(m), 1.0) for m in outcomes.resolved),
            tuple(self.gold.mention(m) for m in sorted((*outcomes.misled, *outcomes.missed))),
            tuple(self.pred.mention(m) for m in sorted((*outcomes.misled, *outcomes.spurious))),
        )

    def entities(self, earned: PairCredits) -> Alignment:
        """Pairs of entities with what they earned; entities that earned nothing are missed or spurious."""
        compared = self.compared
        met_gold, met_pred = {i for i, _ in earned}, {j for _, j in earned}
        return Alignment(
            tuple(self._pair(i, j, credit) for (i, j), credit in sorted(earned.items())),
            tuple(self.gold.entity(compared.gold, i) for i in _others(compared.gold, met_gold)),
            tuple(self.pred.entity(compared.pred, j) for j in _others(compared.pred, met_pred)),
        )

    def sets(self, earned: PairCredits) -> Alignment:
        """Pairs of entities with aligned sets; of the others, those that have a set."""
        gold, pred = self.compared.gold, self.compared.pred
        met_gold, met_pred = {i for i, _ in earned}, {j for _, j in earned}
        return Alignment(
            tuple(
                Pair(self.gold.entity(gold, i), self.pred.entity(pred, j), credit)
                for (i, j), credit in earned.items()
            ),
            tuple(self.gold.entity(gold, i) for i in gold.sets if i not in met_gold),
            tuple(self.pred.entity(pred, j) for j in pred.sets if j not in met_pred),
        )

    def _pair(self, i: int, j: int, credit: float) -> Pair:
        gold, pred = self.compared.gold, self.compared.pred
        known = self._pairs.get((i, j))
        if known is None:
            inner = self._mentions(gold.mentions[i], pred.mentions[j])
            known = self._pairs[i, j] = {"": inner}, self._note(i, j)
        return Pair(self.gold.entity(gold, i), self.pred.entity(pred, j), credit, *known)

    def _mentions(self, golds: Iterable[int], preds: Iterable[int]) -> Alignment:
        golds, preds = sorted(golds), sorted(preds)
        claimed, known = set(preds), set(golds)
        return Alignment(
            tuple(Pair(self.gold.mention(m), self.pred.mention(m), 1.0) for m in golds if m in claimed),
            tuple(self.gold.mention(m) for m in golds if m not in claimed),
            tuple(self.pred.mention(m) for m in preds if m not in known),
        )

    def _note(self, i: int, j: int) -> str:
        """The error of a pair, as text."""
        gold, pred = self.compared.gold.mentions[i], self.compared.pred.mentions[j]
        missing = sum(mention not in self.pred_entity for mention in gold)
        extra = sum(mention not in self.gold_entity for mention in pred)
        parts = len({self.pred_entity[mention] for mention in gold if mention in self.pred_entity})
        sources = len({self.gold_entity[mention] for mention in pred if mention in self.gold_entity})
        remarks = [
            f"{missing} missing" * bool(missing),
            f"{extra} spurious" * bool(extra),
            f"split into {parts}" * (parts > 1),
            f"merged from {sources}" * (sources > 1),
            "another set" * self.sets_differ(i, j),
        ]
        return ", ".join(filter(None, remarks))

    def sets_differ(self, i: int, j: int) -> bool:
        """Whether two entities are sets of different elements."""
        gold_set = self.compared.gold.sets.get(i, ())
        pred_set = self.compared.pred.sets.get(j, ())
        gold_elements = {frozenset(self.compared.gold.atoms[atom]) for atom in gold_set}
        return gold_elements != {frozenset(self.compared.pred.atoms[atom]) for atom in pred_set}


def _owners(entities: Entities) -> dict[int, int]:
    return {mention: entity for entity, own in enumerate(entities.mentions) for mention in own}


def _others(entities: Entities, met: set[int]) -> list[int]:
    return [entity for entity in range(len(entities.mentions)) if entity not in met]
