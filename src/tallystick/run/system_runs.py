"""Several systems scored against one gold, and what each of them made of every item."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import field, replace
from typing import TYPE_CHECKING

from tallystick.dataclass import dataclass
from tallystick.errors import DataError, Problem, UsageError
from tallystick.formats.base import Source
from tallystick.registry import Chosen, tasks
from tallystick.results.comparison import SystemCoverage
from tallystick.results.report import Report
from tallystick.run.inputs.memory import ItemMemory
from tallystick.run.inputs.sides import Input, ItemsLike, input_of, input_pairs
from tallystick.run.inputs.sources import PipedSource
from tallystick.run.plan import Outcome
from tallystick.run.request import Execution, Request
from tallystick.run.score import Scored, missing_files, score_items
from tallystick.tally import Reading
from tallystick.tasks.base import Task

if TYPE_CHECKING:
    from tallystick.run.engines.workers import WorkerPool
    from tallystick.run.samples import RunSamples

__all__ = ["ItemKey", "SystemRun", "read_again", "remember_outcomes", "score_systems"]

#: A gold item: its id or number, and its index among those with the same id.
ItemKey = tuple[str, int]


@dataclass(slots=True)
class SystemRun:
    """One system: its report, and what each item of the gold came to."""

    report: Report
    scored: dict[ItemKey, Outcome] = field(default_factory=dict)
    readings: dict[str, Reading] = field(default_factory=dict)
    """How the counts of each metric are read, before undefined numbers are replaced."""
    absent: frozenset[str] = frozenset()
    """The groups that the system has nothing of, and that are left out of its mean."""
    samples: RunSamples | None = None
    """The samples of all of its items, where it has intervals."""

    def coverage(self, common: int) -> SystemCoverage:
        """How much of it was compared."""
        report = self.report
        return SystemCoverage(
            report.items,
            report.skipped,
            report.zeroed,
            len(self.scored) - common,
            report.repaired,
            report.unproved,
        )


def score_systems(
    gold: ItemsLike,
    systems: Mapping[str, ItemsLike],
    request: Request,
    *,
    page: bool = False,
    jobs: int | None = None,
    progress: Callable[[Outcome], None] | None = None,
    ready: Callable[[str, Report], None] | None = None,
) -> dict[str, SystemRun]:
    """Score every system, reading the gold once; raise an error that lists the problems of all systems.

    `ready` gets the name of each system and its report without intervals, in their order, while intervals are computed
    and later systems may still be scored.
    """
    inputs = {name: input_of(items, name, request.columns) for name, items in systems.items()}
    side = input_of(gold, "gold", request.columns)
    if [_from_stdin(input_side) for input_side in (side, *inputs.values())].count(True) > 1:
        raise UsageError("only one file can be read from standard input")
    _refuse_unpaired(side, inputs, request.task, missing_files(request.settings))
    side = read_again(side)
    golds = ItemMemory()
    readings: dict[str, Reading] = {}

    outcomes: dict[str, dict[ItemKey, Outcome]] = {name: {} for name in inputs}
    runs: dict[str, Scored] = {}
    reports: dict[str, Future[Report]] = {}
    problems: list[Problem] = []
    unlisted = 0
    with ThreadPoolExecutor(1) as background:

        def report_all() -> None:
            """Begin the reports of all systems that were scored: the next ones are scored meanwhile."""
            for name, scored in runs.items():
                if name not in reports:
                    if ready is not None:
                        ready(name, scored.report(intervals=False))
                    reports[name] = background.submit(scored.report)

        # With an error, the workers end before the threads that wait for them.
        with ThreadPoolExecutor(len(inputs)) as readers, _pool(page=page, jobs=jobs) as pool:

            def accept(task: Task, chosen: Sequence[Chosen], settled: Request) -> None:
                nonlocal request
                readings.update({choice.key: choice.scorer().reading for choice in chosen})
                if task.inferred:
                    # What was inferred from the gold holds for all systems.
                    request = replace(request, metrics=settled.metrics, parameters=settled.parameters)
                if request.task is None and task.name in tasks():
                    request = replace(request, task=task.name)  # the same for all systems

            def score(name: str) -> Scored:
                taken = remember_outcomes(outcomes[name], request.settings.on_error, progress)
                execution = Execution(jobs, progress=taken, pool=pool, submitted=ahead.start_next)
                return score_items(
                    side, inputs[name], request, execution, items=page, page=page, golds=golds, accept=accept
                )

            ahead = _Ahead(inputs, score, readers)
            for name in inputs:
                try:
                    scored = ahead.result(name)
                except DataError as error:
                    problems += error.problems
                    unlisted += error.unlisted
                    continue
                runs[name] = scored
                # Before the workers are started, no other thread may run: they are forked.
                if pool is not None and pool.started:
                    report_all()
                if len(inputs) > 1:
                    _refuse_companions(scored.task.name, request)
            if problems:
                raise DataError(problems, unlisted)
        report_all()
        return {
            name: SystemRun(report.result(), outcomes[name], readings, samples=runs[name].collected.samples)
            for name, report in reports.items()
        }


class _Ahead:
    """Systems that are scored one after another: workers get the pairs of the next one before they run out of work."""

    def __init__(
        self, inputs: Mapping[str, Input], score: Callable[[str], Scored], threads: ThreadPoolExecutor
    ) -> None:
        self._waiting = deque(inputs)
        self._inputs = inputs
        self._score = score
        self._threads = threads
        self._started: dict[str, Future[Scored]] = {}

    def start_next(self) -> None:
        """Start the next system, when workers have been sent the last pair of the one before."""
        # A thread that waits for the other end of a pipe could not be interrupted.
        if self._waiting and not _piped(self._inputs[self._waiting[0]]):
            name = self._waiting.popleft()
            self._started[name] = self._threads.submit(self._score, name)

    def result(self, name: str) -> Scored:
        """Return what the next system was scored as."""
        if name in self._started:
            return self._started.pop(name).result()
        self._waiting.popleft()
        return self._score(name)


def _pool(*, page: bool, jobs: int | None) -> AbstractContextManager[WorkerPool | None]:
    """Return workers for the items of a page, which start when they are worth it; None if none are wanted."""
    if not page or jobs is not None:
        return nullcontext()
    from tallystick.run.engines.threads import cores
    from tallystick.run.engines.workers import WorkerPool

    return WorkerPool(cores())


def _refuse_companions(task: str, request: Request) -> None:
    """Reject files that complete the predictions of one system."""
    known = tasks().get(task)
    if known is not None and known.join is not None:
        from tallystick.run.inputs.companions import refuse_for_several

        refuse_for_several(known, request.parameters)


def _refuse_unpaired(gold: Input, inputs: Mapping[str, Input], task: str | Task | None, missing: str) -> None:
    """Reject missing files and files without a partner before anything is scored."""
    problems: list[Problem] = []
    for pred in inputs.values():
        try:
            input_pairs(gold, pred, missing=missing, task=task)
        except DataError as error:
            problems += error.problems
    if problems:
        raise DataError(problems)


def _piped(side: Input) -> bool:
    return _from_stdin(side) or isinstance(side, PipedSource)


def _from_stdin(side: Input) -> bool:
    return isinstance(side, Source) and side.text is None and side.path == "-"


def read_again(gold: Input) -> Input:
    """The gold as something that can be read once for each system: a pipe or an iterator could not."""
    if not isinstance(gold, Source):
        return list(gold) if hasattr(gold, "__next__") else gold
    if not _piped(gold):
        return gold
    # Invalid UTF-8 is kept, so that the reader reports its location.
    return Source(gold.path, gold._open().read().decode("utf-8", "surrogateescape"))


def remember_outcomes(
    scored: dict[ItemKey, Outcome], policy: str, progress: Callable[[Outcome], None] | None
) -> Callable[[Outcome], None]:
    """Return a callback that records scored outcomes; repeated ids (`--match-by order`) are numbered."""
    seen: Counter[str] = Counter()

    def take(outcome: Outcome) -> None:
        if outcome.status in ("scored", "zeroed"):
            # Nothing but counts is kept: problems are in the report. Those of parts that were left out say which ones.
            kept = outcome.problems if outcome.parts and policy == "skip" else ()
            errors = tuple(problem for problem in kept if problem.level == "error")
            counted = outcome
            if outcome.kept is not None or outcome.problems != errors:
                counted = replace(outcome, problems=errors, kept=None)
            scored[outcome.gold_id, seen[outcome.gold_id]] = counted
        seen[outcome.gold_id] += 1
        if progress is not None:
            progress(outcome)

    return take
