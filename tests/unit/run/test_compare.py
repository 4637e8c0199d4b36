"""Comparing systems from Python."""

import json
import sys

import pytest

import tallystick as ts
from tallystick.report.comparison_table import letters_of

SPANS = [[["PER", 0, 1], ["LOC", 3, 3]], [["PER", 0, 1]], [["ORG", 5, 7]], [["PER", 2, 2], ["ORG", 4, 4]]]


def items(*found, documents=None):
    """Items in which the first so many spans of the gold are found."""
    listed = []
    for number, (spans, count) in enumerate(zip(SPANS, found, strict=True)):
        item = {"id": f"s{number}", "spans": [{"type": t, "span": [a, b]} for t, a, b in spans[:count]]}
        listed.append(item | ({"meta": {"document": documents[number]}} if documents else {}))
    return listed


GOLD, ALL, HALF, NONE = items(9, 9, 9, 9), items(2, 1, 1, 2), items(1, 1, 1, 1), items(0, 0, 0, 0)


def compare(gold=GOLD, systems=None, **options):
    systems = systems or {"half": HALF, "all": ALL}
    return ts.compare(gold, systems, options.pop("metrics", "span"), task="spans", resamples=50, **options)


def test_values_and_p():
    found = compare()["span"]
    assert found.systems["all"].f1 == 1.0
    # Four of six spans, and no others: F1 = 8 / 10.
    assert found.systems["half"].f1 == 0.8
    difference = found.difference("half", "all")
    assert difference.value == pytest.approx(0.2)
    # Two items differ: of the four ways to exchange, two are as extreme.
    assert (difference.tests["ar"].p, difference.tests["ar"].trials) == (0.5, 4)
    assert (difference.wins, difference.ties, difference.losses) == (2, 2, 0)
    assert found.signature == ts.score(GOLD, ALL, "span", task="spans")["span"].signature


@pytest.mark.parametrize("average", ["micro", "macro"])
def test_scores_are_those_of_score(average):
    found = compare(average=average, metrics=["span", "span-partial"])
    for name, system in (("half", HALF), ("all", ALL)):
        expected = ts.score(GOLD, system, ["span", "span-partial"], task="spans", average=average)
        for key in expected:
            assert found[key].systems[name].values == expected[key].values


def test_composite_metrics():
    gold = [{"id": str(n), "clusters": [[[0, 0], [2, 2], [n, n]], [[5, 6], [8, 9]]]} for n in range(10, 20)]
    base = [item | {"clusters": item["clusters"][:1]} for item in gold]
    found = ts.compare(gold, {"base": base, "gold": gold}, "conll", task="coref", resamples=50)["conll"]
    expected = ts.score(gold, base, "conll", task="coref")["conll"].f1
    assert found.systems["base"].f1 == expected
    # All items are alike, so is every resample.
    assert found.systems["base"].intervals["f1"] == pytest.approx((expected, expected))
    assert found.differences[0].tests["ar"].p == 2 / 2**10


def test_systems_without_names():
    assert ts.compare(GOLD, [HALF, ALL], "span", task="spans", resamples=9).names == ("1", "2")


def test_files(tmp_path):
    for name, side in (("gold", GOLD), ("one", HALF), ("two", ALL)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(item) + "\n" for item in side), "utf-8")
    found = ts.compare(
        tmp_path / "gold.jsonl", [tmp_path / "one.jsonl", tmp_path / "two.jsonl"], "span", resamples=9
    )
    assert found.names == ("one", "two")
    assert found["span"].differences[0].value == pytest.approx(0.2)


def test_gold_that_can_be_read_only_once():
    assert compare(iter(GOLD))["span"].systems["all"].f1 == 1.0


