"""Converting a source: what is written, what is left out, which options a target has."""

import pytest

from tallystick.errors import DataError, UsageError
from tallystick.formats.base import Source
from tallystick.registry import find_task
from tallystick.run.convert import convert_source, find_writer, settled, targets
from tallystick.tasks.amr.task import TASK
from tallystick.tasks.base import Parameter, Writer, Written

TEXT = "# ::id a\n(b / c)\n\n# ::id d\n(e / f :g)\n"


def test_bad_items_are_refused_or_left_out():
    with pytest.raises(DataError, match="the role :g has no value"):
        convert_source(Source("x", TEXT), TASK, "amr")
    found = convert_source(Source("x", TEXT), TASK, "amr", on_error="skip")
    assert found.text == "# ::id a\n(b / c)\n"
    assert (found.items, found.left_out, found.parts) == (1, 1, 0)
    assert [problem.code for problem in found.problems] == ["penman-target"]


def test_only_two_policies():
    with pytest.raises(UsageError, match="on_error='zero' is not one of fail, skip"):
        convert_source(Source("x", TEXT), TASK, "amr", on_error="zero")


def test_progress_is_told_in_bytes():
    steps = []
    convert_source(
        Source("x", TEXT),
        TASK,
        "json",
        on_error="skip",
        advance=lambda size, count: steps.append((size, count)),
    )
    assert sum(size for size, _ in steps) == len(TEXT)
    assert [count for _, count in steps] == [1, 1]


def test_targets_by_task():
    assert {"amr", "json"} <= set(targets()["amr"])
    assert list(targets()["umr"]) == ["umr", "umr-1.0", "amr", "coref", "json"]
    with pytest.raises(UsageError, match=r"cannot convert amr to 'penman'; targets: .*json"):
        find_writer(TASK, "penman")
    with pytest.raises(UsageError, match="files of the task spans cannot be converted; supported tasks: amr"):
        find_writer(find_task("spans"), "json")


def test_options_of_a_target(monkeypatch):
    def write(items, options):
        return Written(str(options["width"]))

    monkeypatch.setitem(
        TASK.writers, "wide", Writer("", write, ".txt", (Parameter("width", 3, "how wide", kind=int),))
    )
    source = Source("x", "(a / b)")
    assert convert_source(source, TASK, "wide").text == "3"
    assert convert_source(source, TASK, "wide", {"width": "7"}).text == "7"
    with pytest.raises(UsageError, match="width=x is not a whole number"):
        convert_source(source, TASK, "wide", {"width": "x"})
    with pytest.raises(UsageError, match="--to amr has no option --width"):
        settled(TASK.writers["amr"], "amr", {"width": 7})
