"""Every task and metric by name; expressions such as ``ceaf-rme(phi=3,recall=literal)``; signatures."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import cache

from tallystick.errors import UsageError
from tallystick.lazy import Lazy
from tallystick.tasks.base import Metric, Options, Parameter, Preset, Scorer, Task
from tallystick.version import VERSION

__all__ = [
    "Chosen",
    "all_parameters",
    "choose",
    "find_preset",
    "find_task",
    "from_signature",
    "meant",
    "recognise",
    "split_expressions",
    "task_name",
    "tasks",
]


#: Where each task is declared.
_TASKS: Lazy[Task] = Lazy(
    {
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
)


def tasks() -> Mapping[str, Task]:
    """Every task that is built in, by name."""
    return _TASKS


def find_task(name: str) -> Task:
    """The task of that name, or the one of a user's own type: ``module:Type``."""
    if ":" in name:
        from tallystick.registry.plugins import user_task

        return user_task(name)
    found = tasks().get(name)
    if found is None:
        raise UsageError(
            f"there is no task {name!r}{meant(name, tasks())}; tasks: {', '.join(tasks())}, or module:Type"
        )
    return found


def task_name(task: object) -> str | None:
    """The name of a task, which in Python may be given as a type of the user's own."""
    if task is None or isinstance(task, str):
        return task
    from tallystick.registry.plugins import name_of_type

    return name_of_type(task)


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


def recognise(head: str) -> list[Task]:
    """The tasks whose formats certainly fit the beginning of a file; of two that do, the narrower one."""
    found = [task for task in tasks().values() if any(choice.recognises(head) for choice in task.formats)]
    wider = {task.narrows for task in found}
    return [task for task in found if task.name not in wider]


@cache
def all_parameters(*names: str) -> Mapping[str, Parameter]:
    """Every parameter that some metric of the tasks named has, by name; without names, of all tasks.

    Where metrics have different choices for a parameter, it has all of them; each metric refuses what it has not.
    """
    found: dict[str, Parameter] = {}
    for name in names or tasks():
        for metric in tasks()[name].metrics:
            for parameter in metric.parameters:
                known = found.setdefault(parameter.name, parameter)
                if known.choices == parameter.choices:
                    continue
                choices = tuple(dict.fromkeys((*known.choices, *parameter.choices)))
                if not (known.choices and parameter.choices):
                    choices = ()
                found[parameter.name] = replace(known, choices=choices)
    return found


@dataclass(frozen=True, slots=True)
class Chosen:
    """A metric as it was asked for, with all its options settled."""

    key: str
    """The name as it was asked for: the key in every output."""
    metric: Metric
    options: Options = field(default_factory=dict)
    asked: bool = True
    """Whether it was named, not taken because it belongs to the standard set."""

    def scorer(self) -> Scorer:
        """The scorer of the metric under these options."""
        return self.metric.scorer(self.options)

    def signature(self, **run_options: object) -> str:
        """Every option that can move a score, in one line that works as input again."""
        own = {p.name: p.fingerprint(self.options[p.name]) for p in self.metric.parameters}
        settings = own | {name: str(value) for name, value in run_options.items()}
        return "|".join(
            [self.metric.name, *(f"{name}:{value}" for name, value in settings.items()), f"v:{VERSION}"]
        )

    def __repr__(self) -> str:
        shown = [
            f"{p.name}={p.fingerprint(self.options[p.name])}"
            for p in self.metric.parameters
            if self.options[p.name] != p.default
        ]
        return f"{self.metric.name}({','.join(shown)})" if shown else self.metric.name


def split_expressions(texts: Sequence[str]) -> list[str]:
    """Metric expressions, cut at commas outside parentheses.

    >>> split_expressions(["muc,b3", "ceaf-rme(phi=3,recall=literal)"])
    ['muc', 'b3', 'ceaf-rme(phi=3,recall=literal)']
    """
    found = []
    for text in texts:
        depth, start = 0, 0
        for place, sign in enumerate(text):
            depth += (sign == "(") - (sign == ")")
            if sign == "," and depth == 0:
                found.append(text[start:place])
                start = place + 1
        found.append(text[start:])
    return [expression.strip() for expression in found if expression.strip()]


