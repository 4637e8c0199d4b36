"""The modal component: triples in common over the document."""

import pytest
from tests.unit.tasks.umr.documents import document

from tallystick.tasks.umr.comparison import DocumentComparison

GRAPH = "(s1g / go-01 :ARG0 (s1b / boy))"


def numbers(gold, pred):
    gold, pred = (document(f"{GRAPH} --- {term}") for term in (gold, pred))
    found = DocumentComparison(gold, pred).tally("modal")
    return found.matched_pred, found.pred_total, found.gold_total


@pytest.mark.parametrize(
    ("gold", "pred", "expected"),
    [
        (":modal ((author :full-affirmative s1g))", ":modal ((author :AFF s1g))", (1, 1, 1)),
        (":modal ((author :FULLfull-affirmative s1g))", ":modal ((author :aff s1g))", (1, 1, 1)),
        (":modal ((author :strong-partial-affirmative s1g))", ":modal ((author :Partial-Affirmative s1g))", (1, 1, 1)),
        (":modal ((author :UNSP s1g))", ":modal ((author :NEG s1g))", (0, 1, 1)),
        # Repeated triples count once; two labels on one pair are two triples.
        (":modal ((author :aff s1g) (author :aff s1g))", ":modal ((author :aff s1g) (author :neg s1g))", (1, 2, 1)),
        # What every sentence repeats is left out, but nothing that only resembles it.
        (":modal ((root :modal author))", ":modal ((root :modal author) (root :modal s1b))", (0, 1, 0)),
        (":modal ((root :modal author2))", ":modal ((root :modal author2))", (1, 1, 1)),
        # Direction matters.
        (":modal ((s1b :full-affirmative s1g))", ":modal ((s1g :full-affirmative s1b))", (0, 1, 1)),
        # A triple outside of the groups, or in one of another name, belongs to the component of its label.
        ("(author :full-affirmative s1g)", ":odd ((author :full-affirmative s1g))", (1, 1, 1)),
        # A label of no component says nothing that could be compared.
        (":odd ((author :sings s1g))", ":modal ((author :sings s1g))", (0, 1, 0)),
    ],
)  # fmt: skip
def test_triples(gold, pred, expected):
    assert numbers(gold, pred) == expected


def test_triples_are_those_of_the_document():
    """It does not matter with which sentence a triple stands."""
    gold = document(GRAPH, "(s2g / see-01) --- :modal ((author :aff s1g) (author :aff s2g))")
    pred = document(
        f"{GRAPH} --- :modal ((author :aff s1g))", "(s2g / see-01) --- :modal ((author :aff s2g))"
    )
    found = DocumentComparison(gold, pred).tally("modal")
    assert (found.matched_pred, found.pred_total, found.gold_total) == (2, 2, 2)
