"""The coreference metrics of the unified view, as declarations (Equations 17–24)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tallystick.core.derive import record
from tallystick.core.matching import bag
from tallystick.core.normalise import f1, precision, recall, sides
from tallystick.core.similarity import Similarity, exact
from tallystick.declare import Composite, Metric, Options, Parameter, Scorer
from tallystick.formats.choice import Span

__all__ = ["METRICS", "EntityDocument"]

Mention = Span
Entity = Sequence[Mention]


@dataclass(frozen=True, slots=True)
class EntityDocument:
    """The entities of one document, each the set of its mentions."""

    clusters: tuple[tuple[Mention, ...], ...]


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

SINGLETONS = Parameter(
    "singletons", "keep", "whether entities of one mention count", choices=("keep", "drop"),
    flags={"--keep-singletons": "keep", "--drop-singletons": "drop"},
)  # fmt: skip


def _entities(options: Options) -> Callable[[object], object]:
    least = 2 if options["singletons"] == "drop" else 1

    def entities(document: object) -> list[Entity]:
        assert isinstance(document, EntityDocument)
        return [entity for entity in document.clusters if len(entity) >= least]

    return entities


def _over_entities(name: str) -> Callable[[Options], Scorer]:
    def build(options: Options) -> Scorer:
        return OVER_ENTITIES[name].of(_entities(options))

    return build


def _mean(values: Sequence[float | None]) -> float | None:
    """The mean of three F1; an undefined one counts as 0, unless all are undefined."""
    if all(value is None for value in values):
        return None
    return sum(value or 0.0 for value in values) / len(values)


def _conll(options: Options) -> Scorer:
    return Composite({name: _over_entities(name)(options) for name in ("muc", "b3", "ceaf-e")}, _mean)


METRICS = (
    Metric("mentions", "mentions found, whatever their entity", _over_entities("mentions"),
           "F↔ over mentions[δ]", "", (SINGLETONS,)),
    Metric("muc", "links between mentions of an entity", _over_entities("muc"),
           "F~ entities[max(0, |A ∩ B| − 1)] (Equations 20–22)", "Vilain et al. (1995)", (SINGLETONS,)),
    Metric("b3", "each mention by the overlap of its two entities", _over_entities("b3"),
           "P, R ↔ over mentions[δ mention × P, R of the entity] (Equations 23, 24)",
           "Bagga and Baldwin (1998)", (SINGLETONS,)),
    Metric("ceaf-m", "mentions in common, entities matched one to one", _over_entities("ceaf-m"),
           "F↔ entities[|A ∩ B|] (Equation 17)", "Luo (2005), φ3", (SINGLETONS,)),
    Metric("ceaf-e", "similarity of entities, matched one to one", _over_entities("ceaf-e"),
           "F↔ entities[2|A ∩ B| / (|A| + |B|)] (Equations 18, 19)", "Luo (2005), φ4", (SINGLETONS,)),
    Metric("conll", "mean F1 of muc, b3 and ceaf-e; an undefined part counts as 0", _conll,
           "(F of muc + F of b3 + F of ceaf-e) / 3", "Pradhan et al. (2012)", (SINGLETONS,)),
)  # fmt: skip
