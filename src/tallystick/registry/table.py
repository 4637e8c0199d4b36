"""Every task by name: those of the package, those that other packages register, those that are given as objects."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from tallystick.errors import PluginWarning, UsageError
from tallystick.lazy import Lazy
from tallystick.registry.entry_points import GROUP, task_entry_points
from tallystick.registry.marks import may_be_of
from tallystick.tasks.base import Metric, Parameter, Preset, Task

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = [
    "GROUP",
    "OWN",
    "all_parameters",
    "as_task",
    "find_metric",
    "find_preset",
    "find_task",
    "findable",
    "is_built_in",
    "meant",
    "recognise",
    "register",
    "tasks",
]

#: The name of a task that is made of metrics given as objects.
OWN = "own:metrics"

_BUILT_IN = {
    "amr": "tallystick.tasks.amr.task:TASK",
    "umr": "tallystick.tasks.umr.task:TASK",
    "docamr": "tallystick.tasks.docamr.task:TASK",
    "coref": "tallystick.tasks.coref.task:TASK",
    "spans": "tallystick.tasks.spans.task:TASK",
    "relations": "tallystick.tasks.relations.task:TASK",
    "dependencies": "tallystick.tasks.dependencies.task:TASK",
    "events": "tallystick.tasks.events.task:TASK",
    "roles": "tallystick.tasks.roles.task:TASK",
    "nary": "tallystick.tasks.nary.task:TASK",
    "templates": "tallystick.tasks.templates.task:TASK",
    "openie": "tallystick.tasks.openie.task:TASK",
    "json": "tallystick.tasks.json.task:TASK",
}


class TaskTable(Lazy[Task]):
    """Tasks by name, imported when first used.

    Entry points are looked up when a name is not built in, or when all tasks are requested. A package whose task cannot
    be loaded is named in a warning and left out, so that it never keeps others from being used. Asking for that task
    by name raises an error with the cause.
    """

    def __init__(self, homes: Mapping[str, str]) -> None:
        super().__init__(homes)
        self._entries: dict[str, EntryPoint] = {}
        self._broken: dict[str, UsageError] = {}
        self._warned: set[str] = set()
        self._searched = False

    def register(self, task: Task) -> None:
        """Add a task that is given as an object, for this process; it replaces an earlier one of the same name."""
        if task.name in self and not self.is_registered(task.name):
            if _extends(task, self[task.name]):
                return
            raise UsageError(f"a task named {task.name!r} already exists; choose another name")
        self._homes[task.name] = ""
        self._known[task.name] = task

    def is_registered(self, name: str) -> bool:
        """Return whether a task was given as an object."""
        return self._homes.get(name) == ""

    def __getitem__(self, name: str) -> Task:
        if name not in self._homes:
            self._search()
        if name in self._entries and name not in self._known:
            self._known[name] = self._load(name)
        return super().__getitem__(name)

    def __iter__(self) -> Iterator[str]:
        self._search()
        for name in list(self._homes):
            # A task that is given as an object is found by its name; files are never assigned to it automatically.
            if name in _BUILT_IN or (name in self._entries and self._loads(name)):
                yield name

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        if name not in self._homes:
            self._search()
        return name in self._homes

    def _search(self) -> None:
        """Look up the entry points of installed packages, once."""
        if self._searched:
            return
        self._searched = True
        for entry in task_entry_points():
            if entry.name in self._homes:
                self._warn(f"{_shown(entry)} is skipped: another task has this name")
            else:
                self._entries[entry.name] = entry
                self._homes[entry.name] = entry.value

    def _load(self, name: str) -> Task:
        """Import the task of another package. It fails with the same error however often it is requested."""
        if name not in self._broken:
            try:
                task = self._entries[name].load()
                _check(task, name)
            except (Exception, SystemExit) as error:  # whatever another package raises
                # The message of a UsageError is complete; that of another error needs its type.
                cause = str(error) if isinstance(error, UsageError) else f"{type(error).__name__}: {error}"
                broken = UsageError(f"{_shown(self._entries[name])} cannot be loaded: {cause}")
                broken.__cause__ = error
                self._broken[name] = broken
            else:
                assert isinstance(task, Task)
                return task
        raise self._broken[name]

    def _loads(self, name: str) -> bool:
        """Return whether a task can be loaded; warn about one that cannot."""
        try:
            self[name]
        except UsageError as error:
            self._warn(str(error))
            return False
        return True

    def _warn(self, message: str) -> None:
        if message not in self._warned:
            self._warned.add(message)
            warnings.warn(message, PluginWarning, stacklevel=3)

    def recognises(self, name: str, head: str) -> bool:
        """Return whether one of a task's formats certainly fits the beginning of a file."""
        if name in _BUILT_IN and not may_be_of(name, head):
            return False
        try:
            return any(choice.recognises(head) for choice in self[name].formats)
        except Exception as error:  # any error of another package: it must not affect files of other tasks
            if name in _BUILT_IN:
                raise
            self._warn(f"the task {name!r} cannot recognise its files: {type(error).__name__}: {error}")
            return False


