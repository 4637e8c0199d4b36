"""The metric derived from a type: built bottom-up from type hints, without guesses.

Plain values are compared by equality, records by the product of their fields, sets by 1:1 matching. A list may be a bag
or a sequence; the type must declare it: ``Annotated[list[X], Bag()]`` or ``Annotated[list[X], Seq()]``. Where a type
does not decide, the error names class, field, type and what can be done.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tallystick.core.arguments import check_choice
from tallystick.core.derived import MayBeAbsent, MemberOf, Positions, Recursion, UnionOf, written
from tallystick.core.digraphs import Digraph
from tallystick.core.matching import Match, Recall, bag, check_options
from tallystick.core.normalise import Normalised, Normaliser
from tallystick.core.ordered import Order, sequence
from tallystick.core.record import Record
from tallystick.core.similarity import Exact, Similarity, exact
from tallystick.core.slots import Slots
from tallystick.core.types import (
    Atom,
    Choices,
    Fixed,
    Hint,
    Items,
    Keyed,
    Noted,
    OneOf,
    Open,
    RecordShape,
    Shape,
    Where,
    shape_of,
)  # fmt: skip
from tallystick.errors import UndecidableError, UsageError

__all__ = ["Bag", "Seq", "derive", "record", "slots"]


@dataclass(frozen=True, slots=True)
class Bag:
    """Annotation of a type: compare the collection as a bag. ``Annotated[list[X], Bag()]``."""

    match: Match = "1:1"
    recall: Recall = "covered"
    normalise: Normaliser | None = None
    """``"f1"``, ``"precision"``, ``"recall"``, ``"jaccard"``: the whole counts as one value in [0, 1]."""
    empty: float = 1.0
    """The normalised similarity of two empty collections: they are equal, so the default is 1."""

    def __post_init__(self) -> None:
        _check_note(self)

    def over(self, element: Similarity) -> Similarity:
        """The similarity of the collection."""
        return _normalised(bag(element, self.match, self.recall), self)


@dataclass(frozen=True, slots=True)
class Seq:
    """Annotation of a type: compare the collection as a sequence. ``Annotated[list[X], Seq()]``."""

    match: Match = "1:1"
    order: Order = "strict"
    recall: Recall = "covered"
    normalise: Normaliser | None = None
    empty: float = 1.0

    def __post_init__(self) -> None:
        _check_note(self)
        check_choice("order", self.order, Order)

    def over(self, element: Similarity) -> Similarity:
        """The similarity of the collection."""
        return _normalised(sequence(element, self.match, self.order, self.recall), self)


def _check_note(note: Bag | Seq) -> None:
    check_options(note.match, note.recall)
    if note.normalise is not None:
        check_choice("normalise", note.normalise, Normaliser)


def _normalised(base: Similarity, note: Bag | Seq) -> Similarity:
    return base if note.normalise is None else Normalised(base, note.normalise, empty=note.empty)


def derive(hint: Hint) -> Similarity:
    """The similarity derived from a type.

    >>> from typing import NamedTuple
    >>> class Relation(NamedTuple):
    ...     type: str
    ...     subject: int
    ...     object: int
    >>> derive(set[Relation])
    bag(record(Relation, type=exact, subject=exact, object=exact))
    """
    return _Derivation().of(hint, Where())


def record(kind: type, /, **fields: Similarity) -> Similarity:
    """The product over the fields of a record.

    Without `fields`, all of them, each as its type declares; with `fields`, only those.
    """
    if fields:
        return Record(kind, fields)
    _record_shape(kind, "record")
    return derive(kind)


def slots(kind: type, /, **fields: Similarity) -> Similarity:
    """The sum over the fields of a record; with ``dict``, over the keys that are named.

    A field that is None, or a missing key, adds nothing. Without `fields`, all of them, each as its type
    declares; a type that contains itself is compared in the same way.

    >>> from tallystick import bag, exact, slots
    >>> invoice = slots(dict, total=exact, lines=bag(slots(dict, sku=2 * exact, price=exact)))
    >>> gold = {"total": 9, "lines": [{"sku": "A1", "price": 4}, {"sku": "B2", "price": 5}]}
    >>> pred = {"total": 8, "lines": [{"sku": "B2", "price": 5}, {"sku": "A1"}]}
    >>> invoice.score(gold, pred)
    <Score  P 83.33  R 71.43  F1 76.92  (matched 5, pred 6, gold 7; × 100)>
    """
    if fields:
        return Slots(kind, fields)
    return _Derivation(kind).of_record(_record_shape(kind, "slots"), kind)


def _record_shape(kind: type, maker: str) -> RecordShape:
    shape = shape_of(kind)
    if not isinstance(shape, RecordShape):
        raise UsageError(
            f"the fields of {getattr(kind, '__name__', kind)} are not known; name them: {maker}(…, field=…)"
        )
    return shape


class _Derivation:
    """One derivation; a class that contains itself is met again as a reference to the unfinished result."""

    def __init__(self, summed: Hint = None) -> None:
        self.summed = summed
        """The type whose fields are added, not multiplied."""
        self.unfinished: dict[Any, Recursion] = {}
        self.recursive: set[Any] = set()

    def of(self, hint: Hint, where: Where) -> Similarity:
        return self.of_shape(shape_of(hint, where), hint, where)

    def of_shape(self, shape: Shape, hint: Hint, where: Where) -> Similarity:
        match shape:
            case Atom(kind):
                if issubclass(kind, Digraph):
                    raise _undecided(
                        where, hint, "a graph does not say how its nodes are compared", _GRAPH_FIXES
                    )
                return exact
            case Choices():
                return exact
            case Noted(base, notes):
                return self.of_noted(base, notes, where)
            case RecordShape(kind):
                if issubclass(kind, Digraph):
                    raise _undecided(
                        where, hint, "a graph does not say how its nodes are compared", _GRAPH_FIXES
                    )
                return self.of_record(shape, hint)
            case Items(_, element, ordered):
                if ordered:
                    raise _undecided(
                        where, hint, "it may be a bag or a sequence, and order is never guessed", _LIST_FIXES
                    )
                return bag(self.of(element, where))
            case Fixed(()):
                return exact
            case Fixed(parts):
                return Positions.of_parts([self.of(part, where) for part in parts], hint)
            case Keyed(key, value):
                entry = Positions.of_parts(
                    [self.of(key, where), self.of(value, where)], tuple.__class_getitem__((key, value))
                )
                return bag(entry).of(_entries, "items")
            case OneOf(options):
                return self.of_union(options, hint, where)
            case Open():
                raise _undecided(where, hint, "it does not specify its values", _OPEN_FIXES)

    def of_noted(self, base: Hint, notes: tuple[object, ...], where: Where) -> Similarity:
        for note in notes:
            if isinstance(note, Similarity):
                return note
            if isinstance(note, (Bag, Seq)):
                shape = shape_of(base, where)
                if not isinstance(shape, Items):
                    raise _undecided(
                        where, base, f"{note!r} annotates a type that is not a collection", _LIST_FIXES
                    )
                return note.over(self.of(shape.element, where))
        return self.of(base, where)

    def of_record(self, shape: RecordShape, hint: Hint) -> Similarity:
        if hint in self.unfinished:
            self.recursive.add(hint)
            return self.unfinished[hint]
        if not shape.fields:
            return exact
        # Values are finite, so that a class that contains itself is peaked if it is on the assumption that it is.
        for peaked in (True, False):
            recursion = self.unfinished[hint] = Recursion(
                hint, peaked, "slots" if hint == self.summed else "derive"
            )
            result = self.of_slots(shape) if hint == self.summed else self.of_fields(shape)
            object.__setattr__(recursion, "target", result)
            del self.unfinished[hint]
            if result.peaked == peaked or hint not in self.recursive:
                break
        return result

    def of_fields(self, shape: RecordShape) -> Similarity:
        fields = {field.name: self.of(field.hint, field.where) for field in shape.fields}
        optional = frozenset(f.name for f in shape.fields if issubclass(shape.kind, dict) and not f.required)
        for name in optional:
            if not isinstance(fields[name], Exact):
                fields[name] = MayBeAbsent.or_present(fields[name])
        return Record(shape.kind, fields, optional)

    def of_slots(self, shape: RecordShape) -> Similarity:
        return Slots(shape.kind, {field.name: self.of(field.hint, field.where) for field in shape.fields})

    def of_union(self, options: tuple[Hint, ...], hint: Hint, where: Where) -> Similarity:
        shapes = [(shape_of(option, where), self.of(option, where)) for option in options]
        kinds = {shape.kind for shape, _ in shapes if isinstance(shape, Atom)}
        # True equals 1 in Python, but they are different alternatives of a union.
        mixed = bool in kinds and kinds & {int, float, complex}
        if all(isinstance(derived, Exact) for _, derived in shapes) and not mixed:
            return exact
        return UnionOf(
            tuple((MemberOf(option), derived) for option, (_, derived) in zip(options, shapes, strict=True)),
            hint,
        )


def _undecided(where: Where, hint: Hint, why: str, fixes: Sequence[str]) -> UndecidableError:
    shown = written(hint)
    owner, field = where.owner or "Class", where.field or "field"
    numbered = "\n".join(
        f"  {number}. {fix.format(type=shown, owner=owner, field=field)}"
        for number, fix in enumerate(fixes, 1)
    )
    return UndecidableError(
        f"{where}: {shown} does not determine how it is compared: {why}. Either\n{numbered}"
    )


_LIST_FIXES = (
    "declare a bag: {field}: Annotated[{type}, Bag()]",
    "declare a sequence: {field}: Annotated[{type}, Seq()]",
    "declare it in the metric: record({owner}, {field}=bag(exact), …)",
)
_OPEN_FIXES = (
    "give the field a more specific type than {type}",
    "declare how its values compare: {field}: Annotated[{type}, exact], or similarity(function) for exact",
    "declare it in the metric: record({owner}, {field}=exact, …); fields left out are ignored",
)
_GRAPH_FIXES = (
    "declare it: {field}: Annotated[{type}, digraph(exact)]",
    "declare another similarity of the nodes: Annotated[{type}, digraph(similarity(function))]",
    "declare it in the metric: record({owner}, {field}=digraph(exact), …)",
)


def _entries(value: object) -> list[tuple[object, object]]:
    if not isinstance(value, Mapping):
        raise UsageError(f"expected a mapping, not {value!r:.60}")
    return list(value.items())
