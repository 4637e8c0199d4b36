"""The counts of an alignment under the five metrics (Section 2.3 of the paper)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tallystick.limits import Limits, current, limited
from tallystick.solve.broadcast.relations import relation_sums
from tallystick.tally import Tally
from tallystick.tasks.graphs.ancast.aligner import Aligned
from tallystick.tasks.graphs.ancast.graph import equal_concepts

__all__ = ["counts", "unproved"]


def counts(aligned: Aligned) -> Mapping[str, Tally]:
    """The tally of each metric, by the last part of its name.

    An alignment that was not finished in time is not an optimum: whatever it leaves unmatched might match.
    """
    if aligned.complete:
        return _counts(aligned)
    # What remains is to count, which cannot be left out: the totals of both sides are true in any case.
    with limited(Limits(memory=current().memory)):
        return {name: unproved(tally) for name, tally in _counts(aligned).items()}


def unproved(tally: Tally) -> Tally:
    """The counts with the slack of everything that is not matched."""
    slack = max(0.0, min(tally.pred_total - tally.matched_pred, tally.gold_total - tally.matched_gold))
    return replace(tally, proved=int(not slack), slack=slack)


def _counts(aligned: Aligned) -> Mapping[str, Tally]:
    """Count what an alignment is worth.

    Sums are exact before they are rounded once, so that the order of nodes and edges cannot move them.
    """
    pred, gold = aligned.pred, aligned.gold
    pred_size, gold_size = pred.size, gold.size
    pred_labels, gold_labels = pred.labels, gold.labels
    common, concept, relation, unlabeled, by_pred, by_gold, pred_weight, gold_weight, heaviest = (
        relation_sums(pred.shape, gold.shape, aligned.similarity, aligned.columns)
    )
    smatch = common + equal_concepts(gold, pred, aligned.columns)
    if pred_size and aligned.columns[0] == 0:
        smatch += 1  # the mark on the root
    # Where the best exchange of partners is not proved, a missing relation earns at most its whole weight.
    gap = float(aligned.shortfall)
    proved = int(not aligned.shortfall)
    return {
        # Equations 15, 16
        "concept": Tally(concept, concept, pred_size, gold_size),
        # Equations 18–22
        "relation": Tally(relation, relation, pred_labels, gold_labels, 1, proved, gap),
        # Equation 23
        "unlabeled": Tally(unlabeled, unlabeled, pred_labels, gold_labels, 1, proved, gap),
        # Equations 24–26
        "weighted": Tally(
            by_pred,
            by_gold,
            pred_weight,
            gold_weight,
            1,
            proved,
            gap * heaviest,
        ),
        # Section 2.3.1; each node has an instance triple, and the root a mark.
        "smatch": Tally(
            smatch,
            smatch,
            pred_size + pred_labels + (pred_size > 0),
            gold_size + gold_labels + (gold_size > 0),
            1,
            proved,
            gap,
        ),
    }
