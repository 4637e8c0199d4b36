"""SemBleu: BLEU over paths in a graph.

n-grams are paths of n − 1 edges, written as the labels along them: concept, role, concept, … Their clipped
precisions for n = 1, 2, 3 are combined as in BLEU, with a brevity penalty on the number of edges, a node's own
label counted as one. Not symmetric: precision is on the side of the prediction.
"""

from __future__ import annotations

from collections import Counter
from math import exp, log

from tallystick.dataclass import dataclass
from tallystick.formats.penman.reader import Graph
from tallystick.limits import PYTHON_STEP, current
from tallystick.tally import Alignment, Reading, Tally
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import Scorer
from tallystick.tasks.graphs.common import bag_alignment, graphs_of
from tallystick.tasks.graphs.inversion import plain

__all__ = ["AS_WRITTEN", "UNIFIED", "SemBleuScorer"]

#: How `mod` and `domain` are read: as one relation, or as two.
UNIFIED, AS_WRITTEN = "unified", "as-written"

ORDERS = 3
#: As published; they sum to 1.01.
WEIGHTS = (0.34, 0.33, 0.34)

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Paths:
    """The n-grams of a graph by order, and its length."""

    grams: tuple[Counter[Path], ...]
    length: int


def paths_of(graph: Graph, modifiers: str = UNIFIED) -> Paths:
    """All paths of up to two edges, begun at the roots and at what they reach."""
    labels = [plain(concept) for concept in graph.concepts]
    children: list[list[tuple[str, int | str]]] = [[] for _ in labels]
    has_parent = [False] * len(labels)
    for source, role, target, constant in zip(
        graph.sources, graph.roles, graph.targets, graph.constants, strict=True
    ):
        base = role.lower().removesuffix("-of")
        inverse = base != role.lower()
        if constant is not None:
            if base == "domain" and inverse and modifiers == UNIFIED:
                base = "mod"
            children[source].append((base, plain(constant)))
            continue
        if base == "domain" and modifiers == UNIFIED:
            base, inverse = "mod", not inverse
        if inverse:
            source, target = target, source
        children[source].append((base, target))
        has_parent[target] = True
    roots = [node for node, below in enumerate(has_parent) if not below] or list(range(len(labels)))[:1]
    order = _reached(children, roots)
    limits = current()
    timed = limits.seconds is not None
    grams: tuple[Counter[Path], ...] = (Counter(), Counter(), Counter())
    length = 0
    for node in order:
        grams[0][(labels[node],)] += 1
        length += 1
        for role, child in children[node]:
            length += 1
            label = labels[child] if isinstance(child, int) else child
            if not isinstance(child, int):
                grams[0][(label,)] += 1
                length += 1
            grams[1][(labels[node], role, label)] += 1
            if timed and isinstance(child, int):
                limits.spend(4 * PYTHON_STEP * len(children[child]))
            for next_role, grandchild in children[child] if isinstance(child, int) else ():
                last = labels[grandchild] if isinstance(grandchild, int) else grandchild
                grams[2][(labels[node], role, label, next_role, last)] += 1
    return Paths(grams, length)


def _reached(children: list[list[tuple[str, int | str]]], roots: list[int]) -> list[int]:
    order, seen = list(roots), set(roots)
    for node in order:
        for _, child in children[node]:
            if isinstance(child, int) and child not in seen:
                seen.add(child)
                order.append(child)
    return order


def _bleu(tally: Tally) -> tuple[float | None, ...]:
    *orders, lengths = tally.parts
    if not orders[0].pred_total or not lengths.gold_total:
        return (None if not orders[0].pred_total and not lengths.gold_total else 0.0,)
    used = [part for part in orders if part.pred_total]
    weights = WEIGHTS if len(used) == ORDERS else (1 / len(used),) * len(used)
    if not orders[0].matched_pred:
        return (0.0,)
    total, zeros = 0.0, 0
    for weight, part in zip(weights, used, strict=True):
        share = part.matched_pred / part.pred_total
        if not share:  # NIST's smoothing: each further zero counts half as much
            zeros += 1
            share = 1 / (2**zeros * part.pred_total)
        total += weight * log(share)
    brevity = min(0.0, 1 - lengths.gold_total / lengths.pred_total)
    return (exp(total + brevity),)


def _paths(pair: PairAnalysis, modifiers: str) -> tuple[Paths, Paths]:
    gold, pred = graphs_of(pair)
    return paths_of(gold, modifiers), paths_of(pred, modifiers)


class SemBleuScorer(Scorer):
    """SemBleu of a pair of graphs."""

    reading = Reading(("score",), _bleu, parts=("1-grams", "2-grams", "3-grams", "length"))

    def __init__(self, modifiers: str = UNIFIED) -> None:
        self.modifiers = modifiers

    def count(self, pair: PairAnalysis) -> Tally:
        """Return the clipped counts of each order, and the lengths."""
        gold, pred = pair.once(_paths, self.modifiers)
        orders = [
            Tally.of((gold_grams & pred_grams).total(), pred=pred_grams.total(), gold=gold_grams.total())
            for gold_grams, pred_grams in zip(gold.grams, pred.grams, strict=True)
        ]
        lengths = Tally.of(0, pred=pred.length, gold=gold.length)
        return Tally.composite((*orders, lengths))

    def explain(self, pair: PairAnalysis) -> Alignment:
        """List the paths in common, and those of one side only."""
        gold, pred = pair.once(_paths, self.modifiers)
        return bag_alignment(sum(gold.grams, Counter()), sum(pred.grams, Counter()))
