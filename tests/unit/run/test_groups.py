"""The mean over groups: data sets, languages."""

import pytest

import tallystick as ts
from tallystick.errors import UsageError
from tallystick.report.formats import render
from tallystick.report.scores import ScoreView

PERFECT = '{"id": "a", "clusters": [[[0, 0], [1, 1]], [[2, 2], [3, 3]]]}\n'
MERGED = '{"id": "a", "clusters": [[[0, 0], [1, 1], [2, 2], [3, 3]]]}\n'


@pytest.fixture
def folders(tmp_path):
    """Two data sets of very different sizes: the small one is got wrong."""
    for side, small in (("gold", PERFECT), ("pred", MERGED)):
        (tmp_path / side).mkdir()
        (tmp_path / side / "small-test.jsonl").write_text(small)
        many = "".join(PERFECT.replace('"a"', f'"{number}"') for number in range(50))
        (tmp_path / side / "large-test.jsonl").write_text(many)
    return tmp_path / "gold", tmp_path / "pred"


def test_every_data_set_weighs_the_same(folders):
    report = ts.score(*folders, task="coref", metrics=["b3"], by="dataset", average="groups")
    assert report.groups["large"]["b3"].precision == 1
    assert report.groups["small"]["b3"].precision == 0.5
    assert report["b3"].precision == pytest.approx(0.75)
    micro = ts.score(*folders, task="coref", metrics=["b3"], by="dataset")
    assert micro["b3"].precision == pytest.approx(202 / 204)


def test_the_table_has_a_row_for_each_group_and_one_for_the_mean(folders):
    report = ts.score(*folders, task="coref", metrics=["b3", "muc"], by="dataset", average="groups")
    lines = render("text", ScoreView(report)).splitlines()
    assert lines[0].split() == ["dataset", "b3", "muc"]
    assert [line.split()[0] for line in lines[2:5]] == ["large", "small", "mean"]
    # b3: 1 and 2·(1/2)·1 / (3/2) = 2/3; muc: 1 and 2·(2/3)·1 / (5/3) = 4/5.
    assert lines[4].split() == ["mean", "83.33", "90.00"]


def test_groups_must_be_named():
    with pytest.raises(UsageError, match="add --by"):
        ts.score([], [], task="coref", average="groups")


def test_a_missing_label_is_not_listed_as_available():
    items = [{"spans": [{"type": "PER", "span": [0, 1]}]}]
    with pytest.raises(
        UsageError, match=r"no gold item has 'language' in its meta; available: type, document, dataset$"
    ):
        ts.score(items, items, "span", task="spans", by="language")
