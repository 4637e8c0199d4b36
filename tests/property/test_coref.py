"""Coreference metrics against their definitions, written out link by link."""

from fractions import Fraction
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tiers import examples

from tallystick.tally import READ_SIDES
from tallystick.tasks.coref.algebra import OVER_ENTITIES
from tallystick.tasks.coref.entities import counts
from tallystick.tasks.coref.entities.blanc import blanc_reading
from tallystick.tasks.coref.entities.comparison import EntityComparison
from tallystick.tasks.coref.mentions.sides import MentionSide

steadily = settings(max_examples=examples(150), deadline=None, derandomize=True, database=None)


@st.composite
def partitions(draw, most=9):
    """Entities over some of the mentions 0 … most − 1, in order of first mention."""
    owners = draw(st.lists(st.integers(-1, 4), min_size=most, max_size=most))
    found = {}
    for mention, owner in enumerate(owners):
        if owner >= 0:
            found.setdefault(owner, []).append(mention)
    return tuple(map(tuple, found.values()))


@st.composite
def sides(draw):
    """A side in which some entities are sets of earlier or later atomic ones, or of other sets."""
    entities = draw(partitions())
    components = [()] * len(entities)
    for whole in range(2, len(entities)):
        if draw(st.booleans()):
            components[whole] = tuple(
                sorted(draw(st.sets(st.integers(0, whole - 1), min_size=1, max_size=3)))
            )
    return MentionSide(entities, tuple(components) if any(components) else ())


def all_metrics(compared):
    return {
        "muc": counts.muc(compared),
        "b3": counts.b3(compared),
        "ceaf-m": counts.ceaf(compared, by_entity=False),
        "ceaf-e": counts.ceaf(compared, by_entity=True),
        "lea": counts.lea(compared),
        "lea(beta=10)": counts.lea(compared, beta=10.0),
        **{f"split.{m}": counts.split(compared, m) for m in ("muc", "b3", "ceaf-m", "ceaf-e", "lea")},
    }


def numbers(tally):
    return tally.matched_gold, tally.gold_total, tally.matched_pred, tally.pred_total


@steadily
@given(partitions(), partitions())
def test_the_counts_are_those_of_the_algebra(gold, pred):
    compared = EntityComparison(MentionSide(gold), MentionSide(pred))
    fast = all_metrics(compared) | {"mentions": counts.mentions(compared)}
    for name, definition in OVER_ENTITIES.items():
        slow = definition.score(gold=gold, pred=pred).tally
        assert numbers(fast[name]) == pytest.approx(numbers(slow), abs=1e-9), name


def lea_of(own, others):
    """Equation 9 of Moosavi and Strube (2016), link by link; a single mention has a link to itself."""

    def links(entity):
        return set(combinations(entity, 2)) or {(m, m) for m in entity}

    return sum(
        Fraction(len(entity))
        * sum(len(links(entity) & links(other)) for other in others)
        / len(links(entity))
        for entity in own
    )


def links_of(entities):
    """Pairs of mentions within entities, and pairs across them."""
    owner = {mention: at for at, own in enumerate(entities) for mention in own}
    pairs = set(combinations(sorted(owner), 2))
    within = {pair for pair in pairs if owner[pair[0]] == owner[pair[1]]}
    return within, pairs - within


@steadily
@given(partitions(), partitions())
def test_lea_and_blanc_count_links(gold, pred):
    compared = EntityComparison(MentionSide(gold), MentionSide(pred))
    tally = counts.lea(compared)
    assert tally.matched_gold == pytest.approx(float(lea_of(gold, pred)))
    assert tally.matched_pred == pytest.approx(float(lea_of(pred, gold)))
    for part, ours, theirs in zip(counts.blanc(compared).parts, links_of(gold), links_of(pred), strict=True):
        assert numbers(part) == (len(ours & theirs), len(ours), len(ours & theirs), len(theirs))


# --- with sets: every formula of Paun et al. (2023), Section 5, as it stands there -----------------------------------


class Whole:
    """An entity: ordinary mentions, and the mentions of the elements of its set."""

    def __init__(self, mentions, elements):
        self.mentions, self.elements = mentions, elements
        self.size = len(mentions) + bool(elements)


def flattened(side):
    """Recursively replaced sets; entities with equal sets merged."""
    components = side.components or ((),) * len(side.entities)

    def atoms(entity):
        if not components[entity]:
            return {frozenset(side.entities[entity])}
        return set().union(*(atoms(part) for part in components[entity]))

    merged = {}
    for entity, mentions in enumerate(side.entities):
        elements = frozenset(atoms(entity)) if components[entity] else frozenset()
        key = elements or entity
        known = merged.get(key)
        merged[key] = Whole((known.mentions if known else frozenset()) | frozenset(mentions), elements)
    return list(merged.values())


def plain_muc(own, others):
    """Links of tiny documents; a single mention counts as one."""
    matched = total = 0
    for entity in own:
        if len(entity) == 1:
            matched, total = matched + (entity in others), total + 1
            continue
        total += len(entity) - 1
        parts = {next((frozenset(o) for o in others if m in o), m) for m in entity}
        matched += len(entity) - len(parts)
    return Fraction(matched), total


