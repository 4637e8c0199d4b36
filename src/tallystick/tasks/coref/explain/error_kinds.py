"""The errors of coreference by kind, after Kummerfeld and Klein (2013): of mentions, then of entities.

A missing and a spurious mention with the same head are one error, a wrong boundary; where heads are not annotated,
mentions that begin or end with the same word are. Partners are taken one to one, those with most words in common
first. An entity none of whose mentions is left then is missing, or spurious; other mentions without a partner are
missing or spurious mentions. A gold entity whose mentions are in several predicted entities is split, a predicted
entity with mentions of several gold entities merged.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from tallystick.tally import Alignment, PartError
from tallystick.tasks.coref.entities.split_antecedents import Entities
from tallystick.tasks.coref.explain.chain_columns import divide_alone, divided, pair_by_heads, without_partner
from tallystick.tasks.coref.explain.words import MentionWords, ShownLink, ShownMention
from tallystick.tasks.records.error_kinds import RecordErrors, RecordKind, all_but_one, alone, named

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
            for kind, (_, errors) in self.first(sys.maxsize).items()
            for gold, pred in errors
        ]

    def first(self, most: int) -> Mapping[str, tuple[int, Sequence[NumberedError]]]:
        """Return how many errors there are of each kind, and the first ones: mentions, then entities."""
        errors = {**self._mentions(most), **self._divisions(most), "wrong set": self._sets(most)}
        return {kind: found for kind, found in errors.items() if found[0]}

    def _mentions(self, most: int) -> dict[str, tuple[int, Sequence[NumberedError]]]:
        """Mentions without a partner, and entities that consist of them."""
        explainer, compared = self.explainer, self.explainer.compared
        gold_owners, pred_owners = explainer.owners
        golds, preds = without_partner(gold_owners, pred_owners), without_partner(pred_owners, gold_owners)
        boundaries = pair_by_heads(golds, preds, explainer.gold.heads(golds), explainer.pred.heads(preds))
        if boundaries:
            taken = set(boundaries.values())
            golds = array("i", [mention for mention in golds if mention not in boundaries])
            preds = array("i", [mention for mention in preds if mention not in taken])
        size = len(gold_owners)
        missed, gold_mentions, lost, gold_entities = divide_alone(compared.gold.mentions, golds, size, most)
        extra, pred_mentions, new, pred_entities = divide_alone(compared.pred.mentions, preds, size, most)
        return {
            "wrong boundary": (len(boundaries), list(islice(boundaries.items(), min(most, len(boundaries))))),
            "missing mention": (missed, [(mention, None) for mention in gold_mentions]),
            "spurious mention": (extra, [(None, mention) for mention in pred_mentions]),
            "missing entity": (lost, [(~entity, None) for entity in gold_entities]),
            "spurious entity": (new, [(None, ~entity) for entity in pred_entities]),
        }

    def _divisions(self, most: int) -> dict[str, tuple[int, Sequence[NumberedError]]]:
        """Entities that the other side has in several."""
        compared = self.explainer.compared
        _, row, col = compared.cells_in_order
        split, golds = divided(row, col, len(compared.gold.mentions), most)
        merged, preds = divided(col, row, len(compared.pred.mentions), most)
        return {
            "split entity": (split, [(~gold, tuple([~pred for pred in parts])) for gold, parts in golds]),
            "merged entity": (merged, [(tuple([~gold for gold in parts]), ~pred) for pred, parts in preds]),
        }

    def _sets(self, most: int) -> tuple[int, Sequence[NumberedError]]:
        """Entities whose accommodated set has no equal on the other side."""
        compared = self.explainer.compared
        right = [pair for pair in compared.aligned("b3").pairs if pair.score.f1 == 1]
        golds, preds = {pair.gold for pair in right}, {pair.pred for pair in right}
        errors: list[NumberedError] = [(~i, None) for i in compared.gold.sets if i not in golds]
        errors += [(None, ~j) for j in compared.pred.sets if j not in preds]
        return len(errors), errors[:most]


def _part(words: MentionWords, entities: Entities, number: PartNumber) -> object:
    """Return the mention, the entity or the entities with a number."""
    if number is None:
        return None
    if isinstance(number, tuple):
        return tuple([words.entity(entities, ~entity) for entity in number])
    return words.mention(number) if number >= 0 else words.entity(entities, ~number)


#: The errors of metrics on something else than entities: zeros, bridging links, expressions that do not refer.
MENTION_ERRORS = RecordErrors(
    {
        ShownMention: RecordKind("mention", lambda mention: {"mention": mention}, alone),
        ShownLink: RecordKind("link", named(anaphor="anaphor", antecedent="antecedent"), all_but_one),
    }
)
