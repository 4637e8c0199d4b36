"""Split antecedents: the examples of Paun et al. (2023), every δ and every score."""

import json
from fractions import Fraction

import pytest
from tests.shared import SHARED, needs_shared

import tallystick as ts
from tallystick.tally import READ_SIDES
from tallystick.tasks.coref.entities import counts, credits
from tallystick.tasks.coref.entities.blanc import blanc_reading
from tallystick.tasks.coref.entities.comparison import EntityComparison
from tallystick.tasks.coref.mentions.sides import MentionSide

# Example (12), Section 4.4. Mentions have the paper's numbers; K₆ is written as {K₃, K₄}, which is to be flattened.
GOLD = MentionSide(
    ((1, 5), (2, 3, 4), (6, 7, 10), (8, 11, 13), (9, 14), (12,), (15,)),
    ((), (), (0, 1), (), (), (2, 3), (0, 1, 3, 4)),
)


def system(*elements):
    """The response of a system: all four differ only in how they resolve [all four¹⁵]."""
    return MentionSide(
        ((1, 5), (2, 4), (6, 7, 10, 12), (8, 11), (9, 14), (15,)), ((), (), (0, 1), (), (), elements)
    )


SYSTEMS = {"A": system(0, 1, 4), "B": system(0, 1, 3, 4), "C": system(0, 1, 3), "D": system(1, 3, 4)}
# The alignments: the paper's K₃ with R₃ and K₇ (for C: K₆) with R₆.
SECOND = {"A": (6, 5), "B": (6, 5), "C": (5, 5), "D": (6, 5)}
# δ for recall of the second pair of sets, Sections 5.1.2, 5.2.2, 5.3.2; LEA and BLANC computed by hand from the
# definitions. That of the first pair (K₃, R₃) is the same for all systems.
RECALL = {
    "b3": (
        Fraction(2, 3),
        {"A": Fraction(8, 15), "B": Fraction(2, 3), "C": Fraction(7, 12), "D": Fraction(7, 15)},
    ),
    "muc": (
        Fraction(2, 3),
        {"A": Fraction(1, 2), "B": Fraction(2, 3), "C": Fraction(3, 5), "D": Fraction(1, 2)},
    ),
    "ceaf-m": (
        Fraction(4, 5),
        {"A": Fraction(3, 5), "B": Fraction(4, 5), "C": Fraction(3, 4), "D": Fraction(3, 5)},
    ),
    "ceaf-e": (
        Fraction(9, 10),
        {"A": Fraction(7, 10), "B": Fraction(9, 10), "C": Fraction(13, 15), "D": Fraction(13, 20)},
    ),
    "lea": (
        Fraction(3, 5),
        {"A": Fraction(1, 2), "B": Fraction(3, 5), "C": Fraction(1, 2), "D": Fraction(2, 5)},
    ),
    "blanc-coreference": (
        Fraction(1, 2),
        {"A": Fraction(3, 8), "B": Fraction(1, 2), "C": Fraction(3, 7), "D": Fraction(3, 8)},
    ),
    "blanc-other": (
        Fraction(2, 3),
        {"A": Fraction(12, 37), "B": Fraction(24, 37), "C": Fraction(4, 7), "D": Fraction(12, 37)},
    ),
}
# Precision is 1 everywhere but under CEAFe.
PRECISION_CEAF_E = (
    Fraction(9, 10),
    {"A": Fraction(14, 15), "B": Fraction(9, 10), "C": Fraction(13, 15), "D": Fraction(13, 15)},
)

every_system = pytest.mark.parametrize("name", sorted(SYSTEMS))


@every_system
@pytest.mark.parametrize("metric", sorted(RECALL))
def test_every_delta(name, metric):
    found = EntityComparison(GOLD, SYSTEMS[name]).aligned(metric)
    assert [(pair.gold, pair.pred) for pair in found.pairs] == [(2, 2), SECOND[name]]
    first, second = RECALL[metric]
    assert [pair.score.recall for pair in found.pairs] == [first, second[name]]
    first, second = PRECISION_CEAF_E if metric == "ceaf-e" else (1, dict.fromkeys(SYSTEMS, 1))
    assert [pair.score.precision for pair in found.pairs] == [first, second[name]]


def tallies(name, delta="sides"):
    compared = EntityComparison(GOLD, SYSTEMS[name])
    return {
        "muc": counts.muc(compared),
        "bcub": counts.b3(compared),
        "ceafm": counts.ceaf(compared, by_entity=False, delta=delta),
        "ceafe": counts.ceaf(compared, by_entity=True, delta=delta),
        "lea": counts.lea(compared),
        "lea_beta10": counts.lea(compared, beta=10.0),
        "blanc": counts.blanc(compared, delta=delta),
    }


def by_definition(name):
    """Exact evaluation of the paper's definitions, in fractions."""
    path = SHARED / "goldens" / "coref" / "paper_ex12_by_definition.json"
    return json.loads(path.read_text())[name]


@needs_shared
@every_system
def test_every_score(name):
    expected = by_definition(name)
    for metric, tally in tallies(name).items():
        values = expected[f"{metric}|paper"]
        if metric == "blanc":
            assert_links(tally, values)
            continue
        found = READ_SIDES(tally)
        for field, key in (("recall", "R"), ("precision", "P"), ("f1", "F")):
            assert found[field] == pytest.approx(float(Fraction(values[key])), abs=1e-12), (metric, field)


