"""One pair of items and the steps of its comparison, each done at most once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Concatenate, ParamSpec, TypeVar

from tallystick.tally import Tally

__all__ = ["GroupMemory", "Memory", "PairAnalysis"]

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
Analysis = TypeVar("Analysis", bound="PairAnalysis")


class PairAnalysis:
    """A gold item, a pred item, and the results of the steps that compare them.

    A step is a function of the analysis and of options: matching the mentions of two documents, aligning the nodes of
    two graphs. Metrics and explanations request steps with :meth:`once`, and thus share them.

    >>> def total(pair: PairAnalysis, factor: int) -> int:
    ...     print("computing")
    ...     return factor * (pair.gold + pair.pred)
    >>> pair = PairAnalysis(2, 3)
    >>> pair.once(total, 10), pair.once(total, 10)
    computing
    (50, 50)
    """

    __slots__ = ("_results", "gold", "pred", "whole")

    def __init__(self, gold: Any, pred: Any, whole: PairAnalysis | None = None) -> None:
        self.gold = gold
        self.pred = pred
        self.whole = whole
        """The analysis of the items that these two are parts of, under ``--by``."""
        self._results: dict[Hashable, Any] = {}

    def once(
        self: Analysis,
        step: Callable[Concatenate[Analysis, Arguments], Result],
        *options: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Result:
        """Return ``step(self, *options)``, computed on demand. Options must be hashable."""
        assert not named, "options of a step are positional, so that they make its key"
        key = step, options
        try:
            result: Result = self._results[key]
        except KeyError:
            result = self._results[key] = step(self, *options, **named)
        return result


#: Returns the tallies of a pair, known ones or what the scorers count.
Memory = Callable[[PairAnalysis, Callable[[], tuple[Tally, ...]]], tuple[Tally, ...]]
#: Returns the tallies of a pair and those by label; None for a pair that the scorers count.
GroupMemory = Callable[[PairAnalysis], tuple[tuple[Tally, ...], Mapping[str, tuple[Tally, ...]]] | None]
