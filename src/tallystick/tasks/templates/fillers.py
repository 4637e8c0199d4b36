"""Fillers of template slots, and φ_T: how two fillers of a type are compared (Section 3.4, Appendix C)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from itertools import product
from typing import Final

from tallystick.core.derive import record
from tallystick.core.functions import similarity
from tallystick.core.matching import bag
from tallystick.core.normalise import f1
from tallystick.core.similarity import Similarity, exact
from tallystick.core.union import union
from tallystick.dataclass import dataclass
from tallystick.errors import UsageError
from tallystick.formats.json.spans import Span
from tallystick.tasks.events.task import Argument, Event, same_trigger
from tallystick.tasks.records.hierarchy import hierarchy_credit
from tallystick.tasks.records.judgements import Judgements
from tallystick.tasks.roles.task import ENTITY_SIMILARITIES
from tallystick.tasks.templates.ontology import Ontology

__all__ = [
    "PHI_CHOICES", "EntityFill", "EventFill", "Fill", "SetFill", "SpanFill", "StringFill", "ValueFill",
    "alone", "filler_similarity", "mentions_alone",
]  # fmt: skip

Mentions = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class SetFill:
    """A slot filled with a value from a list."""

    slot: str
    set: str


@dataclass(frozen=True, slots=True)
class StringFill:
    """A slot filled with an entity: its mentions, each a list of words."""

    slot: str
    str: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class ValueFill:
    """A slot filled with a plain value: a truth value, a number, a date."""

    slot: str
    value: str | int | float | bool


@dataclass(frozen=True, slots=True)
class SpanFill:
    """A slot filled with a mention: a span of tokens."""

    slot: str
    span: Span


@dataclass(frozen=True, slots=True)
class EntityFill:
    """A slot filled with an entity: its mentions, each a string or a span."""

    slot: str
    entity: tuple[str | Span, ...]


@dataclass(frozen=True, slots=True)
class EventFill:
    """A slot filled with an event."""

    slot: str
    event: Event


Fill = SetFill | StringFill | ValueFill | SpanFill | EntityFill | EventFill

#: φ of entities by name: its similarity, and whether predicted mentions are compared separately (Equations 27 and 28).
_ENTITIES: Final[Mapping[object, tuple[object, bool]]] = {
    "subset": ("subset", False),
    3: (3, False),
    4: (4, False),
    "rme-subset": ("subset", True),
    "rme-3": (3, True),
}
#: `words` is Equation 49, the others compare whole mentions.
PHI_CHOICES: Final = ("words", *_ENTITIES)


def mentions_alone(phi: object) -> bool:
    """Whether each predicted mention is a separate filler."""
    return phi in _ENTITIES and _ENTITIES[phi][1]


def filler_similarity(ontology: Ontology, phi: object, judgements: Judgements) -> Similarity:
    """φ_T: fillers of the same slot and the same type, as their type requires."""
    if judgements.pairs and phi != "words":
        raise UsageError(f"judgements are used with phi=words; phi={phi} compares whole mentions")
    entities = ENTITY_SIMILARITIES[_ENTITIES[phi][0] if phi in _ENTITIES else "subset"]
    strings = _words(ontology, judgements) if phi == "words" else entities
    # An event is worth 1: its trigger must be right, and its arguments count by their F1.
    arguments = f1(bag(record(Argument, span=exact, role=exact)), empty=1)
    return union({
        SetFill: record(SetFill, slot=exact, set=hierarchy_credit(ontology.parent)),
        StringFill: record(StringFill, slot=exact, str=strings),
        ValueFill: record(ValueFill, slot=exact, value=exact.of(_with_kind)),
        SpanFill: record(SpanFill, slot=exact, span=exact),
        EntityFill: record(EntityFill, slot=exact, entity=entities),
        EventFill: record(EventFill, slot=exact, event=record(Event, trigger=same_trigger, args=arguments)),
    })  # fmt: skip


def _with_kind(value: object) -> tuple[bool, object]:
    """True equals 1 in Python, but a truth value is not a number."""
    return isinstance(value, bool), value


def _words(ontology: Ontology, judgements: Judgements) -> Similarity:
    """Return φ_str: a common word that is not a premodifier (Equations 48 and 49), or else the judged credit."""
    premodifiers, judged = frozenset(ontology.premodifiers), judgements.table

    # A mention of premodifiers alone earns nothing from itself, but may have been judged.
    return similarity(_WordCredit(premodifiers, tuple(judged.items())), peaked=not judged)


@dataclass(frozen=True)
class _WordCredit:
    """1 for a common word that is not a premodifier, or else the credit of a judged pair (gold, pred)."""

    premodifiers: frozenset[str]
    judged: tuple[tuple[tuple[str, str], float], ...]
    _credit_of: Mapping[tuple[str, str], float] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_credit_of", dict(self.judged))

    def __call__(self, gold: Mentions, pred: Mentions) -> float:
        pred_words = {word for mention in pred for word in mention} - self.premodifiers
        if any(word in pred_words for mention in gold for word in mention):
            return 1.0
        if not self.judged:
            return 0.0
        golds, preds = ([" ".join(mention) for mention in side] for side in (gold, pred))
        credits = (self._credit_of.get(pair, 0.0) for pair in product(golds, preds))
        return max(credits, default=0.0)


def alone(fills: Sequence[Fill]) -> tuple[Fill, ...]:
    """The fillers with every mention of an entity as a separate filler."""
    result: list[Fill] = []
    for fill in fills:
        if isinstance(fill, StringFill):
            result += [replace(fill, str=(mention,)) for mention in fill.str]
        elif isinstance(fill, EntityFill):
            result += [replace(fill, entity=(mention,)) for mention in fill.entity]
        else:
            result.append(fill)
    return tuple(result)
