# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The facets of Smatch: which triples each looks at.

Each facet is uniquely defined: it restricts the triples of both sides and finds its own optimum, or it compares
bags of labels.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Mapping

from tallystick.tasks.graphs.triples import TOP

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.tasks.graphs.columns import TripleColumns
    from cython.cimports.tallystick.tasks.graphs.vocabulary import Vocabulary
else:
    from tallystick.tasks.graphs.columns import TripleColumns
    from tallystick.tasks.graphs.vocabulary import Vocabulary

__all__ = ["BAGS", "RESTRICTIONS", "common_labels", "without_sense"]

_SENSE = re.compile(r"-[0-9]{2,}$")


def without_sense(concept: str) -> str:
    """A concept without its word sense.

    >>> without_sense("want-01"), without_sense("covid-19"), without_sense("mid-1")
    ('want', 'covid', 'mid-1')
    """
    return _SENSE.sub("", concept)


@cython.cfunc
def _room(size: cython.Py_ssize_t) -> cython.int[::1]:
    return array("i", bytes(4 * size + 4))


@cython.cfunc
def _no_concepts(nodes: cython.Py_ssize_t) -> cython.int[::1]:
    return array("i", [-1]) * (nodes + 1)


def _instance(columns: TripleColumns) -> TripleColumns:
    chosen: TripleColumns = columns.shared()
    chosen.attributes = chosen.relations = 0
    return chosen


def _relation(columns: TripleColumns) -> TripleColumns:
    chosen: TripleColumns = columns.shared()
    chosen.concept = _no_concepts(columns.nodes)
    chosen.attributes = 0
    return chosen


def _attribute(columns: TripleColumns) -> TripleColumns:
    chosen: TripleColumns = columns.shared()
    chosen.concept = _no_concepts(columns.nodes)
    chosen.relations = 0
    return chosen


def _unlabeled(columns: TripleColumns) -> TripleColumns:
    """All role labels replaced by one; TOP is not a role. Triples that became identical count once."""
    k: cython.int
    vocabulary: Vocabulary = columns.vocabulary
    top: cython.int = vocabulary.number(TOP)
    none: cython.int = vocabulary.number("")
    chosen: TripleColumns = TripleColumns(
        vocabulary, columns.named, columns.nodes, columns.attributes, columns.relations
    )
    chosen.concept = columns.concept
    for k in range(columns.attributes):
        chosen.attribute_node[k] = columns.attribute_node[k]
        chosen.attribute_role[k] = top if columns.attribute_role[k] == top else none
        chosen.attribute_value[k] = columns.attribute_value[k]
    for k in range(columns.relations):
        chosen.source[k] = columns.source[k]
        chosen.role[k] = top if columns.role[k] == top else none
        chosen.target[k] = columns.target[k]
    chosen.once()
    return chosen


def _no_wsd(columns: TripleColumns) -> TripleColumns:
    node: cython.int
    chosen: TripleColumns = columns.shared()
    chosen.concept = _room(columns.nodes)
    for node in range(columns.nodes):
        if columns.concept[node] < 0:
            chosen.concept[node] = -1
        else:
            chosen.concept[node] = columns.vocabulary.lemma(columns.concept[node])
    return chosen


@cython.cfunc
def _some_relations(columns: TripleColumns, wanted: cython.int[::1]) -> TripleColumns:
    """Some relations and the instance triples of their ends; no attributes."""
    k: cython.int
    kept: cython.int = 0
    chosen: TripleColumns = TripleColumns(
        columns.vocabulary, columns.named, columns.nodes, 0, columns.relations
    )
    chosen.concept = _no_concepts(columns.nodes)
    for k in range(columns.relations):
        if wanted[k]:
            chosen.source[kept] = columns.source[k]
            chosen.role[kept] = columns.role[k]
            chosen.target[kept] = columns.target[k]
            chosen.concept[columns.source[k]] = columns.concept[columns.source[k]]
            chosen.concept[columns.target[k]] = columns.concept[columns.target[k]]
            kept += 1
    chosen.relations = kept
    chosen.distinct = columns.distinct
    return chosen


