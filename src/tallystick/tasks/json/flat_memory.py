"""Tallies of plain records by their counts: a data set has few different ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from tallystick.tally import Tally, total
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.json.documents import document_pairs, value_of
from tallystick.tasks.json.fields import Scheme
from tallystick.tasks.json.flat import DIFFERENT, EQUAL, MISSED, SPURIOUS, FlatCounts, compare_flat
from tallystick.tasks.json.match import ANY_VALUE, Mode
from tallystick.tasks.json.rows import Counts
from tallystick.tasks.json.scorers import DocumentScorer, ItemScorer, LeafScorer
from tallystick.tasks.scorer import Scorer

__all__ = ["FlatGroupMemory", "FlatMemory", "flat_group_memory", "flat_memory"]

_MOST_KNOWN = 1 << 16
#: The scorers that need only the counts of two plain records.
_KINDS = (LeafScorer, ItemScorer, DocumentScorer)
#: A declared field that both records leave out, beside the outcomes of keys.
_ABSENT = 4

#: The tallies of all metrics.
_Tallies = tuple[Tally, ...]


class FlatMemory:
    """Remembers the tallies of all metrics for each result of comparing two plain records."""

    def __init__(self) -> None:
        self._known: dict[FlatCounts, tuple[Tally, ...]] = {}

    def __call__(self, pair: PairAnalysis, count: Callable[[], tuple[Tally, ...]]) -> tuple[Tally, ...]:
        """Return the tallies of a pair of documents; `count` has the metrics count it."""
        flat = None
        if not getattr(pair.gold, "alternatives", ()):
            flat = compare_flat(value_of(pair.gold), value_of(pair.pred))
        if flat is None:
            return count()
        tallies = self._known.get(flat)
        if tallies is None:
            tallies = count()
            if len(self._known) < _MOST_KNOWN:
                self._known[flat] = tallies
        return tallies


def flat_memory(scorers: Sequence[Scorer]) -> FlatMemory | None:
    """Return a cache for some metrics; None if a metric needs more than the counts of plain records as they are."""
    simple = all(
        isinstance(scorer, _KINDS) and scorer.scheme.simple and scorer.scheme.prepare is None
        for scorer in scorers
    )
    return FlatMemory() if simple else None


class FlatGroupMemory:
    """Remembers the tallies of all metrics by field: each is one of a few, as a field has one of a few outcomes.

    Metrics that are not about fields, such as validity, are counted in each pair.
    """

    def __init__(self, scorers: Sequence[Scorer], scheme: Scheme) -> None:
        self.scorers = scorers
        self.scheme = scheme
        self._others = [(index, own) for index, own in enumerate(scorers) if not isinstance(own, _KINDS)]
        self._of_outcome = [_outcome_tallies(scorers, outcome) for outcome in range(_ABSENT + 1)]
        self._known: dict[tuple[int, ...], _Tallies] = {}

    def __call__(self, pair: PairAnalysis) -> tuple[_Tallies, Mapping[str, _Tallies]] | None:
        """Return the tallies of a pair, and those by field; None if it has to be counted by its metrics."""
        listed = pair.once(document_pairs, self.scheme)
        records = listed[0].flat_pair if len(listed) == 1 else None
        if records is None:  # Keys that match a pattern share a field, for example.
            return None
        of_outcome, layout, outcomes = self._of_outcome, records.layout, records.outcomes
        groups = dict(zip(layout.names, [of_outcome[outcome] for outcome in outcomes], strict=True))
        absent: Sequence[str] = ()
        if listed[0].flat is not None and listed[0].flat.gold and listed[0].flat.pred:
            absent = layout.absent
            for name in absent:
                groups[name] = of_outcome[_ABSENT]
        counts = (*[outcomes.count(outcome) for outcome in range(_ABSENT)], len(absent))
        tallies = self._known.get(counts)
        if tallies is None:
            tallies = tuple(
                [
                    self._sum(scorer, index, counts) if isinstance(scorer, LeafScorer) else scorer.count(pair)
                    for index, scorer in enumerate(self.scorers)
                ]
            )
            if len(self._known) < _MOST_KNOWN:
                self._known[counts] = tallies
        elif self._others:
            own = list(tallies)
            for index, scorer in self._others:
                own[index] = scorer.count(pair)
            tallies = tuple(own)
        return tallies, groups

    def _sum(self, scorer: LeafScorer, index: int, counts: Sequence[int]) -> Tally:
        """Return the tally of a whole record: the sum over its fields."""
        fields = [
            row[index] for row, count in zip(self._of_outcome, counts, strict=True) for _ in range(count)
        ]
        return replace(total(fields) if fields else scorer.no_groups(), items=1, proved=1)


def _outcome_tallies(scorers: Sequence[Scorer], outcome: int) -> _Tallies:
    """Return the tallies of a field with an outcome; metrics that are not about fields count nothing."""
    nothing = Tally(items=0, proved=0)
    return tuple(
        [
            scorer.of_counts(outcome_counts(outcome, scorer.mode))
            if isinstance(scorer, LeafScorer)
            else nothing
            for scorer in scorers
        ]
    )


def outcome_counts(outcome: int, mode: Mode) -> Counts:
    """Return the counts of a field with an outcome, where every leaf counts 1."""
    if outcome == DIFFERENT and mode == ANY_VALUE:
        outcome = EQUAL
    if outcome == EQUAL:
        return Counts(matched=1, pred=1, gold=1, correct=1)
    if outcome == DIFFERENT:
        return Counts(pred=1, gold=1, wrong=1)
    if outcome == MISSED:
        return Counts(gold=1, missed=1)
    return Counts(pred=1, spurious=1) if outcome == SPURIOUS else Counts(absent=1)


def flat_group_memory(scorers: Sequence[Scorer], by: str) -> FlatGroupMemory | None:
    """Return a cache for some metrics by field; None if one of them needs more than the outcomes of keys, or none has
    any groups."""
    of_keys = [scorer for scorer in scorers if isinstance(scorer, _KINDS)]
    others = [scorer for scorer in scorers if not isinstance(scorer, _KINDS)]
    divided = any(isinstance(scorer, LeafScorer) for scorer in of_keys)
    schemes = {scorer.scheme for scorer in of_keys}
    if by != "field" or not divided or not all(scheme.simple for scheme in schemes):
        return None
    alone = len(schemes) == 1 and all(type(scorer).groups is Scorer.groups for scorer in others)
    return FlatGroupMemory(scorers, schemes.pop()) if alone else None
