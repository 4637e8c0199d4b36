# cython: language_level=3
"""The intrinsic similarity of two nodes (Equations 1–4)."""

from __future__ import annotations

from array import array

from tallystick.limits import current
from tallystick.solve.broadcast.table import PairTable, full_table
from tallystick.tasks.graphs.ancast.graph import AncastGraph

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = ["inclusion", "intrinsic"]

#: γ of Equation 1: what a different sense costs.
SENSE = 0.1
#: What the similarity and the tables of the broadcast take for each pair of nodes.
TABLES_BYTES = 44
#: Below this many pairs of nodes, the memory limit is not checked.
LARGE = 1 << 14
#: The work of comparing two nodes.
COMPARED = 20


def inclusion(first: str, second: str) -> float:
    """The share of the longer string that the shorter one makes up, if it is part of it (Equation 2).

    >>> inclusion("sun", "sunlight"), inclusion("sun", "sun"), inclusion("sun", "moon"), inclusion("", "")
    (0.375, 1.0, 0.0, 0.0)
    """
    if first == second:
        return 1.0 if first else 0.0
    if len(first) > len(second):
        first, second = second, first
    return len(first) / len(second) if first in second else 0.0


@cython.cfunc
def _equal_share(gold: dict[int, set[int]], pred: dict[int, set[int]]) -> cython.double:
    """The share of the shared attributes with equal values (Equations 3, 4); below 0 where none is shared."""
    shared: cython.int = 0
    equal: cython.int = 0
    for role, gold_values in gold.items():
        pred_values = pred.get(role)
        if pred_values is not None:
            shared += 1
            if gold_values == pred_values:
                equal += 1
    return 1.0 * equal / shared if shared else -1.0


def _parts(included: AncastGraph, including: AncastGraph) -> list[tuple[str, str, float]]:
    """The lemmas of one side that are part of a longer one of the other side, with their similarity."""
    # Counting in all lemmas at once rules out most of those that are part of none but themselves.
    everything: str = "\n".join(including.lemmas)
    nodes_by_lemma: dict[str, list[int]] = including.nodes_by_lemma
    parts: list[tuple[str, str, float]] = []
    lemma: str
    for lemma in included.nodes_by_lemma:
        if lemma and everything.count(lemma) > len(nodes_by_lemma.get(lemma, ())):
            parts += [
                (lemma, other, len(lemma) / len(other))
                for other in nodes_by_lemma
                if lemma in other and lemma != other
            ]
    return parts


def intrinsic(gold: AncastGraph, pred: AncastGraph) -> PairTable:
    """The similarity S of every pair of nodes, with a row for each pred node (Equation 1)."""
    width: cython.Py_ssize_t = len(gold.lemmas)
    limits = current()
    # Most graphs are small and most runs have no deadline. They must not pay for the checks.
    timed: cython.bint = limits.seconds is not None
    if limits.memory is not None or len(pred.lemmas) * width > LARGE:
        size = TABLES_BYTES * len(pred.lemmas) * width
        limits.reserve(size, f"{len(pred.lemmas):,} × {width:,} pairs of nodes")
    row: cython.Py_ssize_t
    column: cython.Py_ssize_t
    attributes: cython.double
    result = array("d", bytes(8 * len(pred.lemmas) * width))
    if not result:
        return full_table(len(pred.lemmas), width, result)
    cells: cython.double[::1] = result
    pred_nodes: dict[str, list[int]] = pred.nodes_by_lemma
    gold_nodes: dict[str, list[int]] = gold.nodes_by_lemma
    pred_senses: list[str] = pred.senses
    gold_senses: list[str] = gold.senses
    for lemma, rows in pred_nodes.items():
        columns = gold_nodes.get(lemma)
        if columns is not None and lemma:
            for row in rows:
                if timed:
                    limits.spend(COMPARED * len(columns))
                sense = pred_senses[row]
                for column in columns:
                    cells[row * width + column] = 1.0 if sense == gold_senses[column] else 1 - SENSE
    included = _parts(pred, gold)
    included += [(lemma, other, share) for other, lemma, share in _parts(gold, pred)]
    for lemma, other, share in included:
        for row in pred_nodes[lemma]:
            if timed:
                limits.spend(COMPARED * len(gold_nodes[other]))
            for column in gold_nodes[other]:
                same = pred_senses[row] == gold_senses[column]
                cells[row * width + column] = share if same else share * (1 - SENSE)
    for row, pred_values in pred.attributes.items():
        if timed:
            limits.spend(10 * COMPARED * len(gold.attributes))
        for column, gold_values in gold.attributes.items():
            attributes = _equal_share(gold_values, pred_values)
            if attributes >= 0:
                cells[row * width + column] = (cells[row * width + column] + attributes) / 2
    return full_table(len(pred.lemmas), width, result)
