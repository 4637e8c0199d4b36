"""The errors of n-ary relations: the role whose entity is another; missing and spurious relations."""

from __future__ import annotations

from collections import defaultdict

from tallystick.tasks.nary.task import NaryRelation
from tallystick.tasks.records.error_kinds import Fields, RecordErrors, RecordKind, sharing

__all__ = ["ERRORS"]


def _roles(relation: NaryRelation) -> Fields:
    """The mentions in each role, and the type."""
    mentions: defaultdict[str, set[object]] = defaultdict(set)
    for filled in relation.args:
        mentions[filled.role].update(filled.mentions)
    return {**({"type": relation.type} if relation.type else {}), **mentions}


def _differ(gold: object, pred: object) -> bool:
    """Whether two types differ, or two entities have no mention in common."""
    if isinstance(gold, set) and isinstance(pred, set):
        return gold.isdisjoint(pred)
    return gold != pred


ERRORS = RecordErrors(
    {
        NaryRelation: RecordKind(
            "relation",
            _roles,
            sharing(lambda relation: [(a.role, mention) for a in relation.args for mention in a.mentions]),
            prefix="role:",
            differ=_differ,
        )
    }
)
