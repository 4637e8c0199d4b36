"""The errors of a graph by kind, under an alignment of its nodes.

A missed and a spurious triple often are one error: a relation with another label, or attached to another node. Such
pairs are taken in the order of the kinds below. What has no partner is missing or spurious.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any

from tallystick.tally import Alignment, NodePair, Pair, PartError
from tallystick.tasks.graphs.node_alignment import is_triple
from tallystick.tasks.graphs.triples import TOP
from tallystick.tasks.records.error_kinds import RECORD_ERRORS

__all__ = ["ERROR_KINDS", "GRAPH_ERRORS", "GraphErrors", "relation_errors"]

#: All kinds, in the order in which they are counted.
ERROR_KINDS = (
    "wrong sense", "wrong concept", "missing node", "spurious node",
    "relabelled relation", "reattached relation", "missing relation", "spurious relation",
    "wrong value", "relabelled attribute", "missing attribute", "spurious attribute",
    "wrong root", "missing root", "spurious root",
)  # fmt: skip

_SENSE = re.compile(r"-\d+$")
_ORDER = {kind: index for index, kind in enumerate(ERROR_KINDS)}

#: A triple as it is displayed: source, role, target.
Triple = tuple[str, str, str]
#: A part, and its triple with nodes by their gold names: only these can be compared.
Placed = tuple[object, tuple[Hashable, str, Hashable]]


class GraphErrors:
    """The kinds of errors of graphs whose nodes are aligned."""

    def errors(self, alignment: Alignment) -> Iterator[PartError]:
        """Yield the errors of an alignment of triples in the order of their kinds, then those of other parts."""
        if not alignment.nodes:
            yield from RECORD_ERRORS.errors(alignment)
            return
        nodes = {pair.gold for pair in alignment.nodes}
        inexact = [error for pair in alignment.matched if (error := _inexact(pair, nodes)) is not None]
        golds, other_golds = _triples(alignment.missed)
        preds, other_preds = _triples(alignment.spurious)
        triples = relation_errors(alignment.nodes, golds, preds, lambda part: part)
        yield from sorted([*inexact, *triples], key=lambda error: _ORDER[error.kind])
        yield from RECORD_ERRORS.errors(Alignment((), tuple(other_golds), tuple(other_preds)))


def relation_errors(
    nodes: Sequence[NodePair], golds: Sequence[Any], preds: Sequence[Any], triple_of: Callable[[Any], Triple]
) -> list[PartError]:
    """Return the errors of missed and spurious parts that are triples, in the order of their kinds."""
    gold_names: dict[str, Hashable] = {pair.gold: pair.gold for pair in nodes if pair.gold is not None}
    # A pred node without a partner gets a name that no gold node has.
    pred_names: dict[str, Hashable] = {
        pair.pred: pair.gold if pair.gold is not None else (pair.pred,)
        for pair in nodes
        if pair.pred is not None
    }
    left = _Left(_by_sort(golds, gold_names, triple_of), _by_sort(preds, pred_names, triple_of))
    errors = []
    for gold, pred in left.pairs("node", lambda part: part[0]):
        errors.append(PartError(_concept_error(triple_of(gold)[2], triple_of(pred)[2]), gold, pred))
    for sort, kind, key in _PARTNERS:
        errors += [PartError(kind, *pair) for pair in left.pairs(sort, key)]
    errors += [PartError(f"missing {sort}", gold) for sort, own in left.golds.items() for gold, _ in own]
    errors += [
        PartError(f"spurious {sort}", pred=pred) for sort, own in left.preds.items() for pred, _ in own
    ]
    return sorted(errors, key=lambda error: _ORDER[error.kind])


#: What partners have in common, sort by sort and kind by kind.
_PARTNERS: tuple[tuple[str, str, Callable[..., Hashable]], ...] = (
    ("relation", "relabelled relation", lambda part: (part[0], part[2])),
    ("relation", "reattached relation", lambda part: (part[1], part[2])),
    ("relation", "reattached relation", lambda part: (part[0], part[1])),
    ("root", "wrong root", lambda part: part[1]),
    ("attribute", "wrong value", lambda part: (part[0], part[1])),
    ("attribute", "relabelled attribute", lambda part: (part[0], part[2])),
)


class _Left:
    """Missed and spurious triples by sort, taken away as they are explained."""

    def __init__(self, golds: dict[str, list[Placed]], preds: dict[str, list[Placed]]) -> None:
        self.golds = golds
        self.preds = preds

    def pairs(self, sort: str, key: Callable[..., Hashable]) -> list[tuple[Any, Any]]:
        """Take away and return as many pairs with the same key as there are."""
        if not self.golds[sort] or not self.preds[sort]:
            return []
        waiting: defaultdict[Hashable, list[Placed]] = defaultdict(list)
        for part in reversed(self.preds[sort]):
            waiting[key(part[1])].append(part)
        taken: list[tuple[Any, Any]] = []
        identities: set[int] = set()
        left = []
        for gold in self.golds[sort]:
            partners = waiting.get(key(gold[1]))
            if partners:
                partner = partners.pop()
                identities.add(id(partner))
                taken.append((gold[0], partner[0]))
            else:
                left.append(gold)
        self.golds[sort] = left
        self.preds[sort] = [part for part in self.preds[sort] if id(part) not in identities]
        return taken


def _triples(parts: Sequence[object]) -> tuple[list[Triple], list[object]]:
    """Divide parts into triples and others."""
    triples: list[Triple] = []
    others: list[object] = []
    for part in parts:
        if is_triple(part):
            triples.append(part)
        else:
            others.append(part)
    return triples, others


def _inexact(pair: Pair, nodes: set[str | None]) -> PartError | None:
    """The error inside an aligned pair that is not the same on both sides: AnCast gives credit for such pairs."""
    if not isinstance(pair.gold, tuple) or not isinstance(pair.pred, tuple) or len(pair.gold) != 3:
        return None
    (_, role, target), (_, pred_role, pred_target) = pair.gold, pair.pred
    if role == pred_role == "instance":
        same = target == pred_target
        return None if same else PartError(_concept_error(target, pred_target), pair.gold, pair.pred)
    sort = "relation" if target in nodes else "attribute"
    return None if role == pred_role else PartError(f"relabelled {sort}", pair.gold, pair.pred)


def _by_sort(
    parts: Sequence[Any], names: dict[str, Hashable], triple_of: Callable[[Any], Triple]
) -> dict[str, list[Placed]]:
    """Triples by what they are: a node, a relation, an attribute, the mark of the root."""
    sorts: dict[str, list[Placed]] = {"node": [], "relation": [], "attribute": [], "root": []}
    for part in parts:
        source, role, target = triple_of(part)
        if role == "instance":
            sort = "node"
        elif role == TOP:
            sort = "root"
        else:
            sort = "relation" if target in names else "attribute"
        end = names[target] if sort == "relation" else target
        sorts[sort].append((part, (names.get(source, source), role, end)))
    return sorts


def _concept_error(gold: str, pred: str) -> str:
    """The kind of error of two different concepts."""
    return "wrong sense" if _SENSE.sub("", gold) == _SENSE.sub("", pred) else "wrong concept"


GRAPH_ERRORS = GraphErrors()