@needs_shared
@every_system
def test_scores_with_f1_as_the_credit_of_sets(name):
    expected = by_definition(name)
    found = tallies(name, "f1")
    for metric in ("ceafm", "ceafe"):
        values, read = expected[f"{metric}|code_like"], READ_SIDES(found[metric])
        for field, key in (("recall", "R"), ("precision", "P"), ("f1", "F")):
            assert read[field] == pytest.approx(float(Fraction(values[key])), abs=1e-12), (metric, field)
    assert_links(found["blanc"], expected["blanc|delta_as_F"])


def assert_links(tally, values):
    """The four counts of both types of links, and what is read from them."""
    for part, key in zip(tally.parts, "CN", strict=True):
        counted = (part.matched_gold, part.gold_total, part.matched_pred, part.pred_total)
        assert counted == pytest.approx([float(Fraction(value)) for value in values[key]], abs=1e-12)
    read = blanc_reading("luo2014")(tally)
    for field, key in (("recall", "R"), ("precision", "P"), ("f1", "F")):
        assert read[field] == pytest.approx(values[f"{key}_float"], abs=1e-12)


@needs_shared
@every_system
def test_the_files_of_the_example_give_the_same(name):
    # Averages of MUC, B³ and CEAFe as the table of c.5 gives them: exact fractions of the same file.
    data = SHARED / "goldens" / "coref" / "data" / "paper_ex12" / f"sys{name}"
    report = ts.score(data / "gold.ua", data / "pred.ua", "muc,b3,ceaf-e,conll", task="coref")
    expected = by_definition(name)
    parts = [Fraction(expected[f"{metric}|paper"]["F"]) for metric in ("muc", "bcub", "ceafe")]
    assert [report[metric].f1 for metric in ("muc", "b3", "ceaf-e")] == pytest.approx(list(map(float, parts)))
    assert report["conll"].f1 == pytest.approx(float(sum(parts) / 3))


def test_mentions_of_sets_are_told_apart_by_lea():
    # The paper prints δ·(n − 1), and says that δ = 1 gives C(n + 1, 2): a perfect entity earns all its links.
    compared = EntityComparison(GOLD, GOLD)
    assert READ_SIDES(counts.lea(compared)) == {"precision": 1, "recall": 1, "f1": 1}


# --- Section 6 ------------------------------------------------------------------------------------------------------

# "Suppose we have a text which first introduces the entity John, mentioned four times; …"
ZHOU_CHOI_GOLD = MentionSide(((1, 2, 3, 4), (5,), (6,), (7, 8, 9)), ((), (), (), (0, 1, 2)))
ZHOU_CHOI_PRED = MentionSide(((1,), (5,), (7, 8, 9)), ((), (), (0, 1)))


def test_singular_and_plural_entities_are_aligned_correctly():
    # "our approach will correctly align the singular and plural clusters (K₁ and R₁; K₂ and R₂, and K₄ with R₃)"
    compared = EntityComparison(ZHOU_CHOI_GOLD, ZHOU_CHOI_PRED)
    assert set(credits.ceaf(compared, by_entity=True)) == {(0, 0), (1, 1), (3, 2)}


def test_a_set_is_aligned_once():
    # Yu et al. (2021): K₄ = {K₁, K₂} is R₄ exactly, so K₅ = {K₁, K₂, K₃} meets R₅ = {R₁, R₃}, under every metric.
    atoms = ((1, 2, 3, 4), (5,), (6,))
    gold = MentionSide((*atoms, (7,), (8,)), ((), (), (), (0, 1), (0, 1, 2)))
    pred = MentionSide((*atoms, (7,), (8,)), ((), (), (), (0, 1), (0, 2)))
    for metric in RECALL:
        pairs = EntityComparison(gold, pred).aligned(metric).pairs
        assert [(pair.gold, pair.pred) for pair in pairs] == [(3, 3), (4, 4)], metric


def test_whatever_the_order_of_the_sets():
    # The same with the mentions of the two sets exchanged. Coreference links alone cannot tell the sets of the
    # response apart, because Mary and Bill have none: there the first alignment counts.
    atoms = ((1, 2, 3, 4), (5,), (6,))
    gold = MentionSide((*atoms, (7,), (8,)), ((), (), (), (0, 1), (0, 1, 2)))
    pred = MentionSide((*atoms, (7,), (8,)), ((), (), (), (0, 2), (0, 1)))
    for metric in RECALL:
        pairs = EntityComparison(gold, pred).aligned(metric).pairs
        tied = metric == "blanc-coreference"
        assert [(pair.gold, pair.pred) for pair in pairs] == ([(3, 3), (4, 4)] if tied else [(3, 4), (4, 3)])


def test_two_halves_of_an_entity_are_worth_the_same():
    # "The two system predictions for [they⁶] should be equivalent": {R₁, R₃} and {R₂, R₃}.
    gold = MentionSide(((1, 2, 3, 4), (5,), (6,)), ((), (), (0, 1)))
    halves = ((1, 3), (2, 4), (5,), (6,))
    one, two = (
        EntityComparison(gold, MentionSide(halves, ((), (), (), parts))) for parts in ((0, 2), (1, 2))
    )
    for count in (counts.muc, counts.b3, counts.lea, counts.blanc, counts.split_blanc):
        assert count(one) == count(two)
    for by_entity in (False, True):
        assert counts.ceaf(one, by_entity=by_entity) == counts.ceaf(two, by_entity=by_entity)
    for metric in RECALL:
        assert counts.split(one, metric) == counts.split(two, metric)
