"""Lists of tags counted at once give what they give pair by pair."""

from random import Random

import pytest

import tallystick as ts
from tallystick.errors import DataError
from tallystick.run import bulk
from tallystick.tasks.spans.bulk import count_tags

STANDARD = ("span", "span-boundary", "span-partial", "span-type")
CATEGORIES = ("ner-strict", "ner-exact", "ner-partial", "ner-type")
ALL = (*STANDARD, *CATEGORIES, "tag-accuracy")


def sentences(random: Random, number: int, prefixes: str) -> tuple[list[list[str]], list[list[str]]]:
    """Random tags, a part of them the same on both sides."""
    tags = ["O", *(f"{prefix}-{kind}" for prefix in prefixes for kind in ("A", "B"))]
    golds = [random.choices(tags, k=random.randint(1, 9)) for _ in range(number)]
    preds = [[random.choice(tags) if random.random() < 0.4 else tag for tag in gold] for gold in golds]
    return golds, preds


def pair_by_pair(golds, preds, *arguments, **options):
    """Score with a callback for each pair, which needs them one by one."""
    return ts.score(golds, preds, *arguments, task="spans", progress=lambda _: None, **options)


def assert_same(golds, preds, *arguments, **options):
    many = ts.score(golds, preds, *arguments, task="spans", **options)
    each = pair_by_pair(golds, preds, *arguments, **options)
    assert many.to_dict(items=True) == each.to_dict(items=True)
    assert repr([metric.tally for metric in many.metrics.values()]) == repr(
        [metric.tally for metric in each.metrics.values()]
    )
    assert many.problems == each.problems
    assert many.coverage == each.coverage
    for key, metric in many.metrics.items():
        assert repr([item.score.tally for item in metric.items]) == repr(
            [item.score.tally for item in each[key].items]
        )
        assert [item.alignment for item in metric.items] == [item.alignment for item in each[key].items]


@pytest.fixture
def counted(monkeypatch):
    """How often lists were counted at once."""
    calls = []
    original = bulk.imported

    def recorded(home):
        def count(*arguments):
            made = original(home)(*arguments)
            calls.append(made is not None)
            return made

        return count

    monkeypatch.setattr(bulk, "imported", recorded)
    return calls


@pytest.mark.parametrize("prefixes", ["BI", "IE", "BIES", "BILU", "BIELSU"])
@pytest.mark.parametrize("seed", range(3))
def test_every_metric(prefixes, seed, counted):
    assert_same(*sentences(Random(seed), 60, prefixes), ALL)
    assert counted == [True]


@pytest.mark.parametrize(
    ("tags", "prefixes"), [("seqeval", "BIES"), ("conlleval", "BI"), ("nervaluate", "BI")]
)
@pytest.mark.parametrize("seed", range(3))
def test_readings_of_other_programs(tags, prefixes, seed, counted):
    assert_same(*sentences(Random(seed), 60, prefixes), (*STANDARD, *CATEGORIES), tags=tags)
    assert counted == [True]


@pytest.mark.parametrize(
    ("prefixes", "options"),
    [
        ("BILU", {"tags": "seqeval"}),
        ("BIES", {"tags": "conlleval"}),
        ("BI", {"scheme": "iob2"}),
        *(
            (prefixes, {"tags": "strict", "scheme": scheme})
            for scheme, prefixes in (
                ("iob1", "BI"), ("iob2", "BI"), ("ioe1", "IE"), ("ioe2", "IE"), ("iobes", "BIES"), ("bilou", "BILU"),
            )
        ),
    ],
)  # fmt: skip
def test_other_readings_go_pair_by_pair(prefixes, options, counted):
    assert_same(*sentences(Random(1), 40, prefixes), STANDARD, **options)
    assert counted == [False]


@pytest.mark.parametrize("percent", [0, 30, 50, 100])
def test_least_overlap(percent):
    assert_same(*sentences(Random(percent), 100, "BI"), CATEGORIES, min_overlap=percent)


def test_greedy_pairs(counted):
    assert_same(*sentences(Random(4), 30, "BI"), CATEGORIES, pairing="greedy")
    assert counted == [False]


@pytest.mark.parametrize("options", [{"average": "macro"}, {"confidence": 0.9}, {"undefined": "zero"}])
def test_averages_and_intervals(options, counted):
    assert_same(*sentences(Random(5), 40, "BI"), STANDARD, **options)
    assert counted == [True]


def test_presets_of_seqeval(counted):
    assert_same(*sentences(Random(6), 40, "BI"), preset="seqeval-1.2.2")
    assert counted == [True]


def test_by_type(counted):
    assert_same(*sentences(Random(7), 40, "BI"), STANDARD, by="type")
    assert counted == []


def test_changed_lists():
    """The report explains what was scored, whatever becomes of the lists."""
    golds, preds = [["B-A", "O"]], [["B-A", "O"]]
    report = ts.score(golds, preds, "span", task="spans")
    preds[0][:] = ["O", "O"]
    assert report["span"].items[0].alignment.spurious == ()
    assert len(report["span"].items[0].alignment.matched) == 1


@pytest.mark.parametrize(
    ("golds", "preds"),
    [
        ([["B-A"]], [["A"]]),
        ([["B-A", "O"]], [["B-A"]]),
        ([["B-A"]], [["B-A"], ["O"]]),
        ([["B-A"], ["B"]], [["B-A"], ["O"]]),
        (["B-A"], ["B-A"]),
    ],
)
def test_errors_are_those_of_single_pairs(golds, preds):
    with pytest.raises(DataError) as many:
        ts.score(golds, preds, task="spans")
    with pytest.raises(DataError) as each:
        pair_by_pair(golds, preds)
    assert many.value.problems == each.value.problems


def test_other_forms_go_pair_by_pair():
    metrics = [("tag-accuracy", {})]
    assert count_tags(metrics, [["O"]], [["O"]]) is not None
    assert count_tags(metrics, [("O",)], [["O"]]) is None
    assert count_tags(metrics, [["O", -100]], [["O", "O"]]) is None
    assert count_tags(metrics, [["O", ["O"]]], [["O", "O"]]) is None
    assert count_tags(metrics, [[]], [[]]) is None
    assert count_tags(metrics, [], []) is None
