"""Why a score is what it is: which entities met, the outcomes of their mentions, errors by kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from tallystick.dataclass import dataclass
from tallystick.formats.coref.document import CorefDocument, Layer, Range, is_empty_node, word_number
from tallystick.tally import Alignment, Pair
from tallystick.tasks.coref.anaphora.zeros import zero_outcomes
from tallystick.tasks.coref.entities.comparison import EntityComparison
from tallystick.tasks.coref.entities.credits import PairCredits
from tallystick.tasks.coref.entities.split_antecedents import Entities
from tallystick.tasks.coref.explain.text import entity_numbers, text_with_chains

__all__ = ["Errors", "Explainer", "MentionWords", "ShownLink", "ShownMention", "ShownSet", "errors_of"]

#: What a mention without words is shown as.
ZERO = "∅"


@dataclass(frozen=True, slots=True)
class ShownMention:
    """The words of a mention, and the numbers from 0 of the first and last word of every part."""

    words: str
    ends: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ShownSet:
    """An entity that is a set of others."""

    mentions: tuple[object, ...]
    elements: tuple[object, ...]
    """The mentions of each of its elements."""


@dataclass(frozen=True, slots=True)
class ShownLink(Mapping[object, object]):
    """A bridging anaphor and its antecedent, as a hashable mapping of the anaphor to the antecedent."""

    anaphor: object
    antecedent: object

    def __getitem__(self, key: object) -> object:
        if key != self.anaphor:
            raise KeyError(key)
        return self.antecedent

    def __iter__(self) -> Iterator[object]:
        return iter((self.anaphor,))

    def __len__(self) -> int:
        return 1


@dataclass(frozen=True, slots=True)
class Errors:
    """How many errors of each kind there are."""

    missing: int = 0
    """Gold mentions that the prediction does not have."""
    extra: int = 0
    """Predicted mentions that the gold does not have."""
    divided: int = 0
    """Gold entities whose mentions are found in more than one predicted entity."""
    conflated: int = 0
    """Predicted entities with mentions of more than one gold entity."""
    wrong_sets: int = 0
    """Entities on either side whose accommodated set has no equal on the other."""


def errors_of(compared: EntityComparison) -> Errors:
    """The errors of a document by kind.

    >>> from tallystick.tasks.coref.mentions.sides import MentionSide
    >>> gold, pred = MentionSide(((0, 1, 2), (3,))), MentionSide(((0, 1), (2, 3, 4)))
    >>> errors_of(EntityComparison(gold, pred))
    Errors(missing=0, extra=1, divided=1, conflated=1, wrong_sets=0)
    """
    row, col, _ = compared.table.triplets()
    common = compared.table.common()
    aligned = compared.aligned("b3")
    right = sum(pair.score.f1 == 1 for pair in aligned.pairs)
    return Errors(
        compared.gold.ordinary - common,
        compared.pred.ordinary - common,
        _repeated(row),
        _repeated(col),
        len(compared.gold.sets) + len(compared.pred.sets) - 2 * right,
    )


def _repeated(indices: Iterable[int]) -> int:
    seen: dict[int, int] = {}
    for index in indices:
        seen[index] = seen.get(index, 0) + 1
    return sum(count > 1 for count in seen.values())


class Explainer:
    """The parts of two compared documents in words."""

    def __init__(self, gold: MentionWords, pred: MentionWords, compared: EntityComparison) -> None:
        self.gold = gold
        self.pred = pred
        self.compared = compared
        self.gold_entity = _owners(compared.gold)
        self.pred_entity = _owners(compared.pred)

    @classmethod
    def of(
        cls,
        documents: tuple[CorefDocument, CorefDocument],
        layer: str,
        compared: EntityComparison,
    ) -> Explainer:
        """The explainer of two documents that were matched and compared."""
        gold, pred = (
            MentionWords(document, document.layer(layer), side.numbers)
            for document, side in zip(documents, compared.sides, strict=True)
        )
        return cls(gold, pred, compared)

    @cached_property
    def texts(self) -> tuple[str, str] | None:
        """Both documents as text with their chains; None where their words are not known."""
        golds, preds = entity_numbers(self.compared)
        gold = self.gold.with_chains(self.compared.gold, golds, self.pred_entity, "-")
        pred = self.pred.with_chains(self.compared.pred, preds, self.gold_entity, "+")
        return (gold, pred) if gold and pred else None

    @cached_property
    def errors(self) -> Mapping[str, int]:
        """How many errors of each kind there are."""
        counts = errors_of(self.compared)
        return {
            "missing mention": counts.missing,
            "extra mention": counts.extra,
            "divided entity": counts.divided,
            "conflated entity": counts.conflated,
            "wrong set": counts.wrong_sets,
        }

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
        inner = self._mentions(gold.mentions[i], pred.mentions[j])
        return Pair(
            self.gold.entity(gold, i), self.pred.entity(pred, j), credit, {"": inner}, self._note(i, j)
        )  # fmt: skip

    def _mentions(self, golds: Iterable[int], preds: Iterable[int]) -> Alignment:
        golds, preds = sorted(golds), sorted(preds)
        claimed, known = set(preds), set(golds)
        return Alignment(
            tuple(Pair(self.gold.mention(m), self.pred.mention(m), 1.0) for m in golds if m in claimed),
            tuple(self.gold.mention(m) for m in golds if m not in claimed),
            tuple(self.pred.mention(m) for m in preds if m not in known),
        )

    def _note(self, i: int, j: int) -> str:
        """What is wrong with a pair, in words."""
        gold, pred = self.compared.gold.mentions[i], self.compared.pred.mentions[j]
        missing = sum(mention not in self.pred_entity for mention in gold)
        extra = sum(mention not in self.gold_entity for mention in pred)
        parts = len({self.pred_entity[mention] for mention in gold if mention in self.pred_entity})
        sources = len({self.gold_entity[mention] for mention in pred if mention in self.gold_entity})
        remarks = [
            f"{missing} missing" * bool(missing),
            f"{extra} extra" * bool(extra),
            f"divided into {parts}" * (parts > 1),
            f"conflated from {sources}" * (sources > 1),
            "another set" * self._sets_differ(i, j),
        ]
        return ", ".join(filter(None, remarks))

    def _sets_differ(self, i: int, j: int) -> bool:
        gold_set = self.compared.gold.sets.get(i, ())
        pred_set = self.compared.pred.sets.get(j, ())
        gold_elements = {frozenset(self.compared.gold.atoms[atom]) for atom in gold_set}
        return gold_elements != {frozenset(self.compared.pred.atoms[atom]) for atom in pred_set}


def _owners(entities: Entities) -> dict[int, int]:
    return {mention: entity for entity, own in enumerate(entities.mentions) for mention in own}


def _others(entities: Entities, met: set[int]) -> list[int]:
    return [entity for entity in range(len(entities.mentions)) if entity not in met]


class MentionWords:
    """The mentions of one document in words."""

    def __init__(self, document: CorefDocument, layer: Layer, numbers: Sequence[int] = ()) -> None:
        forms = document.tokens.forms
        self.words = [form for _, form in forms(document.origin.text)] if forms else []
        self.document = document
        self.layer = layer
        self.index = {number: at for at, number in enumerate(numbers) if number >= 0}

    def at(self, index: int) -> object:
        """A mention by its index in the document; where there are no words, as the numbers of its words."""
        parts = self.layer.parts(index)
        ends = tuple(word_number(end) for part in parts for end in part)
        if not self.words:
            return ends
        return ShownMention(" … ".join(self._shown(part) for part in parts), ends)

    def mention(self, number: int) -> object:
        """A mention by its number."""
        return self.at(self.index[number])

    def entity(self, entities: Entities, index: int) -> object:
        """An entity: its mentions, and its elements if it is a set."""
        mentions = self._mentions(entities.mentions[index])
        if index not in entities.sets:
            return mentions
        return ShownSet(mentions, tuple(self._mentions(entities.atoms[a]) for a in entities.sets[index]))

    def with_chains(
        self, entities: Entities, numbers: Sequence[int], known: Mapping[int, int], sign: str
    ) -> str:
        """The text with its chains."""
        return text_with_chains(self.document, self.layer, self.index, entities, numbers, known, sign)

    def _mentions(self, numbers: Iterable[int]) -> tuple[object, ...]:
        return tuple(self.at(index) for index in sorted(self.index[number] for number in numbers))

    def _shown(self, part: Range) -> str:
        first, last = part
        if is_empty_node(first) and first == last:
            return ZERO
        return " ".join(self.words[word_number(first) : word_number(last) + 1])
