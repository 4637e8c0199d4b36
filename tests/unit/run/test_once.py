"""One pair of items is read once and analysed once, whatever is made of it."""

from __future__ import annotations

import json
from collections import Counter
from math import inf

import pytest

import tallystick as ts
from tallystick import registry
from tallystick.cli.app import run
from tallystick.formats.base import Block, Item
from tallystick.report.page.page import report_page
from tallystick.run.inputs.memory import ItemMemory
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.json.infer import infer_schema

TASKS = [pytest.param(task, id=name) for name, task in registry.tasks().items()]

#: The expensive steps, by where they are called: reading is counted apart.
STEPS = (
    "tallystick.tasks.coref.scorers.match",
    "tallystick.tasks.coref.scorers.Comparison",
    "tallystick.tasks.coref.scorers.Explainer.of",
    "tallystick.tasks.coref.entities.counts.assign",
    "tallystick.tasks.graphs.ancast.metrics.align_alone",
    "tallystick.tasks.graphs.smatch.align_columns",
    "tallystick.tasks.docamr.metrics.align_documents",
    "tallystick.tasks.docamr.metrics.align_for_coreference",
    "tallystick.tasks.umr.metrics.DocumentComparison",
    "tallystick.core.similarity.Similarity.analyse",
)


@pytest.fixture
def calls(monkeypatch):
    """How often each item is read and each step is made."""
    counts: Counter[object] = Counter()
    # On a busy machine, even an example may take so long that other processes help; their calls are not counted.
    monkeypatch.setattr("tallystick.run.collect._LONG_PAGE", inf)

    def counting(key, function):
        def counted(*given, **named):
            counts[key] += 1
            return function(*given, **named)

        return counted

    for name in STEPS:
        home, _, attribute = name.rpartition(".")
        target = _resolve(home)
        if hasattr(target, attribute):
            monkeypatch.setattr(target, attribute, counting(name, getattr(target, attribute)))
    seen, reading = set(), []
    for task in registry.tasks().values():
        for choice in task.formats:
            kind = type(choice.reader)
            if kind in seen:
                continue
            seen.add(kind)

            def read(self, block, _read=kind.item):
                # A reader may use another one for the same item.
                counts["item", block.path, block.line, block.text] += not reading
                reading.append(block)
                try:
                    return _read(self, block)
                finally:
                    reading.pop()

            monkeypatch.setattr(kind, "item", read)
            if hasattr(kind, "items"):

                def read_together(self, blocks, _read=kind.items):
                    counts.update(("item", block.path, block.line, block.text) for block in blocks)
                    return _read(self, blocks)

                monkeypatch.setattr(kind, "items", read_together)
    return counts


def _resolve(path):
    from importlib import import_module

    try:
        return import_module(path)
    except ModuleNotFoundError:
        home, _, attribute = path.rpartition(".")
        return getattr(_resolve(home), attribute)


def every_metric(task):
    """All metrics of a task; a page shows them together. Those of empty nodes and success need other formats.

    The example of dependencies is a list of edges, which has no words for other metrics than the standard ones.
    """
    metrics = task.standard_set if task.name == "dependencies" else task.metrics
    return [metric.name for metric in metrics if not metric.name.startswith(("empty.", "success"))]


def parses(calls):
    return {key: count for key, count in calls.items() if isinstance(key, tuple)}


def steps(calls):
    return {key: count for key, count in calls.items() if isinstance(key, str)}


@pytest.mark.parametrize("task", TASKS)
def test_a_page_reads_each_item_once_and_solves_nothing_again(task, calls):
    gold, pred = map(str, task.example)
    options = {name.replace("-", "_"): value for name, value in task.example_options.items()}
    ts.score(gold, pred, every_metric(task), task=task.name, items=False, **options)
    needed, read = dict(steps(calls)), len(parses(calls))
    calls.clear()
    report = ts.score(gold, pred, every_metric(task), task=task.name, **options)
    report_page({"pred": report})
    for metric in report.metrics.values():
        for item in metric.items:
            assert item.alignment is not None
    assert len(parses(calls)) == read
    assert set(parses(calls).values()) == {1}
    explained = {name: count for name, count in steps(calls).items() if "Explainer" not in name}
    assert explained == needed


@pytest.mark.parametrize("task", TASKS)
def test_the_command_report_on_two_systems_scores_each_once(task, calls, tmp_path):
    gold, pred = task.example
    other = tmp_path / f"other{pred.suffix}"
    other.write_text(pred.read_text("utf-8"), "utf-8")
    options = [part for name, value in task.example_options.items() for part in (f"--{name}", value)]
    metrics = ["-m", ",".join(every_metric(task))]
    assert (
        run(
            [
                "score",
                str(gold),
                str(pred),
                "--task",
                task.name,
                *metrics,
                *options,
                "-o",
                str(tmp_path / "t"),
            ]
        )
        == 0
    )
    needed = dict(steps(calls))
    calls.clear()
    out = str(tmp_path / "page.html")
    status = run(
        [
            "report",
            str(gold),
            str(pred),
            str(other),
            "--task",
            task.name,
            *metrics,
            *options,
            "-o",
            out,
            "--quiet",
        ]
    )
    assert status == 0
    assert set(parses(calls).values()) == {1}, "the gold, too, is read once for both systems"
    twice = {name: 2 * count for name, count in needed.items()}
    assert {name: count for name, count in steps(calls).items() if "Explainer" not in name} == twice


