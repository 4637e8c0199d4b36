"""The errors of a graph by kind, under a map of its nodes.

A missed and a spurious triple often are one error: a relation with another label, or attached to another node. Such
pairs are found in the order of the kinds below; what has no partner is missing or spurious.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence

from tallystick.tasks.graphs.triples import TOP, Triples

__all__ = ["ERROR_KINDS", "graph_errors"]

#: All kinds, in the order in which they are counted.
ERROR_KINDS = (
    "wrong sense", "wrong concept", "missing node", "spurious node",
    "relabelled relation", "reattached relation", "missing relation", "spurious relation",
    "wrong value", "relabelled attribute", "missing attribute", "spurious attribute", "wrong root",
)  # fmt: skip

_SENSE = re.compile(r"-\d+$")

Part = tuple[int, str, Hashable]


def graph_errors(gold: Triples, pred: Triples, mapping: Sequence[int]) -> dict[str, int]:
    """How many errors of each kind there are.

    `mapping` gives the gold node of each pred node, or −1.

    >>> from tallystick.formats.penman.reader import Graph
    >>> from tallystick.tasks.graphs.to_triples import of_graph
    >>> gold = of_graph(Graph.of("(w / want-01 :ARG0 (b / boy) :quant 2)"))
    >>> pred = of_graph(Graph.of("(w / want-02 :ARG1 (b / boy) :quant 3)"))
    >>> {kind: count for kind, count in graph_errors(gold, pred, [0, 1]).items() if count}
    {'wrong sense': 1, 'relabelled relation': 1, 'wrong value': 1}
    """
    counts = Counter(dict.fromkeys(ERROR_KINDS, 0))
    partners = {partner: node for node, partner in enumerate(mapping) if partner >= 0}
    pairs = [(concept, pred.concepts[partners[node]] if node in partners else None)
             for node, concept in enumerate(gold.concepts)]  # fmt: skip
    pairs += [(None, pred.concepts[node]) for node, partner in enumerate(mapping) if partner < 0]
    counts.update(_concept_error(*pair) for pair in pairs if pair[0] != pair[1])
    # A pred node without a partner gets a number that no gold node has.
    image = [partner if partner >= 0 else -1 - node for node, partner in enumerate(mapping)]
    relations = _unmatched(
        gold.relations, [(image[source], role, image[target]) for source, role, target in pred.relations]
    )
    counts["relabelled relation"] = _pairs(*relations, lambda part: (part[0], part[2]))
    counts["reattached relation"] = _pairs(*relations, lambda part: (part[1], part[2]))
    counts["reattached relation"] += _pairs(*relations, lambda part: (part[0], part[1]))
    counts["missing relation"], counts["spurious relation"] = map(len, relations)
    roots = _unmatched(
        _marks(gold.attributes), _marks((image[n], role, value) for n, role, value in pred.attributes)
    )
    counts["wrong root"] = min(map(len, roots))
    attributes = _unmatched(
        [part for part in gold.attributes if part[1] != TOP],
        [(image[node], role, value) for node, role, value in pred.attributes if role != TOP],
    )
    counts["wrong value"] = _pairs(*attributes, lambda part: (part[0], part[1]))
    counts["relabelled attribute"] = _pairs(*attributes, lambda part: (part[0], part[2]))
    counts["missing attribute"], counts["spurious attribute"] = map(len, attributes)
    return dict(counts)


def _concept_error(gold: str | None, pred: str | None) -> str:
    """The kind of error of two different concepts, None where a side has no such node."""
    if gold is None or pred is None:
        return "spurious node" if gold is None else "missing node"
    return "wrong sense" if _SENSE.sub("", gold) == _SENSE.sub("", pred) else "wrong concept"


def _marks(attributes: Iterable[Part]) -> list[Part]:
    return [part for part in attributes if part[1] == TOP]


def _unmatched(gold: Sequence[Part], pred: Sequence[Part]) -> tuple[list[Part], list[Part]]:
    """What each side has and the other has not; repeated parts count as often as they occur."""
    golds, preds = Counter(gold), Counter(pred)
    return [*(golds - preds).elements()], [*(preds - golds).elements()]


def _pairs(golds: list[Part], preds: list[Part], key: Callable[[Part], Hashable]) -> int:
    """Take away as many pairs with the same key as there are, and count them."""
    pairs = Counter(map(key, golds)) & Counter(map(key, preds))
    for parts in (golds, preds):
        left = Counter(pairs)
        parts[:] = [part for part in parts if not _taken(left, key(part))]
    return pairs.total()


def _taken(left: Counter[Hashable], key: Hashable) -> bool:
    """Whether a part of this key is still to be taken; then one less is."""
    left[key] -= 1
    return left[key] >= 0
