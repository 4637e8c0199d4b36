"""Sets of entities: flattened, merged, compared."""

import random
import time
from fractions import Fraction

import pytest

from tallystick.solve.overlap import overlap
from tallystick.tasks.coref.entities.comparison import EntityComparison
from tallystick.tasks.coref.entities.set_scores import SET_METRICS
from tallystick.tasks.coref.entities.split_antecedents import entities_of
from tallystick.tasks.coref.mentions.sides import MentionSide


def elements(side):
    found = entities_of(side)
    return {entity: {found.atoms[atom] for atom in own} for entity, own in found.sets.items()}


def test_sets_of_sets_are_flattened():
    # 3 = {0, 1} and 4 = {3, 2}: three atomic entities.
    side = MentionSide(((0,), (1,), (2,), (3,), (4,)), ((), (), (), (0, 1), (3, 2)))
    assert elements(side) == {3: {(0,), (1,)}, 4: {(0,), (1,), (2,)}}


def test_a_set_may_name_what_comes_later():
    assert elements(MentionSide(((0,), (1,), (2,)), ((1, 2), (), ()))) == {0: {(1,), (2,)}}


def test_a_long_chain_of_sets_is_flattened():
    # Each set has the one before it and a new atom: deeper than recursion could go.
    count = 3000
    components = [()] * count + [((0, 1) if n == 0 else (count + n - 1, n + 1)) for n in range(count - 1)]
    side = MentionSide(tuple((n,) for n in range(2 * count - 1)), tuple(components))
    assert len(entities_of(side).sets[2 * count - 2]) == count


def test_a_cycle_ends():
    assert elements(MentionSide(((0,), (1,), (2,)), ((1, 2), (0,), ()))) == {0: {(2,)}}


def test_entities_with_equal_sets_are_one():
    side = MentionSide(((0,), (1,), (2,), (3, 4)), ((), (), (0, 1), (1, 0)))
    found = entities_of(side)
    assert found.mentions == ((0,), (1,), (2, 3, 4))
    assert list(found.sets) == [2]


def test_dropped_singletons_remain_elements():
    # Index 1 is beyond the entities that count: the first uncounted one.
    side = MentionSide(((5,),), ((1, 2), (), ()), uncounted=((0,), (1,)))
    assert elements(side) == {0: {(0,), (1,)}}
    assert entities_of(side).ordinary == 1


def test_sets_can_be_ignored():
    side = MentionSide(((0,), (1,), (2,)), ((), (), (0, 1)))
    assert not EntityComparison(side, side, split=False).has_sets
    assert EntityComparison(side, side).has_sets


@pytest.mark.parametrize(("metric", "gold", "pred", "recall", "precision"), [
    # A single mention is one link, found if it stands alone on the other side too.
    ("muc", ((0,), (1,)), ((0,), (1, 2)), Fraction(1, 2), Fraction(1, 2)),
    ("muc", ((0, 1), (2,)), ((0, 1), (2,)), 1, 1),
    ("b3", ((0, 1, 2),), ((0, 1),), Fraction(4, 9), 1),
    ("ceaf-e", ((0, 1), (2,)), ((0,),), Fraction(1, 3), Fraction(2, 3)),
    ("lea", ((0, 1, 2),), ((0, 1),), Fraction(1, 3), 1),
    # Neither side has coreference links: the others decide.
    ("blanc-coreference", ((0,), (1,), (2,)), ((0,), (1,)), Fraction(1, 3), 1),
    # Only one side has them: nothing of them is found.
    ("blanc-coreference", ((0, 1),), ((0,), (1,)), 0, 0),
    # A single entity has no links across.
    ("blanc-other", ((0, 1, 2),), ((0, 1),), Fraction(1, 3), 1),
    # No links at all: equal or not.
    ("blanc-other", ((0,),), ((0,),), 1, 1),
    ("blanc-other", ((0,),), ((1,),), 0, 0),
])  # fmt: skip
def test_sets_are_compared_by_the_metric_itself(metric, gold, pred, recall, precision):
    score = SET_METRICS[metric](overlap(gold, pred))
    assert (score.recall, score.precision) == (recall, precision)


def test_ties_go_to_the_first_partner():
    # Both sets of the response are equally like the first gold set; the second has no other chance.
    atoms = ((0, 1), (2, 3), (4, 5))
    gold = MentionSide((*atoms, (6,)), ((), (), (), (0, 1, 2)))
    pred = MentionSide((*atoms, (6,), (7,)), ((), (), (), (0, 1), (1, 2)))
    for metric in SET_METRICS:
        (pair,) = EntityComparison(gold, pred).aligned(metric).pairs
        assert (pair.gold, pair.pred) == (3, 3)


def test_a_long_chain_of_sets_is_flattened_in_no_time():
    size = 20_000
    components = ((), *((entity,) for entity in range(size - 1)))
    start = time.process_time()
    found = entities_of(MentionSide(tuple((entity,) for entity in range(size)), components))
    assert time.process_time() - start < 3, "what is below a set is followed once, not once for each set"
    # All are the set of the first entity, and therefore one.
    assert found.mentions == ((0,), tuple(range(1, size)))
    assert found.sets == {1: (0,)}


def test_sets_in_sets_hold_the_atoms_of_all():
    generator = random.Random(5)
    for _ in range(300):
        size = generator.randrange(2, 12)
        # Every third is an atom, some have no mention; sets may hold one another, and themselves.
        components = tuple(
            tuple(generator.sample(range(size), generator.randrange(1, min(size, 4)))) if entity % 3 else ()
            for entity in range(size)
        )
        entities = tuple((entity,) if generator.random() < 0.8 else () for entity in range(size))
        found = entities_of(MentionSide(entities, components))

        def atoms(entity, components=components, entities=entities):
            below, waiting = set(), [entity]
            while waiting:
                new = [part for part in components[waiting.pop()] if part not in below]
                below.update(new)
                waiting += new
            return frozenset(entities[part] for part in below if not components[part] and entities[part])

        expected = {atoms(entity) for entity in range(size) if components[entity]} - {frozenset()}
        assert {frozenset(found.atoms[a] for a in elements) for elements in found.sets.values()} == expected
