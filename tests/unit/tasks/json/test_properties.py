"""Laws of the comparison, on random documents of nested lists and objects."""

import random
from fractions import Fraction
from itertools import permutations

import hypothesis.strategies as st
import pytest
from hypothesis import given
from tests.json_documents import Compared

import tallystick as ts
from tallystick.tasks.json import lists
from tallystick.tasks.json.compare.edits import levenshtein
from tallystick.tasks.json.shape import Compare, Shape

pytestmark = pytest.mark.property

SCALARS = st.sampled_from(["a", "b", "ab", "abc", "", 1, 2, True, False, None])
DOCUMENTS = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("xyz"), inner, max_size=3),
    max_leaves=10,
)
ORDERS = st.sampled_from(["free", "strict", "position"])
SHAPES = st.recursive(
    st.builds(
        Shape,
        compare=st.sampled_from([None, Compare("levenshtein"), Compare("anls"), Compare("exact")]),
        weight=st.sampled_from([None, Fraction(2), Fraction(1, 3)]),
    ),
    lambda inner: st.builds(
        Shape,
        properties=st.dictionaries(st.sampled_from("xyz"), inner, max_size=3),
        items=inner,
        order=ORDERS,
        weight=st.sampled_from([None, Fraction(3)]),
        key=st.sampled_from([(), (), ("x",)]),
        item_from=st.sampled_from([None, None, Fraction(1, 2)]),
        count=st.sampled_from(["leaves", "leaves", "items"]),
        keys=st.sampled_from(["exact", "exact", "free"]),
    ),
    max_leaves=5,
)
MODES = st.sampled_from(["full", "equality", "any-value"])


def is_absent(value):
    return value is None or value in ("", [], {})


def best(gold, pred, credit):
    """The definition, by trying all matchings."""
    if isinstance(gold, dict) and isinstance(pred, dict):
        return sum(best(gold[key], pred[key], credit) for key in gold if key in pred)
    if isinstance(gold, list) and isinstance(pred, list):
        longer, shorter = (gold, pred) if len(gold) > len(pred) else (pred, gold)
        return max(
            sum(
                best(*((other, own) if longer is gold else (own, other)), credit)
                for own, other in zip(shorter, chosen, strict=True)
            )
            for chosen in permutations(longer, len(shorter))
        )
    if isinstance(gold, (dict, list)) or isinstance(pred, (dict, list)) or is_absent(gold) or is_absent(pred):
        return 0
    return credit(gold, pred)


def equal(gold, pred):
    return int(type(gold) is type(pred) and gold == pred)


def edits(gold, pred):
    return levenshtein(gold, pred) if isinstance(gold, str) and isinstance(pred, str) else equal(gold, pred)


def shuffled(value, generator):
    if isinstance(value, list):
        parts = [shuffled(part, generator) for part in value]
        generator.shuffle(parts)
        return parts
    if isinstance(value, dict):
        entries = [(key, shuffled(part, generator)) for key, part in value.items()]
        generator.shuffle(entries)
        return dict(entries)
    return value


@given(DOCUMENTS, DOCUMENTS, st.sampled_from([1, 1024]))
def test_brute_force(gold, pred, large):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lists, "LARGE", large)  # matrices for long lists must agree with pairs of short ones
        assert Compared([gold, 1], [pred, "a"]).counts[0] == best([gold, 1], [pred, "a"], equal)
        by_edits = Compared([gold, "ac"], [pred, "ab"], text=Compare("levenshtein")).counts[0]
        assert float(by_edits) == pytest.approx(float(best([gold, "ac"], [pred, "ab"], edits)), abs=1e-12)


@given(DOCUMENTS, SHAPES, MODES)
def test_one_against_itself(document, shape, mode):
    compared = Compared(document, document, shape, mode)
    matched, pred, gold = compared.counts
    assert matched == pred == gold
    assert compared.f1 in (None, 1)


@given(DOCUMENTS, DOCUMENTS, SHAPES, MODES, st.randoms(use_true_random=False))
def test_order_of_free_lists(gold, pred, shape, mode, generator):
    shape = without_order(shape)
    shuffled_pair = shuffled(gold, generator), shuffled(pred, generator)
    assert Compared(gold, pred, shape, mode).rows == Compared(*shuffled_pair, shape, mode).rows


