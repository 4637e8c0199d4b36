"""Documents of relations: typed relations, and the names of their entities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from tallystick.dataclass import dataclass
from tallystick.formats.json.spans import Span

__all__ = ["NamedRelationDocument", "Relation", "RelationDocument", "from_docred"]


@dataclass(frozen=True, slots=True)
class Relation:
    """A typed relation; its ends are spans, or numbers of entities."""

    type: str
    subj: Span | int
    obj: Span | int


@dataclass(frozen=True, slots=True)
class RelationDocument:
    """The relations of one document."""

    relations: tuple[Relation, ...]


@dataclass(frozen=True, slots=True)
class NamedRelationDocument(RelationDocument):
    """The relations between entities with names."""

    names: tuple[frozenset[str], ...]

    def names_of(self, relation: Relation) -> Iterator[tuple[str, str]]:
        """Return every name of the subject with every name of the object."""
        subject, object_ = relation.subj, relation.obj
        assert isinstance(subject, int)
        assert isinstance(object_, int)
        return product(self.names[subject], self.names[object_])


def from_docred(
    relations: Sequence[tuple[str, int, int]], names: Sequence[frozenset[str]]
) -> RelationDocument:
    """Return the document of DocRED's relations: a set, where a fact that is listed twice counts once.

    A submission has no names.
    """
    listed = tuple(Relation(kind, head, tail) for kind, head, tail in dict.fromkeys(relations))
    return NamedRelationDocument(listed, tuple(names)) if names else RelationDocument(listed)
