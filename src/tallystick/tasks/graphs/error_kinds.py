"""The errors of a graph by kind, under an alignment of its nodes.

A missed and a spurious triple often are one error: a relation with another label, or attached to another node. Such
pairs are taken in the order of the kinds below. What has no partner is missing or spurious.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any

from tallystick.tally import Alignment, NodePair, Pair, PartError
from tallystick.tasks.graphs.node_alignment import is_triple
from tallystick.tasks.graphs.row_alignment import rows_without_pairs
from tallystick.tasks.graphs.triple_errors import errors_of, same_lemma
from tallystick.tasks.graphs.triple_rows import TripleRows
from tallystick.tasks.graphs.triples import ATTRIBUTE, NODE, RELATION, ROOT, TOP
from tallystick.tasks.graphs.vocabulary import Vocabulary, vocabulary
from tallystick.tasks.records.error_kinds import RECORD_ERRORS

__all__ = ["ERROR_KINDS", "GRAPH_ERRORS", "GraphErrors", "relation_errors"]

#: All kinds, in the order in which they are counted.
ERROR_KINDS = (
    "wrong sense", "wrong concept", "missing node", "spurious node",
    "relabelled relation", "reattached relation", "missing relation", "spurious relation",
    "wrong value", "relabelled attribute", "missing attribute", "spurious attribute",
    "wrong root", "missing root", "spurious root",
)  # fmt: skip

_ORDER = {kind: index for index, kind in enumerate(ERROR_KINDS)}

#: What triples with some roles are.
_SORTS = {"instance": NODE, TOP: ROOT}

#: A triple as it is displayed: source, role, target.
Triple = tuple[str, str, str]


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
    numbers: defaultdict[Hashable, int] = defaultdict(lambda: len(numbers))
    words = vocabulary()
    missed = _numbered([*map(triple_of, golds)], gold_names, numbers, words)
    spurious = _numbered([*map(triple_of, preds)], pred_names, numbers, words)
    same = array("i", range(len(numbers)))
    rows = rows_without_pairs(
        _rows(missed, len(same), words),
        _rows(spurious, len(same), words),
        same,
        range(len(golds)),
        range(len(preds)),
    )
    return [
        PartError(ERROR_KINDS[kind], golds[i] if i >= 0 else None, preds[j] if j >= 0 else None)
        for kind, i, j in errors_of(rows)
    ]


def _numbered(
    triples: Sequence[Triple],
    names: Mapping[str, Hashable],
    numbers: defaultdict[Hashable, int],
    words: Vocabulary,
) -> list[tuple[int, int, int, int]]:
    """Return what each triple is, and its three words as numbers; nodes have those of their gold names."""
    rows = []
    for source, role, target in triples:
        sort = _SORTS.get(role, RELATION if target in names else ATTRIBUTE)
        end = numbers[names[target]] if sort == RELATION else words.number(target)
        rows.append((sort, numbers[names.get(source, source)], words.number(role), end))
    return rows


def _rows(numbered: Sequence[tuple[int, int, int, int]], nodes: int, words: Vocabulary) -> TripleRows:
    """Return numbered triples as rows; their nodes have no names."""
    rows = TripleRows(words, None, nodes, len(numbered))
    for row in numbered:
        rows.add(*row)
    return rows


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
        kind = "wrong sense" if same_lemma(target, pred_target) else "wrong concept"
        return None if same else PartError(kind, pair.gold, pair.pred)
    sort = "relation" if target in nodes else "attribute"
    return None if role == pred_role else PartError(f"relabelled {sort}", pair.gold, pair.pred)


GRAPH_ERRORS = GraphErrors()
