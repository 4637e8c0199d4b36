"""N-ary relations over entities: SciREX (Equations 29–31)."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from tallystick.core.derive import record
from tallystick.core.functions import similarity
from tallystick.core.matching import bag
from tallystick.core.normalise import f1, precision
from tallystick.core.similarity import Similarity, exact
from tallystick.dataclass import dataclass
from tallystick.formats.json.choice import json_lines
from tallystick.formats.json.typed import Check
from tallystick.tasks.base import Metric, Options, Parameter, Task, always
from tallystick.tasks.records.common import REFERENCE, divided, example_files

__all__ = ["TASK", "FilledRole", "NaryDocument", "NaryRelation", "TokenRange"]


class _Range(NamedTuple):
    start: int
    end: int

    @property
    def last_token(self) -> int:
        """The last token inside."""
        return self.end - 1


#: The tokens of a mention: from `start` up to, but not including, `end`.
TokenRange = Annotated[
    _Range, Check(lambda span: 0 <= span.start < span.end, "expected [start, end) with 0 ≤ start < end")
]


@dataclass(frozen=True, slots=True)
class FilledRole:
    """A role and the entity that fills it, as the set of its mentions."""

    role: str
    mentions: tuple[TokenRange, ...]


@dataclass(frozen=True, slots=True)
class NaryRelation:
    """A relation between any number of entities."""

    args: tuple[FilledRole, ...]
    type: str = ""
    """SciREX has relations of one kind only, without a type."""


@dataclass(frozen=True, slots=True)
class NaryDocument:
    """The relations of one document."""

    relations: tuple[NaryRelation, ...]


def _jaccard(gold: _Range, pred: _Range) -> float:
    """The Jaccard index of the tokens of two mentions, from their ends: a mention may be of any length."""
    common = min(gold.end, pred.end) - max(gold.start, pred.start)
    # Ranges that overlap have no gap between them, so that their union is a range too.
    return common / (max(gold.end, pred.end) - min(gold.start, pred.start)) if common > 0 else 0.0


same_mention = similarity(_jaccard, peaked=True) > 0.5  # Equation 29
same_entity = record(FilledRole, role=exact, mentions=precision(bag(same_mention)) > 0.5)  # Equation 30
all_entities = f1(bag(same_entity)) >= 1  # Equation 31
#: Entities that are given: the same mentions, in the same role.
given_entity = record(FilledRole, role=exact, mentions=f1(bag(exact), empty=1) >= 1)

RELATION_TYPE = Parameter(
    "relation-type", "ignore", "ignore: relations match whatever their type, as in SciREX; exact: their types "
    "must be equal too", choices=("ignore", "exact"),
)  # fmt: skip


def _scirex(options: Options) -> Similarity:
    if options["relation-type"] == "ignore":
        return record(NaryDocument, relations=bag(record(NaryRelation, args=all_entities)))
    return record(NaryDocument, relations=bag(record(NaryRelation, type=exact, args=all_entities)))


same_typed_relation = record(NaryRelation, type=exact, args=f1(bag(given_entity), empty=1) >= 1)

TASK = Task(
    name="nary",
    summary="n-ary relations over entities",
    formats=(json_lines(NaryDocument, "relations", frozenset({"args"})),),
    metrics=(
        Metric("scirex", "relations whose entities all match; an entity matches if more than half of its "
               "predicted mentions do", _scirex,
               "F↔[⟦F↔ args[δ role × ⟦P↔ mentions[⟦J > ½⟧] > ½⟧] = 1⟧] (Equations 29–31)", REFERENCE,
               (RELATION_TYPE,), asymmetric="an entity is matched by the precision of its mentions"),
        Metric("nary-type", "same type, roles and entities: types of relations between given entities",
               always(record(NaryDocument, relations=bag(same_typed_relation))),
               "F↔[δ type × δ args] (Section 3.3)", REFERENCE, standard=False),
    ),
    empty=lambda: NaryDocument(()),
    divisions={"type": divided(NaryDocument, "relations", "type")},
    typology="tallystick.tasks.nary.error_kinds:ERRORS",
    example=example_files("nary"),
)  # fmt: skip
