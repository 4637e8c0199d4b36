"""The same interval for the same system, wherever it is asked for."""

from math import nan
from random import Random

import pytest

import tallystick as ts
from tallystick.registry import tasks
from tallystick.results.options import AVERAGES, GROUP_AVERAGES
from tallystick.results.settings import Settings
from tallystick.run.plan import Outcome
from tallystick.run.samples import RunSamples
from tallystick.stats.comparison import Statistics
from tallystick.tally import total

GRAPHS = [
    "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))",
    "(s / see-01 :ARG0 (i / i) :ARG1 (d / dog :mod (b / big)))",
    "(r / run-02 :ARG0 (c / cat) :time (n / now))",
    "(d / dog)",
    "(e / eat-01 :ARG0 (b / boy :quant 2) :ARG1 (a / apple))",
]


def items(seed):
    random = Random(seed)
    return [
        {
            "id": number,
            "clusters": [
                [
                    [2 * mention, 2 * mention + random.randrange(2)]
                    for mention in range(6)
                    if mention % 2 == side
                ]
                for side in (0, 1)
            ],
            "meta": {"language": "en" if number % 3 else "de"},
        }
        for number in range(12)
    ]


def assert_same_intervals(report, comparison, name):
    for key in report:
        assert dict(report[key].intervals) == dict(comparison[key].systems[name].intervals), key
        assert any(low != high for low, high in report[key].intervals.values()), key


@pytest.mark.parametrize("undefined", ["null", "zero"])
@pytest.mark.parametrize("average", ["micro", "macro", "groups", "weighted"])
def test_score_and_compare_give_the_same_intervals(average, undefined):
    gold, pred, other = items(1), items(2), items(3)
    options = {"task": "coref", "average": average, "undefined": undefined, "seed": 5}
    options |= {"by": "language"} if average in GROUP_AVERAGES else {}
    metrics = ["b3", "ceaf-e", *(["conll"] if average != "weighted" else [])]
    report = ts.score(gold, pred, metrics, confidence=0.95, **options)
    assert_same_intervals(report, ts.compare(gold, {"a": other, "b": pred}, metrics, **options), "b")


@pytest.mark.parametrize("average", [average for average in AVERAGES if average not in GROUP_AVERAGES])
def test_the_same_for_sums_that_are_no_whole_numbers(average):
    gold = [f"# ::snt {'word ' * (number + 1)}\n{graph}" for number, graph in enumerate(GRAPHS * 3)]
    pred, other = gold[10:] + GRAPHS[1:] + GRAPHS[:1] + GRAPHS, GRAPHS[2:] * 5
    options = {"task": "amr", "average": average, "match_by": "order"}
    metrics = ["smatch", "ancast.relation", "ancast.concept"]
    report = ts.score("\n\n".join(gold), "\n\n".join(pred), metrics, confidence=0.95, **options)
    texts = {"a": "\n\n".join(other), "b": "\n\n".join(pred)}
    assert_same_intervals(report, ts.compare("\n\n".join(gold), texts, metrics, **options), "b")


def test_the_number_of_resamples_is_the_same_everywhere():
    assert Settings().resamples == Statistics().resamples


METRICS = [(name, metric.name) for name, task in tasks().items() if task.example for metric in task.metrics]


@pytest.mark.parametrize(("task", "metric"), METRICS)
@pytest.mark.parametrize("stratified", [False, True])
def test_samples_of_groups_give_the_numbers_of_groups(task, metric, stratified):
    """Whatever the numbers of a metric are computed from."""
    declared = tasks()[task]
    known = {parameter.name for parameter in declared.metric(metric).parameters}
    options = {name: value for name, value in declared.example_options.items() if name in known}
    scored = ts.score(*declared.example, metric, task=task, on_error="skip", **options)
    for report in scored.metrics.values():
        tallies = [item.score.tally for item in report.items]
        reading = report.score.reading
        grouped = [Outcome(str(n), "scored", (own,), groups={"x": (own,)}) for n, own in enumerate(tallies)]
        others = [Outcome(str(n), "scored", (own,), groups={"y": (own,)}) for n, own in enumerate(tallies)]
        samples = RunSamples([*grouped, *others], Settings(), stratified=stratified)
        sample = samples.of_group("x", 0, reading)
        whole = reading(total(tallies))
        assert dict(zip(sample.fields, sample.values, strict=True)) == pytest.approx(whole, nan_ok=True)
        summed = sample.read(sample.counts.sum(axis=0, keepdims=True))[0]
        expected = [nan if value is None else value for value in whole.values()]
        assert summed.tolist() == pytest.approx(expected, nan_ok=True)
