"""Scoring many items: here, or in other processes; streaming, with sums instead of lists."""

from __future__ import annotations

import pickle
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from tallystick.declare import Task
from tallystick.errors import Problem, TallystickError
from tallystick.run.pairing import BlockPair
from tallystick.run.plan import Outcome, Plan, Scoring
from tallystick.tally import Tally

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

__all__ = ["Collected", "collect", "outcomes", "score_chunk"]

#: Pairs that travel to a worker together, and chunks that are under way at once for each worker.
CHUNK = 32
AHEAD = 4
#: Chunks that are under way at once under somebody else's executor, whose size we do not know.
AHEAD_ELSEWHERE = 64
#: Problems beyond this number are counted, not kept.
MOST_PROBLEMS = 10_000


ScoreChunk = Callable[[bytes, Sequence[BlockPair]], list[Outcome]]


@lru_cache(maxsize=4)
def _scoring(pickled: bytes) -> Scoring:
    """The plan at work in this process, built once."""
    return Scoring(pickle.loads(pickled))


def score_chunk(pickled: bytes, pairs: Sequence[BlockPair]) -> list[Outcome]:
    """Score a few pairs: the function that runs in workers, under any executor."""
    return _scoring(pickled).pairs(pairs)


def outcomes(
    plan: Plan,
    pairs: Iterator[BlockPair],
    *,
    task: Task | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
) -> Iterator[Outcome]:
    """The outcome of every pair, in order."""
    if executor is not None:
        yield from _distributed(plan, pairs, executor, AHEAD_ELSEWHERE)
    elif jobs > 1:
        yield from _in_processes(plan, pairs, jobs)
    else:
        scoring = Scoring(plan, task)
        for pair in pairs:
            yield scoring.pair(pair)


def _in_processes(plan: Plan, pairs: Iterator[BlockPair], jobs: int) -> Iterator[Outcome]:
    # Imported here: one process needs none of this, and starts the sooner.
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    # Forked workers need no import of the user's main module; where there is no fork, spawn has to do.
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if "fork" in methods else "spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_ignore_interrupts) as pool:
        try:
            yield from _distributed(plan, pairs, pool, AHEAD * jobs, _score_interruptibly)
        except BrokenProcessPool as error:
            message = "a worker process died; was there too little memory? Fewer --jobs need less"
            raise TallystickError(message) from error


def _ignore_interrupts() -> None:
    """Ctrl-C must not end a worker that waits: it may hold a lock that the others need."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _score_interruptibly(pickled: bytes, pairs: Sequence[BlockPair]) -> list[Outcome]:
    """Score a few pairs in a worker of our own; Ctrl-C ends that, and the main process is told."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return score_chunk(pickled, pairs)
    finally:
        _ignore_interrupts()


def _distributed(
    plan: Plan, pairs: Iterator[BlockPair], executor: Executor, ahead: int, score: ScoreChunk = score_chunk
) -> Iterator[Outcome]:
    pickled = pickle.dumps(plan)
    waiting: deque[Future[list[Outcome]]] = deque()
    try:
        while chunk := list(islice(pairs, CHUNK)):
            waiting.append(executor.submit(score, pickled, chunk))
            while len(waiting) >= ahead:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


@dataclass(slots=True)
class Collected:
    """The sums over a run, and the outcomes themselves if they were asked for."""

    totals: list[Tally]
    items: int = 0
    skipped: int = 0
    zeroed: int = 0
    failed: int = 0
    problems: list[Problem] = field(default_factory=list)
    unlisted: int = 0
    """How many problems there were beyond those that are kept."""
    coverage: dict[str, int] = field(default_factory=dict)
    """How much was compared, where the task can tell: numbers of parts by label."""
    groups: dict[str, list[Tally]] = field(default_factory=dict)
    kept: list[Outcome] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    """The place of each kept outcome in the run."""
    seen: int = 0

    policy: str = "fail"
    """What was to be done with unreadable items and parts."""

    def add(self, outcome: Outcome, *, keep: bool) -> None:
        """Count one outcome."""
        self.seen += 1
        listed = outcome.problems[: max(0, MOST_PROBLEMS - len(self.problems))]
        self.problems.extend(listed)
        self.unlisted += len(outcome.problems) - len(listed)
        self.skipped += outcome.status == "skipped"
        self.zeroed += outcome.status == "zeroed"
        self.failed += outcome.status == "failed"
        if outcome.status not in ("scored", "zeroed"):
            return
        self.items += 1
        if outcome.parts:
            self.skipped += outcome.parts if self.policy == "skip" else 0
            self.zeroed += outcome.parts if self.policy == "zero" else 0
        for label, number in outcome.coverage.items():
            self.coverage[label] = self.coverage.get(label, 0) + number
        self.totals = [one + two for one, two in zip(self.totals, outcome.tallies, strict=True)]
        for label, tallies in outcome.groups.items():
            known = self.groups.get(label)
            self.groups[label] = (
                [one + two for one, two in zip(known, tallies, strict=True)] if known else list(tallies)
            )
        if keep:
            self.kept.append(outcome)
            self.places.append(self.seen - 1)

    def errors(self) -> list[Problem]:
        """The errors, file after file and line after line."""
        errors = [problem for problem in self.problems if problem.level == "error"]
        rank = {path: place for place, path in enumerate(dict.fromkeys(problem.path for problem in errors))}
        return sorted(errors, key=lambda problem: (rank[problem.path], problem.line, problem.column))


def collect(
    found: Iterable[Outcome],
    metrics: int,
    *,
    keep: bool,
    policy: str = "fail",
    progress: Callable[[Outcome], None] | None = None,
) -> Collected:
    """Sum up a run."""
    collected = Collected([Tally(items=0, proved=0)] * metrics, policy=policy)
    for outcome in found:
        collected.add(outcome, keep=keep)
        if progress is not None:
            progress(outcome)
    return collected
