"""Split antecedents: entities that are sets of other entities.

*They* after *John met Mary* refers to an entity that no single mention introduces: the reader has to accommodate
the set {John, Mary}. Such an entity is its accommodated set together with its ordinary mentions (Paun et al.
2023, Section 4.1). Sets are flattened, so that their elements are atomic entities, and an atomic entity is
the set of its mentions. Entities of one side whose sets are equal are one entity.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from itertools import chain

from tallystick.dataclass import dataclass
from tallystick.solve.reach import reachability
from tallystick.tasks.coref.mentions.sides import MentionSide

__all__ = ["Entities", "entities_of"]

Mentions = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Entities:
    """The entities of one side: their ordinary mentions, and the accommodated sets that some of them have."""

    mentions: tuple[Mentions, ...]
    sets: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """For each entity that is a set its elements, as indices of `atoms`; the sets in order of first mention."""
    atoms: tuple[Mentions, ...] = ()
    """The mentions of every atomic entity."""

    @property
    def ordinary(self) -> int:
        """How many ordinary mentions there are."""
        return sum(map(len, self.mentions))

    @property
    def different(self) -> int:
        """The same, where a mention that is repeated counts once."""
        return len(set(chain.from_iterable(self.mentions)))


def entities_of(side: MentionSide, *, split: bool = True) -> Entities:
    """The entities of a side with flattened sets; `split` says whether sets count.

    >>> they, all_three = (0, 1), (2, 3)
    >>> side = MentionSide(((0,), (1,), (2, 5), (3,), (4,)), ((), (), they, (), all_three))
    >>> entities_of(side).sets
    {2: (0, 1), 4: (0, 1, 2)}
    >>> entities_of(side, split=False).sets
    {}
    """
    if not split or not any(side.components):
        return Entities(side.entities)
    atoms, elements = _flattened(side)
    mentions: list[list[int]] = []
    sets: dict[int, tuple[int, ...]] = {}
    index_of: dict[tuple[int, ...], int] = {}
    for entity, own in enumerate(side.entities):
        chosen = elements.get(entity, ())
        known = index_of.get(chosen) if chosen else None
        if known is not None:
            mentions[known] += own
            continue
        if chosen:
            index_of[chosen] = len(mentions)
            sets[len(mentions)] = chosen
        mentions.append(list(own))
    return Entities(tuple(map(tuple, mentions)), sets, tuple(map(tuple, atoms)))


def _flattened(side: MentionSide) -> tuple[list[frozenset[int]], dict[int, tuple[int, ...]]]:
    """The atoms, and for each entity that is a set the indices of those it is made of.

    An element without mentions is ignored. Sets in sets are followed once for all of them: a chain of many
    must not be walked down again from every link. This ends for any input, including sets that contain themselves.
    """
    atoms, atom_of = _atoms(side)
    if not any(side.components[part] for parts in side.components for part in parts):
        # Sets of atomic entities, as nearly all are, need no search.
        own = (
            (entity, {atom_of[part] for part in side.components[entity] if part in atom_of})
            for entity in range(len(side.entities))
            if side.components[entity]
        )
        return atoms, {entity: tuple(sorted(indices)) for entity, indices in own}
    marks = [1 << atom_of[entity] if entity in atom_of else 0 for entity in range(len(side.components))]
    edges = [(entity, part) for entity, parts in enumerate(side.components) for part in parts]
    reached = reachability(len(side.components), edges, marks)
    unfolded: dict[int, tuple[int, ...]] = {}
    elements: dict[int, tuple[int, ...]] = {}
    for entity in range(len(side.entities)):
        if side.components[entity]:
            bits = reached[entity]
            if bits not in unfolded:
                unfolded[bits] = _bit_indices(bits)
            elements[entity] = unfolded[bits]
    return atoms, elements


def _atoms(side: MentionSide) -> tuple[list[frozenset[int]], dict[int, int]]:
    """The mentions of each atom, in the order in which the sets lead to them, and the atom of each atomic entity."""
    everything = side.entities + side.uncounted
    atoms: dict[frozenset[int], int] = {}
    atom_of: dict[int, int] = {}
    seen: set[int] = set()
    for entity in range(len(side.entities)):
        waiting = [entity]
        while waiting:
            for part in side.components[waiting.pop()]:
                if part in seen:
                    continue
                seen.add(part)
                if side.components[part]:
                    waiting.append(part)
                elif everything[part]:
                    atom_of[part] = atoms.setdefault(frozenset(everything[part]), len(atoms))
    return list(atoms), atom_of


def _bit_indices(bits: int) -> tuple[int, ...]:
    """The indices of the bits that are set.

    >>> _bit_indices(0b1101)
    (0, 2, 3)
    """
    indices = []
    while bits:
        lowest = bits & -bits
        indices.append(lowest.bit_length() - 1)
        bits ^= lowest
    return tuple(indices)