def without_order(shape):
    shape.order = None
    for part in (*shape.properties.values(), *([shape.items] if shape.items else [])):
        without_order(part)
    return shape


@given(DOCUMENTS, DOCUMENTS, SHAPES, MODES)
def test_symmetry_and_bounds(gold, pred, shape, mode):
    matched, preds, golds = Compared(gold, pred, shape, mode).counts
    assert Compared(pred, gold, shape, mode).counts == (matched, golds, preds)
    assert 0 <= matched <= min(preds, golds)


@given(DOCUMENTS, DOCUMENTS, SHAPES, MODES)
def test_fields_add_up(gold, pred, shape, mode):
    compared = Compared(gold, pred, shape, mode)
    rows = compared.rows.values()
    totals = tuple(
        Fraction(sum(getattr(row, name) for row in rows)) / compared.scheme.scale
        for name in ("matched", "pred", "gold")
    )
    assert totals == compared.counts
    for row in rows:
        assert row.gold == row.correct + row.partial + row.wrong + row.missed
        assert row.pred == row.correct + row.partial + row.wrong + row.spurious


@given(DOCUMENTS, DOCUMENTS, SHAPES)
def test_leniency_never_costs(gold, pred, shape):
    exact, full, paths = [
        Compared(gold, pred, shape, mode).counts[0] for mode in ("equality", "full", "any-value")
    ]
    assert exact <= full
    if not gated(shape):
        assert full <= paths


def gated(shape):
    inner = (*shape.properties.values(), *([shape.items] if shape.items else []))
    return shape.count == "items" or shape.item_from is not None or any(map(gated, inner))


ITEMS = st.lists(st.dictionaries(st.sampled_from("xyz"), st.sampled_from("ab"), min_size=1), max_size=4)


@given(ITEMS, ITEMS, st.dictionaries(st.sampled_from("xyz"), st.sampled_from("ab")))
def test_adding_an_item_never_lowers_recall(gold, pred, item):
    assert Compared(gold, [*pred, item]).counts[0] >= Compared(gold, pred).counts[0]


@given(ITEMS.filter(bool), ITEMS.filter(bool), st.data())
def test_correcting_a_leaf_never_lowers_the_score(gold, pred, data):
    compared = Compared(gold, pred)
    pairs = compared.matcher.lists(compared.gold, compared.pred).pairs
    if not pairs:
        return
    gold_index, pred_index = data.draw(st.sampled_from(list(pairs)))
    # Items without leaves are no items of the tree; here every item has some.
    corrected = [dict(item) for item in pred]
    for key, value in gold[gold_index].items():
        if key in corrected[pred_index]:
            corrected[pred_index][key] = value
    assert Compared(gold, corrected).counts[0] >= compared.counts[0]


def flattened(value, path, variables, bag):
    """The leaves of a document as tuples with variables for the indices of lists."""
    if isinstance(value, dict):
        for key, part in value.items():
            flattened(part, (*path, key), variables, bag)
    elif isinstance(value, list):
        for part in value:
            variables.append(ts.Var(f"v{len(variables)}"))
            flattened(part, (*path, variables[-1]), variables, bag)
    elif not is_absent(value):
        bag.append((*path, f"{type(value).__name__} {value}"))
    return bag


def test_latent_variables():
    """The definition by latent variables: the best map of all indices gives the same counts."""
    generator = random.Random(5)

    def document(depth=0):
        kind = generator.random()
        if depth == 3 or kind < 0.4:
            return generator.choice(["a", "b", 1, 2, True])
        if kind < 0.7:
            return {key: document(depth + 1) for key in generator.sample("xy", generator.randint(1, 2))}
        return [document(depth + 1) for _ in range(generator.randint(1, 3))]

    metric = ts.bag(ts.exact)
    for _ in range(1000):
        gold, pred = {"d": document(1)}, {"d": document(1)}
        sides = [flattened(side, (), [], []) for side in (gold, pred)]
        score = metric.score(*sides)
        assert score.optimal
        assert Compared(gold, pred).counts == (score.matched, score.pred_total, score.gold_total)
