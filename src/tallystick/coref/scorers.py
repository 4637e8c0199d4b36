"""Scorers of coreference: every document is matched and compared once, whatever the number of metrics."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from tallystick.coref.algebra import EntityDocument
from tallystick.coref.comparison import Comparison
from tallystick.coref.matching import MatchOptions, match
from tallystick.coref.sides import Side
from tallystick.errors import UsageError
from tallystick.formats.coref_document import CorefDocument
from tallystick.tally import READ_SIDES, Alignment, Reading, Tally

__all__ = ["CorefScorer", "Shared", "shared"]


class Shared:
    """Documents matched under one choice of options; what was found for the last pair serves all metrics."""

    __slots__ = ("_compared", "_gold", "_pred", "_sides", "options")

    def __init__(self, options: MatchOptions) -> None:
        self.options = options
        self._gold: object = None
        self._pred: object = None
        self._sides: tuple[Side, Side] | None = None
        self._compared: Comparison | None = None

    def sides(self, gold: object, pred: object) -> tuple[Side, Side]:
        """The two documents as numbers."""
        if self._sides is None or self._gold is not gold or self._pred is not pred:
            self._sides = self._match(gold, pred)
            self._gold, self._pred, self._compared = gold, pred, None
        return self._sides

    def comparison(self, gold: object, pred: object) -> Comparison:
        """The two documents compared."""
        sides = self.sides(gold, pred)
        if self._compared is None:
            self._compared = Comparison(*sides, split=self.options.split_antecedents)
        return self._compared

    def _match(self, gold: object, pred: object) -> tuple[Side, Side]:
        if isinstance(gold, EntityDocument) and isinstance(pred, EntityDocument):
            return _plain_sides(gold, pred, 2 if self.options.singletons == "drop" else 1)
        if not isinstance(gold, CorefDocument) or not isinstance(pred, CorefDocument):
            raise UsageError(
                f"documents are compared here, not {type(gold).__name__} and {type(pred).__name__}"
            )
        return match(gold, pred, self.options)


def _plain_sides(gold: EntityDocument, pred: EntityDocument, least: int) -> tuple[Side, Side]:
    """Clusters of spans, without words: mentions are the same if their spans are."""
    golds, preds = ([own for own in side.clusters if len(own) >= least] for side in (gold, pred))
    number = {mention: at for at, mention in enumerate(sorted({m for own in golds for m in own}))}
    for mention in sorted({m for own in preds for m in own} - set(number)):
        number[mention] = len(number)
    first, second = (
        Side(tuple(sorted(tuple(sorted(number[mention] for mention in own)) for own in side)))
        for side in (golds, preds)
    )
    return first, second


@cache
def shared(options: MatchOptions) -> Shared:
    """One object for each choice of options, so that asking for many metrics costs one comparison."""
    return Shared(options)


class CorefScorer:
    """A metric over two compared documents, its options settled."""

    def __init__(
        self,
        options: MatchOptions,
        count: Callable[[Comparison], Tally],
        reading: Reading = READ_SIDES,
    ) -> None:
        self.shared = shared(options)
        self.count = count
        self.reading = reading

    def tally(self, gold: object, pred: object, *, time_limit: float | None = None) -> Tally:
        """The counts of one document; nothing here takes long."""
        return self.count(self.shared.comparison(gold, pred))

    def align(self, gold: object, pred: object, *, time_limit: float | None = None) -> Alignment:
        """What matched in one document."""
        return Alignment()


class SideScorer:
    """A metric over two matched documents, its options settled."""

    def __init__(
        self, options: MatchOptions, count: Callable[[Side, Side], Tally], reading: Reading = READ_SIDES
    ) -> None:
        self.shared = shared(options)
        self.count = count
        self.reading = reading

    def tally(self, gold: object, pred: object, *, time_limit: float | None = None) -> Tally:
        """The counts of one document."""
        return self.count(*self.shared.sides(gold, pred))

    def align(self, gold: object, pred: object, *, time_limit: float | None = None) -> Alignment:
        """What matched in one document."""
        return Alignment()
