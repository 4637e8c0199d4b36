"""Random values of a type, built from its hint: small alphabets, so that two of them often overlap."""

from array import array
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from hypothesis import strategies as st
from tests.property.relaying import relaid, relaid_document, symmetric_graphs
from tests.property.umr_documents import umr_documents

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
from tallystick.formats.coref.document import (
    Bridge,
    CorefDocument,
    Detail,
    Layer,
    NodeRow,
    Tokens,
    position,
)
from tallystick.formats.json.document import Document
from tallystick.formats.json.typed import Check
from tallystick.formats.penman.reader import Graph
from tallystick.formats.umr.document import UmrDocument
from tallystick.tasks.openie.document import Extraction
from tallystick.tasks.templates.fillers import StringFill

ATOMS = {
    str: st.sampled_from("abc"),
    int: st.integers(0, 3),
    bool: st.booleans(),
    float: st.sampled_from([0.0, 0.5, 1.0]),
    type(None): st.none(),
}


#: Where mentions may stand: words, and an empty node after the third word.
PLACES = (*(position(word) for word in range(8)), position(2, 1))


@st.composite
def coreference(draw: st.DrawFn) -> CorefDocument:
    """Documents of a few mentions: zeros, sets of entities, mentions without referents, bridging."""
    spans = draw(
        st.lists(
            st.one_of(
                st.integers(0, 7).map(lambda word: (position(word), position(word))),
                st.tuples(st.integers(0, 4), st.integers(0, 3)).map(
                    lambda span: (position(span[0]), position(span[0] + span[1]))
                ),
                st.just((position(2, 1), position(2, 1))),
            ),
            unique=True,
            max_size=8,
        ).map(sorted)
    )
    owners = [draw(st.integers(0, 4)) for _ in spans]
    known = sorted(set(owners))
    entity = array("i", (known.index(owner) for owner in owners))
    # A set has elements of lower number only: there are no cycles.
    components = {
        whole: tuple(draw(st.sets(st.integers(0, whole - 1), min_size=1, max_size=3)))
        for whole in range(2, len(known))
        if draw(st.booleans())
    }
    pseudo = frozenset(draw(st.sets(st.integers(0, 9), max_size=2))) & frozenset(range(len(known)))
    details = {
        at: Detail(head=((first, first),)) for at, (first, _) in enumerate(spans) if draw(st.booleans())
    }
    layer = Layer(
        tuple(map(str, known)),
        array("q", (first for first, _ in spans)),
        array("q", (last for _, last in spans)),
        entity,
        details=details,
        components={whole: parts for whole, parts in components.items() if whole not in pseudo},
        nonreferring=pseudo,
    )
    bridges = ()
    if len(spans) > 1:
        ends = st.tuples(st.integers(0, len(spans) - 1), st.integers(0, len(spans) - 1))
        found = draw(st.lists(ends, max_size=3))
        bridges = tuple(Bridge(anaphor, other, entity[other]) for anaphor, other in found)
    heads = [draw(st.integers(0, 8)) for _ in range(8)]
    categories = [draw(st.sampled_from(["NOUN", "PRON", "VERB", "_"])) for _ in range(8)]
    relations = [draw(st.sampled_from(["nsubj", "flat", "compound:prt"])) for _ in range(8)]

    def rows(_text: str) -> Iterator[NodeRow]:
        for word in range(8):
            yield NodeRow(False, "x", "x", categories[word], str(word + 1), str(heads[word]), relations[word])
            if word == 2:
                yield NodeRow(True, "_", "_", "_", "3.1")

    dependencies = {position(2, 1): frozenset({(position(draw(st.integers(0, 2))), "nsubj")})}
    return CorefDocument(
        identity=layer,
        deixis=layer if draw(st.booleans()) else Layer(),
        bridges=bridges,
        empty_nodes=array("q", [position(2, 1)]),
        dependencies=dependencies,
        tokens=Tokens(8, rows=rows),
        sentences=array("q", [0, position(3), position(5)]),
    )


def _coreference_shuffled(document: CorefDocument, random: Random) -> CorefDocument:
    """Entities in another order, and bridging links."""
    layer = document.identity
    order = random.sample(range(len(layer.names)), len(layer.names))
    number = {old: new for new, old in enumerate(order)}
    renumbered = replace(
        layer,
        names=tuple(layer.names[old] for old in order),
        entity=array("i", (number[entity] for entity in layer.entity)),
        components={
            number[whole]: tuple(random.sample([number[part] for part in parts], len(parts)))
            for whole, parts in layer.components.items()
        },
        nonreferring=frozenset(number[entity] for entity in layer.nonreferring),
    )
    bridges = [replace(bridge, entity=number[bridge.entity]) for bridge in document.bridges]
    random.shuffle(bridges)
    return replace(
        document,
        identity=renumbered,
        deixis=renumbered if len(document.deixis) else document.deixis,
        bridges=tuple(bridges),
    )


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


@cache
@cache
def json_values() -> st.SearchStrategy:
    """JSON values of a few keys and scalars, lists in lists included."""
    scalars = st.none() | st.booleans() | st.integers(0, 2) | st.sampled_from(["", "a", "b", "a b"])
    return st.recursive(
        scalars,
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
        ),
        max_leaves=8,
    )


def _json_shuffled(value: Any, random: Random) -> Any:
    if isinstance(value, list):
        return [_json_shuffled(item, random) for item in random.sample(value, len(value))]
    if isinstance(value, dict):
        return {key: _json_shuffled(value[key], random) for key in random.sample(list(value), len(value))}
    return value


def strategy_for(hint: Any) -> st.SearchStrategy:
    """Values of the type."""
    if hint is Graph:
        return graphs() | symmetric_graphs(graphs)
    if hint is CorefDocument:
        return coreference()
    if hint is Document:
        return json_values().map(Document)
    if hint is UmrDocument:
        return umr_documents(lambda: graphs() | symmetric_graphs(graphs))
    match shape_of(hint):
        case Atom(kind):
            return ATOMS[kind]
        case Choices(values):
            return st.sampled_from(values)
        case RecordShape(kind, fields):
            parts = st.fixed_dictionaries({field.name: strategy_for(field.hint) for field in fields})
            return parts.map(lambda values: kind(**values))
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
        return relaid(value, random)
    if isinstance(value, CorefDocument):
        return _coreference_shuffled(value, random)
    if isinstance(value, UmrDocument):
        return relaid_document(value, random)
    if isinstance(value, Document):
        return Document(_json_shuffled(value.value, random))
    if isinstance(value, Extraction):  # its arguments are compared by position
        return value
    if isinstance(value, StringFill):  # the words of a mention have an order, its mentions have none
        return StringFill(value.slot, tuple(random.sample(value.str, len(value.str))))
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
