"""The share of tokens with the right tag."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tallystick.formats.tags.lenient import tag_type
from tallystick.tally import Alignment, Pair, Reading, Tally
from tallystick.tally.reading import ratio
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import Scorer
from tallystick.tasks.spans.document import TaggedDocument
from tallystick.tasks.spans.tag_reading import part_type

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tallystick.tasks.spans.tag_rows import AlignedTags

    Array = NDArray[np.float64]

__all__ = ["TagAccuracy", "TaggedToken"]


def _accuracy(tally: Tally) -> tuple[float | None, ...]:
    return (ratio(tally.matched_gold, tally.gold_total),)


def _accuracy_of_many(sums: Array) -> Array:
    from tallystick.stats.readers import GOLD_TOTAL, share

    return share(sums[:, 2:3], sums[:, GOLD_TOTAL : GOLD_TOTAL + 1])


READ_ACCURACY: Final = Reading(("accuracy",), _accuracy, read_many=_accuracy_of_many)


#: A token by its index, with its tag in the gold and in the prediction.
TaggedToken = tuple[int, str, str]


class TagAccuracy(Scorer):
    """Compares tags token by token. The part of a type has the tokens that the gold tags with it."""

    reading = READ_ACCURACY

    def count(self, pair: PairAnalysis) -> Tally:
        """Count equal tags; items without tags do not count."""
        tokens = _tokens(pair)
        if tokens is None:
            return Tally(items=0, proved=0)
        equal = sum(gold == pred for _, gold, pred in tokens)
        return Tally.of(equal, pred=len(tokens), gold=len(tokens))

    def explain(self, pair: PairAnalysis) -> Alignment:
        """List the tokens with their tags; a wrong tag is missed and spurious."""
        tokens = _tokens(pair) or []
        wrong = [token for token in tokens if token[1] != token[2]]
        return Alignment(
            tuple(Pair((index, gold), (index, pred), 1.0) for index, gold, pred in tokens if gold == pred),
            tuple((index, gold) for index, gold, _ in wrong),
            tuple((index, pred) for index, _, pred in wrong if pred),
        )

    def rows(self, pair: PairAnalysis) -> AlignedTags | None:
        """Return the tokens with their tags; None for tags that are not words."""
        from tallystick.tasks.spans.tag_rows import aligned_tags  # few runs make a page

        return aligned_tags(self, pair, _tokens(pair) or [])


def _tokens(pair: PairAnalysis) -> list[TaggedToken] | None:
    """Return the tokens with their tags; None if the items have no tags."""
    whole = pair.whole or pair
    gold, pred = whole.gold, whole.pred
    if not isinstance(gold, TaggedDocument) or (not isinstance(pred, TaggedDocument) and pred.spans):
        return None
    tags = gold.sequence.tags
    # A prediction that counts as empty has no tag.
    others = pred.sequence.tags if isinstance(pred, TaggedDocument) else [""] * len(tags)
    tokens = list(zip(range(len(tags)), tags, others, strict=True))
    if pair.whole is None:
        return tokens
    label = part_type(pair)
    return [token for token in tokens if tag_type(token[1]) == label]
