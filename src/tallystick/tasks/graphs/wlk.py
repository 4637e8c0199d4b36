"""WLK: the Weisfeiler–Leman kernel on graphs, as a cosine.

Every node starts with its label; in each round it takes on the labels of its neighbours, with the roles that lead to
them and their direction. What occurs how often, at each level, is compared by a cosine in which level l weighs
1 / (1 + l).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
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

#: The most characters in which a label is written out.
MOST_SHOWN = 160

#: A level, and a label or a triple of labels.
Feature = tuple[int, Hashable]
Features = Counter[Feature]
#: Source, role, target; nodes by their numbers.
Edge = tuple[int, str, int]


def features_of(graph: Graph) -> Features:
    """The labels at each level, and the triples of the lowest."""
    labels, edges = _read(graph)
    features: Features = Counter((0, label) for label in labels)
    features.update((0, (labels[source], role, labels[target])) for source, role, target in edges)
    for level, digests in enumerate(_rounds(labels, edges), 1):
        features.update((level, digest) for digest in digests)
    return features


def _read(graph: Graph) -> tuple[list[str], list[Edge]]:
    """The labels of the nodes and the constants of a graph, and what leads from one to another."""
    labels = [plain(concept) for concept in graph.concepts]
    edges: list[Edge] = []
    for source, role, target, constant in zip(
        graph.sources, graph.roles, graph.targets, graph.constants, strict=True
    ):
        base, swap = turned(role.lower())
        if constant is not None:
            labels.append(plain(constant))
            edges.append((source, on_constant(base, swap), len(labels) - 1))
        else:
            edges.append((target, base, source) if swap else (source, base, target))
    return labels, edges


def _rounds(labels: list[str], edges: list[Edge]) -> Iterator[list[str]]:
    """Yield the labels after each round."""
    for _ in range(ROUNDS):
        around: list[list[tuple[str, str, str]]] = [[] for _ in labels]
        for source, role, target in edges:
            around[source].append((">", role, labels[target]))
            around[target].append(("<", role, labels[source]))
        labels = [_digest(label, sorted(near)) for label, near in zip(labels, around, strict=True)]
        yield labels


def _digest(label: str, near: list[tuple[str, str, str]]) -> str:
    """A label and what is around it, in a name of fixed length: written out it would grow with every round."""
    from hashlib import blake2b  # OpenSSL is loaded with it, and few runs need it

    return blake2b(repr((label, near)).encode(), digest_size=16).hexdigest()


def texts_of(graph: Graph) -> dict[Feature, str]:
    """The features of a graph in words, a node with what is around it.

    >>> list(texts_of(Graph.of("(g / go-02 :ARG0 (b / boy))")).values())[:4]
    ['go-02', 'boy', 'go-02 :arg0 boy', 'level 1: go-02 :arg0 boy']
    """
    labels, edges = _read(graph)
    texts: dict[Feature, str] = {(0, label): label for label in labels}
    for source, role, target in edges:
        ends = labels[source], labels[target]
        texts[0, (ends[0], role, ends[1])] = f"{ends[0]} :{role} {ends[1]}"
    words = labels
    for level, digests in enumerate(_rounds(labels, edges), 1):
        around: list[list[str]] = [[] for _ in labels]
        for source, role, target in edges:
            around[source].append(f":{role} {_inside(words[target])}")
            around[target].append(f":{role}-of {_inside(words[source])}")
        words = [
            _cut(" ".join([label, *sorted(near)]), digest)
            for label, near, digest in zip(labels, around, digests, strict=True)
        ]
        texts.update(
            ((level, digest), f"level {level}: {text}") for digest, text in zip(digests, words, strict=True)
        )
    return texts


def _inside(text: str) -> str:
    return f"({text})" if " :" in text else text


def _cut(text: str, digest: str) -> str:
    """A text that is not too long; the digest tells it from others with the same beginning."""
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}… #{digest[:8]}"


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
        gold, pred = graphs_of(pair)
        shown = _distinct({**texts_of(gold), **texts_of(pred)})
        level_of = {text: f"level {level}" for (level, _), text in shown.items()}
        golds, preds = pair.once(_features)
        return bag_alignment(_in_words(golds, shown), _in_words(preds, shown), note=level_of.__getitem__)


def _distinct(texts: Mapping[Feature, str]) -> dict[Feature, str]:
    """Texts of features, with the digests of those that would be written alike."""
    number = Counter(texts.values())
    return {
        feature: text if number[text] == 1 else f"{text} #{str(feature[1])[:8]}"
        for feature, text in texts.items()
    }


def _in_words(features: Features, shown: Mapping[Feature, str]) -> Counter[str]:
    return Counter({shown[feature]: count for feature, count in features.items()})
