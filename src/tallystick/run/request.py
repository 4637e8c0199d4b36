"""The request of a run: what to compute, and where."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any

from tallystick.dataclass import dataclass
from tallystick.errors import UsageError
from tallystick.registry import MetricLike, as_task
from tallystick.results.settings import Settings, check_engine
from tallystick.run.plan import Outcome
from tallystick.tasks.base import Options, Task

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from tallystick.run.engines.workers import WorkerPool
    from tallystick.run.journal import Journal

__all__ = ["Execution", "Request", "parameters_of"]

#: No machine has so many processors, and systems fail in various ways to start so many processes.
MOST_JOBS = 4096


@dataclass(frozen=True, slots=True)
class Request:
    """A request: metrics, their parameters, a preset, the settings of the run."""

    metrics: Sequence[MetricLike] = ()
    parameters: Options = field(default_factory=dict)
    settings: Settings = field(default_factory=Settings)
    task: str | Task | None = None
    preset: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    """The columns of a table, by role."""

    @classmethod
    def from_keywords(cls, keywords: Mapping[str, Any]) -> Request:
        """Build a request from the keywords of a function: options of a run, and parameters of metrics under
        `options`."""
        task, parameters = keywords["task"], parameters_of(keywords["options"])
        if hasattr(task, "model_json_schema"):
            # A pydantic class is the type of JSON documents, which are compared leaf by leaf.
            task, parameters = "json", {"schema": task, **parameters}
        return cls(
            metric_list(keywords["metrics"]),
            parameters,
            Settings.from_options(keywords),
            as_task(task),
            keywords["preset"],
            keywords.get("columns") or {},
        )


def metric_list(metrics: Sequence[MetricLike] | MetricLike) -> Sequence[MetricLike]:
    """Return metrics as a list; a single metric becomes a list of one."""
    return metrics if not isinstance(metrics, str) and isinstance(metrics, Sequence) else [metrics]


def parameters_of(options: Options) -> dict[str, object]:
    """Return keyword arguments as parameters of metrics; ``except_`` is the parameter `except`."""
    return {name.rstrip("_").replace("_", "-"): value for name, value in options.items()}


@dataclass(frozen=True, slots=True)
class Execution:
    """The engine that scores pairs, and the callback for each outcome."""

    jobs: int | None = None
    """Processes; without a number, one process, with one thread per processor if that is faster."""
    engine: str = "local"
    executor: Executor | None = None
    journal: Journal | None = None
    progress: Callable[[Outcome], None] | None = None
    pool: WorkerPool | None = None
    """Workers for the items of pages."""
    submitted: Callable[[], None] | None = None
    """Called when the last pair has been sent to these workers; outcomes are still to come."""

    def __post_init__(self) -> None:
        if self.processes < 1:
            raise UsageError(f"jobs={self.jobs} is not a positive number")
        if self.processes > MOST_JOBS:
            raise UsageError(f"jobs={self.jobs} is more than {MOST_JOBS} processes")
        check_engine(self.engine, self.processes)
        if self.executor is not None and (self.processes > 1 or self.engine != "local"):
            raise UsageError("an executor has its own workers; do not pass jobs or engine")

    @property
    def here(self) -> bool:
        """Return whether pairs are scored in this process."""
        return self.executor is None and self.processes == 1 and self.engine == "local"

    @property
    def processes(self) -> int:
        """Return the number of processes."""
        return 1 if self.jobs is None else self.jobs
