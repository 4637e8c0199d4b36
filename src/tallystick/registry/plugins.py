"""A user's own task: ``--task mymodule:Recipe``.

The object named may be a :class:`~tallystick.tasks.base.Task`, a type, from which the metric is derived, a metric (made
in the algebra, written as a scorer, declared, or made by ``ts.metric``), or a dictionary of metrics by name. A task has
its own readers. Otherwise the lines of the files are read as the type says; for a metric, as the types inside it
say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from inspect import ismodule, isroutine

from tallystick.core.derive import derive
from tallystick.core.similarity import Similarity
from tallystick.core.user_objects import load_object
from tallystick.errors import UsageError
from tallystick.registry.expressions import NamedMetric
from tallystick.registry.objects import declare, hint_of_metrics, task_of_metrics
from tallystick.tasks.base import Metric, Scorer, Task

__all__ = ["name_of_type", "user_task"]


def name_of_type(task: object) -> str:
    """The name of a task that is given as the type itself: ``module:Type``.

    Work is sent to other processes by name, so the type must be importable by its name.
    """
    if not isinstance(task, type):
        raise UsageError(
            f"a task is a name such as 'amr' or 'module:Type', or a type, not {task!r:.60}; "
            "a metric object scores by itself: metric.score(gold, pred), metric.corpus(golds, preds)"
        )
    name = f"{task.__module__}:{task.__qualname__}"
    if "<locals>" in name or load_object(task.__module__, task.__qualname__, f"--task {name}") is not task:
        raise UsageError(
            f"{name} cannot be found by its name: put the type into a module, not into a function"
        )
    return name


def user_task(name: str) -> Task:
    """The task of a type, a metric or several metrics, named as ``module:object``."""
    try:
        return _user_task(name)
    except SystemExit as error:
        raise UsageError(f"--task {name}: its module called sys.exit({error.code!r})") from error


def _user_task(name: str) -> Task:
    module_name, _, path = name.partition(":")
    target = load_object(module_name, path, f"--task {name}")
    if isinstance(target, Task):
        # Work is sent to other processes by name: they find the task by this name.
        return replace(target, name=name)
    if isinstance(target, NamedMetric):
        metric = replace(declare(target.scorer, path), summary=target.chosen.metric.summary)
        return replace(target.task, name=name, metrics=(metric,), presets=())
    if isinstance(target, Metric):
        return task_of_metrics(name, [target], hint_of_metrics(name, [target]))
    if isinstance(target, (Similarity, Scorer)):
        return _of_metrics(name, {path: target})
    if isinstance(target, Mapping):
        return _of_metrics(name, target)
    if isroutine(target) or ismodule(target):
        kind = "module" if ismodule(target) else "function"
        raise UsageError(
            f"--task {name} names a {kind}; name a task, a metric, a dictionary of metrics or a type of your items"
        )
    return task_of_metrics(name, [declare(derive(target), path, "derived from the type")], target)


def _of_metrics(name: str, metrics: Mapping[object, object]) -> Task:
    """A task with metrics of the same items: variants to compare."""
    kinds = (Metric, Similarity, Scorer)
    declared = [
        declare(metric, key)
        for key, metric in metrics.items()
        if isinstance(key, str) and isinstance(metric, kinds)
    ]
    if not declared or len(declared) < len(metrics):
        raise UsageError(f"--task {name}: a dictionary must map names to metrics: {{'name': bag(exact), …}}")
    return task_of_metrics(name, declared, hint_of_metrics(name, declared))