def test_only_what_all_systems_have_counts():
    broken = [{"id": "s0", "spans": 3}, *HALF[1:]]
    found = compare(systems={"broken": broken, "all": ALL}, on_error="skip")
    assert found.items == 3
    assert (found.coverage["broken"].skipped, found.coverage["broken"].left_out) == (1, 0)
    assert (found.coverage["all"].skipped, found.coverage["all"].left_out) == (0, 1)
    # Three of the four spans of the other items.
    assert found["span"].systems["broken"].f1 == pytest.approx(6 / 7)
    assert "all: 1 item left out (missing or incomplete in another system)" in repr(found)
    assert "broken: 1 item skipped" in repr(found)


def test_missing_predictions_may_count_as_empty():
    found = compare(systems={"short": HALF[1:], "all": ALL}, on_error="zero")
    assert (found.items, found.coverage["short"].zeroed) == (4, 1)


def test_no_item_in_common():
    broken = [item | {"spans": 3} for item in HALF]
    with pytest.raises(ts.DataError, match="no item was scored for all systems"):
        compare(systems={"broken": broken, "all": ALL}, on_error="skip")


def test_problems_of_all_systems_are_listed():
    bad = [item | {"spans": 3} for item in HALF]
    with pytest.raises(ts.DataError) as caught:
        compare(systems={"one": bad[:1] + ALL[1:], "two": ALL[:1] + bad[1:]})
    assert len(caught.value.problems) == 4


def test_ids_of_the_systems_do_not_matter_where_the_gold_has_none():
    gold = [{"spans": item["spans"]} for item in GOLD]
    other = [item | {"id": f"x{number}"} for number, item in enumerate(HALF)]
    found = compare(gold, {"half": other, "all": ALL})
    assert (found.items, found["span"].systems["half"].f1) == (4, 0.8)


def test_equal_ids_in_order():
    same = [[item | {"id": "x"} for item in side] for side in (GOLD, HALF, ALL)]
    broken = [{"id": "x", "spans": 3}, *same[1][1:]]
    found = compare(same[0], {"broken": broken, "all": same[2]}, match_by="order", on_error="skip")
    assert (found.items, found["span"].systems["broken"].f1) == (3, pytest.approx(6 / 7))


def test_documents_by_meta():
    gold = items(9, 9, 9, 9, documents=["x", "x", "y", "y"])
    found = compare(gold, unit="document")
    assert (found.unit, found.units, found.items) == ("document", 2, 4)
    assert "bootstrap over 2 documents" in repr(found)
    assert found["span"].differences[0].tests["ar"].trials == 4


def test_documents_by_file(tmp_path):
    for name, side in (("gold", GOLD), ("one", NONE), ("two", ALL)):
        (tmp_path / name).mkdir()
        for file, listed in (("0", side[:2]), ("1", side[2:])):
            (tmp_path / name / f"{file}.jsonl").write_text(
                "".join(json.dumps(item) + "\n" for item in listed)
            )
    found = ts.compare(
        tmp_path / "gold", [tmp_path / "one", tmp_path / "two"], "span", unit="document", resamples=9
    )
    assert (found.units, found.items, found["span"].differences[0].tests["ar"].p) == (2, 4, 0.5)


def test_one_document_is_too_few():
    with pytest.raises(ts.UsageError, match="all items belong to one document"):
        compare(unit="document")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"systems": {"one": ALL}}, "at least two systems"),
        ({"unit": "sentence"}, "unit='sentence' is not one of item, document"),
        ({"tests": "t"}, "test='t'"),
        ({"metrics": "smatch"}, "smatch"),
        ({"level": 2}, "level 2 "),
    ],
)
def test_what_makes_no_sense(options, message):
    with pytest.raises(ts.UsageError, match=message):
        compare(**options)


def test_undefined_may_count_as_zero():
    gold = [{"id": str(n), "spans": []} for n in range(3)]
    whole = compare(gold, {"one": gold, "two": gold})
    assert whole.comparisons == 0
    assert "up to 3 items excluded from win/tie/loss (undefined score)" in repr(whole)
    found = whole["span"]
    assert (found.systems["one"].f1, found.differences[0].tests["ar"].p) == (None, None)
    zero = compare(gold, {"one": gold, "two": gold}, undefined="zero")["span"]
    assert (zero.systems["one"].f1, zero.differences[0].tests["ar"].p) == (0.0, 1.0)


