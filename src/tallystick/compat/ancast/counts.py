"""The numbers that the program ancast 0.1.1 prints, from the alignment that it finds."""

from __future__ import annotations

from collections.abc import Mapping

from tallystick.compat.ancast.alignment import Released
from tallystick.compat.ancast.view import Fact, ReleasedView
from tallystick.dataclass import dataclass
from tallystick.tally import Reading, Tally
from tallystick.tasks.graphs.ancast.similarity import SENSE, inclusion

__all__ = ["READ_RELEASED", "released_counts"]


def _read(tally: Tally) -> tuple[float | None, ...]:
    """Precision, recall, F; of an item without relations on a side, that side's is the concept score."""
    numbers: list[float | None] = []
    for matched, whole in ((tally.matched_pred, tally.pred_total), (tally.matched_gold, tally.gold_total)):
        if whole:
            numbers.append(matched / whole)
        elif tally.items == 1 and tally.parts and tally.parts[0].pred_total:
            numbers.append(tally.parts[0].matched_pred / tally.parts[0].pred_total)
        else:
            numbers.append(None)
    precision, recall = numbers
    if precision is None and recall is None:
        return None, None, None
    both = (precision or 0.0) + (recall or 0.0)
    return precision, recall, 2 * (precision or 0.0) * (recall or 0.0) / both if both else 0.0


#: How the tallies of the relations are read. Their one part is the tally of the concepts.
READ_RELEASED = Reading(("precision", "recall", "f1"), _read, sides=True, hidden_parts=True)


@dataclass(frozen=True, slots=True)
class Relations:
    """One side's sums over its parent–child pairs."""

    labelled: float
    unlabelled: float
    weighted: float
    total: int
    weight: float


def _by_pair(facts: frozenset[Fact]) -> dict[tuple[str, str], set[str]]:
    pairs: dict[tuple[str, str], set[str]] = {}
    for head, role, tail in facts:
        pairs.setdefault((head, tail), set()).add(role)
    return pairs


def _relations(view: ReleasedView, other: ReleasedView, partners: Mapping[str, str | None]) -> Relations:
    """Equations 17–26 from one side; the similarity of two ends leaves attributes and strings out."""
    index = {name: number for number, name in enumerate(view.variables)}
    other_index = {name: number for number, name in enumerate(other.variables)}
    below = view.shape.descendants()
    mirror = _by_pair(other.facts)
    labelled = unlabelled = weighted = weight = 0.0
    total = 0

    def similarity(name: str, partner: str) -> float:
        if name not in index or partner not in other_index:
            return float(name == partner)
        i, j = index[name], other_index[partner]
        share = inclusion(view.lemmas[i], other.lemmas[j])
        return share if view.senses[i] == other.senses[j] else share * (1 - SENSE)

    for (head, tail), roles in sorted(_by_pair(view.facts).items()):
        total += len(roles)
        size = below[index[head]] * below[index[tail]] if head in index and tail in index else 0
        weight += (size**0.5 + 1) * len(roles)
        heads, tails = partners.get(head, head), partners.get(tail, tail)
        if heads is None or tails is None:
            continue
        others = mirror.get((heads, tails))
        if others:
            mean = (similarity(head, heads) + similarity(tail, tails)) / 2
            labelled += mean * len(roles & others)
            weighted += mean * len(roles & others) * (size**0.5 + 1)
            unlabelled += mean * min(len(roles), len(others))
    return Relations(labelled, unlabelled, weighted, total, weight)


def _common(view: ReleasedView, other: ReleasedView, partners: Mapping[str, str | None]) -> int:
    """The relations whose translation the other side has, the mark on the root included."""
    common = 0
    for head, role, tail in view.facts:
        common += (partners.get(head, head), role, partners.get(tail, tail)) in other.facts
    if view.size and other.size:
        common += partners[view.variables[0]] == other.variables[0]
    return common


def released_counts(state: Released) -> Mapping[str, Tally]:
    """The tally of each metric, by the last part of its name."""
    pred, gold = state.pred, state.gold
    to_gold, to_pred = state.partners()
    of_pred, of_gold = _relations(pred, gold, to_gold), _relations(gold, pred, to_pred)
    sums = state.pred_sums
    # The program prints the precision as recall.
    concept = Tally(sums.similarity, sums.similarity, sums.count, sums.count)
    parts = (concept,)
    return {
        "concept": concept,
        "relation": Tally(of_pred.labelled, of_gold.labelled, of_pred.total, of_gold.total, parts=parts),
        "unlabeled": Tally(of_pred.unlabelled, of_gold.unlabelled, of_pred.total, of_gold.total, parts=parts),
        "weighted": Tally(of_pred.weighted, of_gold.weighted, of_pred.weight, of_gold.weight, parts=parts),
        "smatch": Tally(
            sums.same + _common(pred, gold, to_gold),
            state.gold_sums.same + _common(gold, pred, to_pred),
            sums.count + len(pred.facts) + bool(pred.size),
            state.gold_sums.count + len(gold.facts) + bool(gold.size),
        ),
    }
