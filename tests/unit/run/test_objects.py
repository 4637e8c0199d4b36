"""Metrics as objects, wherever a metric's name is accepted."""

import json
import pickle
import sys
from dataclasses import dataclass
from types import ModuleType

import pytest

import tallystick as ts
from tallystick.errors import UsageError
from tallystick.registry import find_task
from tallystick.tally import READ_RATIOS, Alignment, Pair, Tally
from tallystick.tasks.base import Metric, Parameter, Scorer, Task, always
from tallystick.tasks.spans.task import TypedSpan


@dataclass(frozen=True)
class Walk:
    stops: frozenset[str]


def types_of(document):
    return [span.type for span in document.spans]


def same_initial(gold, pred):
    return float(gold[:1] == pred[:1])


class Lengths(Scorer):
    """Compares how many elements two lists have."""

    reading = READ_RATIOS

    def __init__(self, least=0):
        self.least = least

    def count(self, pair):
        gold, pred = len(pair.gold), len(pair.pred)
        return Tally.of(max(self.least, min(gold, pred)), pred=pred, gold=gold)

    def explain(self, pair):
        return Alignment((Pair(len(pair.gold), len(pair.pred), 1.0),))


#: A metric of spans that knows nothing of them but what a function takes.
BAG_OF_TYPES = ts.bag(ts.exact).of(types_of)
STOPS = ts.record(Walk, stops=ts.bag(ts.exact))
INITIALS = ts.bag(ts.similarity(same_initial))
LENGTHS = Metric("lengths", "the number of elements", always(Lengths()))

GOLD = '{"id": "a", "spans": [{"type": "PER", "span": [0, 1]}, {"type": "LOC", "span": [4, 4]}]}\n'
PRED = '{"id": "a", "spans": [{"type": "PER", "span": [7, 7]}, {"type": "ORG", "span": [4, 4]}]}\n'


def test_a_similarity_with_a_task():
    report = ts.score(GOLD, PRED, ["span", BAG_OF_TYPES], task="spans")
    assert list(report) == ["span", "bag(exact).of(types_of)"]
    assert report["bag(exact).of(types_of)"].f1 == 0.5
    assert report["bag(exact).of(types_of)"].items[0].alignment.missed == ("LOC",)
    assert report["bag(exact).of(types_of)"].signature.startswith("bag(exact).of(types_of)|average:micro|")


def test_the_task_is_inferred_from_files_beside_names():
    assert ts.score(GOLD, PRED, ["span", BAG_OF_TYPES])["bag(exact).of(types_of)"].f1 == 0.5


def test_a_similarity_without_a_task():
    # The metric knows the type of its items.
    walks = [Walk(frozenset("ab"))], [Walk(frozenset("bc"))]
    lines = '{"stops": ["a", "b"]}\n', '{"stops": ["b", "c"]}\n'
    for gold, pred in (walks, lines):
        (score,) = ts.score(gold, pred, STOPS).metrics.values()
        assert (score.key, score.f1) == ("record(Walk, stops=bag(exact))", 0.5)
    # This one does not; the items are whatever they are.
    report = ts.score([["a", "bc"]], [["ab"]], [ts.bag(ts.exact), INITIALS])
    assert {key: metric.recall for key, metric in report.metrics.items()} == {
        "bag(exact)": 0.0,
        "bag(similarity(same_initial))": 0.5,
    }
    assert ts.report_page(report)


def test_a_scorer():
    report = ts.score([[1, 2]], [[3]], Lengths())
    assert (report["Lengths"].precision, report["Lengths"].recall) == (1.0, 0.5)
    assert report["Lengths"].items[0].alignment.matched[0].gold == 2
    assert ts.score("[1, 2]\n", "[3]\n", [Lengths()])["Lengths"].recall == 0.5


def test_a_declaration():
    assert ts.score([[1, 2]], [[3]], LENGTHS)["lengths"].recall == 0.5
    least = Parameter("least", 0, "the least number", kind=int)
    declared = Metric(
        "at-least", "with a floor", lambda options: Lengths(options["least"]), parameters=(least,)
    )
    assert ts.score([[1, 2]], [[3, 4]], declared, least=1)["at-least"].signature.startswith(
        "at-least|least:1|"
    )
    with pytest.raises(UsageError, match="none of the selected metrics has the option 'most'"):
        ts.score([[1, 2]], [[3, 4]], declared, most=1)


