"""The score of ANLS* (Peer et al. 2024).

Every scalar is a text. Two texts earn their normalised Levenshtein similarity, from 0.5 on. Lists are matched by the
*mean* similarity of items, while the score is a ratio of sums. So the matching is not the best one for the score.
Where several matchings are best, the program takes one that depends on the order of the items; here the canonically
sorted items decide.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from tallystick.solve.assign.sparse import assign
from tallystick.tally import READ_RATIOS, Alignment, Pair, Tally
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.json.compare.edits import levenshtein
from tallystick.tasks.json.documents import gold_values, value_of
from tallystick.tasks.json.tree import ANY
from tallystick.tasks.scorer import Scorer

if TYPE_CHECKING:
    from tallystick.tasks.views.rows import UnshownRows

__all__ = ["AnlsStarScorer", "compare"]

_LEAST = Fraction(1, 2)


class Credit(NamedTuple):
    """The credit of two values, and the maximum."""

    earned: Fraction
    length: int

    @property
    def mean(self) -> Fraction:
        """The score: of nothing, everything."""
        return self.earned / self.length if self.length else Fraction(1)


class AnlsStarScorer(Scorer):
    """ANLS*: precision and recall are equal."""

    reading = READ_RATIOS

    def count(self, pair: PairAnalysis) -> Tally:
        """Count what the two documents earn, out of how much."""
        _, credit = pair.once(_best_gold)
        if not credit.length:
            return Tally.of(1, pred=1, gold=1)
        return Tally.of(float(credit.earned), pred=credit.length, gold=credit.length)

    def rows(self, pair: PairAnalysis) -> UnshownRows:
        """Return whether the document is an error: a page shows no pair of whole documents."""
        from tallystick.tasks.json.error_kinds import ERRORS  # few runs make a page
        from tallystick.tasks.views.rows import UnshownRows

        return UnshownRows([*ERRORS.errors(self.explain(pair))])

    def explain(self, pair: PairAnalysis) -> Alignment:
        """Show the two documents: the program has no alignment of its own."""
        gold, credit = pair.once(_best_gold)
        return Alignment((Pair(gold, value_of(pair.pred), float(credit.mean)),))


def _best_gold(pair: PairAnalysis) -> tuple[object, Credit]:
    """Return the gold document that earns most, and what it earns: a step."""
    pred = value_of(pair.pred)
    credits = [(gold, compare(gold, pred, outermost=True)) for gold in gold_values(pair.gold)]
    return max(credits, key=lambda own: own[1].mean)


def compare(gold: object, pred: object, *, outermost: bool = False) -> Credit:
    """Return what two values earn.

    >>> compare({"a": "kitten", "b": ["x"]}, {"a": "sitting", "b": ["y", "x"]})
    Credit(earned=Fraction(11, 7), length=3)
    """
    if isinstance(gold, Mapping) and len(gold) == 1 and isinstance(gold.get(ANY), list):
        return _best(gold[ANY], pred)
    if outermost and isinstance(gold, list) and isinstance(pred, str) and gold:
        return _best(gold, pred)  # lists of answers to a question
    if gold is None:
        return Credit(Fraction(int(_is_nothing(pred))), max(1, _length(pred)))
    if isinstance(gold, Mapping) and isinstance(pred, Mapping):
        return _objects(gold, pred)
    if isinstance(gold, list) and isinstance(pred, list):
        return _lists(gold, pred)
    if pred is None or isinstance(gold, (Mapping, list)) or isinstance(pred, (Mapping, list)):
        return Credit(Fraction(0), max(_length(gold), _length(pred)))
    return Credit(_similarity(_text(gold), _text(pred)), 1)


def _best(choices: Sequence[object], pred: object) -> Credit:
    return max([compare(choice, pred) for choice in choices], key=lambda credit: credit.mean)


def _is_nothing(value: object) -> bool:
    return value is None or (isinstance(value, (str, list, Mapping)) and not value)


def _length(value: object) -> int:
    if isinstance(value, Mapping):
        if len(value) == 1 and isinstance(value.get(ANY), list):
            return max([_length(choice) for choice in value[ANY]], default=1)
        return sum([_length(part) for part in value.values()])
    return sum(map(_length, value)) if isinstance(value, list) else 1


def _objects(gold: Mapping[str, object], pred: Mapping[str, object]) -> Credit:
    earned, length = Fraction(0), 0
    for key in dict.fromkeys((*gold, *pred)):
        # An invented key costs its values even if they are null; a missed one whose gold is null is right.
        credit = (
            compare(gold[key], pred.get(key))
            if key in gold
            else Credit(Fraction(0), max(1, _length(pred[key])))
        )
        earned, length = earned + credit.earned, length + credit.length
    return Credit(earned, length)


def _lists(gold: list[object], pred: list[object]) -> Credit:
    golds, preds = sorted(gold, key=_canonical), sorted(pred, key=_canonical)
    credits = [[compare(own, other) for other in preds] for own in golds]
    rows = [row for row in range(len(golds)) for _ in preds]
    columns = [column for _ in golds for column in range(len(preds))]
    # As many items as possible are matched, whatever they earn.
    weights = [1.0 + float(credits[row][column].mean) for row, column in zip(rows, columns, strict=True)]
    matched, _ = assign(len(golds), len(preds), rows, columns, weights)
    pairs = [(row, column) for row, column in enumerate(matched) if column >= 0]
    met_golds, met_preds = {row for row, _ in pairs}, {column for _, column in pairs}
    earned = sum([credits[row][column].earned for row, column in pairs], Fraction(0))
    length = sum([credits[row][column].length for row, column in pairs])
    length += sum([_length(value) for row, value in enumerate(golds) if row not in met_golds])
    length += sum([_length(value) for column, value in enumerate(preds) if column not in met_preds])
    return Credit(earned, length)


def _canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, default=str)


def _text(value: object) -> str:
    if isinstance(value, Decimal):
        value = float(value)
    return " ".join(str(value).lower().split())


def _similarity(gold: str, pred: str) -> Fraction:
    if gold == pred:
        return Fraction(1)
    share = Fraction(levenshtein(gold, pred))
    return share if share >= _LEAST else Fraction(0)