def test_several_processes():
    assert repr(compare(jobs=2)) == repr(compare())


def test_table():
    gold = [{"id": str(n), "spans": [{"type": "PER", "span": [n, n]}]} for n in range(8)]
    none = [item | {"spans": []} for item in gold]
    found = compare(gold, {"none": none, "all": gold})
    lines = repr(found).splitlines()
    assert lines[2].split() == ["span", "a", "none", "0.00", "0.00–0.00"]
    assert lines[3].split() == ["b", "all", "100.00ᵃ", "100.00–100.00", "+100.00", "+100.00", "to", "+100.00",
                                "8/0/0", "100.00", "0.0078"]  # fmt: skip
    assert "exact (all permutations were tried)" in lines[5]
    html = found._repr_html_()
    assert html.startswith("<table>")
    assert "100.00ᵃ" in html


def test_pandas():
    frame = compare(systems={"none": NONE, "half": HALF, "all": ALL}).to_pandas()
    assert frame[["system", "base"]].values.tolist()[1:] == [
        ["half", "none"],
        ["all", "none"],
        ["all", "half"],
    ]
    assert frame["difference"].tolist()[1:] == pytest.approx([0.8, 1.0, 0.2])
    assert frame["p_ar"].tolist()[3] == 0.5


def test_polars():
    pl = pytest.importorskip("polars")
    frame = compare().to_polars()
    assert isinstance(frame, pl.DataFrame)
    assert frame["difference"].to_list() == [None, pytest.approx(0.2)]


def test_without_polars(monkeypatch):
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ts.UsageError, match="pip install tallystick\\[polars\\]"):
        compare().to_polars()


def test_access():
    found = compare()
    assert list(found) == ["span"]
    with pytest.raises(KeyError, match="it has span"):
        found["muc"]


def test_letters():
    letters = letters_of(tuple(map(str, range(60))))
    assert len(set(letters.values())) == 60
    assert "q" not in letters.values()


UMR = """# :: snt1
(s1g / go-01
    :ARG0 (s1b / boy))

# alignment:
s1g: 0-0
s1b: 0-0

# document level annotation:

################################################################################
# :: snt2
(s2s / stay-01
    :ARG0 (s2h / he))

# alignment:
s2s: 0-0
s2h: 0-0

# document level annotation:

"""


def test_items_of_which_a_system_has_a_part_only(tmp_path):
    broken = UMR.replace("(s2h / he)", "((s2h / he)")
    for name, first in (("gold", UMR), ("whole", UMR), ("part", broken)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "1.umr").write_text(first, "utf-8")
        (tmp_path / name / "2.umr").write_text(UMR, "utf-8")
    systems = [tmp_path / "whole", tmp_path / "part"]
    found = ts.compare(tmp_path / "gold", systems, "smatch", task="umr", on_error="skip", resamples=9)
    # The first document would be compared without its second sentence for one of them.
    assert found.items == 1
    assert [own.left_out for own in found.coverage.values()] == [1, 1]
    assert found.coverage["part"].skipped == 1
    # Counted as empty, what cannot be read is missed: the gold is the same for both.
    assert (
        ts.compare(tmp_path / "gold", systems, "smatch", task="umr", on_error="zero", resamples=9).items == 2
    )
    # What the gold lacks, all systems lack.
    (tmp_path / "gold" / "1.umr").write_text(broken, "utf-8")
    systems = [tmp_path / "whole", tmp_path / "whole"]
    found = ts.compare(tmp_path / "gold", systems, "smatch", task="umr", on_error="skip", resamples=9)
    assert (found.items, found["smatch"].differences[0].value) == (2, 0.0)


