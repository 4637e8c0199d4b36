"""The errors of coreference by kind, after Kummerfeld and Klein (2013): of mentions, then of entities.

A missing and a spurious mention with the same head are one error, a wrong boundary; where heads are not annotated,
mentions that begin or end with the same word are. Partners are taken one to one, those with most words in common
first. An entity none of whose mentions is left then is missing, or spurious; other mentions without a partner are
missing or spurious mentions. A gold entity whose mentions are in several predicted entities is split, a predicted
entity with mentions of several gold entities merged.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

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


class NumberedError(NamedTuple):
    """An error whose parts are numbers: for the report page, which shows few of them as text."""

    kind: str
    gold: PartNumber = None
    pred: PartNumber = None


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
                error.kind,
                _part(explainer.gold, compared.gold, error.gold),
                _part(explainer.pred, compared.pred, error.pred),
            )
            for error in self.numbered
        ]

    @cached_property
    def numbered(self) -> Sequence[NumberedError]:
        """The errors of mentions, then those of entities, by the numbers of their parts."""
        return [*self._mentions(), *self._divisions(), *self._sets()]

    def _mentions(self) -> Iterator[NumberedError]:
        """Mentions without a partner, and entities that consist of them."""
        explainer, compared = self.explainer, self.explainer.compared
        golds = [mention for mention in explainer.gold_entity if mention not in explainer.pred_entity]
        preds = [mention for mention in explainer.pred_entity if mention not in explainer.gold_entity]
        boundaries = _same_heads(explainer.gold, golds, explainer.pred, preds)
        for gold, pred in boundaries.items():
            yield NumberedError("wrong boundary", gold, pred)
        gold_mentions, gold_entities = _alone(compared.gold, set(golds) - boundaries.keys())
        pred_mentions, pred_entities = _alone(compared.pred, set(preds) - set(boundaries.values()))
        yield from [NumberedError("missing mention", gold=mention) for mention in gold_mentions]
        yield from [NumberedError("spurious mention", pred=mention) for mention in pred_mentions]
        yield from [NumberedError("missing entity", gold=~entity) for entity in gold_entities]
        yield from [NumberedError("spurious entity", pred=~entity) for entity in pred_entities]

    def _divisions(self) -> Iterator[NumberedError]:
        """Entities that the other side has in several."""
        row, col, _ = self.explainer.compared.table.triplets()
        for gold, parts in _several(row, col):
            yield NumberedError("split entity", ~gold, tuple([~pred for pred in parts]))
        for pred, parts in _several(col, row):
            yield NumberedError("merged entity", tuple([~gold for gold in parts]), ~pred)

    def _sets(self) -> Iterator[NumberedError]:
        """Entities whose accommodated set has no equal on the other side."""
        compared = self.explainer.compared
        right = [pair for pair in compared.aligned("b3").pairs if pair.score.f1 == 1]
        golds, preds = {pair.gold for pair in right}, {pair.pred for pair in right}
        for i in compared.gold.sets:
            if i not in golds:
                yield NumberedError("wrong set", gold=~i)
        for j in compared.pred.sets:
            if j not in preds:
                yield NumberedError("wrong set", pred=~j)


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
    partners: defaultdict[int, list[int]] = defaultdict(list)
    for owner, other in zip(owners, others, strict=True):
        partners[owner].append(other)
    return ((owner, sorted(own)) for owner, own in sorted(partners.items()) if len(own) > 1)


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