def plain_b3(own, others):
    matched = sum(Fraction(len(e & o) ** 2, len(e)) for e in own for o in others)
    return matched, sum(map(len, own))


def best(own, others, similarity):
    own, others = list(own), list(others)
    if len(own) > len(others):
        return best(others, own, lambda a, b: similarity(b, a))
    return max(
        (sum(similarity(e, others[j]) for e, j in zip(own, chosen, strict=True))
         for chosen in permutations(range(len(others)), len(own))), default=Fraction(0),
    )  # fmt: skip


def plain_ceaf_m(own, others):
    return Fraction(best(own, others, lambda a, b: len(a & b))), sum(map(len, own))


def plain_ceaf_e(own, others):
    return best(own, others, lambda a, b: Fraction(2 * len(a & b), len(a) + len(b))), len(own)


def plain_lea(own, others):
    return Fraction(lea_of(list(map(sorted, own)), list(map(sorted, others)))), sum(map(len, own))


PLAIN = {"muc": plain_muc, "b3": plain_b3, "ceaf-m": plain_ceaf_m, "ceaf-e": plain_ceaf_e, "lea": plain_lea}


def f1(one, two):
    (a, b), (c, d) = one, two
    recall, precision = (a / b if b else 0), (c / d if d else 0)
    return 2 * recall * precision / (recall + precision) if recall and precision else 0


def aligned(metric, golds, preds):
    """τ by trying every alignment; the lexicographically first of the best, a partner before none."""
    ours = [i for i, whole in enumerate(golds) if whole.elements]
    theirs = [j for j, whole in enumerate(preds) if whole.elements]
    weight = {
        (i, j): f1(
            metric(golds[i].elements, preds[j].elements), metric(preds[j].elements, golds[i].elements)
        )
        for i in ours for j in theirs
    }  # fmt: skip
    found = None
    for chosen in permutations([*theirs, *[len(preds)] * len(ours)], len(ours)):
        pairs = [(i, j) for i, j in zip(ours, chosen, strict=True) if j < len(preds)]
        if all(weight[pair] > 0 for pair in pairs):
            key = (-sum((weight[pair] for pair in pairs), Fraction(0)), chosen)
            if found is None or key < found[0]:
                found = key, pairs
    return dict(found[1]) if found else {}


def generalised(name, golds, preds, tau, beta=1):
    """One side: the counts of the formulas in Sections 5.1–5.4, δ from the side's own point of view."""
    metric = PLAIN[name]

    def delta(i, j):
        if tau.get(i) != j or not golds[i].elements:
            return Fraction(0)
        matched, total = metric(golds[i].elements, preds[j].elements)
        return Fraction(matched) / total if total else Fraction(0)

    pairs = [
        (i, j, len(golds[i].mentions & preds[j].mentions))
        for i in range(len(golds))
        for j in range(len(preds))
    ]
    sizes = [whole.size for whole in golds]
    if name == "b3":
        return sum((n + delta(i, j)) ** 2 / Fraction(sizes[i]) for i, j, n in pairs), sum(sizes)
    if name == "muc":
        matched = Fraction(0)
        for i, whole in enumerate(golds):
            parts = {next((j for j, o in enumerate(preds) if m in o.mentions), (m,)) for m in whole.mentions}
            matched += whole.size - len(parts)
            if whole.elements:
                matched -= 1 - max((delta(i, j) for k, j, n in pairs if k == i and n), default=Fraction(0))
        return matched, sum(size - 1 for size in sizes)
    if name == "lea":
        matched = Fraction(0)
        for i, j, n in pairs:
            importance = sizes[i] * (beta if golds[i].elements else 1)
            if sizes[i] > 1:
                links = Fraction(n * (n - 1), 2) + delta(i, j) * n
                matched += importance * links / Fraction(sizes[i] * (sizes[i] - 1), 2)
            elif n == 1 and preds[j].size == 1:
                matched += importance
        return matched, sum(size * (beta if golds[i].elements else 1) for i, size in enumerate(sizes))
    by_entity = name == "ceaf-e"

    def similarity(i, j):
        common = len(golds[i].mentions & preds[j].mentions) + delta(i, j)
        return 2 * common / (golds[i].size + preds[j].size) if by_entity else common

    flip = len(golds) > len(preds)
    few, many = (len(preds), len(golds)) if flip else (len(golds), len(preds))
    total = max(
        (sum(similarity(j, i) if flip else similarity(i, j) for i, j in enumerate(chosen))
         for chosen in permutations(range(many), few)), default=0,
    )  # fmt: skip
    return Fraction(total), len(golds) if by_entity else sum(sizes)


@steadily
@given(sides(), sides())
def test_sets_count_as_the_paper_says(gold, pred):
    compared = EntityComparison(gold, pred)
    golds, preds = flattened(gold), flattened(pred)
    for name, beta in [*((name, 1) for name in PLAIN), ("lea", 10)]:
        tau = aligned(PLAIN[name], golds, preds)
        back = {j: i for i, j in tau.items()}
        key = "lea(beta=10)" if beta == 10 else name
        expected = (*generalised(name, golds, preds, tau, beta), *generalised(name, preds, golds, back, beta))
        assert numbers(all_metrics(compared)[key]) == pytest.approx(tuple(map(float, expected))), key