def test_a_named_metric():
    span = ts.metric("span")
    assert ts.score(GOLD, PRED, span)["span"].f1 == 0
    assert ts.score(GOLD, PRED, [span, "span-boundary"])["span-boundary"].f1 == 0.5
    assert ts.score(GOLD, PRED, [span, BAG_OF_TYPES])["bag(exact).of(types_of)"].f1 == 0.5
    ceaf = ts.metric("ceaf-ree(phi=3)")
    example = find_task("roles").example
    assert ts.score(*example, ceaf)["ceaf-ree(phi=3)"].signature.startswith("ceaf-ree|phi:3|")
    assert ts.score(*example, ["ceaf-ree(phi=4)", ceaf]).metrics.keys() == {
        "ceaf-ree(phi=4)",
        "ceaf-ree(phi=3)",
    }


def test_a_named_metric_of_another_task():
    with pytest.raises(UsageError, match="'muc' is a metric of the task coref, not of spans"):
        ts.score(GOLD, PRED, ts.metric("muc"), task="spans")
    with pytest.raises(UsageError, match="'muc' is a metric of the task coref, not of spans"):
        ts.score(GOLD, PRED, [ts.metric("span"), ts.metric("muc")])


def test_options_of_a_named_metric_are_settled():
    with pytest.raises(UsageError, match=r"are fixed; pass 'phi' to ts\.metric"):
        ts.score(*find_task("roles").example, ts.metric("ceaf-ree"), phi=3)


def test_a_plain_function_is_refused_with_a_hint():
    with pytest.raises(UsageError, match=r"wrap a function of two items: ts\.similarity"):
        ts.score([[1]], [[1]], [same_initial])


@pytest.mark.parametrize(
    "metrics",
    [
        [Lengths(), Lengths(1)],
        [LENGTHS, Metric("lengths", "another", always(Lengths(1)))],
        [ts.bag(ts.similarity(lambda gold, pred: 1.0)), ts.bag(ts.similarity(lambda gold, pred: 0.5))],
    ],
)
def test_two_different_metrics_of_one_name_are_refused(metrics):
    with pytest.raises(UsageError, match="two different metrics are called"):
        ts.score([[1]], [[1]], metrics)
    first, second = metrics
    named = [
        first,
        Metric("other", "the other one", always(second) if not isinstance(second, Metric) else second.build),
    ]
    assert len(ts.score([[1]], [[1]], named).metrics) == 2


def test_names_of_the_task_are_taken():
    with pytest.raises(UsageError, match="two different metrics are called 'span'"):
        ts.score(GOLD, PRED, Metric("span", "mine", always(BAG_OF_TYPES)), task="spans")
    roles = find_task("roles").example
    with pytest.raises(
        UsageError, match=r"are called 'ceaf-ree'; distinguish them by their options: ceaf-ree\("
    ):
        ts.score(*roles, [ts.metric("ceaf-ree"), ts.metric("ceaf-ree", phi=3)])
    # The same twice is the same.
    assert list(ts.score(*roles, [ts.metric("ceaf-ree"), "ceaf-ree", ts.metric("ceaf-ree")])) == ["ceaf-ree"]


def test_what_is_no_metric():
    with pytest.raises(UsageError, match="a similarity of the algebra or a Scorer, not 5"):
        ts.score(GOLD, PRED, [5], task="spans")


TYPES = Metric("types", "types of spans", always(BAG_OF_TYPES))


@pytest.mark.parametrize("metric", [BAG_OF_TYPES, ts.metric("span-type"), TYPES])
def test_everywhere(metric):
    (score,) = ts.score(GOLD, PRED, metric, task="spans").metrics.values()
    for jobs in (1, 2):
        assert ts.score(GOLD, PRED, [metric], task="spans", jobs=jobs)[score.key].f1 == score.f1
        compared = ts.compare(GOLD, [PRED, GOLD], [metric], task="spans", jobs=jobs)
        agreed = ts.agree([GOLD, PRED], [metric], task="spans", jobs=jobs)
        assert list(compared.metrics) == list(agreed.metrics) == [score.key]
        assert agreed[score.key].mean == score.f1
    ts.assert_score(GOLD, GOLD, metric, at_least=1.0, task="spans")
    with pytest.raises(AssertionError, match="below 1"):
        ts.assert_score(GOLD, PRED, metric, at_least=1.0, task="spans")


