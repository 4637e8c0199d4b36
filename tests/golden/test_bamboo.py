"""The rows of the BAMBOO benchmark that its main graphs give: Pearson's r × 100 with human judgements."""

import json

import pytest
from tests.shared import SHARED, needs_shared
from tests.tiers import ALL

import tallystick as ts

pytestmark = needs_shared
FOLDER = SHARED / "data" / "bamboo-main"
#: Metrics that reproduce a program exactly. Smatch itself climbs from random starts, so the optimum is close only.
EXACT = {
    "smatch(standardize=generic)": "smpp_generic_ilp:f",
    "smatch(standardize=amr)": "smpp_amr_ilp:f",
    "ancast.relation(convention=ancast-0.1.1)": "ancast:lr_f",
    "ancast.unlabeled(convention=ancast-0.1.1)": "ancast:ulr_f",
    "ancast.smatch(convention=ancast-0.1.1)": "ancast:smatch_f",
    "ancast.concept(convention=ancast-0.1.1)": "ancast:concept_f_as_released",
}
CLOSE = {"smatch(standardize=smatch-1.0.4,duplicates=multiply)": "smatch:f"}


@pytest.mark.parametrize("name", ["sts", "sick", "para"] if ALL else ["sts"])
def test_main_rows(name):
    measured = json.loads((SHARED / "goldens" / "amr" / "bamboo.json").read_text("utf-8"))["measured"]
    correlations = ts.correlate(
        FOLDER / f"{name}.src.amr", FOLDER / f"{name}.tgt.amr", FOLDER / f"{name}.human.txt", [*EXACT, *CLOSE],
        task="amr", resamples=1, undefined="zero",
    )  # fmt: skip
    for rows, tolerance in ((EXACT, 0.0151), (CLOSE, 0.1)):
        for metric, row in rows.items():
            expected = measured[row][f"main/{name}"]
            assert 100 * correlations[metric].pearson == pytest.approx(expected, abs=tolerance), metric


@pytest.mark.parametrize("name", ["sts", "sick", "para"] if ALL else ["sts"])
def test_reified_rows(name):
    """`--reify` makes of the main graphs what BAMBOO's reified graphs are, up to some roles."""
    measured = json.loads((SHARED / "goldens" / "amr" / "bamboo.json").read_text("utf-8"))["measured"]
    metrics = {"smatch(reify=yes)": ("smatch:f", 0.15), "ancast.relation(reify=yes)": ("ancast:lr_f", 0.5)}
    correlations = ts.correlate(
        FOLDER / f"{name}.src.amr", FOLDER / f"{name}.tgt.amr", FOLDER / f"{name}.human.txt", list(metrics),
        task="amr", resamples=1, undefined="zero",
    )  # fmt: skip
    for metric, (row, tolerance) in metrics.items():
        expected = measured[row][f"reify/{name}"]
        assert 100 * correlations[metric].pearson == pytest.approx(expected, abs=tolerance), metric
