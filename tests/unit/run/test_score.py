"""`ts.score` from Python: what the sides may be, what the report holds, where the work is done."""

import copy
import sys
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

import numpy as np
import pytest

import tallystick as ts
from tallystick.formats.spans import Offsets
from tallystick.run import score as score_module
from tallystick.run.collect import collect
from tallystick.tasks.spans.task import SpanDocument, TypedSpan

PER, LOC = TypedSpan("PER", Offsets(0, 1)), TypedSpan("LOC", Offsets(3, 3))
GOLD = [
    {"id": "a", "spans": [{"type": "PER", "span": [0, 1]}, {"type": "LOC", "span": [3, 3]}]},
    {"id": "b", "spans": [{"type": "PER", "span": [0, 1]}]},
]
PRED = [{"id": "a", "spans": [{"type": "PER", "span": [0, 1]}]}, {"id": "b", "spans": []}]
TEXT = '{"id": "a", "spans": [{"type": "PER", "span": [0, 1]}]}'


def test_dictionaries():
    report = ts.score(GOLD, PRED, "span", task="spans")
    assert (report["span"].precision, report["span"].recall, report["span"].f1) == (1.0, 1 / 3, 0.5)
    first, second = report["span"].items
    assert (first.id, first.precision, first.recall, first.f1, first.value) == ("a", 1.0, 0.5, 2 / 3, 2 / 3)
    assert first.alignment.missed == (LOC,)
    assert first.alignment.matched[0].gold == PER
    assert second.precision is None


def test_dictionaries_pair_by_id_in_any_order():
    assert ts.score(GOLD, PRED[::-1], "span", task="spans")["span"].f1 == 0.5
    clusters = [{"doc_key": name, "clusters": [[[0, 0], [1, number]]]} for number, name in enumerate("ab", 1)]
    report = ts.score(clusters, clusters[::-1], "muc", task="coref")
    assert [item.id for item in report["muc"].items] == ["a", "b"]
    assert report["muc"].f1 == 1


def test_values_that_json_does_not_know():
    pred = [
        {"id": "a", "spans": ({"type": "PER", "span": np.array([0, 1])},)},
        {"id": "b", "spans": frozenset()},
    ]
    assert ts.score(GOLD, pred, "span", task="spans")["span"].f1 == 0.5


def test_typed_objects():
    gold, pred = [SpanDocument((PER, LOC)), SpanDocument(())], [SpanDocument((PER,)), SpanDocument(())]
    report = ts.score(gold, pred, task="spans")
    assert report["span"].recall == 0.5
    assert [item.id for item in report["span"].items] == ["1", "2"]


def test_text_paths_and_mixtures(tmp_path):
    path = tmp_path / "(gold).jsonl"
    path.write_text(TEXT)
    columns = "Bonn B-LOC\nlies O\n"
    assert ts.score(TEXT, TEXT, "span")["span"].f1 == 1
    assert ts.score(path, str(path), "span")["span"].f1 == 1
    assert ts.score(path, TEXT, "span")["span"].f1 == 1
    assert ts.score(GOLD[:1], path, "span")["span"].recall == 0.5
    assert ts.score(columns, [{"spans": [{"type": "LOC", "span": [0, 0]}]}], "span")["span"].f1 == 1
    assert ts.score((item for item in GOLD), iter(PRED), "span", task="spans")["span"].f1 == 0.5


@pytest.mark.parametrize(
    ("gold", "pred", "message"),
    [
        (GOLD[0], PRED[0], "gold must be a path, text or a list of items, not dict"),
        (3, PRED, "gold must be a path, text or a list of items, not int"),
        ("", PRED, "gold is empty"),
    ],
)
def test_sides_that_make_no_sense(gold, pred, message):
    with pytest.raises(ts.UsageError, match=message):
        ts.score(gold, pred, task="spans")


def test_objects_need_a_task():
    with pytest.raises(ts.UsageError, match="name the task"):
        ts.score(GOLD, PRED)


@pytest.mark.parametrize(
    ("pred", "message"),
    [
        ([], "<pred>:1:1: the input contains no items"),
        (PRED[:1], "<gold>:2:1: this item is missing from <pred> \\(item b\\)"),
        ([SpanDocument(()), 3], "<pred>:2: expected a dictionary or a SpanDocument, not int"),
        ([{"id": "a", "spans": object()}, PRED[1]], "<pred>:1: expected JSON values"),
        ([{"id": "a", "spans": 3}, PRED[1]], "<pred>:1:22: spans: expected"),
    ],
)
def test_problems_with_objects_have_places(pred, message):
    with pytest.raises(ts.DataError, match=message):
        ts.score(GOLD, pred, task="spans")


def test_the_report(tmp_path):
    report = ts.score(GOLD, PRED, task="spans", by="type", confidence=0.9)
    assert list(report) == ["span", "span-boundary", "span-partial", "span-type"]
    assert str(report) == repr(report)
    assert "micro, × 100" in str(report)
    assert report._repr_html_().startswith("<table>")
    table = report.to_pandas()
    assert list(table.index) == list(report)
    assert table.loc["span", "f1"] == 0.5
    assert set(report.groups) == {"PER", "LOC"}
    with pytest.raises(KeyError, match="it has span"):
        report["spam"]
    assert copy.deepcopy(report.settings) == report.settings
    nothing = ts.score([{"spans": []}], [{"spans": []}], task="spans").to_pandas()
    assert nothing["f1"].isna().all()