def _shown(entry: EntryPoint) -> str:
    """The task of an entry point in messages, with the package to fix."""
    package = f" of the package {entry.dist.name!r}" if entry.dist is not None else ""
    return f"the task {entry.name!r}{package} ({entry.value})"


def _check(task: object, name: str) -> None:
    """Reject what cannot be used under the name of its entry point."""
    if not isinstance(task, Task):
        raise UsageError(f"an entry point of {GROUP} must name a Task, not {task!r:.60}")
    if task.name != name:
        # Other processes find a task by its name.
        raise UsageError(
            f"the entry point is called {name!r} and the task {task.name!r}; use one name for both"
        )


def _extends(task: Task, known: Task) -> bool:
    """Return whether a task is a known one, perhaps with more metrics, or with other readers of predictions."""
    if task is known:
        return True
    same = all(known.metric(metric.name) in (None, metric) for metric in task.metrics)
    return same and replace(task, metrics=known.metrics, pred_formats=known.pred_formats) == known


_TASKS = TaskTable(_BUILT_IN)


def tasks() -> Mapping[str, Task]:
    """Return every task by name: built in, or of an installed package; those of :func:`register` are not listed."""
    return _TASKS


def is_built_in(task: Task) -> bool:
    """Return whether a task is one of this package."""
    return task.name in _BUILT_IN


def register(task: Task) -> None:
    """Make a task known by its name in this process."""
    _TASKS.register(task)


def findable(task: Task) -> Task | None:
    """Return the task that any process finds under this task's name; None if it exists only as an object."""
    if task.name == OWN or _TASKS.is_registered(task.name):
        return None
    return find_task(task.name) if ":" in task.name or task.name in tasks() else None


def find_task(name: str) -> Task:
    """Return the task of that name, or the one that ``module:object`` names: a task, a metric, a type."""
    if ":" in name:
        from tallystick.registry.plugins import user_task

        return user_task(name)
    if name not in tasks():
        known = ", ".join(tasks())
        raise UsageError(f"unknown task {name!r}{meant(name, tasks())}; tasks: {known}, or module:Type")
    return tasks()[name]


def find_metric(task: str, name: str) -> Metric | None:
    """Return the metric of a task, both by name; None for a metric that was given as an object."""
    return None if task == OWN else find_task(task).metric(name)


def as_task(given: object) -> str | Task | None:
    """Return a task as a run takes it: a name, or the task itself; a type of the user's own is named by its module."""
    if given is None or isinstance(given, (str, Task)):
        return given
    from tallystick.registry.plugins import name_of_type

    return name_of_type(given)


#: The task that is tried last: its files belong to no other task.
_LAST = "json"


def recognise(head: str) -> list[Task]:
    """Return the tasks whose formats certainly fit the beginning of a file; of two nested tasks, the narrower one.

    The task json applies only if no other task fits.
    """
    fitting = [_TASKS[name] for name in _TASKS if name != _LAST and _TASKS.recognises(name, head)]
    if not fitting and _TASKS.recognises(_LAST, head):
        return [_TASKS[_LAST]]
    wider = {task.narrows for task in fitting}
    return [task for task in fitting if task.name not in wider]


def meant(name: str, known: Iterable[str]) -> str:
    """A suggestion for an unknown name, as text; empty if there is none."""
    import difflib  # only mistakes need it

    close = difflib.get_close_matches(name, list(known), 1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def find_preset(task: Task, name: str) -> Preset:
    """The preset of that name, as it is for a task."""
    for preset in task.presets:
        if preset.name == name:
            return preset
    homes = [home.name for home in tasks().values() if any(preset.name == name for preset in home.presets)]
    if homes:
        raise UsageError(
            f"{name!r} is a preset of the task {homes[0]}, not of {task.name}; to use it, pass --task {homes[0]}"
        )
    known = [preset.name for preset in task.presets]
    has = f"it has {', '.join(known)}" if known else "it has none"
    raise UsageError(f"the task {task.name} has no preset {name!r}{meant(name, known)}; {has}")


@cache
def all_parameters(*names: str) -> Mapping[str, Parameter]:
    """Every parameter that some metric of the tasks named has, by name; without names, of all tasks.

    Where metrics have different choices for a parameter, it has all of them; each metric refuses what it has not.
    """
    parameters: dict[str, Parameter] = {}
    for name in names or tasks():
        for metric in find_task(name).metrics:
            for parameter in metric.parameters:
                known = parameters.setdefault(parameter.name, parameter)
                if known.choices == parameter.choices:
                    continue
                choices = tuple(dict.fromkeys((*known.choices, *parameter.choices)))
                if not (known.choices and parameter.choices):
                    choices = ()
                parameters[parameter.name] = replace(known, choices=choices)
    return parameters
