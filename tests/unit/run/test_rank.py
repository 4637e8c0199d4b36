"""Ranking systems over data sets from Python."""

import json
from random import Random

import pytest

import tallystick as ts
from tallystick.report.formats import render
from tallystick.report.ranking import RankingView

SIZES = {"cs": 14, "de": 9, "en": 20}
QUALITY = {"best": 0.95, "near": 0.93, "middle": 0.7, "poor": 0.3}


def items(name, quality=1.0, seed=0):
    random = Random(f"{name}{seed}")
    return [
        {
            "id": f"{name}{number}",
            "spans": [{"type": "PER", "span": [at, at]} for at in range(6) if random.random() < quality],
        }
        for number in range(SIZES[name])
    ]


GOLD = {name: items(name) for name in SIZES}
SYSTEMS = {
    system: {name: items(name, quality, system) for name in SIZES} for system, quality in QUALITY.items()
}


def rank(systems=SYSTEMS, gold=GOLD, **options):
    return ts.rank(gold, systems, "span", task="spans", resamples=400, trials=400, **options)


def test_the_mean_is_over_data_sets():
    ranking = rank()["span"]
    assert [system.name for system in ranking.systems] == ["best", "near", "middle", "poor"]
    for system in ranking.systems:
        alone = {
            name: ts.score(GOLD[name], SYSTEMS[system.name][name], "span", task="spans") for name in SIZES
        }
        expected = {name: report["span"].f1 for name, report in alone.items()}
        assert dict(system.datasets) == expected
        assert system.value == pytest.approx(sum(expected.values()) / 3)
        assert system.rank_interval.low <= system.score_rank <= system.rank_interval.high


def test_systems_that_do_not_differ_share_a_rank():
    assert [system.rank for system in rank()["span"].systems] == [1, 1, 3, 4]


def test_numbers_are_those_of_compare_and_score(tmp_path):
    """The same data as folders: the mean, its interval, the data sets and their intervals, the p-values."""
    folders = {"gold": GOLD, **SYSTEMS}
    for side, sets in folders.items():
        (tmp_path / side).mkdir()
        for name, listed in sets.items():
            (tmp_path / side / f"{name}.jsonl").write_text(
                "".join(json.dumps(item) + "\n" for item in listed)
            )
    options = {"task": "spans", "by": "dataset", "average": "groups", "resamples": 400}
    systems = [tmp_path / name for name in SYSTEMS]
    ranking = rank(systems, tmp_path / "gold")
    comparison = ts.compare(tmp_path / "gold", systems, "span", trials=400, **options)
    assert ranking.comparison["span"] == comparison["span"]
    for system in ranking["span"].systems:
        report = ts.score(tmp_path / "gold", tmp_path / system.name, "span", confidence=0.95, **options)
        assert system.value == report["span"].f1
        assert system.interval == report["span"].intervals["f1"]
        for name in SIZES:
            assert system.datasets[name] == report.groups[name]["span"].f1
            assert system.intervals[name] == report.groups[name]["span"].intervals["f1"]
    assert rank()["span"] == ranking["span"]


def without(system, *names):
    return {name: listed for name, listed in SYSTEMS[system].items() if name not in names}


def test_a_missing_file_is_an_error_by_default():
    with pytest.raises(ts.DataError, match="has no file de") as caught:
        rank({**SYSTEMS, "near": without("near", "de"), "poor": without("poor", "cs", "en")})
    assert len(caught.value.problems) == 3


def test_a_missing_file_counts_as_empty():
    ranking = rank({**SYSTEMS, "best": without("best", "de")}, on_missing="zero")
    best = ranking["span"]["best"]
    assert best.datasets["de"] == 0
    assert best.value == pytest.approx((best.datasets["cs"] + best.datasets["en"]) / 3)
    assert [(gap.system, gap.dataset, gap.reason, gap.counted) for gap in ranking.gaps] == [
        ("best", "de", "missing", "zero")
    ]
    assert "on-error:fail" in ranking["span"].signature


