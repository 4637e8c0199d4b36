"""What is counted in items, and under which names."""

from dataclasses import dataclass, replace

from tallystick import registry
from tallystick.run.stats import count_files, elements
from tallystick.tasks.amr.task import TASK


@dataclass(frozen=True)
class Recipe:
    name: str
    steps: tuple[str, ...]
    ingredients: frozenset[str]
    price: float = 1.5


def test_elements_of_any_collection():
    recipe = Recipe("soup", ("boil", "eat"), frozenset({"leek"}))
    assert elements(recipe) == {"steps": 2, "ingredients": 1}
    assert elements([1, 2]) == {"elements": 2}
    assert elements("text") == {}
    assert elements(3) == {}


def counted(monkeypatch, tmp_path, statistics):
    """The task amr with other statistics, and a file of two graphs."""
    task = replace(TASK, statistics=statistics)
    monkeypatch.setattr("tallystick.registry.table.tasks", lambda: {"amr": task})
    path = tmp_path / "x.amr"
    path.write_text("(a / b)\n\n(c / d :e (f / g))\n")
    return count_files([str(path)], "amr")


def test_details_follow_what_they_are_details_of(monkeypatch, tmp_path):
    def statistics(graph):
        return {"nodes": len(graph), "labels.b": 1, "edges": 0.5} | (
            {"nodes.late": 1} if len(graph) > 1 else {}
        )

    found = counted(monkeypatch, tmp_path, statistics)
    assert found.names == ("nodes", "nodes.late", "edges", "labels.b")
    assert found.total.numbers == {"nodes": 3, "nodes.late": 1, "edges": 1.0, "labels.b": 2}
    assert found.rows[0].items == 2


def test_every_task_with_statistics_counts_an_empty_item():
    for task in registry.tasks().values():
        if task.statistics is not None:
            assert all(number >= 0 for number in task.statistics(task.empty()).values())


def test_the_first_number_is_the_item_itself():
    for task in registry.tasks().values():
        if task.statistics is not None:
            assert next(iter(task.statistics(task.empty()).values())) == 1
