"""Random values of a type, built from its hint: small alphabets, so that two of them often overlap."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from hypothesis import strategies as st

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
from tallystick.coref.metrics import EntityDocument
from tallystick.formats.typed import Check

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


#: What a reader makes sure of and a type cannot say.
TIDY: dict[type, Callable[[Any], Any]] = {EntityDocument: _disjoint}


@cache
def strategy_for(hint: Any) -> st.SearchStrategy:
    """Values of the type."""
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