def test_a_missing_file_is_left_out():
    systems = {**SYSTEMS, "best": without("best", "de")}
    ranking = rank(systems, on_missing="skip")
    best = ranking["span"]["best"]
    assert best.datasets["de"] is None
    assert best.absent == {"de"}
    assert best.value == pytest.approx((best.datasets["cs"] + best.datasets["en"]) / 2)
    # Two systems are compared on the data sets that both have: as if there were no others.
    fewer = {name: {key: own[key] for key in ("cs", "en")} for name, own in systems.items()}
    both = rank(fewer, {key: GOLD[key] for key in ("cs", "en")}).comparison["span"]
    assert ranking.comparison["span"].difference("best", "poor").value == pytest.approx(
        both.difference("best", "poor").value
    )
    complete = rank().comparison["span"].difference("near", "middle")
    assert ranking.comparison["span"].difference("near", "middle").value == complete.value


def test_a_broken_file_stops_nobody_else(tmp_path):
    broken = dict(SYSTEMS["middle"])
    broken["cs"] = [*broken["cs"][:3], {"id": "cs3", "spans": 7}, *broken["cs"][4:]]
    systems = {**SYSTEMS, "middle": broken}
    for on_missing, value in (("zero", 0.0), ("skip", None)):
        ranking = rank(systems, on_missing=on_missing)
        (gap,) = ranking.gaps
        assert (gap.system, gap.reason) == ("middle", "unreadable")
        assert "spans" in str(gap.problems[0])
        assert ranking["span"]["middle"].datasets["cs"] == value
        assert ranking["span"]["best"] == rank()["span"]["best"] or on_missing == "skip"
    with pytest.raises(ts.DataError, match="spans"):
        rank(systems)
    # A malformed item alone counts as empty if requested.
    ranking = rank(systems, on_error="zero")
    assert ranking.gaps == ()
    assert ranking["span"]["middle"].datasets["cs"] > 0


def test_a_broken_gold_is_an_error():
    gold = {**GOLD, "cs": [*GOLD["cs"][:-1], {"id": "x", "spans": 3}]}
    with pytest.raises(ts.DataError):
        rank(gold=gold, on_missing="zero")


def test_a_data_set_that_nobody_has():
    ranking = rank({name: without(name, "de") for name in SYSTEMS}, on_missing="skip")
    assert ranking.datasets == ("cs", "en")
    assert ranking["span"]["best"].absent == frozenset()
    with pytest.raises(ts.DataError):
        rank({"a": {}, "b": {}}, on_missing="skip")


def test_one_system():
    ranking = rank({"best": SYSTEMS["best"]})
    assert ranking["span"]["best"].rank == 1
    assert "best" in render("text", RankingView(ranking))


def test_output_formats():
    ranking = rank({**SYSTEMS, "poor": without("poor", "en")}, on_missing="skip")
    data = ranking.to_dict()
    assert [system["system"] for system in data["ranking"]["span"]] == ["best", "near", "middle", "poor"]
    assert data["datasets"] == ["cs", "de", "en"]
    assert data["gaps"][0]["file"] == "en"
    assert data["resamples"] == 400
    lines = render("csv", RankingView(ranking)).splitlines()
    assert lines[0].startswith("metric,system,dataset,number,value,low,high,rank,rank_low,rank_high")
    assert len(lines) == 1 + 4 * 4
    assert lines[-1].split(",")[:5] == ["span", "poor", "en", "f1", ""]
    assert ranking.to_pandas()["rank"].dropna().tolist() == [1, 1, 3, 4]
    for name in ("text", "markdown", "latex", "notebook"):
        assert "poor" in render(name, RankingView(ranking))
    assert "poor: en is missing, left out of its mean" in repr(ranking)


@pytest.mark.parametrize("wrong", [{"on_missing": "x"}, {"unit": "x"}, {"average": "micro"}, {"tests": ()}])
def test_wrong_usage(wrong):
    with pytest.raises(ts.UsageError):
        rank(**wrong)
