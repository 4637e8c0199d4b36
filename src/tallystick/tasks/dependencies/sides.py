"""From the two values of an item to what their words share."""

from __future__ import annotations

from tallystick.errors import DataError, Problem
from tallystick.formats.conllu.passage import EMPTY, Passage
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.dependencies.comparison import Comparison, Share, whole
from tallystick.tasks.dependencies.differences import difference
from tallystick.tasks.dependencies.trees import DependencyTree, as_tree

__all__ = ["share_of", "trees_of"]


def share_of(pair: PairAnalysis) -> Share:
    """Compare two items word by word; a step. Raise an error if they have no words, or not the same text."""
    if isinstance(pair.pred, Share):
        return pair.pred
    gold, pred = _passage(pair.gold), _passage(pair.pred)
    if pred.forms and gold.tokens != pred.tokens:
        problem = difference(gold, pred)
        if problem is not None:
            raise DataError(problem)
    return whole(Comparison(gold, pred))


def trees_of(pair: PairAnalysis) -> PairAnalysis | None:
    """Return both sides as edges between numbered words if a side has nothing else; otherwise None. A step."""
    gold, pred = pair.gold, pair.pred
    if isinstance(gold, DependencyTree) and isinstance(pred, DependencyTree):
        return pair
    if isinstance(gold, Passage) and (not isinstance(pred, DependencyTree) or not pred.edges):
        return None
    return PairAnalysis(as_tree(gold), as_tree(pred))


def _passage(value: object) -> Passage:
    if isinstance(value, Passage):
        return value
    if isinstance(value, DependencyTree) and not value.edges:
        return EMPTY
    message = "this metric compares words, but a list of edges has none"
    raise DataError(Problem(message, hint="score CoNLL-U files", code="no-words"))
