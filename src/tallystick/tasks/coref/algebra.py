"""The coreference metrics of the unified view, as declarations (Equations 17–24).

These are definitions in the algebra of similarities. The metrics that the task offers are counted from tables of
overlaps, which is faster and knows split antecedents; without those, both give the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tallystick.core.derive import record
from tallystick.core.matching import bag
from tallystick.core.normalise import f1, precision, recall, sides
from tallystick.core.similarity import Similarity, exact
from tallystick.dataclass import dataclass
from tallystick.formats.json.spans import Span

__all__ = ["OVER_ENTITIES"]

Mention = Span
Entity = Sequence[Mention]


@dataclass(frozen=True, slots=True)
class Membership:
    """A mention and the entity it belongs to: what B³ counts."""

    mention: Mention
    entity: Entity


def _memberships(clusters: Any) -> list[Membership]:
    return [Membership(mention, entity) for entity in clusters for mention in entity]


def _all_mentions(clusters: Any) -> list[Mention]:
    return [mention for entity in clusters for mention in entity]


def _links(common: float) -> float:
    return max(0.0, common - 1)


def _by_memberships(entity: Similarity) -> Similarity:
    return bag(record(Membership, mention=exact, entity=entity))


common_mentions = bag(exact)

#: Each metric over the list of a document's entities.
OVER_ENTITIES: Mapping[str, Similarity] = {
    "mentions": bag(exact).of(_all_mentions),
    "muc": bag(common_mentions.mapped(_links, "− 1"), match="N:N"),  # Equations 21, 22
    # Equations 23 and 24.
    "b3": sides(
        _by_memberships(precision(common_mentions)),
        _by_memberships(recall(common_mentions)),
    ).of(_memberships),
    "ceaf-m": bag(common_mentions),  # φ3, Equation 17
    "ceaf-e": bag(f1(common_mentions)),  # φ4, Equations 18, 19
}
