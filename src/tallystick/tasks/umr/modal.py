"""Modal dependencies: triples in common (Section 2.3)."""

from __future__ import annotations

from collections.abc import Iterable

from tallystick.tally import Tally
from tallystick.tasks.umr.identity import Node

__all__ = ["LEFT_OUT", "modal_tally", "modal_triples"]

#: A relation with its ends as nodes: parent, label, child.
Relation = tuple[Node, str, Node]

#: A triple that almost every sentence repeats; the paper does not count it.
LEFT_OUT: Relation = ("root", "modal", "author")


def modal_triples(relations: Iterable[Relation]) -> dict[Relation, None]:
    """The modal triples of one side, each once, in the order in which they are written."""
    triples = dict.fromkeys(relations)
    triples.pop(LEFT_OUT, None)
    return triples


def modal_tally(gold: Iterable[Relation], pred: Iterable[Relation]) -> Tally:
    """The triples that two documents have in common.

    >>> author = "author"
    >>> gold = [(author, "full-affirmative", (0, 0, "s1a")), LEFT_OUT]
    >>> pred = [(author, "full-negative", (0, 0, "s1a")), (author, "full-affirmative", (0, 0, "s1a"))]
    >>> tally = modal_tally(gold, pred)
    >>> tally.matched_pred, tally.pred_total, tally.gold_total
    (1, 2, 1)
    """
    golds, preds = modal_triples(gold), modal_triples(pred)
    return Tally.of(len(golds.keys() & preds.keys()), pred=len(preds), gold=len(golds))
