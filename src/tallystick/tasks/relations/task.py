"""Binary relations between spans (Equations 8–10)."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.core.derive import record
from tallystick.core.matching import bag
from tallystick.core.similarity import Similarity, exact
from tallystick.dataclass import dataclass
from tallystick.formats.choice import FormatChoice
from tallystick.formats.json.choice import json_lines
from tallystick.formats.json.docred import DocRed, empty_docred, looks_like_docred
from tallystick.formats.json.spans import Span
from tallystick.tasks.base import Metric, Task, always
from tallystick.tasks.records.common import REFERENCE, divided, example_files

__all__ = ["TASK", "Relation", "RelationDocument"]


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


def _from_docred(relations: Sequence[tuple[str, int, int]]) -> RelationDocument:
    return RelationDocument(tuple(Relation(kind, head, tail) for kind, head, tail in relations))


def _relations(**fields: Similarity) -> Similarity:
    return record(RelationDocument, relations=bag(record(Relation, **fields)))


TASK = Task(
    name="relations",
    summary="binary relations between spans or entities",
    formats=(
        json_lines(RelationDocument, "relations", frozenset({"subj", "obj"})),
        FormatChoice(DocRed(_from_docred), looks_like_docred, "DocRED's own files, gold or submission",
                     accepts=empty_docred),
    ),
    metrics=(
        Metric("relation", "same type, subject and object",
               always(_relations(type=exact, subj=exact, obj=exact)),
               "F↔[δ type × δ subj × δ obj] (Equation 10)", REFERENCE),
        Metric("relation-untyped", "same subject and object, whatever the type",
               always(_relations(subj=exact, obj=exact)),
               "F↔[δ subj × δ obj]", REFERENCE),
    ),
    empty=lambda: RelationDocument(()),
    divisions=dict.fromkeys(("type", "relation"), divided(RelationDocument, "relations", "type")),
    example=example_files("relations"),
)  # fmt: skip
