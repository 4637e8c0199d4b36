"""Figure 1 of the AnCast++ paper: two sentences, and every number that the paper computes from them."""

import pytest
from tests.shared import SHARED, needs_shared

from tallystick.formats.umr.reader import load
from tallystick.tally import READ_SIDES
from tallystick.tasks.umr.comparison import DocumentComparison

pytestmark = needs_shared
DATA = SHARED / "goldens" / "umr" / "data"


@pytest.fixture(scope="module")
def figure():
    return DocumentComparison(load(DATA / "fig1_gold.umr"), load(DATA / "fig1_test.umr"))


@pytest.mark.parametrize(
    ("part", "precision", "recall"),
    [
        ("sentence", 12 / 17, 12 / 16),  # Section 2.2: 12 matched edges
        ("modal", 3 / 5, 3 / 5),  # Section 2.3
        ("temporal", 7 / 12, 7 / 11),  # Equations 7 and 8
        ("coref", 1 / 2, 1 / 2),  # Equations 9 and 10
        ("aggregate", 0.640625, 37 / 55),  # Equations 12 and 13, with exact parts: 20.5 / 32 and 20.18… / 30
    ],
)
def test_figure_1(figure, part, precision, recall):
    numbers = READ_SIDES(figure.tallies()[part])
    assert numbers["precision"] == pytest.approx(precision, abs=1e-12)
    assert numbers["recall"] == pytest.approx(recall, abs=1e-12)


def test_weights_of_figure_1(figure):
    """The denominators of Equations 12 and 13."""
    tallies = figure.tallies()
    parts = ("sentence", "modal", "temporal", "coref")
    assert [tallies[part].pred_total for part in parts] == [17, 5, 6, 4]
    assert [tallies[part].gold_total for part in parts] == [16, 5, 5, 4]


def test_node_mapping_of_figure_1(figure):
    """Table 1: s4g is the only node without a partner."""
    found = {}
    for pair in figure.pairs:
        names = pair.aligned.gold.names
        for row, column in enumerate(pair.aligned.columns):
            found[pair.aligned.pred.names[row]] = names[column] if column >= 0 else None
    assert found == {
        "s3a": "s1a", "s3a2": "s1a2", "s3m": "s1m", "s3p": "s1p", "s3y": "s1y",
        "s4n": "s2n", "s4p2": "s2p2", "s4p": "s2p", "s4a": "s2a", "s4g": None,
    }  # fmt: skip
