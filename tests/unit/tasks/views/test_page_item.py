"""What the page shows of an item is computed from one pair alone, by the view of its task."""

import ast
import pickle
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

import tallystick as ts
from tallystick.formats.penman.graph import Graph
from tallystick.formats.spans import Offsets
from tallystick.registry import tasks
from tallystick.tally import Alignment, Pair
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.graphs.page_view import GraphView
from tallystick.tasks.spans.document import SpanDocument, TypedSpan
from tallystick.tasks.spans.error_kinds import ERRORS
from tallystick.tasks.views.base import Original
from tallystick.tasks.views.item import page_item
from tallystick.tasks.views.records import RecordView

PAGE = Path(ts.__file__).parent / "report" / "page"


def first_item(name):
    task = tasks()[name]
    own = {key.replace("-", "_"): value for key, value in task.example_options.items()}
    report = ts.score(*task.example, task=name, **own)
    scores = {key: metric.items[0] for key, metric in report.metrics.items()}
    originals = next(iter(scores.values())).originals()
    return page_item(task.page_view(), *originals, {key: score.alignment for key, score in scores.items()})


@pytest.mark.parametrize("name", tasks())
def test_an_item_is_plain_data_that_travels(name):
    item = first_item(name)
    assert pickle.loads(pickle.dumps(item)) == item == first_item(name)
    assert item.kind == tasks()[name].page_view().kind
    detail = item.detail()
    shown = detail["rows_of"] if "rows_of" in detail else detail["metrics"]
    assert set(shown) <= set(item.totals.confusions) == set(item.totals.errors)


def test_tasks_without_a_view_of_their_own_show_records():
    assert type(tasks()["relations"].page_view()) is RecordView


@dataclass(frozen=True)
class Arcs:
    """A graph that is not written in PENMAN notation."""

    words: tuple[str, ...]
    arcs: tuple[tuple[int, str, int], ...]


class ArcView(GraphView):
    def graph(self, value):
        sources, roles, targets = zip(*value.arcs, strict=True) if value.arcs else ((), (), ())
        names = tuple(f"x{index}" for index in range(len(value.words)))
        return Graph(names, value.words, sources, roles, targets, (None,) * len(value.arcs))


def test_a_view_of_an_existing_kind_shows_items_of_another_type():
    gold = Arcs(("see", "boy"), ((0, "agent", 1),))
    pred = Arcs(("see", "girl"), ((0, "patient", 1),))
    alignment = Alignment(
        (Pair(("x0", "instance", "see"), ("x0", "instance", "see"), 1.0),),
        (("x0", "agent", "x1"), ("x1", "instance", "boy")),
        (("x0", "patient", "x1"), ("x1", "instance", "girl")),
    )
    item = page_item(ArcView(), Original(gold), Original(pred), {"arcs": alignment})
    assert item.kind == "graph"
    assert item.gold_side()["graph"] == [[["x0", "see"], ["x1", "boy"]], [[0, "agent", 1]]]
    assert item.detail()["parts"][0]["at"] == ["n0", "b0", "n1"]


def test_offsets_that_are_no_numbers_are_no_words():
    @dataclass(frozen=True)
    class Shift:
        start: str
        end: str

    item = page_item(
        RecordView(), Original(()), Original(()), {"m": Alignment((), (Shift("9:00", "17:00"),), ())}
    )
    assert item.detail()["parts"][0]["at"] == [[]]


def test_views_that_write_nothing_get_the_parts_of_rows():
    metric = tasks()["spans"].metric("span")
    scorer = metric.scorer(metric.settle({}))
    documents = [SpanDocument((TypedSpan(kind, Offsets(0, 1)),)) for kind in ("PER", "LOC")]
    pair, originals = PairAnalysis(*documents), [Original(own) for own in documents]
    alignment = replace(scorer.explain(pair), typology=ERRORS)
    assert page_item(RecordView(), *originals, {"span": scorer.rows(pair)}) == page_item(
        RecordView(), *originals, {"span": alignment}
    )


def imported(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield node.module


@pytest.mark.parametrize("path", sorted(PAGE.glob("*.py")), ids=lambda path: path.stem)
def test_the_page_knows_no_task(path):
    of_tasks = [module for module in imported(path) if module.startswith("tallystick.tasks.")]
    of_all = ("tallystick.tasks.base", "tallystick.tasks.notes", "tallystick.tasks.views.")
    assert all(module.startswith(of_all) for module in of_tasks)
