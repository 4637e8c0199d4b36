"""The errors of a graph by kind, under an alignment of its nodes.

A missed and a spurious triple often are one error: a relation with another label, or attached to another node. Such
pairs are taken in the order of the kinds below. What has no partner is missing or spurious.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence

from tallystick.tally import Alignment, Pair, PartError
from tallystick.tasks.graphs.triples import TOP
from tallystick.tasks.records.error_kinds import RECORD_ERRORS

__all__ = ["ERROR_KINDS", "GRAPH_ERRORS", "GraphErrors"]

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
#: A triple as it is displayed, and with its nodes by their gold names: only these can be compared.
Placed = tuple[Triple, tuple[Hashable, str, Hashable]]


class GraphErrors:
    """The kinds of errors of graphs whose nodes are aligned."""

    def errors(self, alignment: Alignment) -> Iterator[PartError]:
        """Yield the errors of an alignment of triples in the order of their kinds, then those of other parts."""
        if not alignment.nodes:
            yield from RECORD_ERRORS.errors(alignment)
            return
        golds, preds = _Side(alignment.missed), _Side(alignment.spurious)
        yield from sorted(_Triples(alignment, golds.triples, preds.triples).errors(), key=_order)
        yield from RECORD_ERRORS.errors(Alignment((), tuple(golds.others), tuple(preds.others)))


def _order(error: PartError) -> int:
    return _ORDER[error.kind]


class _Side:
    """The parts of one side that have no equal: triples, and other parts."""

    def __init__(self, parts: Sequence[object]) -> None:
        self.triples: list[Triple] = []
        self.others: list[object] = []
        for part in parts:
            if isinstance(part, tuple) and len(part) == 3 and all(isinstance(word, str) for word in part):
                self.triples.append(part)
            else:
                self.others.append(part)


class _Triples:
    """Missed and spurious triples, taken away as they are explained."""

    def __init__(self, alignment: Alignment, golds: Sequence[Triple], preds: Sequence[Triple]) -> None:
        self.matched = alignment.matched
        nodes = alignment.nodes
        gold_names: dict[str, Hashable] = {pair.gold: pair.gold for pair in nodes if pair.gold is not None}
        # A pred node without a partner gets a name that no gold node has.
        pred_names: dict[str, Hashable] = {
            pair.pred: pair.gold if pair.gold is not None else (pair.pred,)
            for pair in nodes
            if pair.pred is not None
        }
        self.golds, self.preds = _by_sort(golds, gold_names), _by_sort(preds, pred_names)
        self.gold_names = gold_names

    def errors(self) -> Iterator[PartError]:
        """Yield every error."""
        yield from filter(None, map(self._inexact, self.matched))
        for gold, pred in self._pairs("node", lambda part: part[0]):
            yield PartError(_concept_error(gold[2], pred[2]), gold, pred)
        for sort, kind, key in (
            ("relation", "relabelled relation", lambda part: (part[0], part[2])),
            ("relation", "reattached relation", lambda part: (part[1], part[2])),
            ("relation", "reattached relation", lambda part: (part[0], part[1])),
            ("root", "wrong root", lambda part: part[1]),
            ("attribute", "wrong value", lambda part: (part[0], part[1])),
            ("attribute", "relabelled attribute", lambda part: (part[0], part[2])),
        ):
            yield from (PartError(kind, *pair) for pair in self._pairs(sort, key))
        for sort, golds in self.golds.items():
            yield from (PartError(f"missing {sort}", triple) for triple, _ in golds)
        for sort, preds in self.preds.items():
            yield from (PartError(f"spurious {sort}", pred=triple) for triple, _ in preds)

    def _inexact(self, pair: Pair) -> PartError | None:
        """The error inside an aligned pair that is not the same on both sides: AnCast gives credit for such pairs."""
        if not isinstance(pair.gold, tuple) or not isinstance(pair.pred, tuple) or len(pair.gold) != 3:
            return None
        (_, role, target), (_, pred_role, pred_target) = pair.gold, pair.pred
        if role == pred_role == "instance":
            same = target == pred_target
            return None if same else PartError(_concept_error(target, pred_target), pair.gold, pair.pred)
        sort = "relation" if target in self.gold_names else "attribute"
        return None if role == pred_role else PartError(f"relabelled {sort}", pair.gold, pair.pred)

    def _pairs(self, sort: str, key: Callable[..., Hashable]) -> Iterator[tuple[Triple, Triple]]:
        """Take away and yield as many pairs with the same key as there are."""
        waiting: defaultdict[Hashable, list[Placed]] = defaultdict(list)
        for part in reversed(self.preds[sort]):
            waiting[key(part[1])].append(part)
        taken: list[Placed] = []
        left = []
        for gold in self.golds[sort]:
            partners = waiting.get(key(gold[1]))
            if partners:
                taken.append(partners.pop())
                yield gold[0], taken[-1][0]
            else:
                left.append(gold)
        self.golds[sort] = left
        if taken:
            identities = set(map(id, taken))
            self.preds[sort] = [part for part in self.preds[sort] if id(part) not in identities]


def _by_sort(triples: Sequence[Triple], names: dict[str, Hashable]) -> dict[str, list[Placed]]:
    """Triples by what they are: a node, a relation, an attribute, the mark of the root."""
    sorts: dict[str, list[Placed]] = {"node": [], "relation": [], "attribute": [], "root": []}
    for triple in triples:
        source, role, target = triple
        end: Hashable
        if role == "instance":
            sort, end = "node", target
        elif role == TOP:
            sort, end = "root", target
        elif target in names:
            sort, end = "relation", names[target]
        else:
            sort, end = "attribute", target
        sorts[sort].append((triple, (names.get(source, source), role, end)))
    return sorts


def _concept_error(gold: str, pred: str) -> str:
    """The kind of error of two different concepts."""
    return "wrong sense" if _SENSE.sub("", gold) == _SENSE.sub("", pred) else "wrong concept"


GRAPH_ERRORS = GraphErrors()
