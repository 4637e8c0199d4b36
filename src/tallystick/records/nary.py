"""N-ary relations over entities: SciREX (Equations 29–31)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from tallystick.core.derive import record
from tallystick.core.matching import bag
from tallystick.core.normalise import f1, precision
from tallystick.core.similarity import exact, similarity
from tallystick.declare import Metric, Task, always
from tallystick.formats.json_choice import json_lines
from tallystick.formats.typed import Check
from tallystick.records.common import REFERENCE, example_files

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


@dataclass(frozen=True, slots=True)
class NaryDocument:
    """The relations of one document."""

    relations: tuple[NaryRelation, ...]


def _jaccard(pred: _Range, gold: _Range) -> float:
    """The Jaccard index of the tokens of two mentions, from their ends: a mention may be of any length."""
    common = min(pred.end, gold.end) - max(pred.start, gold.start)
    # Ranges that overlap have no gap between them, so that their union is a range too.
    return common / (max(pred.end, gold.end) - min(pred.start, gold.start)) if common > 0 else 0.0


same_mention = similarity(_jaccard, peaked=True) > 0.5  # Equation 29
same_entity = record(FilledRole, role=exact, mentions=precision(bag(same_mention)) > 0.5)  # Equation 30
same_relation = record(NaryRelation, args=f1(bag(same_entity)) >= 1)  # Equation 31

TASK = Task(
    name="nary",
    summary="n-ary relations over entities",
    formats=(json_lines(NaryDocument, "relations", frozenset({"args"})),),
    metrics=(
        Metric("scirex", "relations all of whose entities match; an entity matches if more than half of its "
               "predicted mentions do", always(record(NaryDocument, relations=bag(same_relation))),
               "F↔[⟦F↔ args[δ role × ⟦P↔ mentions[⟦J > ½⟧] > ½⟧] = 1⟧] (Equations 29–31)", REFERENCE,
               asymmetric="an entity is matched by the precision of its mentions"),
    ),
    empty=lambda: NaryDocument(()),
    example=example_files("nary"),
)  # fmt: skip