def test_metrics_whose_subject_does_not_occur_are_not_compared():
    def items(*entities, **more):
        return [
            {
                "id": "d",
                "tokens": list("abcdef"),
                "clusters": [[[n, n] for n in one] for one in entities],
                **more,
            }
        ]

    gold, split = items((0,), (1,), (2, 3)), items((0,), (1,), (2, 3), components=[[], [], [0, 1]])
    found = ts.compare(gold, {"same": gold, "other": items((0, 1))}, task="coref", resamples=9)
    assert "conll" in found
    assert not any(key.startswith(("split.", "zeros", "bridging.")) for key in found)
    # Asked for, it is there; and so it is where a single system has its subject, be it the first or not.
    assert list(ts.compare(gold, [gold, gold], "split.b3", task="coref", resamples=9)) == ["split.b3"]
    for systems in ([gold, split], [split, gold]):
        assert "split.b3" in ts.compare(gold, systems, task="coref", resamples=9)


GROUPS = ["a", "a", "b", "c"]


@pytest.mark.parametrize("undefined", ["null", "zero"])
@pytest.mark.parametrize("by", ["document", "type"])
def test_the_mean_over_groups_is_that_of_score(by, undefined):
    gold, half, none = (items(*found, documents=GROUPS) for found in ([9] * 4, [1, 1, 1, 1], [0, 1, 0, 0]))
    options = {"average": "groups", "by": by, "undefined": undefined}
    found = compare(gold, {"half": half, "none": none}, metrics=["span", "span-partial"], **options)
    for name, system in (("half", half), ("none", none)):
        expected = ts.score(gold, system, ["span", "span-partial"], task="spans", **options)
        for key in expected:
            assert found[key].systems[name].values == pytest.approx(expected[key].values)


def test_groups_weigh_the_same_however_large_they_are():
    gold = items(9, 9, 9, 9, documents=GROUPS)
    # Found: half of a, nothing of b, all of c.
    system = items(1, 0, 0, 2, documents=GROUPS)
    recall = compare(gold, {"gold": gold, "system": system}, average="groups", by="document")["span"].systems
    assert recall["gold"].values["recall"] == 1.0
    assert recall["system"].values["recall"] == pytest.approx((1 / 3 + 0 + 1) / 3)


def test_groups_are_named_where_they_are_meant():
    with pytest.raises(ts.UsageError, match="add --by"):
        compare(average="groups")


def test_groups_of_whole_items_are_compared_too():
    """Each group has the numbers that it has alone, its own draws, and is adjusted with the other groups."""
    gold = [item | {"meta": {"genre": "news" if number < 2 else "web"}} for number, item in enumerate(GOLD)]
    found = compare(gold, by="genre")
    assert [metric.group for metric in found.by_group] == ["news", "web"]
    for name, members in (("news", slice(0, 2)), ("web", slice(2, 4))):
        alone = compare(gold[members], {"half": HALF[members], "all": ALL[members]})["span"]
        within = found.metrics[f"span {name}"]
        assert {key: dict(score.values) for key, score in within.systems.items()} == {
            key: dict(score.values) for key, score in alone.systems.items()
        }
        assert within.differences[0].tests["ar"].p == alone.differences[0].tests["ar"].p
    assert found["span"] == compare(gold)["span"]


def test_groups_that_only_one_system_has():
    wild = [item | {"spans": [*item["spans"], {"type": "ODD", "span": [9, 9]}]} for item in GOLD]
    for systems in ({"wild": wild, "all": ALL}, {"all": ALL, "wild": wild}):
        found = compare(GOLD, systems, average="groups", by="type", tests=("ar", "bs"))["span"]
        assert found.systems["all"].f1 == 1.0
        assert (
            found.systems["wild"].f1
            == ts.score(GOLD, wild, "span", task="spans", average="groups", by="type")["span"].f1
        )
        assert found.difference(*systems).tests["ar"].p < 0.2
