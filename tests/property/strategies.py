"""Random values of a type, built from its hint: small alphabets, so that two of them often overlap."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from hypothesis import strategies as st
from tests.property.umr_documents import renamed, umr_documents

from tallystick.core.types import (
    Atom,
    Choices,
    Fixed,
    Items,
    Keyed,
    Noted,
    OneOf,
    RecordShape,
    shape_of,
)  # fmt: skip
from tallystick.coref.algebra import EntityDocument
from tallystick.formats.penman import Graph
from tallystick.formats.typed import Check
from tallystick.formats.umr_document import UmrDocument

ATOMS = {
    str: st.sampled_from("abc"),
    int: st.integers(0, 3),
    bool: st.booleans(),
    float: st.sampled_from([0.0, 0.5, 1.0]),
    type(None): st.none(),
}


def _disjoint(document: EntityDocument) -> EntityDocument:
    """No mention in two entities, none twice in one, no entity without mentions."""
    seen: set[object] = set()
    clusters = []
    for cluster in document.clusters:
        kept = [mention for mention in dict.fromkeys(cluster) if mention not in seen]
        seen.update(kept)
        if kept:
            clusters.append(tuple(kept))
    return EntityDocument(tuple(clusters))


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Connected graphs of a few nodes, with attributes, inverse roles and second parents."""
    concepts = draw(
        st.lists(st.sampled_from(["boy", "want-01", "want-02", "name", '"Boy"']), min_size=1, max_size=5)
    )
    roles = st.sampled_from(["ARG0", "ARG1", "ARG0-of", "mod", "domain", "name", "consist-of", "location"])
    nodes = len(concepts)
    branches = [(draw(st.integers(0, node - 1)), draw(roles), node, None) for node in range(1, nodes)]
    anywhere = st.integers(0, nodes - 1)
    branches += draw(st.lists(st.tuples(anywhere, roles, anywhere, st.none()), max_size=2))
    values = st.tuples(
        anywhere,
        st.sampled_from(["polarity", "quant", "wiki", "mod"]),
        st.just(-1),
        st.sampled_from(["-", "1", '"a b"']),
    )
    branches += draw(st.lists(values, max_size=3))
    sources, names, targets, constants = (
        (tuple(column) for column in zip(*branches, strict=True)) if branches else ((),) * 4
    )
    metadata = {"snt": "The boy wants a name"} if draw(st.booleans()) else {}
    variables = tuple(f"x{node}" for node in range(nodes))
    return Graph(variables, tuple(concepts), sources, names, targets, constants, metadata)


def _graph_shuffled(graph: Graph, random: Random) -> Graph:
    """Other names, other numbers (the root keeps its own), branches in another order."""
    order = [0, *random.sample(range(1, len(graph)), max(0, len(graph) - 1))][: len(graph)]
    number = {old: new for new, old in enumerate(order)}
    branches = list(zip(graph.sources, graph.roles, graph.targets, graph.constants, strict=True))
    random.shuffle(branches)
    return Graph(
        tuple(f"y{random.randrange(10**9)}" for _ in order),
        tuple(graph.concepts[old] for old in order),
        tuple(number[source] for source, _, _, _ in branches),
        tuple(role for _, role, _, _ in branches),
        tuple(number.get(target, -1) for _, _, target, _ in branches),
        tuple(constant for _, _, _, constant in branches),
        graph.metadata,
    )


#: What a reader makes sure of and a type cannot say.
TIDY: dict[type, Callable[[Any], Any]] = {EntityDocument: _disjoint}


@cache
def strategy_for(hint: Any) -> st.SearchStrategy:
    """Values of the type."""
    if hint is Graph:
        return graphs()
    if hint is UmrDocument:
        return umr_documents(graphs)
    match shape_of(hint):
        case Atom(kind):
            return ATOMS[kind]
        case Choices(values):
            return st.sampled_from(values)
        case RecordShape(kind, fields):
            parts = st.fixed_dictionaries({field.name: strategy_for(field.hint) for field in fields})
            return parts.map(lambda values: TIDY.get(kind, lambda made: made)(kind(**values)))
        case Items(kind, element):
            return st.lists(strategy_for(element), max_size=4).map(kind if isinstance(kind, type) else tuple)
        case Fixed(parts):
            return st.tuples(*map(strategy_for, parts))
        case Keyed(key, value):
            return st.dictionaries(strategy_for(key), strategy_for(value), max_size=3)
        case OneOf(options):
            return st.one_of(*map(strategy_for, options))
        case Noted(base, notes):
            found = strategy_for(base)
            for note in notes:
                if isinstance(note, Check):
                    found = found.filter(note.predicate)
            return found
    raise TypeError(f"no strategy for {hint}: add it to tests/property/strategies.py")


def shuffled(value: Any, hint: Any, random: Random) -> Any:
    """The value with the elements of every collection in another order; records and tuples keep theirs."""
    if isinstance(value, Graph):
        return _graph_shuffled(value, random)
    if isinstance(value, UmrDocument):
        return renamed(value, random)
    match shape_of(hint):
        case RecordShape(kind, fields):
            return kind(**{f.name: shuffled(getattr(value, f.name), f.hint, random) for f in fields})
        case Items(kind, element):
            return kind(random.sample([shuffled(part, element, random) for part in value], len(value)))
        case Noted(base):
            return shuffled(value, base, random)
        case OneOf(options):
            for option in options:
                shape = shape_of(option)
                if isinstance(shape, RecordShape) and type(value) is shape.kind:
                    return shuffled(value, option, random)
    return value