def test_averages_and_policies():
    assert ts.score(GOLD, PRED, "span", task="spans", average="macro")["span"].f1 == pytest.approx(1 / 3)
    report = ts.score(GOLD, PRED[:1], "span", task="spans", on_error="zero")
    assert (report.items, report.zeroed, report.skipped) == (2, 1, 0)
    assert report["span"].items[1].zeroed
    with pytest.raises(ts.UsageError, match="average='middle' is not one of"):
        ts.score(GOLD, PRED, task="spans", average="middle")


def test_options_of_metrics():
    roles = [{"roles": [{"role": "victim", "entity": ["he", "the mayor"]}]}]
    assert ts.score(roles, roles, "ceaf-ree", task="roles", phi=3)["ceaf-ree"].tally.pred_total == 2
    with pytest.raises(ts.UsageError, match="none of the selected metrics has the option 'colour'"):
        ts.score(roles, roles, task="roles", colour="red")


MANY_GOLD = [{"id": str(n), "spans": [{"type": "PER", "span": [n % 5, n]}]} for n in range(200)]
MANY_PRED = [{"id": str(n), "spans": [{"type": "PER", "span": [n % 3, n]}]} for n in range(200)]


def as_numbers(report):
    return {key: (dict(metric.values), metric.tally) for key, metric in report.metrics.items()}


def test_executors_change_nothing():
    wanted = as_numbers(ts.score(MANY_GOLD, MANY_PRED, task="spans"))
    with ThreadPoolExecutor(3) as threads:
        report = ts.score(MANY_GOLD, MANY_PRED, task="spans", executor=threads)
        assert as_numbers(report) == wanted
        assert report["span"].items[199].alignment.missed
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        assert as_numbers(ts.score(MANY_GOLD, MANY_PRED, task="spans", executor=processes)) == wanted
    assert as_numbers(ts.score(MANY_GOLD, MANY_PRED, task="spans", jobs=2)) == wanted


class Direct(ThreadPoolExecutor):
    """An executor that works at once: the least that the interface asks for."""

    def submit(self, function, /, *arguments):
        future = Future()
        future.set_result(function(*arguments))
        return future


def test_any_executor_will_do():
    with Direct() as executor:
        report = ts.score(MANY_GOLD, MANY_PRED, task="spans", executor=executor)
    assert report.items == 200


def test_problems_found_by_workers():
    pred = [*MANY_PRED[:150], {"id": "150", "spans": 3}, *MANY_PRED[151:]]
    with ThreadPoolExecutor(2) as threads, pytest.raises(ts.DataError, match="<pred>:151:"):
        ts.score(MANY_GOLD, pred, task="spans", executor=threads)


def test_a_worker_that_dies():
    gold = [SpanDocument(()), SpanDocument(())]
    with pytest.raises(ts.TallystickError, match="a worker process died"):
        ts.score(gold, [Deadly(()), Deadly(())], task="spans", jobs=2)


@dataclass(frozen=True)
class Deadly(SpanDocument):
    """Ends the process that unpickles it."""

    def __reduce__(self):
        return (__import__("os")._exit, (3,))


def test_a_stream_keeps_nothing(monkeypatch):
    kept = []

    def watched(*arguments, **options):
        found = collect(*arguments, **options)
        kept.append(found)
        return found

    monkeypatch.setattr(score_module, "collect", watched)
    alive = []

    def stream():
        for number in range(5000):
            alive.append(number)
            yield {"id": str(number), "spans": [{"type": "PER", "span": [0, number]}]}

    report = ts.score(stream(), stream(), "span", task="spans", items=False)
    assert report.items == 5000
    assert len(alive) == 10_000
    assert kept[0].outcomes == []
    assert kept[0].indices == []
    assert report["span"].items == ()
    ts.score(stream(), stream(), "span", task="spans", items=True)
    assert len(kept[1].outcomes) == 5000


def test_memory_stays_flat():
    import tracemalloc

    def stream(size):
        for number in range(size):
            yield {"id": str(number), "spans": [{"type": "PER", "span": [0, number]}]}

    def peak(size):
        tracemalloc.start()
        ts.score(stream(size), stream(size), "span", task="spans", items=False)
        _, highest = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return highest

    peak(200)
    # Only a hash of each id is remembered, to notice duplicates.
    assert peak(6000) - peak(1000) < 5000 * 200


def test_a_type_of_ones_own(tmp_path, monkeypatch):
    (tmp_path / "kitchen.py").write_text(
        "from dataclasses import dataclass\n"
        "import tallystick as ts\n"
        "@dataclass(frozen=True)\n"
        "class Recipe:\n"
        "    ingredients: frozenset[str]\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    gold, pred = '{"ingredients": ["salt", "leek"]}\n', '{"ingredients": ["salt", "egg", "ham"]}\n'
    report = ts.score(gold, pred, task="kitchen:Recipe")
    assert report["Recipe"].f1 == 0.4  # 2·1 / (2 + 3)
    assert report["Recipe"].items[0].alignment.missed == ("leek",)
    recipe = sys.modules["kitchen"].Recipe
    typed = ts.score(
        [recipe(frozenset({"salt", "leek"}))], [recipe(frozenset({"salt"}))], task="kitchen:Recipe"
    )
    assert typed["Recipe"].recall == 0.5
    corpus = ts.derive(recipe).corpus([recipe(frozenset({"salt", "leek"}))], [recipe(frozenset({"salt"}))])
    assert corpus.micro.recall == corpus.macro.recall == 0.5
