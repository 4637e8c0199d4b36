"""Converting files: the items of a source in another notation, and how unreadable items are treated."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field

from tallystick.dataclass import dataclass
from tallystick.errors import DataError, Problem, UsageError
from tallystick.formats.base import Item, Source
from tallystick.registry import find_task, meant, tasks
from tallystick.run.inputs.items import items_of, mended
from tallystick.tasks.base import Options, Parameter, Task, Writer

__all__ = ["POLICIES", "Conversion", "convert_source", "find_writer", "targets", "writer_parameters"]

#: How to treat items that cannot be read.
POLICIES = ("fail", "skip")


@dataclass(frozen=True, slots=True)
class Conversion:
    """One source in another notation."""

    text: str
    items: int
    """How many items were written."""
    left_out: int = 0
    """How many items could not be read, and were left out."""
    parts: int = 0
    """How many unreadable parts the items that were written had."""
    problems: tuple[Problem, ...] = ()
    """Why these were left out, and warnings."""
    write_problems: tuple[Problem, ...] = ()
    """Problems that appeared during writing, which `check` cannot find."""
    lost: Mapping[str, int] = field(default_factory=dict)
    """How many parts of each kind the target cannot represent."""


def targets() -> dict[str, Mapping[str, Writer]]:
    """All writers, by task and target."""
    return {name: task.writers for name, task in tasks().items() if task.writers}


def find_writer(task: Task, target: str) -> Writer:
    """The writer of a target, as it is for a task."""
    if target in task.writers:
        return task.writers[target]
    if not task.writers:
        raise UsageError(
            f"files of the task {task.name} cannot be converted; supported tasks: {', '.join(targets())}"
        )
    known = ", ".join(task.writers)
    raise UsageError(
        f"cannot convert {task.name} to {target!r}{meant(target, task.writers)}; targets: {known}"
    )


def writer_parameters(*names: str) -> dict[str, Parameter]:
    """All parameters of the writers of the named tasks, by name; without names, of all tasks."""
    return {
        parameter.name: parameter
        for name in names or tasks()
        for writer in find_task(name).writers.values()
        for parameter in writer.parameters
    }


def settled(writer: Writer, target: str, parameters: Options) -> dict[str, object]:
    """Return the parameters of a writer with their values or defaults."""
    known = {parameter.name: parameter for parameter in writer.parameters}
    for name in parameters:
        if name not in known:
            raise UsageError(f"--to {target} has no option --{name}")
    return {
        name: parameter.parse(parameters[name]) if name in parameters else parameter.default
        for name, parameter in known.items()
    }


def convert_source(
    source: Source,
    task: Task,
    target: str,
    parameters: Options | None = None,
    *,
    on_error: str = "fail",
    advance: Callable[[float, int], None] | None = None,
) -> Conversion:
    """Convert a source; raise an error that lists all problems, unless bad items are skipped."""
    if on_error not in POLICIES:
        raise UsageError(f"on_error={on_error!r} is not one of {', '.join(POLICIES)}")
    writer = find_writer(task, target)
    options = settled(writer, target, parameters or {})
    kept: list[Item] = []
    problems: list[Problem] = []
    left_out = parts = 0
    for item in items_of(task, source, advance):
        problems += item.problems
        whole, unreadable = mended(task, item)
        if whole.value is None:
            left_out += 1
        else:
            kept.append(whole)
            parts += unreadable
    errors = [problem for problem in problems if problem.level == "error"]
    if errors and on_error == "fail":
        raise DataError(errors)
    written = writer.write(kept, {**options, "on-error": on_error})
    return Conversion(
        written.text,
        len(kept) - written.left_out,
        left_out + written.left_out,
        parts,
        tuple(problems),
        tuple(problem for problem in dict.fromkeys(written.problems) if problem not in problems),
        written.lost,
    )
