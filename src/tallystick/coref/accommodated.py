"""Split antecedents: entities that are sets of other entities.

*They* after *John met Mary* refers to an entity that no single mention introduces: the reader has to accommodate
the set {John, Mary}. Such an entity is its accommodated set together with its ordinary mentions (Paun et al.
2023, Section 4.1). Sets are flattened, so that their elements are atomic entities, and an atomic entity stands
for its mentions. Entities of one side whose sets are equal are one entity.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tallystick.coref.sides import Side

__all__ = ["Entities", "entities_of"]

Mentions = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Entities:
    """The entities of one side: their ordinary mentions, and the accommodated sets that some of them have."""

    mentions: tuple[Mentions, ...]
    sets: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """For each entity that is a set its elements, as places in `atoms`; the sets in order of first mention."""
    atoms: tuple[Mentions, ...] = ()
    """The mentions of every atomic entity."""

    @property
    def ordinary(self) -> int:
        """How many ordinary mentions there are."""
        return sum(map(len, self.mentions))


def entities_of(side: Side, *, split: bool = True) -> Entities:
    """The entities of a side with flattened sets; `split` says whether sets are looked at.

    >>> they, all_three = (0, 1), (2, 3)
    >>> side = Side(((0,), (1,), (2, 5), (3,), (4,)), ((), (), they, (), all_three))
    >>> entities_of(side).sets
    {2: (0, 1), 4: (0, 1, 2)}
    >>> entities_of(side, split=False).sets
    {}
    """
    if not split or not any(side.components):
        return Entities(side.entities)
    everything = side.entities + side.uncounted
    atoms: dict[frozenset[int], int] = {}
    elements = {
        entity: tuple(
            sorted({atoms.setdefault(frozenset(everything[a]), len(atoms)) for a in _atomic(side, entity)})
        )
        for entity in range(len(side.entities))
        if side.components[entity]
    }
    mentions: list[Mentions] = []
    sets: dict[int, tuple[int, ...]] = {}
    place_of: dict[tuple[int, ...], int] = {}
    for entity, own in enumerate(side.entities):
        chosen = elements.get(entity, ())
        known = place_of.get(chosen) if chosen else None
        if known is not None:
            mentions[known] += own
            continue
        if chosen:
            place_of[chosen] = len(mentions)
            sets[len(mentions)] = chosen
        mentions.append(own)
    return Entities(tuple(mentions), sets, tuple(map(tuple, atoms)))


def _atomic(side: Side, entity: int) -> list[int]:
    """The entities without a set of their own that an entity is made of, each once.

    An element without mentions stands for nothing. What was seen is not followed again, so that this ends for
    any input.
    """
    everything = side.entities + side.uncounted
    seen = {entity}
    waiting = [entity]
    found = []
    while waiting:
        for part in side.components[waiting.pop()]:
            if part in seen:
                continue
            seen.add(part)
            if side.components[part]:
                waiting.append(part)
            elif everything[part]:
                found.append(part)
    return found
