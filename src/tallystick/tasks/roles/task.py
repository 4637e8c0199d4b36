"""Role-filler entities: CEAF-REE and CEAF-RME (Equations 25–28)."""

from __future__ import annotations

from collections.abc import Mapping

from tallystick.core.derive import record
from tallystick.core.matching import bag
from tallystick.core.normalise import f1, precision
from tallystick.core.prepared import prepared
from tallystick.core.similarity import Similarity, exact
from tallystick.dataclass import dataclass
from tallystick.formats.json.choice import json_lines
from tallystick.formats.json.spans import Span
from tallystick.tasks.base import Metric, Options, Parameter, Task
from tallystick.tasks.records.common import REFERENCE, divided, example_files

__all__ = ["TASK", "RoleDocument", "RoleFiller"]


@dataclass(frozen=True, slots=True)
class RoleFiller:
    """A role and the entity that fills it, as the set of its mentions: strings or spans."""

    role: str
    entity: tuple[str | Span, ...]


@dataclass(frozen=True, slots=True)
class RoleDocument:
    """The role fillers of one document."""

    roles: tuple[RoleFiller, ...]


#: φ by name: ⊆ (Equation 25: no predicted mention is wrong), φ3 (common mentions), φ4 (their F1).
ENTITY_SIMILARITIES: Mapping[object, Similarity] = {
    "subset": precision(bag(exact)) >= 1,
    3: bag(exact),
    4: f1(bag(exact)),
}

PHI = Parameter(
    "phi", "subset", "how two entities are compared: subset (no predicted mention is wrong), 3 (number of "
    "common mentions), 4 (F1 of their mentions)", choices=tuple(ENTITY_SIMILARITIES),
)  # fmt: skip
RECALL = Parameter(
    "recall", "covered", "covered: a gold entity counts once, however many predictions share it; literal: "
    "the formula as printed, which can exceed 1", choices=("covered", "literal"),
)  # fmt: skip


def _ceaf_ree(options: Options) -> Similarity:
    fillers = record(RoleFiller, role=exact, entity=ENTITY_SIMILARITIES[options["phi"]])
    return record(RoleDocument, roles=bag(fillers))


def _ceaf_rme(options: Options) -> Similarity:
    fillers = record(RoleFiller, role=exact, entity=ENTITY_SIMILARITIES[options["phi"]])
    matching = bag(fillers, match="N:1", recall="literal" if options["recall"] == "literal" else "covered")
    return prepared(record(RoleDocument, roles=matching), pred=_mentions_alone)


def _mentions_alone(document: object) -> RoleDocument:
    """Every predicted mention as a separate entity."""
    assert isinstance(document, RoleDocument)
    return RoleDocument(
        tuple(RoleFiller(filler.role, (mention,)) for filler in document.roles for mention in filler.entity)
    )


TASK = Task(
    name="roles",
    summary="entities that fill the roles of one template",
    formats=(json_lines(RoleDocument, "roles", frozenset({"role", "entity"})),),
    metrics=(
        Metric("ceaf-ree", "same role; entities matched one to one", _ceaf_ree,
               "F↔[δ role × φ], φ being ⊆, φ3 or φ4 (Equation 26)", REFERENCE, (PHI,),
               asymmetric="φ⊆ allows missing mentions, but not wrong ones"),
        Metric("ceaf-rme", "same role; each predicted mention alone; several may match one gold entity",
               _ceaf_rme, "F→[δ role × φ] with predicted mentions as singletons (Equations 27, 28)",
               REFERENCE, (PHI, RECALL),
               asymmetric="only the prediction is taken apart into mentions, and only it is matched N:1"),
    ),
    empty=lambda: RoleDocument(()),
    divisions={"type": divided(RoleDocument, "roles", "role")},
    typology="tallystick.tasks.roles.error_kinds:ERRORS",
    example=example_files("roles"),
)  # fmt: skip