@steadily
@given(sides(), sides())
def test_sets_alone_are_scored_by_their_elements(gold, pred):
    compared = EntityComparison(gold, pred)
    golds, preds = flattened(gold), flattened(pred)
    for name, metric in PLAIN.items():
        tau = aligned(metric, golds, preds)
        back = {j: i for i, j in tau.items()}
        expected = []
        for own, others, partner in ((golds, preds, tau), (preds, golds, back)):
            scores = [
                metric(whole.elements, others[partner[i]].elements if i in partner else frozenset())
                for i, whole in enumerate(own)
                if whole.elements
            ]
            expected += [float(sum(m for m, _ in scores)), float(sum(t for _, t in scores))]
        assert numbers(counts.split(compared, name)) == pytest.approx(tuple(expected)), name


def delta_blanc(ours, theirs, kind):
    """Recall of one type of link between two sets, with the completion for types that neither has."""
    mine, yours = (links_of(list(map(sorted, elements))) for elements in (ours, theirs))
    for type_of_link in (kind, 1 - kind):
        if mine[type_of_link] or yours[type_of_link]:
            own = mine[type_of_link]
            return Fraction(len(own & yours[type_of_link]), len(own)) if own else Fraction(0)
    return Fraction(ours == theirs)


def blanc_side(golds, preds, tau, kind):
    """Links between nodes that are mentions or sets: Section 5.5, pair by pair."""

    def nodes(wholes):
        return [(("mention", m), i) for i, whole in enumerate(wholes) for m in sorted(whole.mentions)] + [
            (("set", i), i) for i, whole in enumerate(wholes) if whole.elements
        ]

    def links(wholes):
        return {
            frozenset({one, two})
            for (one, i), (two, j) in combinations(nodes(wholes), 2)
            if (i == j) == (kind == 0)
        }

    theirs = links(preds)
    matched = Fraction(0)
    for link in links(golds):
        credit, image = Fraction(1), set()
        for sort, value in link:
            if sort == "mention":
                image.add((sort, value))
            elif value in tau:
                credit *= delta_blanc(golds[value].elements, preds[tau[value]].elements, kind)
                image.add((sort, tau[value]))
            else:
                credit = Fraction(0)
        matched += credit if frozenset(image) in theirs else 0
    return matched, len(links(golds))


@steadily
@given(sides(), sides())
def test_blanc_with_sets_counts_links_between_nodes(gold, pred):
    golds, preds = flattened(gold), flattened(pred)
    found = counts.blanc(EntityComparison(gold, pred))
    for kind, part in enumerate(found.parts):

        def metric(ours, theirs, kind=kind):
            return delta_blanc(ours, theirs, kind), 1

        tau = aligned(metric, golds, preds)
        back = {j: i for i, j in tau.items()}
        expected = (*blanc_side(golds, preds, tau, kind), *blanc_side(preds, golds, back, kind))
        assert numbers(part) == pytest.approx(tuple(map(float, expected)))


@steadily
@given(sides())
def test_a_side_matches_itself(side):
    compared = EntityComparison(side, side)
    for name, tally in all_metrics(compared).items():
        assert all(value in (None, pytest.approx(1)) for value in READ_SIDES(tally).values()), name
    for edge in ("luo2014", "reference"):
        for tally in (counts.blanc(compared), counts.split_blanc(compared)):
            assert all(value in (None, pytest.approx(1)) for value in blanc_reading(edge)(tally).values())


@steadily
@given(sides(), sides())
def test_exchanging_the_sides_exchanges_the_counts_without_ties(gold, pred):
    # With ties the first alignment is taken, seen from the gold: another one may be first from the other side.
    there, back = EntityComparison(gold, pred), EntityComparison(pred, gold)
    for name in PLAIN:
        ours = {(pair.gold, pair.pred) for pair in there.aligned(name).pairs}
        theirs = {(pair.pred, pair.gold) for pair in back.aligned(name).pairs}
        if ours == theirs:
            assert numbers(all_metrics(there)[name]) == pytest.approx(
                numbers(all_metrics(back)[name].swapped())
            )


@steadily
@given(sides(), sides())
def test_what_pairs_earn_adds_up_to_the_score(gold, pred):
    from tallystick.tasks.coref.entities import credits

    compared = EntityComparison(gold, pred)
    found = all_metrics(compared)
    for name, earned in {
        "muc": credits.muc(compared),
        "b3": credits.b3(compared),
        "ceaf-m": credits.ceaf(compared, by_entity=False),
        "ceaf-e": credits.ceaf(compared, by_entity=True),
        "lea": credits.lea(compared),
        "lea(beta=10)": credits.lea(compared, beta=10.0),
    }.items():
        assert sum(earned.values()) == pytest.approx(found[name].matched_gold), name