@pytest.mark.parametrize("task", TASKS)
def test_compare_reads_the_gold_once_for_all_systems(task, calls):
    gold, pred = map(str, task.example)
    options = {name.replace("-", "_"): value for name, value in task.example_options.items()}
    systems = {"a": pred, "b": gold}
    try:
        ts.compare(gold, systems, every_metric(task)[:1], task=task.name, trials=10, resamples=10, **options)
    except ts.DataError as error:  # pragma: no cover - an example of one item has nothing to draw
        pytest.fail(str(error))
    counts = parses(calls)
    assert max(count for (_, path, *_), count in counts.items() if path == pred) == 1
    # As gold for both systems once, and once as a system.
    assert max(count for (_, path, *_), count in counts.items() if path == gold) == 2


def test_a_label_of_whole_items_costs_nothing(calls):
    text = "# ::id a\n# ::language en\n(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))\n"
    ts.score(text, text, "smatch", task="amr", by="language")
    assert calls["tallystick.tasks.graphs.smatch.align_columns"] == 1


def test_relations_of_a_document_share_its_alignment(calls):
    gold, pred = map(str, registry.find_task("umr").example)
    report = ts.score(gold, pred, "ancast++", task="umr", by="relation")
    assert len(report.groups) > 3
    assert calls["tallystick.tasks.umr.metrics.DocumentComparison"] == report.items


def test_an_evaluator_explains_without_reading_again(calls):
    gold, pred = map(str, registry.find_task("coref").example)
    evaluator = ts.Evaluator(gold, task="coref")
    evaluator.update(pred)
    report = evaluator.compute()
    report_page({"pred": report})
    assert set(parses(calls).values()) == {1}
    assert calls["tallystick.tasks.coref.scorers.match"] == report.items


def test_long_runs_keep_no_analyses(monkeypatch, calls):
    monkeypatch.setattr("tallystick.run.collect.MOST_TEXT", 1)
    gold, pred = map(str, registry.find_task("amr").example)
    report = ts.score(gold, pred, "smatch", task="amr")
    for item in report["smatch"].items:
        item.alignment, item.originals()
    assert sorted(parses(calls).values())[0] == 1, "the first pair is kept"
    assert sorted(parses(calls).values())[-1] == 2, "the others are read again, once for all that is shown"


def test_gold_beyond_the_budget_is_read_again():
    memory = ItemMemory(most_text=5)
    reads = []

    def read(block):
        reads.append(block.text)
        return Item(block.text)

    for _ in range(2):
        for text in ("abc", "defg", "h"):
            memory.read(Block(text), read)
    assert reads == ["abc", "defg", "h", "h"]


def test_gold_is_cut_once_if_a_run_came_to_its_end():
    memory = ItemMemory(most_text=9)
    cut = []

    def blocks(*texts):
        for text in texts:
            cut.append(text)
            yield Block(text)

    texts = [block.text for block in memory.blocks("a", blocks("abc", "de"))]
    again = memory.blocks("a", blocks("never"))
    assert [block.text for block in again] == texts == cut == ["abc", "de"]
    # Other files have blocks of their own; those of a run that ended early, or without room, are not kept.
    assert next(memory.blocks("b", blocks("f", "g"))).text == "f"
    assert [block.text for block in memory.blocks("b", blocks("f", "g"))] == ["f", "g"]
    for _ in range(2):
        assert [block.text for block in memory.blocks("c", blocks("hi", "j"))] == ["hi", "j"]
    assert cut == ["abc", "de", "f", "f", "g", *["hi", "j"] * 2]


def test_types_are_inferred_once_for_all_systems(monkeypatch, tmp_path):
    inferred = []

    def infer(shape):
        inferred.append(shape)
        return infer_schema(shape)

    task = registry.find_task("json")
    monkeypatch.setitem(task.inferred, "schema", infer)
    for name, value in (("gold", 1), ("one", 1), ("two", "1")):
        (tmp_path / name).write_text("".join(f'{{"a": {json.dumps(value)}, "b": {n}}}\n' for n in range(9)))
    systems = {name: str(tmp_path / name) for name in ("one", "two")}
    found = ts.compare(str(tmp_path / "gold"), systems, "leaf", task="json", resamples=10, trials=10)
    assert len(inferred) == 1
    assert [found["leaf"].systems[name].f1 for name in systems] == [1.0, 0.5]
    assert (
        found["leaf"].signature
        == ts.score(tmp_path / "gold", tmp_path / "two", "leaf", task="json")["leaf"].signature
    )


def test_a_step_is_made_once_for_each_choice_of_options():
    made = []

    def step(pair, option):
        made.append(option)
        return pair.gold + option

    pair = PairAnalysis(1, 2)
    assert [pair.once(step, 1), pair.once(step, 2), pair.once(step, 1)] == [2, 3, 2]
    assert made == [1, 2]


def test_a_step_that_fails_is_tried_again():
    def step(pair):
        raise ts.DataError(ts.Problem("no"))

    pair = PairAnalysis(1, 2)
    for _ in range(2):
        with pytest.raises(ts.DataError):
            pair.once(step)
