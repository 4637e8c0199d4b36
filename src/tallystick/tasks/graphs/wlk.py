"""WLK: the Weisfeiler–Leman kernel on graphs, as a cosine.

Every node starts with its label; in each round it takes on the labels of its neighbours, with the roles that lead to
them and their direction. What occurs how often, at each level, is compared by a cosine in which level l weighs
1 / (1 + l).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from math import fsum, sqrt
from typing import TYPE_CHECKING

from tallystick.formats.penman.reader import Graph
from tallystick.tally import Alignment, Reading, Tally
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import Scorer
from tallystick.tasks.graphs.common import bag_alignment, graphs_of
from tallystick.tasks.graphs.inversion import on_constant, plain, turned

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

__all__ = ["WlkScorer"]

ROUNDS = 2

Features = Counter[tuple[int, Hashable]]


def features_of(graph: Graph) -> Features:
    """The labels at each level, and the triples of the lowest."""
    labels = [plain(concept) for concept in graph.concepts]
    edges: list[tuple[int, str, int]] = []
    for source, role, target, constant in zip(
        graph.sources, graph.roles, graph.targets, graph.constants, strict=True
    ):
        base, swap = turned(role.lower())
        if constant is not None:
            labels.append(plain(constant))
            edges.append((source, on_constant(base, swap), len(labels) - 1))
        else:
            edges.append((target, base, source) if swap else (source, base, target))
    features: Features = Counter((0, label) for label in labels)
    features.update((0, (labels[source], role, labels[target])) for source, role, target in edges)
    for level in range(1, ROUNDS + 1):
        around: list[list[tuple[str, str, str]]] = [[] for _ in labels]
        for source, role, target in edges:
            around[source].append((">", role, labels[target]))
            around[target].append(("<", role, labels[source]))
        labels = [_digest(label, sorted(near)) for label, near in zip(labels, around, strict=True)]
        features.update((level, label) for label in labels)
    return features


def _digest(label: str, near: list[tuple[str, str, str]]) -> str:
    """A label and what is around it, in a name of fixed length: written out it would grow with every round."""
    from hashlib import blake2b  # OpenSSL is loaded with it, and few runs need it

    return blake2b(repr((label, near)).encode(), digest_size=16).hexdigest()


def cosine(gold: Features, pred: Features) -> float:
    """The cosine of two counts, each level with its weight."""

    def dot(first: Features, second: Features) -> float:
        return fsum(count * second[key] / (1 + key[0]) ** 2 for key, count in first.items() if key in second)

    size = sqrt(dot(pred, pred) * dot(gold, gold))
    return dot(gold, pred) / size if size else 0.0


def _mean(tally: Tally) -> tuple[float | None, ...]:
    return (tally.matched_pred / tally.pred_total if tally.pred_total else None,)


def _mean_of_many(sums: Array) -> Array:
    from tallystick.stats.readers import share

    return share(sums[:, 1:2], sums[:, 3:4])


def _features(pair: PairAnalysis) -> tuple[Features, Features]:
    gold, pred = graphs_of(pair)
    return features_of(gold), features_of(pred)


class WlkScorer(Scorer):
    """WLK of a pair of graphs; over a corpus, the mean."""

    reading = Reading(("score",), _mean, read_many=_mean_of_many)

    def count(self, pair: PairAnalysis) -> Tally:
        """Return the cosine of a pair, out of 1."""
        gold, pred = pair.once(_features)
        some = 1 if gold or pred else 0  # nothing against nothing is not a comparison
        return Tally.of(cosine(gold, pred), pred=some, gold=some)

    def explain(self, pair: PairAnalysis) -> Alignment:
        """List the features in common, and those of one side only."""
        return bag_alignment(*pair.once(_features), note=lambda key: f"level {key[0]}")
