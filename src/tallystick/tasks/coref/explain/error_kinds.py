"""The errors of coreference by kind, after Kummerfeld and Klein (2013): of mentions, then of entities.

A missing and a spurious mention with the same head are one error, a wrong boundary; where heads are not annotated,
mentions that begin or end with the same word are. Partners are taken one to one, those with most words in common
first. An entity none of whose mentions is left then is missing, or spurious; other mentions without a partner are
missing or spurious mentions. A gold entity whose mentions are in several predicted entities is split, a predicted
entity with mentions of several gold entities merged.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from tallystick.tally import Alignment, PartError
from tallystick.tasks.coref.entities.split_antecedents import Entities
from tallystick.tasks.coref.explain.words import MentionWords, ShownLink, ShownMention
from tallystick.tasks.records.error_kinds import RecordErrors, RecordKind, all_but_one, alone, named
from tallystick.tasks.records.overlaps import jaccard

if TYPE_CHECKING:
    from tallystick.tasks.coref.explain.entities import Explainer

__all__ = ["MENTION_ERRORS", "CorefErrors", "NumberedError", "PartNumber"]


#: A mention by its number, an entity by the complement of its index, several entities as a tuple of these.
PartNumber: TypeAlias = int | tuple[int, ...] | None


#: The gold part and the pred part of an error, by number.
NumberedError: TypeAlias = tuple[PartNumber, PartNumber]


class CorefErrors:
    """The errors of two documents, the same under every metric with the same mention matching."""

    def __init__(self, explainer: Explainer) -> None:
        self.explainer = explainer

    def errors(self, _alignment: Alignment) -> Sequence[PartError]:
        """Return the errors of mentions, then those of entities."""
        return self._errors

    @cached_property
    def _errors(self) -> Sequence[PartError]:
        explainer, compared = self.explainer, self.explainer.compared
        return [
            PartError(
                kind, _part(explainer.gold, compared.gold, gold), _part(explainer.pred, compared.pred, pred)
            )
            for kind, errors in self.by_kind.items()
            for gold, pred in errors
        ]

    @cached_property
    def by_kind(self) -> Mapping[str, Sequence[NumberedError]]:
        """The errors of mentions, then those of entities, by the numbers of their parts."""
        errors = {**self._mentions(), **self._divisions(), "wrong set": [*self._sets()]}
        return {kind: found for kind, found in errors.items() if found}

    def _mentions(self) -> dict[str, list[NumberedError]]:
        """Mentions without a partner, and entities that consist of them."""
        explainer, compared = self.explainer, self.explainer.compared
        golds = [mention for mention in explainer.gold_entity if mention not in explainer.pred_entity]
        preds = [mention for mention in explainer.pred_entity if mention not in explainer.gold_entity]
        boundaries = _same_heads(explainer.gold, golds, explainer.pred, preds)
        gold_mentions, gold_entities = _alone(compared.gold, set(golds) - boundaries.keys())
        pred_mentions, pred_entities = _alone(compared.pred, set(preds) - set(boundaries.values()))
        return {
            "wrong boundary": [*boundaries.items()],
            "missing mention": [(mention, None) for mention in gold_mentions],
            "spurious mention": [(None, mention) for mention in pred_mentions],
            "missing entity": [(~entity, None) for entity in gold_entities],
            "spurious entity": [(None, ~entity) for entity in pred_entities],
        }

    def _divisions(self) -> dict[str, list[NumberedError]]:
        """Entities that the other side has in several."""
        row, col, _ = self.explainer.compared.table.triplets()
        return {
            "split entity": [(~gold, tuple([~pred for pred in parts])) for gold, parts in _several(row, col)],
            "merged entity": [
                (tuple([~gold for gold in parts]), ~pred) for pred, parts in _several(col, row)
            ],
        }

    def _sets(self) -> Iterator[NumberedError]:
        """Entities whose accommodated set has no equal on the other side."""
        compared = self.explainer.compared
        right = [pair for pair in compared.aligned("b3").pairs if pair.score.f1 == 1]
        golds, preds = {pair.gold for pair in right}, {pair.pred for pair in right}
        yield from ((~i, None) for i in compared.gold.sets if i not in golds)
        yield from ((None, ~j) for j in compared.pred.sets if j not in preds)


def _part(words: MentionWords, entities: Entities, number: PartNumber) -> object:
    """Return the mention, the entity or the entities with a number."""
    if number is None:
        return None
    if isinstance(number, tuple):
        return tuple([words.entity(entities, ~entity) for entity in number])
    return words.mention(number) if number >= 0 else words.entity(entities, ~number)


def _alone(entities: Entities, mentions: set[int]) -> tuple[list[int], list[int]]:
    """Divide mentions that have no partner of any kind: mentions of other entities, and entities of nothing else."""
    whole = [index for index, own in enumerate(entities.mentions) if own and mentions.issuperset(own)]
    in_entities = {mention for index in whole for mention in entities.mentions[index]}
    return sorted(mentions - in_entities), whole


def _several(owners: Iterable[int], others: Iterable[int]) -> Iterator[tuple[int, Sequence[int]]]:
    """Yield those that share mentions with more than one entity of the other side, and these."""
    several = {owner for owner, count in Counter(owners).items() if count > 1}
    partners: defaultdict[int, list[int]] = defaultdict(list)
    for owner, other in zip(owners, others, strict=True):
        if owner in several:
            partners[owner].append(other)
    return ((owner, sorted(own)) for owner, own in sorted(partners.items()))


def _same_heads(
    gold: MentionWords, golds: Sequence[int], pred: MentionWords, preds: Sequence[int]
) -> Mapping[int, int]:
    """Pair the mentions without a partner that differ in their boundaries alone."""
    waiting: defaultdict[Hashable, list[int]] = defaultdict(list)
    for mention in preds:
        for key in pred.head_keys(mention):
            waiting[key].append(mention)
    candidates = {
        (-jaccard(gold.ends(own), pred.ends(other)), own, other)
        for own in golds
        for key in gold.head_keys(own)
        for other in waiting.get(key, ())
        if gold.has_head(own) == pred.has_head(other)
    }
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for _, own, other in sorted(candidates):
        if own not in pairs and other not in taken:
            pairs[own] = other
            taken.add(other)
    return dict(sorted(pairs.items()))


#: The errors of metrics on something else than entities: zeros, bridging links, expressions that do not refer.
MENTION_ERRORS = RecordErrors(
    {
        ShownMention: RecordKind("mention", lambda mention: {"mention": mention}, alone),
        ShownLink: RecordKind("link", named(anaphor="anaphor", antecedent="antecedent"), all_but_one),
    }
)
