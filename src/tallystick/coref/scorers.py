"""Scorers of coreference: every document is matched and compared once, whatever the number of metrics."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from tallystick.coref.clusters import as_document
from tallystick.coref.comparison import Comparison
from tallystick.coref.matching import MatchOptions, match
from tallystick.coref.sides import Side
from tallystick.coref.tokens import token_problems
from tallystick.errors import DataError
from tallystick.formats.coref_document import CorefDocument
from tallystick.tally import READ_RATIOS, READ_SIDES, Alignment, Reading, Tally

__all__ = ["ComparisonScorer", "DocumentScorer", "Shared", "SideScorer", "shared"]


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
            self._sides = match(*documents(gold, pred), self.options)
            self._gold, self._pred, self._compared = gold, pred, None
        return self._sides

    def comparison(self, gold: object, pred: object) -> Comparison:
        """The two documents compared."""
        sides = self.sides(gold, pred)
        if self._compared is None:
            self._compared = Comparison(*sides, split=self.options.split_antecedents)
        return self._compared


@cache
def shared(options: MatchOptions) -> Shared:
    """One object for each choice of options, so that asking for many metrics costs one comparison."""
    return Shared(options)


def documents(gold: object, pred: object) -> tuple[CorefDocument, CorefDocument]:
    """Two documents that can be compared: those of the same words."""
    ours, theirs = as_document(gold), as_document(pred)
    problems = [problem for problem in token_problems(ours, theirs) if problem.level == "error"]
    if problems:
        raise DataError(problems)
    return ours, theirs


class ComparisonScorer:
    """A metric over the entities of two documents, its options settled."""

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
    """A metric over the matched mentions of two documents, its options settled."""

    reading = READ_RATIOS

    def __init__(self, options: MatchOptions, count: Callable[[Side, Side], Tally]) -> None:
        self.shared = shared(options)
        self.count = count

    def tally(self, gold: object, pred: object, *, time_limit: float | None = None) -> Tally:
        """The counts of one document."""
        return self.count(*self.shared.sides(gold, pred))

    def align(self, gold: object, pred: object, *, time_limit: float | None = None) -> Alignment:
        """What matched in one document."""
        return Alignment()


class DocumentScorer:
    """A metric over what documents hold beside matched mentions, its options settled."""

    reading = READ_RATIOS

    def __init__(self, count: Callable[[CorefDocument, CorefDocument], Tally]) -> None:
        self.count = count

    def tally(self, gold: object, pred: object, *, time_limit: float | None = None) -> Tally:
        """The counts of one document."""
        return self.count(*documents(gold, pred))

    def align(self, gold: object, pred: object, *, time_limit: float | None = None) -> Alignment:
        """What matched in one document."""
        return Alignment()