_EXPRESSION = re.compile(r"^\s*([^()\s]+)\s*(?:\((.*)\))?\s*$", re.DOTALL)


def choose(
    task: Task,
    texts: Sequence[str] = (),
    options: Options | None = None,
    preset: Preset | None = None,
    seed: int | None = None,
) -> list[Chosen]:
    """The metrics that are asked for, or the standard set of the task.

    `options` set the parameter of every metric that has it; an option that no metric has is an error. They go
    before those of a preset. `seed` is that of the run, for metrics that search at random.
    """
    given = dict(options or {})
    shared = ({} if seed is None else {"seed": seed}) | (dict(preset.options) if preset else {}) | given
    chosen: dict[str, Chosen] = {}
    expressions = split_expressions(texts)
    if texts and not expressions:
        raise UsageError("no metric is named: is a variable of the shell unset?")
    if not expressions and preset:
        expressions = list(preset.metrics)
    for expression in expressions:
        for key, metric, own in _expand(task, expression):
            chosen[key] = Chosen(key, metric, metric.settle(_applicable(metric, shared) | own))
    if not expressions:
        chosen = {
            m.name: Chosen(m.name, m, m.settle(_applicable(m, shared)), asked=False)
            for m in task.standard_set
        }
    used = {p.name for one in chosen.values() for p in one.metric.parameters}
    for name in given:
        if name not in used:
            raise UsageError(f"no metric of this run has the option {name!r}{meant(name, used)}")
    if preset and not used & set(preset.options):
        raise UsageError(f"the preset {preset.name} says nothing about {', '.join(chosen)}")
    return list(chosen.values())


def _applicable(metric: Metric, shared: Options) -> dict[str, object]:
    names = {parameter.name for parameter in metric.parameters}
    return {name: value for name, value in shared.items() if name in names}


def _expand(task: Task, expression: str) -> Iterable[tuple[str, Metric, dict[str, object]]]:
    """A name, a group (``ancast`` for ``ancast.…``) or a wild card (``smatch.*``), perhaps with options."""
    shape = _EXPRESSION.match(expression)
    if shape is None:
        raise UsageError(f"{expression!r} is not of the form name or name(option=value,…)")
    name, arguments = shape[1], _arguments(expression, shape[2] or "")
    metric = task.metric(name)
    if metric is not None:
        return [(expression, metric, arguments)]
    members = [m for m in task.metrics if m.name.startswith(f"{name}.") or fnmatchcase(m.name, name)]
    if not members:
        raise _unknown_metric(task, name)
    written = f"({shape[2]})" if shape[2] else ""
    return [(member.name + written, member, arguments) for member in members]


def _arguments(expression: str, text: str) -> dict[str, object]:
    """The options in parentheses. A part without ``=`` belongs to the list before it: ``only=ARG0,ARG1``."""
    arguments: dict[str, str] = {}
    for part in text.split(","):
        if not part.strip():
            continue
        name, equals, value = part.partition("=")
        if equals:
            arguments[name.strip()] = value.strip()
        elif arguments:
            last = next(reversed(arguments))
            arguments[last] += f",{part.strip()}"
        else:
            raise UsageError(f"{part.strip()!r} in {expression!r} is not of the form option=value")
    return dict(arguments)


def _unknown_metric(task: Task, name: str) -> UsageError:
    homes = [other.name for other in tasks().values() if other.metric(name)]
    if homes:
        return UsageError(f"{name!r} is a metric of the task {homes[0]}, not of {task.name}")
    known = [metric.name for metric in task.metrics]
    return UsageError(
        f"the task {task.name} has no metric {name!r}{meant(name, known)}; it has {', '.join(known)}"
    )


def from_signature(text: str) -> tuple[str, dict[str, str]]:
    """The metric's name and all options of a signature."""
    name, *settings = text.strip().split("|")
    if not name:
        raise UsageError("the signature names no metric")
    options = {}
    for setting in settings:
        key, colon, value = setting.partition(":")
        if not colon:
            raise UsageError(f"{setting!r} in the signature is not of the form option:value")
        options[key] = value
    return name, options
