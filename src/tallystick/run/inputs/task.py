"""The task of a run."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.errors import UsageError
from tallystick.formats.base import Source
from tallystick.registry import (
    OWN,
    MetricLike,
    NamedMetric,
    find_task,
    findable,
    recognise,
    register,
    tasks,
    with_metrics,
)
from tallystick.run.inputs.reading import with_repair
from tallystick.run.inputs.sources import check_task, head_of, infer_task
from tallystick.run.request import Request
from tallystick.tasks.base import Metric, Task

__all__ = ["resolve_task", "travelling"]


def resolve_task(request: Request, sources: Sequence[Source]) -> Task:
    """Return the task that is named or given, else that of the metrics, else that of the sources if it is unambiguous.

    Metrics that are given as objects are among its metrics.
    """
    requested = request.task or _task_of_metrics(request.metrics, sources)
    if isinstance(requested, Task):
        if ":" not in requested.name:
            register(requested)
        task = requested
    elif requested is not None:
        task = find_task(requested)
    elif sources:
        task = infer_task(*sources)
    else:
        raise UsageError(f"name the task of these objects with task=: {', '.join(tasks())}")
    check_task(task, *sources)
    settings = request.settings
    return with_metrics(with_repair(task, settings.repair, settings.pred_at), request.metrics)


def travelling(task: Task) -> tuple[Task | None, tuple[Metric, ...]]:
    """Return the objects that another process cannot find by the task's name: the task itself, or metrics added to
    it."""
    known = findable(task)
    if known is None:
        return task, ()
    return None, tuple(metric for metric in task.metrics if known.metric(metric.name) is None)


def _task_of_metrics(metrics: Sequence[MetricLike], sources: Sequence[Source]) -> Task | None:
    """The task of metrics that are all given as objects: their own task, or a task made of them.

    Metrics without an item type may belong to any task: then the sources decide, if possible.
    """
    named = [metric for metric in metrics if isinstance(metric, NamedMetric)]
    if named:
        return named[0].task
    if not metrics or any(isinstance(metric, str) for metric in metrics):
        return None
    from tallystick.registry.objects import declare, hint_of_metrics, task_of_metrics

    declared = {metric.name: metric for metric in map(declare, metrics)}
    hint = hint_of_metrics(OWN, list(declared.values()))
    if hint is object and any(recognise(head_of(source)) for source in sources):
        return None
    return task_of_metrics(OWN, list(declared.values()), hint)
