"""The facets of Smatch: which triples each looks at.

Each facet is uniquely defined: it restricts the triples of both sides and finds its own optimum, or it compares
bags of labels.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from tallystick.tasks.graphs.triples import TOP, Relation, Triples, incoming, select

__all__ = ["BAGS", "RESTRICTIONS", "with_their_ends", "without_sense"]

_SENSE = re.compile(r"-[0-9]{2,}$")
_ROLE_OF_ARGUMENT = re.compile(r"^arg[0-9]+$", re.IGNORECASE)


def without_sense(concept: str) -> str:
    """A concept without its word sense.

    >>> without_sense("want-01"), without_sense("covid-19"), without_sense("mid-1")
    ('want', 'covid', 'mid-1')
    """
    return _SENSE.sub("", concept)


def _instance(triples: Triples) -> Triples:
    return replace(triples, attributes=(), relations=())


def _relation(triples: Triples) -> Triples:
    return replace(triples, concepts=(None,) * len(triples.concepts), attributes=())


def _attribute(triples: Triples) -> Triples:
    return replace(triples, concepts=(None,) * len(triples.concepts), relations=())


def _unlabeled(triples: Triples) -> Triples:
    """All role labels replaced by one; TOP is no role. Triples that became identical count once."""
    return triples.relabelled(lambda role: role if role == TOP else "").once()


def _no_wsd(triples: Triples) -> Triples:
    return replace(triples, concepts=tuple([c if c is None else without_sense(c) for c in triples.concepts]))


def with_their_ends(triples: Triples, wanted: Callable[[Relation], bool]) -> Triples:
    """Some relations and the instance triples of their ends."""
    relations = tuple([relation for relation in triples.relations if wanted(relation)])
    ends = {node for source, _, target in relations for node in (source, target)}
    chosen = replace(triples, attributes=(), relations=relations)
    return select(chosen, concepts=lambda node: node in ends)


def _reentrancy(triples: Triples) -> Triples:
    """Relations into nodes with two or more of them; a modifier is again what its head points to."""
    upright = replace(
        triples,
        relations=tuple(
            [(t, "mod", s) if role == "domain" else (s, role, t) for s, role, t in triples.relations]
        ),
    )
    counts = incoming(upright.relations, len(upright.names))
    return with_their_ends(upright, lambda relation: counts[relation[2]] > 1)


def _srl(triples: Triples) -> Triples:
    return with_their_ends(triples, lambda relation: _ROLE_OF_ARGUMENT.match(relation[1]) is not None)


#: Facets that restrict or change the triples, and then find their own optimum.
RESTRICTIONS: Mapping[str, tuple[str, Callable[[Triples], Triples]]] = {
    "instance": ("instance triples only", _instance),
    "relation": ("relations between nodes only", _relation),
    "attribute": ("attributes only, TOP among them", _attribute),
    "unlabeled": ("all roles replaced by one", _unlabeled),
    "no-wsd": ("word senses taken off every concept", _no_wsd),
    "reentrancy": (
        "relations into nodes with two or more of them, and the concepts of their ends; no TOP",
        _reentrancy,
    ),
    "srl": ("relations ARGn and the concepts of their ends; no TOP", _srl),
}


def _concepts(triples: Triples) -> Counter[str]:
    return Counter(concept for concept in triples.concepts if concept is not None)


def _frames(triples: Triples) -> Counter[str]:
    return Counter(concept for concept in triples.concepts if concept is not None and _SENSE.search(concept))


def _sources(triples: Triples, wanted: Callable[[str, str | None], bool]) -> Counter[str]:
    """The concepts of nodes with a certain outgoing triple, each node once."""
    nodes = {node for node, role, value in triples.attributes if wanted(role, value)}
    nodes |= {source for source, role, _ in triples.relations if wanted(role, None)}
    return Counter(concept for node in sorted(nodes) if (concept := triples.concepts[node]) is not None)


def _named_entities(triples: Triples) -> Counter[str]:
    return _sources(triples, lambda role, _value: role == "name")


def _negation(triples: Triples) -> Counter[str]:
    return _sources(triples, lambda role, value: role == "polarity" and value == "-")


def _wiki(triples: Triples) -> Counter[str]:
    return Counter(value for _, role, value in triples.attributes if role == "wiki")


#: Facets that compare bags.
BAGS: Mapping[str, tuple[str, Callable[[Triples], Counter[str]]]] = {
    "concepts": ("bag of all concepts", _concepts),
    "frames": ("bag of concepts with a word sense", _frames),
    "named-entities": ("bag of the concepts of nodes with a name", _named_entities),
    "wiki": ("bag of wiki values", _wiki),
    "negation": ("bag of the concepts of nodes with polarity -", _negation),
}
