"""The counts of every coreference metric, from one table of overlaps.

n(i, j) is the number of mentions that gold entity i and predicted entity j have in common. Where entities are sets of
others, each formula has the term δ of Paun et al. (2023, Section 5): how well an aligned accommodated set was resolved,
in terms of the metric itself. Without sets they are the usual formulas.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import fsum, lcm

from tallystick.solve.assign.sparse import Matcher
from tallystick.tally import Tally
from tallystick.tasks.coref.entities.comparison import EntityComparison
from tallystick.tasks.coref.entities.set_alignment import AlignedSets
from tallystick.tasks.coref.entities.set_scores import Exact

__all__ = [
    "b3",
    "blanc",
    "ceaf",
    "lea",
    "matching",
    "mentions",
    "muc",
    "set_links",
    "split",
    "split_blanc",
    "weights",
]


def mentions(compared: EntityComparison) -> Tally:
    """Mentions found, whatever their entity; sets are not mentions."""
    gold, pred = (
        entities.different if side.repeated else entities.ordinary
        for entities, side in zip((compared.gold, compared.pred), compared.sides, strict=True)
    )
    return Tally.of(compared.table.common(), pred=pred, gold=gold)


def muc(compared: EntityComparison) -> Tally:
    """Links: an entity of n mentions has n − 1, and keeps all but one in each part that it is cut into.

    With a set the numerator is |K| − |P(Kᵐ; Rᵐ)| − (1 − δ), which is the one without it plus δ; δ counts only where the
    two entities share an ordinary mention: one end of the link to the set.
    """
    common, gold_links, pred_links, _ = compared.table.links()
    matched_gold: Exact = common
    matched_pred: Exact = common
    for _, _, shared, for_gold, for_pred in compared.credits("muc"):
        if shared:
            matched_gold += for_gold
            matched_pred += for_pred
    return Tally(_plain(matched_pred), _plain(matched_gold), pred_links, gold_links)


def b3(compared: EntityComparison) -> Tally:
    """Each mention by the share of its entity that it was found with: Σ (n + δ)² / |K|."""
    table = compared.table
    gold_size, pred_size, _, _ = table.totals()
    if table is compared.shared and not compared.has_sets:
        matched_gold, matched_pred = table.shares()
        return Tally(matched_pred, matched_gold, pred_size, gold_size)
    # Mentions of several entities count with the last gold one, and n is all that the two entities share.
    shared = {(i, j): n for i, j, n in zip(*compared.shared.triplets(), strict=True)}
    gold_sizes, pred_sizes = compared.shared.sizes()
    golds, preds = _Shares(), _Shares()
    for i, j, count in zip(*table.triplets(), strict=True):
        golds.add(count * shared[i, j], gold_sizes[i])
        preds.add(count * shared[i, j], pred_sizes[j])
    if compared.has_sets:
        for i, j, n, for_gold, for_pred in compared.credits("b3"):
            golds.add(for_gold * (2 * n + for_gold), gold_sizes[i])
            preds.add(for_pred * (2 * n + for_pred), pred_sizes[j])
    return Tally(preds.total(), golds.total(), pred_size, gold_size)


class _Shares:
    """A sum of shares, rounded once: (n² + δ(2n + δ)) / |K| of an entity that was found completely is |K| exactly."""

    def __init__(self) -> None:
        self.by_size: dict[int, Fraction | int] = {}

    def add(self, share: Fraction | int, size: int) -> None:
        """Add a share of something of a size."""
        self.by_size[size] = self.by_size.get(size, 0) + share

    def total(self) -> float:
        """The sum."""
        return float(sum((Fraction(share) / size for size, share in self.by_size.items()), Fraction()))


def ceaf(compared: EntityComparison, *, by_entity: bool, delta: str = "sides") -> Tally:
    """Entities matched one to one, by φ3 = n + δ or φ4 = 2(n + δ) / (|K| + |R|).

    Recall and precision have a δ each, and so each the best matching under its own.
    """
    gold_size, pred_size, gold_entities, pred_entities = compared.table.totals()
    if by_entity:
        gold_size, pred_size = gold_entities, pred_entities
    pairs = list(compared.credits("ceaf-e" if by_entity else "ceaf-m", delta))
    matched_gold = _best(compared, {(i, j): for_gold for i, j, _, for_gold, _ in pairs}, by_entity=by_entity)
    matched_pred = matched_gold
    if any(for_gold != for_pred for _, _, _, for_gold, for_pred in pairs):
        matched_pred = _best(
            compared, {(i, j): for_pred for i, j, _, _, for_pred in pairs}, by_entity=by_entity
        )
    return Tally(matched_pred, matched_gold, pred_size, gold_size)


def _best(compared: EntityComparison, deltas: Mapping[tuple[int, int], Exact], *, by_entity: bool) -> float:
    """The greatest total similarity of entities matched one to one."""
    column, total = matching(compared, deltas, by_entity=by_entity)
    if not by_entity and not deltas:
        return total
    # Matchings that are equally good may have other sums of doubles: their exact sum is the same.
    common = compared.shared.matched(column)
    credits = {(i, j): delta for (i, j), delta in deltas.items() if column[i] == j}
    if not by_entity:
        return float(sum(n for _, n in common) + sum(credits.values()))
    # Over one denominator: a quotient of whole numbers is rounded once, and they add faster than fractions.
    denominator = lcm(*(size for size, _ in common))
    numerator: Exact = sum(2 * n * (denominator // size) for size, n in common)
    if credits:
        gold_sizes, pred_sizes = compared.shared.sizes()
        for (i, j), delta in credits.items():
            numerator += Fraction(2 * delta * denominator) / (gold_sizes[i] + pred_sizes[j])
    return float(numerator / denominator)


def matching(
    compared: EntityComparison, deltas: Mapping[tuple[int, int], Exact], *, by_entity: bool
) -> tuple[array[int], float]:
    """The predicted entity of each gold entity in a best matching, −1 for none, and its total similarity."""
    known = compared.matchings.get(by_entity) if not deltas else None
    if known is None:
        row, col, weight = weights(compared, deltas, by_entity=by_entity)
        known = Matcher(len(compared.gold.mentions), len(compared.pred.mentions), row, col, weight).solve()
        if not deltas:
            compared.matchings[by_entity] = known
    return known


def weights(
    compared: EntityComparison, deltas: Mapping[tuple[int, int], Exact], *, by_entity: bool
) -> tuple[array[int], array[int], array[float]]:
    """φ of every pair of entities that have something in common: rows, columns and values."""
    table = compared.shared
    row, col, count = table.triplets()
    weight = table.dice() if by_entity else array("d", count)
    if deltas:
        index = {cell: k for k, cell in enumerate(zip(row, col, strict=True))}
        gold_sizes, pred_sizes = table.sizes()
        for (i, j), delta in deltas.items():
            more = float(2 * delta / (gold_sizes[i] + pred_sizes[j]) if by_entity else delta)
            if (i, j) in index:
                weight[index[i, j]] += more
            else:
                row.append(i)
                col.append(j)
                weight.append(more)
    return row, col, weight


def lea(compared: EntityComparison, *, beta: float = 1.0) -> Tally:
    """Entities by their share of resolved links, weighted by their size: Σ |K| · links(K ∩ R) / links(K).

    links(K ∩ R) = C(n, 2) + δ·n: each of the n mentions in common has a link to the set. (The paper prints
    δ·(n − 1), but says that δ = 1 gives C(n + 1, 2), which is C(n, 2) + n.) An entity with a set is β times as
    important.
    """
    table = compared.table
    matched_gold, matched_pred = table.resolved()
    pred_total: float
    gold_total: float
    gold_total, pred_total, _, _ = table.totals()
    if compared.has_sets:
        gold_sizes, pred_sizes = table.sizes()
        rows, cols, counts = table.triplets()
        pairs = list(compared.credits("lea"))
        for_gold = {i: set_links(n, gold_sizes[i], pred_sizes[j], delta) for i, j, n, delta, _ in pairs}
        for_pred = {j: set_links(n, pred_sizes[j], gold_sizes[i], delta) for i, j, n, _, delta in pairs}
        cells = zip(rows, counts, strict=True)
        more, importance = _weighted(compared.gold.sets, gold_sizes, cells, for_gold, beta)
        matched_gold, gold_total = matched_gold + more, gold_total + importance
        cells = zip(cols, counts, strict=True)
        more, importance = _weighted(compared.pred.sets, pred_sizes, cells, for_pred, beta)
        matched_pred, pred_total = matched_pred + more, pred_total + importance
    return Tally(matched_pred, matched_gold, pred_total, gold_total)


def _weighted(
    sets: Iterable[int],
    sizes: Sequence[int],
    cells: Iterable[tuple[int, int]],
    set_links: Mapping[int, float],
    beta: float,
) -> tuple[float, float]:
    """The additional counts of entities with sets on one side: resolved links and importance beyond those of a plain
    entity."""
    ordinary = dict.fromkeys(sets, 0)
    for entity, n in cells:
        if entity in ordinary:
            ordinary[entity] += n * (n - 1)
    links = fsum(
        # |K| · C(n, 2) / C(|K|, 2)
        (beta - 1) * (pairs / (sizes[entity] - 1) if pairs else 0.0) + beta * set_links.get(entity, 0.0)
        for entity, pairs in ordinary.items()
    )
    return links, (beta - 1) * sum(sizes[entity] for entity in ordinary)


def set_links(n: int, size: int, other: int, delta: Exact) -> float:
    """|K| · δ·n / C(|K|, 2); a set without mentions has one link, with itself, like a single mention."""
    if size > 1:
        return float(2 * delta * n) / (size - 1)
    return float(delta) if other == 1 else 0.0


def blanc(compared: EntityComparison, *, delta: str = "sides") -> Tally:
    """Links within entities and links across entities, counted apart.

    Nodes are mentions and sets. A pair of a mention and a set earns δ of the set, a pair of sets the product of their
    δ; every type of link has its own alignment and its own δ.
    """
    within, gold_within, pred_within, across, gold_across, pred_across = compared.table.pairs()
    matched_gold, matched_pred = [float(within), float(across)], [float(within), float(across)]
    if compared.has_sets:
        pairs = list(compared.credits("blanc-coreference", delta))
        matched_gold[0] = float(within + sum(for_gold * shared for _, _, shared, for_gold, _ in pairs))
        matched_pred[0] = float(within + sum(for_pred * shared for _, _, shared, _, for_pred in pairs))
        more_gold, more_pred = _links_across(compared, delta)
        matched_gold[1] += more_gold
        matched_pred[1] += more_pred
    return Tally.composite(
        [
            Tally(matched_pred[0], matched_gold[0], pred_within, gold_within),
            Tally(matched_pred[1], matched_gold[1], pred_across, gold_across),
        ]
    )


def _links_across(compared: EntityComparison, delta: str) -> tuple[float, float]:
    """The additional links across entities from links to sets."""
    met_gold, met_pred = [0] * len(compared.gold.mentions), [0] * len(compared.pred.mentions)
    for i, j, n in zip(*compared.table.triplets(), strict=True):
        met_gold[i] += n
        met_pred[j] += n
    common = sum(met_gold)
    sums: list[list[Exact]] = [[0, 0, 0], [0, 0, 0]]
    for i, j, shared, *deltas in compared.credits("blanc-other", delta):
        # The mentions in common that are in neither of the two entities.
        elsewhere = common - met_gold[i] - met_pred[j] + shared
        for side, value in zip(sums, deltas, strict=True):
            side[0] += value * elsewhere
            side[1] += value
            side[2] += value * value
    # Σ over pairs of sets of δ·δ′ = ((Σ δ)² − Σ δ²) / 2
    for_gold, for_pred = (
        float(links) + float(credit * credit - square) / 2 for links, credit, square in sums
    )
    return for_gold, for_pred


def split(compared: EntityComparison, metric: str) -> Tally:
    """The sets alone: the metric's own counts over the elements of aligned sets; the others meet nothing."""
    return _set_tally(compared.aligned(metric))


def split_blanc(compared: EntityComparison) -> Tally:
    """The sets alone under BLANC: each type of link has its own alignment."""
    return Tally.composite(
        _set_tally(compared.aligned(links)) for links in ("blanc-coreference", "blanc-other")
    )


def _set_tally(aligned: AlignedSets) -> Tally:
    scores = [pair.score for pair in aligned.pairs]
    scores += [*aligned.missed.values(), *aligned.spurious.values()]
    return Tally(
        _plain(sum(score.matched_pred for score in scores)),
        _plain(sum(score.matched_gold for score in scores)),
        _plain(sum(score.pred_total for score in scores)),
        _plain(sum(score.gold_total for score in scores)),
    )


def _plain(number: Exact) -> float:
    """A whole number as it is, a fraction as a float."""
    return number if isinstance(number, int) else float(number)
