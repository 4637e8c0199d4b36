"""Other scores for split antecedents, as Paun et al. (2023, Section 6) describe them.

Links between anaphors and the elements of their sets (Vala et al. 2016; Yu et al. 2020, 2021); plural mentions that are
added to the entities of their sets (Zhou and Choi 2018), which then overlap.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from tallystick.solve.assign.exact import assign_exactly
from tallystick.solve.assign.sparse import assign
from tallystick.tally import Tally
from tallystick.tasks.coref.entities.comparison import EntityComparison
from tallystick.tasks.coref.entities.split_antecedents import Entities

__all__ = ["distributed_b3", "distributed_blanc", "distributed_ceaf", "links"]

Chain = frozenset[int]


def links(compared: EntityComparison, *, aligned: bool) -> Tally:
    """Pairs of an anaphor, the first mention of an entity with a set, and an element of the set.

    An element is the gold entity of the same mentions or, if `aligned`, the one that CEAF matches it with.
    """
    gold, pred = _links(compared.gold), _links(compared.pred)
    if aligned:
        partner = _aligned(_singular(compared.gold), _singular(compared.pred))
        pred = {(anaphor, partner.get(element, element)) for anaphor, element in pred}
    return Tally.of(len(gold & pred), pred=len(pred), gold=len(gold))


def _links(entities: Entities) -> set[tuple[int, Chain]]:
    return {
        (entities.mentions[entity][0], frozenset(entities.atoms[atom]))
        for entity, atoms in entities.sets.items()
        if entities.mentions[entity]
        for atom in atoms
    }


def _singular(entities: Entities) -> list[Chain]:
    """The entities that are not sets, elements of sets that do not count themselves included."""
    chains = dict.fromkeys(
        frozenset(own) for entity, own in enumerate(entities.mentions) if own and entity not in entities.sets
    )
    return sorted(chains | dict.fromkeys(map(frozenset, entities.atoms)), key=sorted)


def _aligned(golds: Sequence[Chain], preds: Sequence[Chain]) -> dict[Chain, Chain]:
    """The gold chain of each predicted one under the best matching by φ4."""
    cells = _common(golds, preds)
    weighed = ((i, j, Fraction(2 * n, len(golds[i]) + len(preds[j]))) for (i, j), n in cells.items())
    return {preds[j]: golds[i] for i, j in assign_exactly(weighed).items()}


def _common(golds: Sequence[Chain], preds: Sequence[Chain]) -> dict[tuple[int, int], int]:
    """How many mentions two chains have in common, where they have any."""
    holders: dict[int, list[int]] = {}
    for j, chain in enumerate(preds):
        for mention in chain:
            holders.setdefault(mention, []).append(j)
    common: dict[tuple[int, int], int] = {}
    for i, chain in enumerate(golds):
        for mention in chain:
            for j in holders.get(mention, ()):
                common[i, j] = common.get((i, j), 0) + 1
    return common


def _distributed(entities: Entities) -> list[Chain]:
    """The entities that are not sets, each with the mentions of every set that contains it."""
    more: dict[Chain, set[int]] = {chain: set(chain) for chain in _singular(entities)}
    for entity, atoms in entities.sets.items():
        for atom in atoms:
            more[frozenset(entities.atoms[atom])].update(entities.mentions[entity])
    return [frozenset(mentions) for mentions in more.values()]


def distributed_b3(compared: EntityComparison) -> Tally:
    """Each mention of each entity by the share of the entity that the best partner of the mention covers."""
    golds, preds = _distributed(compared.gold), _distributed(compared.pred)
    return Tally(_shares(preds, golds), _shares(golds, preds), sum(map(len, preds)), sum(map(len, golds)))


def _shares(own: Sequence[Chain], others: Sequence[Chain]) -> float:
    best: dict[tuple[int, int], int] = {}
    for (i, j), n in _common(own, others).items():
        for mention in own[i] & others[j]:
            best[i, mention] = max(n, best.get((i, mention), 0))
    return float(sum(Fraction(n, len(own[i])) for (i, _), n in best.items()))


def distributed_ceaf(compared: EntityComparison) -> Tally:
    """Entities matched one to one by φ4."""
    golds, preds = _distributed(compared.gold), _distributed(compared.pred)
    cells = _common(golds, preds)
    weights = {(i, j): Fraction(2 * n, len(golds[i]) + len(preds[j])) for (i, j), n in cells.items()}
    column, _ = assign(
        len(golds),
        len(preds),
        [i for i, _ in cells],
        [j for _, j in cells],
        list(map(float, weights.values())),
    )
    total = sum((weights[i, j] for i, j in enumerate(column) if j >= 0), Fraction())
    return Tally.of(float(total), pred=len(preds), gold=len(golds))


def distributed_blanc(compared: EntityComparison) -> Tally:
    """Pairs of mentions that share an entity, and pairs that share none."""
    gold, pred = _pairs(_distributed(compared.gold)), _pairs(_distributed(compared.pred))
    return Tally.composite(
        Tally.of(len(gold_pairs & pred_pairs), pred=len(pred_pairs), gold=len(gold_pairs))
        for gold_pairs, pred_pairs in zip(gold, pred, strict=True)
    )


def _pairs(chains: Sequence[Chain]) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    within = {pair for chain in chains for pair in combinations(sorted(chain), 2)}
    everything = combinations(sorted(frozenset().union(*chains)), 2)
    return within, set(everything) - within
