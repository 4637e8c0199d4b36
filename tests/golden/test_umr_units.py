"""Small UMR documents that show one quirk of ancast 0.1.1 each, and the paper's Figure 1, with its numbers.

The numbers are those that the program gave: ../shared/goldens/umr/units/_summary.json and fig1_released.json.
"""

import json

import pytest
from tests.shared import SHARED, needs_shared

from tallystick.compat.ancast.umr import RELEASED_READING, released_tallies
from tallystick.formats.base import Source
from tallystick.formats.umr.reader import UmrReader

pytestmark = needs_shared
FOLDER = SHARED / "goldens" / "umr"
UNITS = FOLDER / "units"

#: The components by the program's names.
NAMES = {
    "sent": "sentence",
    "modal": "modal",
    "temporal": "temporal",
    "coref": "coref",
    "comprehensive": "aggregate",
}

#: Where the program ends with an error there is no number to compare with. What stands here instead: precision,
#: recall, and the totals of both sides.
INSTEAD = {
    # A node of the gold that is the same entity as itself: no links, which earn nothing out of one node, as on the
    # side of the prediction (unit coref_selfloop_test with the sides exchanged).
    "coref_selfloop_gold": {
        "sent": (1, 1, 3, 3),
        "coref": (1, 2 / 3, 2, 3),
        "comprehensive": (1, 5 / 6, 5, 6),
    },
    # An empty string is a value like others.
    "empty_string_value": {"sent": (1, 1, 1, 1), "comprehensive": (1, 1, 1, 1)},
    # Alignments play no part in these numbers, however they are written.
    "multi_align": {"sent": (1, 1, 1, 1), "comprehensive": (1, 1, 1, 1)},
    "colon_align": {"sent": (1, 1, 1, 1), "comprehensive": (1, 1, 1, 1)},
}


def _read(path):
    # With what our reader cannot read: the program may read it.
    reader = UmrReader()
    (block,) = reader.blocks(Source.of(path))
    return reader.item(block).value


def _tallies(gold, pred):
    return released_tallies(_read(gold), _read(pred))


def _units():
    return json.loads((UNITS / "_summary.json").read_text()) if SHARED.is_dir() else {}


def _figures():
    return json.loads((FOLDER / "fig1_released.json").read_text()) if SHARED.is_dir() else {}


@pytest.mark.parametrize(("name", "expected"), _units().items())
def test_unit(name, expected):
    assert isinstance(expected, dict) == (name not in INSTEAD)
    found = _tallies(UNITS / f"{name}__gold.umr", UNITS / f"{name}__test.umr")
    for component, numbers in INSTEAD.get(name, expected).items():
        tally = found[NAMES[component]]
        read = RELEASED_READING(tally)
        # The summary has four digits.
        assert (read["precision"], read["recall"]) == pytest.approx(numbers[:2], abs=5.1e-5)
        if numbers[2] is not None:
            assert (tally.pred_total, tally.gold_total) == tuple(numbers[2:])


@pytest.mark.parametrize(("name", "expected"), _figures().items())
def test_figure_1(name, expected):
    pred, gold = name.split("|")
    found = _tallies(FOLDER / "data" / f"{gold}.umr", FOLDER / "data" / f"{pred}.umr")
    for component, part in NAMES.items():
        numbers, tally = expected["scores"][component], found[part]
        read = RELEASED_READING(tally)
        assert [read["precision"], read["recall"], read["f1"]] == pytest.approx(
            [numbers["p"], numbers["r"], numbers["f"]], abs=1e-9
        )
        if component != "comprehensive":
            assert (tally.matched_pred, tally.matched_gold) == pytest.approx(
                (numbers["num_test"], numbers["num_gold"]), abs=1e-9
            )
            assert (tally.pred_total, tally.gold_total) == (numbers["weight_test"], numbers["weight_gold"])


def test_all_units_are_there():
    assert len(_units()) == 48
    assert INSTEAD.keys() == {name for name, value in _units().items() if isinstance(value, str)}
