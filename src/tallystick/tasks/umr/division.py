"""A document relation by relation: ``--by relation``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from tallystick.dataclass import dataclass
from tallystick.errors import UsageError
from tallystick.formats.umr.document import UmrDocument
from tallystick.formats.umr.labels import component_of, spelled
from tallystick.tasks.umr.modal import LEFT_OUT
from tallystick.tasks.umr.selection import role_of

__all__ = ["ByRelation", "OneRelation", "by_relation", "by_sentence"]


@dataclass(frozen=True, slots=True)
class OneRelation:
    """A document in which a single relation counts. The whole document is kept, to align the nodes."""

    document: UmrDocument
    relation: str


@dataclass(frozen=True, slots=True)
class ByRelation(Mapping[str, object]):
    """A document by its relations.

    A relation that the document does not have is a part of it too, one in which nothing counts, so that the other
    document's nodes keep their partners.
    """

    document: UmrDocument
    relations: tuple[str, ...] = field(default=())

    def __getitem__(self, relation: str) -> OneRelation:
        return OneRelation(self.document, relation)

    def __iter__(self) -> Iterator[str]:
        return iter(self.relations)

    def __len__(self) -> int:
        return len(self.relations)


def by_sentence(_document: object) -> Mapping[str, object]:
    """Reject to divide a document for metrics that do not count sentences themselves."""
    raise UsageError(
        "--by sentence: some of these metrics have no counts per sentence; select others with -m"
    )


def by_relation(document: object) -> ByRelation:
    """The roles of the sentence graphs in alphabetical order, then the labels of the document level."""
    if not isinstance(document, UmrDocument):
        raise UsageError(f"expected a UMR document, not {type(document).__name__}")
    roles: set[str] = set()
    labels: set[str] = set()
    for sentence in document.sentences:
        if not sentence.released:
            continue
        roles.update(map(role_of, sentence.graph.roles))
        for triple in sentence.triples:
            component = component_of(triple.group, triple.label)
            if component is not None:
                label = spelled(component, triple.label)
                if (triple.parent, label, triple.child) != LEFT_OUT:
                    labels.add(label)
    return ByRelation(document, (*sorted(roles), *sorted(labels - roles)))
