"""Which task a run is of."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.errors import UsageError
from tallystick.formats.base import Source
from tallystick.registry import (
    MetricLike,
    NamedMetric,
    find_task,
    is_registered,
    register,
    tasks,
    with_metrics,
)
from tallystick.run.inputs.sources import check_task, infer_task
from tallystick.run.request import Request
from tallystick.tasks.base import Metric, Scorer, Task

__all__ = ["resolve_task", "travelling"]

#: The name of a task that is made of metrics given as objects.
OWN = "own:metrics"


def resolve_task(request: Request, sources: Sequence[Source]) -> Task:
    """Return the task that is named or given, else that of the metrics, else that which the sources are certainly of.

    Metrics that are given as objects are among its metrics.
    """
    requested = request.task or _task_of_metrics(request.metrics)
    if isinstance(requested, Task):
        if ":" not in requested.name and requested.name not in tasks():
            register(requested)
        task = requested
    elif requested is not None:
        task = find_task(requested)
    elif sources:
        task = infer_task(*sources)
    else:
        raise UsageError('name the task of these objects: task="amr" or another')
    check_task(task, *sources)
    return with_metrics(task, request.metrics)


def travelling(task: Task) -> tuple[Task | None, tuple[Metric, ...]]:
    """Return what another process cannot find by the task's name: the task itself, or metrics added to it."""
    known = _by_name(task.name)
    if known is None:
        return task, ()
    names = {metric.name for metric in known.metrics}
    return None, tuple(metric for metric in task.metrics if metric.name not in names)


def _by_name(name: str) -> Task | None:
    """The task that any process finds by that name."""
    if name == OWN or is_registered(name):
        return None
    return find_task(name) if ":" in name or name in tasks() else None


def _task_of_metrics(metrics: Sequence[MetricLike]) -> Task | None:
    """The task of metrics that are given as objects and say what they are of."""
    named = [metric for metric in metrics if isinstance(metric, NamedMetric)]
    if named:
        return named[0].task
    similarities = [metric for metric in metrics if not isinstance(metric, (str, Metric, Scorer))]
    if not similarities or len(similarities) < len(metrics):
        return None
    from tallystick.registry.plugins import metrics_task

    return metrics_task(OWN, {repr(metric): metric for metric in similarities})
