"""A run with all options resolved before any item is read: its metrics, its settings, the plan, the scorers."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

from tallystick.dataclass import dataclass
from tallystick.errors import UsageError
from tallystick.registry import Chosen, NamedMetric, choose, find_preset
from tallystick.results.settings import Settings, bytes_of
from tallystick.run.inputs.task import travelling
from tallystick.run.pair_scoring import Scoring
from tallystick.run.plan import Plan
from tallystick.run.request import Request
from tallystick.tasks.base import Task

__all__ = ["Planned", "plan_of"]

#: The last plans, by what was requested. A training loop asks for the same a million times.
_PLANNED: dict[Hashable, tuple[Task, Request, Planned]] = {}
_MOST_PLANNED = 32


@dataclass(frozen=True, slots=True)
class Planned:
    """A run with all options resolved: metrics, settings, the plan for each pair, and the scoring in this process."""

    chosen: list[Chosen]
    settings: Settings
    plan: Plan
    scoring: Scoring


def plan_of(task: Task, request: Request) -> Planned:
    """The plan of a run, or a refusal before any item is read."""
    key = _key(task, request)
    if key is None:
        return _planned(task, request)
    # The entry keeps the task and the settings: as long as it is there, no other objects have their identities.
    entry = _PLANNED.get(key)
    if entry is None:
        planned = _planned(task, request)
        if _reads_files(planned.chosen):
            return planned
        if len(_PLANNED) >= _MOST_PLANNED:
            _PLANNED.clear()
        entry = _PLANNED[key] = task, request, planned
    return entry[2]


def _key(task: Task, request: Request) -> Hashable | None:
    """The key of a plan; None if it is not hashable."""
    if not all(isinstance(metric, (str, NamedMetric)) for metric in request.metrics):
        return None
    parameters = tuple([(name, type(value), value) for name, value in request.parameters.items()])
    key = id(task), id(request.settings), request.preset, tuple(request.metrics), parameters
    try:
        hash(key)
    except TypeError:
        return None
    return key


def _reads_files(chosen: Sequence[Chosen]) -> bool:
    """Whether the value of an option comes from a file, which may change."""
    return any(
        parameter.load is not None and choice.options[parameter.name] != parameter.default
        for choice in chosen
        for parameter in choice.metric.parameters
    )


def _planned(task: Task, request: Request) -> Planned:
    settings = request.settings
    preset = find_preset(task, request.preset) if request.preset else None
    if preset is not None:
        average = preset.average if preset.average and settings.average_is_default else settings.average
        settings = replace(settings, undefined=preset.undefined, average=average)
    chosen = choose(task, request.metrics, request.parameters, preset, settings.seed)
    _refuse_impossible(task, settings, chosen)
    plan = Plan(
        task.name, tuple((choice.key, choice.metric.name, choice.options) for choice in chosen),
        settings.on_error, settings.by, settings.weight, settings.time_limit, settings.on_timeout,
        None if settings.memory_limit is None else bytes_of(settings.memory_limit),
        settings.strict_text, settings.repair, settings.pred_at, *travelling(task),
        on_missing=settings.on_missing,
    )  # fmt: skip
    return Planned(chosen, settings, plan, Scoring(plan, task))


def _refuse_impossible(task: Task, settings: Settings, chosen: Sequence[Chosen]) -> None:
    """Reject impossible requests before any item is read."""
    for choice in chosen:
        if settings.average == "weighted" and choice.scorer().reading.parts:
            raise UsageError(
                f"average=weighted needs the gold total of each group; {choice.key} is computed from other metrics "
                "and has none. Pass average=groups"
            )
    if settings.weight and settings.weight not in task.sizes:
        raise UsageError(f"--average {settings.weight} is not available for the task {task.name}")
    if "zero" in (settings.on_error, settings.on_missing):
        task.empty()