@pytest.mark.parametrize(
    ("metric", "task", "items"),
    [
        (STOPS, None, [Walk(frozenset("ab")), Walk(frozenset("bc"))]),
        (STOPS, Walk, [Walk(frozenset("ab")), Walk(frozenset("bc"))]),
        (BAG_OF_TYPES, "spans", [json.loads(GOLD), json.loads(PRED) | {"id": "b"}]),
        (ts.metric("span"), None, [json.loads(GOLD), json.loads(PRED) | {"id": "b"}]),
        (Lengths(), None, [[1], [2, 3]]),
    ],
)
def test_evaluators_travel_and_merge(metric, task, items):
    halves = []
    for item in items:
        evaluator = ts.Evaluator(metrics=metric, task=task)
        evaluator.update([item], [item])
        halves.append(pickle.loads(pickle.dumps(evaluator)))
    left, right = halves
    left.merge(right)
    report, whole = left.compute(), ts.score(items, items, metric, task=task)
    assert report.items == 2
    assert {key: score.tally for key, score in report.metrics.items()} == {
        key: score.tally for key, score in whole.metrics.items()
    }


def test_an_evaluator_of_its_own_gold_travels():
    evaluator = ts.Evaluator([[1, 2]], ts.bag(ts.exact))
    evaluator.update([[2]])
    assert pickle.loads(pickle.dumps(evaluator)).compute()["bag(exact)"].recall == 0.5


def test_what_cannot_travel_is_refused():
    unnamed = ts.bag(ts.similarity(lambda gold, pred: 1.0))
    with pytest.raises(
        UsageError, match=r"cannot be sent to other processes .* name it as module:NAME, or leave jobs"
    ):
        ts.score([[1]], [[1]], unnamed, jobs=2)
    with pytest.raises(UsageError, match="name it as module:NAME"):
        ts.score(GOLD, PRED, Metric("odd", "odd", lambda _: BAG_OF_TYPES), task="spans", jobs=2)


def test_named_metrics_travel():
    metric = pickle.loads(pickle.dumps(ts.metric("ceaf-ree", phi=3)))
    assert repr(metric) == "<metric ceaf-ree(phi=3) of the task roles>"
    smatch = pickle.loads(pickle.dumps(ts.metric("smatch")))
    assert smatch.score("(b / boy)", "(b / boy)").f1 == 1


@pytest.fixture
def module(monkeypatch):
    made = ModuleType("ours")
    monkeypatch.setitem(sys.modules, "ours", made)
    made.metric, made.SCORER, made.DECLARED = STOPS, Lengths(), LENGTHS
    made.named = ts.metric("span-type")
    made.several = {"scorer": Lengths(), "floor": Lengths(1), "declared": LENGTHS, "bag": ts.bag(ts.exact)}
    made.TASK = find_task("spans")
    return made


@pytest.mark.parametrize(
    ("name", "lines", "scores"),
    [
        ("metric", ('{"stops": ["a", "b"]}\n', '{"stops": ["b", "c"]}\n'), {"metric": 0.5}),
        ("SCORER", ("[1, 2]\n", "[3, 4]\n"), {"SCORER": 1.0}),
        ("DECLARED", ("[1, 2]\n", "[3, 4]\n"), {"lengths": 1.0}),
        ("named", (GOLD, PRED), {"named": 0.0}),
        ("several", ("[1, 2]\n", "[2, 3]\n"), {"scorer": 1.0, "floor": 1.0, "declared": 1.0, "bag": 0.5}),
    ],
)
def test_by_module_and_name(module, name, lines, scores):
    for jobs in (1, 2):
        report = ts.score(*lines, task=f"ours:{name}", jobs=jobs)
        assert {key: metric.f1 for key, metric in report.metrics.items()} == scores


def test_a_task_by_module_and_name(module):
    report = ts.score(GOLD, PRED, "span-boundary", task="ours:TASK")
    assert (report.task, report["span-boundary"].f1) == ("ours:TASK", 0.5)
    # A task that is named so takes what it takes under its own name.
    spans = [TypedSpan("PER", (0, 1))]
    with pytest.raises(ts.DataError, match="expected a dictionary or a SpanDocument"):
        ts.score([spans], [spans], task="ours:TASK")


def test_a_task_as_an_object():
    spans = find_task("spans")
    assert ts.score(GOLD, PRED, "span", task=spans).task == "spans"
    changed = Task("spans", "other spans", spans.formats, spans.metrics[:1], spans.empty)
    with pytest.raises(UsageError, match="a task named 'spans' already exists; choose another name"):
        ts.score(GOLD, PRED, task=changed)
    renamed = Task("my-spans", "other spans", spans.formats, spans.metrics[:1], spans.empty)
    assert list(ts.score(GOLD, PRED, task=renamed)) == ["span"]
    assert ts.score(GOLD, PRED).task == "spans"  # files are not taken for those of the other one
    assert ts.report_page(ts.score(GOLD, PRED, [BAG_OF_TYPES, "span"], task=renamed))
    with pytest.raises(UsageError, match="cannot be sent to other processes"):
        ts.score(GOLD, PRED, task=renamed, jobs=2)