def _reentrancy(columns: TripleColumns) -> TripleColumns:
    """Relations into nodes with two or more of them; a modifier is again what its head points to."""
    k: cython.int
    domain: cython.int = columns.vocabulary.number("domain")
    mod: cython.int = columns.vocabulary.number("mod")
    upright: TripleColumns = TripleColumns(
        columns.vocabulary, columns.named, columns.nodes, 0, columns.relations
    )
    upright.concept = columns.concept
    upright.distinct = columns.distinct
    incoming: cython.int[::1] = _room(columns.nodes)
    wanted: cython.int[::1] = _room(columns.relations)
    for k in range(columns.relations):
        if columns.role[k] == domain:
            upright.source[k] = columns.target[k]
            upright.role[k] = mod
            upright.target[k] = columns.source[k]
        else:
            upright.source[k] = columns.source[k]
            upright.role[k] = columns.role[k]
            upright.target[k] = columns.target[k]
        incoming[upright.target[k]] += 1
    for k in range(columns.relations):
        wanted[k] = incoming[upright.target[k]] > 1
    return _some_relations(upright, wanted)


def _srl(columns: TripleColumns) -> TripleColumns:
    k: cython.int
    wanted: cython.int[::1] = _room(columns.relations)
    for k in range(columns.relations):
        wanted[k] = columns.vocabulary.is_argument(columns.role[k])
    return _some_relations(columns, wanted)


#: Facets that restrict or change the triples, and then find their own optimum.
RESTRICTIONS: Mapping[str, tuple[str, Callable[[TripleColumns], TripleColumns]]] = {
    "instance": ("instance triples only", _instance),
    "relation": ("relations between nodes only", _relation),
    "attribute": ("attributes only, including TOP", _attribute),
    "unlabeled": ("triples, whatever their roles", _unlabeled),
    "no-wsd": ("triples without word senses", _no_wsd),
    "reentrancy": (
        "relations into nodes with several incoming relations, and the concepts at both ends; no TOP",
        _reentrancy,
    ),
    "srl": ("ARGn relations and the concepts at both ends; no TOP", _srl),
}


def _concepts(columns: TripleColumns) -> list[int]:
    return [columns.concept[node] for node in range(columns.nodes) if columns.concept[node] >= 0]


def _frames(columns: TripleColumns) -> list[int]:
    return [
        columns.concept[node]
        for node in range(columns.nodes)
        if columns.concept[node] >= 0
        and columns.vocabulary.lemma(columns.concept[node]) != columns.concept[node]
    ]


@cython.cfunc
def _concepts_at(columns: TripleColumns, marked: cython.int[::1]) -> list[int]:
    return [
        columns.concept[node] for node in range(columns.nodes) if marked[node] and columns.concept[node] >= 0
    ]


def _named_entities(columns: TripleColumns) -> list[int]:
    """The concepts of nodes with a name, each node once."""
    k: cython.int
    name: cython.int = columns.vocabulary.number("name")
    marked: cython.int[::1] = _room(columns.nodes)
    for k in range(columns.attributes):
        if columns.attribute_role[k] == name:
            marked[columns.attribute_node[k]] = 1
    for k in range(columns.relations):
        if columns.role[k] == name:
            marked[columns.source[k]] = 1
    return _concepts_at(columns, marked)


def _negation(columns: TripleColumns) -> list[int]:
    """The concepts of negated nodes, each node once."""
    k: cython.int
    polarity: cython.int = columns.vocabulary.number("polarity")
    minus: cython.int = columns.vocabulary.number("-")
    marked: cython.int[::1] = _room(columns.nodes)
    for k in range(columns.attributes):
        if columns.attribute_role[k] == polarity and columns.attribute_value[k] == minus:
            marked[columns.attribute_node[k]] = 1
    return _concepts_at(columns, marked)


def _wiki(columns: TripleColumns) -> list[int]:
    wiki: cython.int = columns.vocabulary.number("wiki")
    return [
        columns.attribute_value[k] for k in range(columns.attributes) if columns.attribute_role[k] == wiki
    ]


#: Facets that compare bags, given as the numbers of their words.
BAGS: Mapping[str, tuple[str, Callable[[TripleColumns], list[int]]]] = {
    "concepts": ("bag of all concepts", _concepts),
    "frames": ("bag of concepts with a word sense", _frames),
    "named-entities": ("bag of the concepts of nodes with a name", _named_entities),
    "wiki": ("bag of wiki values", _wiki),
    "negation": ("bag of the concepts of nodes with polarity -", _negation),
}


def common_labels(gold: list[int], pred: list[int]) -> int:
    """Return how many labels two bags have in common.

    >>> common_labels([1, 1, 2], [1, 2, 2, 3])
    2
    """
    common: cython.Py_ssize_t = 0
    if not gold or not pred:
        return 0
    left: dict[int, int] = {}
    for label in gold:
        left[label] = left.get(label, 0) + 1
    for label in pred:
        count = left.get(label)
        if count:
            left[label] = count - 1
            common += 1
    return common
