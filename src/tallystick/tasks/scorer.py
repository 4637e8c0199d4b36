"""Scorers: metrics with fixed options."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from tallystick.limits import current, limited
from tallystick.tally import Alignment, Reading, Score, Tally
from tallystick.tasks.analysis import PairAnalysis

if TYPE_CHECKING:
    from tallystick.core.similarity import Similarity
    from tallystick.core.solution import Solution
    from tallystick.errors import Problem
    from tallystick.tasks.views.rows import AnyRows

Result = TypeVar("Result")

__all__ = ["AlgebraScorer", "Composite", "Scorer", "as_scorer", "mean_of_f1"]


class Scorer(ABC):
    """A metric with fixed options. It turns a pair of items into counts, and explains them.

    A scorer raises a :class:`~tallystick.errors.DataError` where two items cannot be compared (their tokens differ,
    say); the policy for bad items decides how they count.
    """

    reading: Reading
    """How its tallies are read."""
    releases_lock: bool = False
    """Whether most of its work is done without the interpreter's lock, so that threads gain on large items."""

    prepares: bool = False
    """Whether it gains by seeing many pairs before they are counted."""
    observes_values: bool = True
    """Whether the metric compares values as the user asked: its observations come first."""

    @abstractmethod
    def count(self, pair: PairAnalysis) -> Tally:
        """Count what matched in a pair of items."""

    @abstractmethod
    def explain(self, pair: PairAnalysis) -> Alignment:
        """List what matched in a pair of items, what was missed and what is spurious."""

    def rows(self, pair: PairAnalysis) -> AnyRows | None:
        """Return the alignment by the rows of its parts, for pages, where several metrics share these parts."""
        return None

    def groups(self, pair: PairAnalysis, by: str) -> Mapping[str, Tally] | None:
        """Count a pair of items by label under ``--by``; None to divide the items and count their parts."""
        return None

    def no_groups(self) -> Tally:
        """Return the tally of a pair that has no groups, with as many parts as that of others."""
        return Tally()

    def observe(self, pair: PairAnalysis) -> Mapping[str, int]:
        """Count what the notes of the task are made from; the counts add up over items."""
        return {}

    def prepare(self, pairs: Sequence[PairAnalysis]) -> None:
        """Prepare pairs that will be counted, such as by calling a user's function for all of them at once."""
        return

    def remarks(self, pair: PairAnalysis) -> Sequence[Problem]:
        """Return warnings about a pair of items that depend on the options of the metric."""
        return ()

    def remarks_key(self) -> Hashable:
        """Return the key of its remarks: of several scorers with the same key, only one is called."""
        return self

    def tally(self, gold: object, pred: object, *, time_limit: float | None = None) -> Tally:
        """Count what matched in two items that are compared under this metric alone."""
        return self._within(time_limit, self.count, PairAnalysis(gold, pred))

    def align(self, gold: object, pred: object, *, time_limit: float | None = None) -> Alignment:
        """List what matched in two items that are compared under this metric alone."""
        return self._within(time_limit, self.explain, PairAnalysis(gold, pred))

    def score(self, gold: object, pred: object, *, time_limit: float | None = None) -> Score:
        """Score two items that are compared under this metric alone; the alignment is computed on demand."""
        pair = PairAnalysis(gold, pred)
        tally = self._within(time_limit, self.count, pair)
        return Score(tally, self.reading, lambda: self.explain(pair))

    def _within(
        self, time_limit: float | None, step: Callable[[PairAnalysis], Result], pair: PairAnalysis
    ) -> Result:
        if time_limit is None:
            return step(pair)
        with limited(current().within(time_limit)):
            return step(pair)


class AlgebraScorer(Scorer):
    """A similarity of the algebra as a metric."""

    def __init__(self, similarity: Similarity) -> None:
        self.similarity = similarity
        self.reading = similarity.reading

    def analyse(self, pair: PairAnalysis) -> Solution:
        """Find the best matching: a step."""
        return self.similarity.analyse(pair.gold, pair.pred, time_limit=current().remaining())

    def count(self, pair: PairAnalysis) -> Tally:
        """Count what the best matching matched."""
        return pair.once(self.analyse).tally

    def explain(self, pair: PairAnalysis) -> Alignment:
        """List what the best matching matched."""
        alignment = pair.once(self.analyse).alignment
        if not alignment.missed or not alignment.spurious:
            return alignment
        from tallystick.core.relaxed import near_misses  # few runs explain anything

        near = near_misses(self.similarity, alignment)
        return replace(alignment, near_misses=near) if near else alignment


def as_scorer(made: Scorer | Similarity) -> Scorer:
    """Return a scorer; of a similarity, the one that uses it."""
    return made if isinstance(made, Scorer) else AlgebraScorer(made)


def mean_of_f1(values: Sequence[float | None]) -> float | None:
    """The mean of several F1; an undefined one counts as 0, unless all are undefined."""
    if all(value is None for value in values):
        return None
    return sum(value or 0.0 for value in values) / len(values)


class Composite(Scorer):
    """A scorer made of others, whose number is computed from theirs."""

    def __init__(
        self,
        parts: Mapping[str, Scorer | Similarity],
        combine: Callable[[Sequence[float | None]], float | None],
    ) -> None:
        self.parts = {name: as_scorer(part) for name, part in parts.items()}

        def read(tally: Tally) -> tuple[float | None, ...]:
            if not tally.items:
                return (None,)
            scorers = self.parts.values()
            return (combine([s.reading(part)["f1"] for s, part in zip(scorers, tally.parts, strict=True)]),)

        mean_of = tuple([part.reading for part in self.parts.values()]) if combine is mean_of_f1 else ()
        self.reading = Reading(("f1",), read, parts=tuple(self.parts), mean_of=mean_of)

    def count(self, pair: PairAnalysis) -> Tally:
        """Count what matched under each part."""
        return Tally.composite(part.count(pair) for part in self.parts.values())

    def remarks(self, pair: PairAnalysis) -> Sequence[Problem]:
        """Return the warnings of all parts, each once."""
        return tuple(dict.fromkeys(problem for part in self.parts.values() for problem in part.remarks(pair)))

    def explain(self, pair: PairAnalysis) -> Alignment:
        """Explain the last part, which says most."""
        *_, last = self.parts.values()
        return last.explain(pair)

    def rows(self, pair: PairAnalysis) -> AnyRows | None:
        """Return the rows of the same part."""
        *_, last = self.parts.values()
        return last.rows(pair)
