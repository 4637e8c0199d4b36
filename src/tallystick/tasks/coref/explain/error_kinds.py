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
from typing import TYPE_CHECKING

from tallystick.tally import Alignment, PartError
from tallystick.tasks.coref.entities.split_antecedents import Entities
from tallystick.tasks.coref.explain.words import MentionWords, ShownLink, ShownMention
from tallystick.tasks.records.error_kinds import RecordErrors, RecordKind, all_but_one, alone, named
from tallystick.tasks.records.overlaps import jaccard

if TYPE_CHECKING:
    from tallystick.tasks.coref.explain.entities import Explainer

__all__ = ["MENTION_ERRORS", "CorefErrors"]


class CorefErrors:
    """The errors of two documents, the same under every metric with the same mention matching."""

    def __init__(self, explainer: Explainer) -> None:
        self.explainer = explainer

    def errors(self, _alignment: Alignment) -> Sequence[PartError]:
        """Return the errors of mentions, then those of entities."""
        return self._errors

    @cached_property
    def _errors(self) -> Sequence[PartError]:
        return [*self._mentions(), *self._divisions(), *self._sets()]

    def _mentions(self) -> Iterator[PartError]:
        """Mentions without a partner, and entities that consist of them."""
        explainer = self.explainer
        golds = [mention for mention in explainer.gold_entity if mention not in explainer.pred_entity]
        preds = [mention for mention in explainer.pred_entity if mention not in explainer.gold_entity]
        boundaries = _same_heads(explainer.gold, golds, explainer.pred, preds)
        for gold, pred in boundaries.items():
            yield PartError("wrong boundary", explainer.gold.mention(gold), explainer.pred.mention(pred))
        gold_side = _Side(explainer.gold, explainer.compared.gold, set(golds) - boundaries.keys())
        pred_side = _Side(explainer.pred, explainer.compared.pred, set(preds) - set(boundaries.values()))
        yield from (PartError("missing mention", gold=part) for part in gold_side.mentions())
        yield from (PartError("spurious mention", pred=part) for part in pred_side.mentions())
        yield from (PartError("missing entity", gold=part) for part in gold_side.entities())
        yield from (PartError("spurious entity", pred=part) for part in pred_side.entities())

    def _divisions(self) -> Iterator[PartError]:
        """Entities that the other side has in several."""
        explainer, compared = self.explainer, self.explainer.compared
        row, col, _ = compared.table.triplets()
        for gold, parts in _several(row, col):
            own = explainer.gold.entity(compared.gold, gold)
            yield PartError(
                "split entity", own, tuple([explainer.pred.entity(compared.pred, j) for j in parts])
            )
        for pred, parts in _several(col, row):
            own = explainer.pred.entity(compared.pred, pred)
            yield PartError(
                "merged entity", tuple([explainer.gold.entity(compared.gold, i) for i in parts]), own
            )

    def _sets(self) -> Iterator[PartError]:
        """Entities whose accommodated set has no equal on the other side."""
        explainer, compared = self.explainer, self.explainer.compared
        right = [pair for pair in compared.aligned("b3").pairs if pair.score.f1 == 1]
        golds, preds = {pair.gold for pair in right}, {pair.pred for pair in right}
        for i in compared.gold.sets:
            if i not in golds:
                yield PartError("wrong set", gold=explainer.gold.entity(compared.gold, i))
        for j in compared.pred.sets:
            if j not in preds:
                yield PartError("wrong set", pred=explainer.pred.entity(compared.pred, j))


class _Side:
    """The mentions of one side that have no partner of any kind, and the entities that consist of them."""

    def __init__(self, words: MentionWords, entities: Entities, alone: set[int]) -> None:
        self.words = words
        self.all_entities = entities
        self.alone = alone
        self.whole = [index for index, own in enumerate(entities.mentions) if own and alone.issuperset(own)]

    def mentions(self) -> Iterator[object]:
        """Yield the mentions of entities that exist on the other side."""
        in_entities = {mention for index in self.whole for mention in self.all_entities.mentions[index]}
        return map(self.words.mention, sorted(self.alone - in_entities))

    def entities(self) -> Iterator[object]:
        """Yield the entities that do not exist on the other side."""
        return (self.words.entity(self.all_entities, index) for index in self.whole)


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
