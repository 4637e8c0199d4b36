"""Settings are checked before any work is done."""

import pytest

from tallystick.errors import UsageError
from tallystick.results.settings import Settings
from tallystick.tally import READ_RATIOS, Tally


@pytest.mark.parametrize(
    "wrong",
    [
        {"average": "middle"}, {"undefined": "one"}, {"on_error": "ignore"}, {"match_by": "name"},
        {"time_limit": 0.0}, {"time_limit": -1.0}, {"time_limit": float("nan")}, {"confidence": 0.0},
        {"confidence": 1.0}, {"confidence": float("nan")}, {"seed": -1}, {"confidence": 0.9, "resamples": 0},
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(wrong):
    with pytest.raises(UsageError):
        Settings(**wrong)


def test_undefined_numbers_as_zero():
    nothing = Tally.of(0, pred=0, gold=0)
    assert Settings().reading(READ_RATIOS)(nothing) == {"precision": None, "recall": None, "f1": None}
    assert Settings(undefined="zero").reading(READ_RATIOS)(nothing) == {"precision": 0, "recall": 0, "f1": 0}


def test_what_can_move_a_score_is_signed():
    assert list(Settings().signed()) == ["average", "undefined", "on-error", "match-by"]
    assert Settings(time_limit=2.5).signed()["time-limit"] == "2.5"
