"""The metric a type asks for: built bottom-up from type hints, with no guesses.

Plain values are compared by equality, records by the product of their fields, sets by 1:1 matching. A list
may be a bag or a sequence; that is for its owner to say: ``Annotated[list[X], Bag()]`` or
``Annotated[list[X], Seq()]``. Where a type does not decide, the error names class, field, type and what can
be done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tallystick.core import normalise
from tallystick.core.matching import bag
from tallystick.core.ordered import Digraph, sequence
from tallystick.core.record import ABSENT, Record
from tallystick.core.similarity import Candidates, Exact, Similarity, Weighted, exact
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
from tallystick.core.union import Alternatives
from tallystick.core.values import Var
from tallystick.errors import UndecidableError, UsageError
from tallystick.tally import Alignment

if TYPE_CHECKING:
    from tallystick.core.latent_model import Expression, Model

__all__ = ["Bag", "Seq", "derive", "record"]


@dataclass(frozen=True, slots=True)
class Bag:
    """A note for a type: compare the collection as a bag. ``Annotated[list[X], Bag()]``."""

    match: str = "1:1"
    recall: str = "covered"
    normalise: str | None = None
    """``"f1"``, ``"precision"``, ``"recall"``, ``"jaccard"``: the whole counts as one value in [0, 1]."""
    empty: float = 1.0
    """The normalised similarity of two empty collections: they are equal, so 1 unless you say otherwise."""

    def over(self, element: Similarity) -> Similarity:
        """The similarity of the collection."""
        return _normalised(bag(element, self.match, self.recall), self)


@dataclass(frozen=True, slots=True)
class Seq:
    """A note for a type: compare the collection as a sequence. ``Annotated[list[X], Seq()]``."""

    match: str = "1:1"
    order: str = "strict"
    recall: str = "covered"
    normalise: str | None = None
    empty: float = 1.0

    def over(self, element: Similarity) -> Similarity:
        """The similarity of the collection."""
        return _normalised(sequence(element, self.match, self.order, self.recall), self)


def _normalised(base: Similarity, note: Bag | Seq) -> Similarity:
    name = note.normalise
    if name is None:
        return base
    if name not in ("f1", "precision", "recall", "jaccard"):
        raise UsageError(f"normalise={name!r} is not one of f1, precision, recall, jaccard")
    result: Similarity = getattr(normalise, name)(base, empty=note.empty)
    return result


def derive(hint: Hint) -> Similarity:
    """The similarity that a type asks for.

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

    Without `fields`, all of them, each as its type asks for; with `fields`, just those that are named.
    """
    if fields:
        return Record(kind, fields)
    shape = shape_of(kind)
    if not isinstance(shape, RecordShape):
        raise UsageError(
            f"{getattr(kind, '__name__', kind)} has no fields that are known; name them: record(…, field=…)"
        )
    return derive(kind)


class _Derivation:
    """One derivation; a class that contains itself is met again as a reference to the unfinished result."""

    def __init__(self) -> None:
        self.unfinished: dict[Any, Reference] = {}

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
                return Positions([self.of(part, where) for part in parts])
            case Keyed(key, value):
                entry = Positions([self.of(key, where), self.of(value, where)])
                return bag(entry).of(_entries, "items")
            case OneOf(options):
                return self.of_union(options, where)
            case Open():
                raise _undecided(where, hint, "it says nothing about its values", _OPEN_FIXES)

    def of_noted(self, base: Hint, notes: tuple[object, ...], where: Where) -> Similarity:
        for note in notes:
            if isinstance(note, Similarity):
                return note
            if isinstance(note, (Bag, Seq)):
                shape = shape_of(base, where)
                if not isinstance(shape, Items):
                    raise _undecided(
                        where, base, f"{note!r} stands at something that is no collection", _LIST_FIXES
                    )
                return note.over(self.of(shape.element, where))
        return self.of(base, where)

    def of_record(self, shape: RecordShape, hint: Hint) -> Similarity:
        if hint in self.unfinished:
            self.unfinished[hint].used = True
            return self.unfinished[hint]
        if not shape.fields:
            return exact
        # Values are finite, so that a class that contains itself is peaked if it is on the assumption that it is.
        for peaked in (True, False):
            reference = self.unfinished[hint] = Reference(shape.kind.__name__, peaked)
            reference.target = self.of_fields(shape)
            del self.unfinished[hint]
            if reference.target.peaked == peaked or not reference.used:
                break
        return reference.target

    def of_fields(self, shape: RecordShape) -> Similarity:
        fields = {field.name: self.of(field.hint, field.where) for field in shape.fields}
        optional = frozenset(f.name for f in shape.fields if issubclass(shape.kind, dict) and not f.required)
        for name in optional:
            if not isinstance(fields[name], Exact):
                fields[name] = Alternatives([(_is_absent, exact), (lambda _: True, fields[name])])
        return Record(shape.kind, fields, optional)

    def of_union(self, options: tuple[Hint, ...], where: Where) -> Similarity:
        shapes = [(shape_of(option, where), self.of(option, where)) for option in options]
        kinds = {shape.kind for shape, _ in shapes if isinstance(shape, Atom)}
        # True equals 1 in Python, but they are different alternatives of a union.
        mixed = bool in kinds and kinds & {int, float, complex}
        if all(isinstance(derived, Exact) for _, derived in shapes) and not mixed:
            return exact
        return Alternatives([(_recogniser(shape, where), derived) for shape, derived in shapes])


def _undecided(where: Where, hint: Hint, why: str, fixes: Sequence[str]) -> UndecidableError:
    shown = (
        hint.__name__
        if isinstance(hint, type) and not getattr(hint, "__args__", None)
        else str(hint).replace("typing.", "")
    )
    owner, field = where.owner or "Class", where.field or "field"
    numbered = "\n".join(
        f"  {number}. {fix.format(type=shown, owner=owner, field=field)}"
        for number, fix in enumerate(fixes, 1)
    )
    return UndecidableError(f"{where}: {shown} does not decide how it is compared: {why}. Either\n{numbered}")


_LIST_FIXES = (
    "declare a bag: {field}: Annotated[{type}, Bag()]",
    "declare a sequence: {field}: Annotated[{type}, Seq()]",
    "say it in the metric: record({owner}, {field}=bag(exact), …)",
)
_OPEN_FIXES = (
    "give the field a type of its own instead of {type}",
    "declare how its values compare: {field}: Annotated[{type}, exact], or similarity(function) for exact",
    "say it in the metric: record({owner}, {field}=exact, …); fields left out are ignored",
)
_GRAPH_FIXES = (
    "declare it: {field}: Annotated[{type}, digraph(exact)]",
    "declare another similarity of the nodes: Annotated[{type}, digraph(similarity(function))]",
    "say it in the metric: record({owner}, {field}=digraph(exact), …)",
)


def _entries(value: object) -> list[tuple[object, object]]:
    if not isinstance(value, Mapping):
        raise UsageError(f"a mapping was expected, not {value!r:.60}")
    return list(value.items())


class Positions(Record):
    """The product over the places of a tuple."""

    def __init__(self, parts: Sequence[Similarity]) -> None:
        super().__init__(None, {str(index): part for index, part in enumerate(parts)})

    def get(self, value: object, name: str) -> object:
        if not isinstance(value, (tuple, list)) or len(value) != len(self.fields):
            raise UsageError(f"a tuple of {len(self.fields)} was expected, not {value!r:.60}")
        return value[int(name)]

    def __repr__(self) -> str:
        return f"({', '.join(map(repr, self.fields.values()))})"


class Reference(Similarity):
    """A similarity that is still being derived: a class that contains itself."""

    def __init__(self, name: str, peaked: bool) -> None:
        self.name = name
        self.peaked = peaked
        self.target: Similarity = exact
        self.used = False
        """Whether the class contains itself at all."""

    def compare(self, pred: object, gold: object) -> float:
        return self.target.compare(pred, gold)

    def self_score(self, value: object) -> float:
        return self.target.self_score(value)

    def pairs(
        self, preds: Sequence[object], golds: Sequence[object], candidates: Candidates = None
    ) -> Weighted:
        return self.target.pairs(preds, golds, candidates)

    def inner(self, pred: object, gold: object) -> Mapping[str, Alignment]:
        return self.target.inner(pred, gold)

    def expression(self, pred: object, gold: object, model: Model) -> Expression:
        return self.target.expression(pred, gold, model)

    def __repr__(self) -> str:
        return f"<{self.name}>"


def _is_absent(value: object) -> bool:
    return value is ABSENT


def _recogniser(shape: Shape, where: Where) -> Callable[[object], bool]:
    """Whether a value belongs to an alternative of a union."""
    match shape:
        case Atom(kind):
            # True is an int to Python, but not to a union of bool and int.
            kinds = {float: (float, int), complex: (complex, float, int)}.get(kind, (kind,))
            return lambda value: (
                type(value) is kind or (isinstance(value, kinds) and not isinstance(value, bool))
            )
        case Choices(values):
            return lambda value: any(value == option and type(value) is type(option) for option in values)
        case RecordShape(kind, fields) if issubclass(kind, dict):
            known, needed = (
                {field.name for field in fields},
                {field.name for field in fields if field.required},
            )
            return lambda value: isinstance(value, dict) and needed <= value.keys() <= known
        case RecordShape(kind):
            return lambda value: isinstance(value, kind)
        case Items(ordered=False):
            return lambda value: isinstance(value, Set)
        case Items():
            return lambda value: isinstance(value, Sequence) and not isinstance(value, (str, bytes))
        case Fixed(parts):
            return lambda value: isinstance(value, (tuple, list)) and len(value) == len(parts)
        case Keyed():
            return lambda value: isinstance(value, Mapping)
        case Noted(base):
            return _recogniser(shape_of(base, where), where)
        case OneOf(options):
            inner = [_recogniser(shape_of(option, where), where) for option in options]
            return lambda value: any(recognises(value) for recognises in inner)
        case Open():
            return lambda value: not isinstance(value, Var)
