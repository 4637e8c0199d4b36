"""Every task by name: those of the package, those that other packages register, those that are given as objects."""

from __future__ import annotations

import difflib
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache

from tallystick.errors import UsageError
from tallystick.lazy import Lazy
from tallystick.tasks.base import Parameter, Preset, Task

__all__ = [
    "GROUP",
    "all_parameters",
    "as_task",
    "find_preset",
    "find_task",
    "is_registered",
    "meant",
    "recognise",
    "register",
    "tasks",
]

#: The group of entry points by which other packages add tasks: name = "module:TASK".
GROUP = "tallystick.tasks"

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
}


class TaskTable(Lazy[Task]):
    """Tasks by name, imported when first used.

    Entry points are looked up when a name is not built in, or when all tasks are asked for. A package whose task cannot
    be loaded is named in a warning and left out, so that it never keeps others from being used.
    """

    def __init__(self, homes: Mapping[str, str]) -> None:
        super().__init__(homes)
        self._searched = False

    def register(self, task: Task) -> None:
        """Add a task that is given as an object, for this process."""
        known = self._known.get(task.name)
        if known is task:
            return
        if task.name in _BUILT_IN or (known is None and task.name in self):
            raise UsageError(f"there is another task {task.name!r}; give yours another name")
        self._homes[task.name] = ""
        self._known[task.name] = task

    def is_registered(self, name: str) -> bool:
        """Tell whether a task was given as an object."""
        return self._homes.get(name) == ""

    def __getitem__(self, name: str) -> Task:
        if name not in self._homes:
            self._search()
        return super().__getitem__(name)

    def __iter__(self) -> Iterator[str]:
        self._search()
        for name in list(self._homes):
            if name in _BUILT_IN or self._loads(name):
                yield name

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        if name in self._homes:
            return True
        self._search()
        return name in self._homes

    def prepared(self, thing: Task) -> Task:
        """Refuse what an entry point names and is no task."""
        if not isinstance(thing, Task):
            raise UsageError(f"an entry point of {GROUP} has to name a Task, not {thing!r:.60}")
        return thing

    def _search(self) -> None:
        """Look up the entry points of installed packages, once."""
        if self._searched:
            return
        self._searched = True
        from importlib.metadata import entry_points

        for entry in entry_points(group=GROUP):
            if entry.name in self._homes:
                self._warn(entry.name, "there is another task of this name")
            else:
                self._homes[entry.name] = entry.value

    def _loads(self, name: str) -> bool:
        try:
            self[name]
        except Exception as error:  # whatever another package raises
            self._warn(name, f"{type(error).__name__}: {error}")
            del self._homes[name]
            return False
        return True

    def _warn(self, name: str, reason: str) -> None:
        message = f"The task {name!r} of another package is left out: {reason}"
        warnings.warn(message, RuntimeWarning, stacklevel=2)


_TASKS = TaskTable(_BUILT_IN)


def tasks() -> Mapping[str, Task]:
    """Return every task by name: built in, registered by installed packages, or by :func:`register`."""
    return _TASKS


def register(task: Task) -> None:
    """Make a task known by its name in this process."""
    _TASKS.register(task)


def is_registered(name: str) -> bool:
    """Tell whether a task is known in this process only."""
    return _TASKS.is_registered(name)


def find_task(name: str) -> Task:
    """Return the task of that name, or the one that ``module:object`` names: a task, a metric, a type."""
    if ":" in name:
        from tallystick.registry.plugins import user_task

        return user_task(name)
    if name not in tasks():
        known = ", ".join(tasks())
        raise UsageError(f"there is no task {name!r}{meant(name, tasks())}; tasks: {known}, or module:Type")
    try:
        return tasks()[name]
    except UsageError:
        raise
    except Exception as error:  # whatever another package raises
        raise UsageError(f"the task {name!r} cannot be loaded: {type(error).__name__}: {error}") from error


def as_task(given: object) -> str | Task | None:
    """Return a task as a run takes it: a name, or the task itself; a type of the user's own is named by its module."""
    if given is None or isinstance(given, (str, Task)):
        return given
    from tallystick.registry.plugins import name_of_type

    return name_of_type(given)


def recognise(head: str) -> list[Task]:
    """Return the tasks whose formats certainly fit the beginning of a file; of two that do, the narrower one."""
    fitting = [task for task in tasks().values() if any(choice.recognises(head) for choice in task.formats)]
    wider = {task.narrows for task in fitting}
    return [task for task in fitting if task.name not in wider]


def meant(name: str, known: Iterable[str]) -> str:
    """A guess at what was meant by a name that does not exist, in words; empty if there is none."""
    close = difflib.get_close_matches(name, list(known), 1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def find_preset(task: Task, name: str) -> Preset:
    """The preset of that name, as it is for a task."""
    for preset in task.presets:
        if preset.name == name:
            return preset
    known = [preset.name for preset in task.presets]
    has = f"it has {', '.join(known)}" if known else "it has none"
    raise UsageError(f"the task {task.name} has no preset {name!r}{meant(name, known)}; {has}")


@cache
def all_parameters(*names: str) -> Mapping[str, Parameter]:
    """Every parameter that some metric of the tasks named has, by name; without names, of all tasks.

    Where metrics have different choices for a parameter, it has all of them; each metric refuses what it has not.
    """
    found: dict[str, Parameter] = {}
    for name in names or tasks():
        for metric in find_task(name).metrics:
            for parameter in metric.parameters:
                known = found.setdefault(parameter.name, parameter)
                if known.choices == parameter.choices:
                    continue
                choices = tuple(dict.fromkeys((*known.choices, *parameter.choices)))
                if not (known.choices and parameter.choices):
                    choices = ()
                found[parameter.name] = replace(known, choices=choices)
    return found
