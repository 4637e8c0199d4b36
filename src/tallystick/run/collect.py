"""Scoring many items: here, or in other processes; streaming, with sums instead of lists."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import field
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING

from tallystick.dataclass import dataclass
from tallystick.errors import REPAIRED, Problem
from tallystick.results.lazy_items import LazySequence
from tallystick.run.inputs.pairing import BlockPair
from tallystick.run.kept import LEAST_TEXT, MOST_TEXT
from tallystick.run.pair_scoring import Scoring
from tallystick.run.plan import Outcome, Plan
from tallystick.run.request import Execution
from tallystick.tally import Tally, TallySum, TallySums, add_each

if TYPE_CHECKING:
    from tallystick.run.samples import RunSamples

__all__ = ["Collected", "collect", "outcomes"]

#: Errors beyond this number are counted, not kept; of warnings and notes as many are kept beside them.
MOST_PROBLEMS = 10_000
#: Seconds after which more processes are started to write a page.
_LONG_PAGE = 0.02
#: They score this many times as many pairs at a time as were scored until then: what is counted over pairs is sent once
#: for all of them.
_TIMES_MORE = 3
#: Pairs that metrics see before the first of them is scored.
_PREPARED = 256


def outcomes(
    scoring: Scoring, pairs: Iterator[BlockPair], execution: Execution, *, keep: bool = False
) -> Generator[Outcome, None, None]:
    """Yield the outcome of every pair, in order.

    With `keep`, pairs that are scored here stay with their outcomes, as long as that takes little memory.
    """
    if not execution.here:
        # Imported here because a run in one process does not need it and starts faster without.
        from tallystick.run.engines.engine import elsewhere, on_engine

        if execution.executor is not None:
            yield from elsewhere(scoring.plan, pairs, execution.executor)
        else:
            yield from on_engine(scoring.plan, pairs, execution.engine, execution.processes)
        return
    text_left = MOST_TEXT

    def score_and_keep(pair: BlockPair) -> Outcome:
        nonlocal text_left
        outcome = scoring.pair(pair, keep=text_left > 0)
        text_left -= max(outcome.size, LEAST_TEXT)
        return outcome

    score = score_and_keep if keep else scoring.pair
    if scoring.preparing:
        pairs = _prepared(scoring, pairs)
    if execution.jobs is None and scoring.plan.page:
        yield from _page_items(scoring.plan, score, pairs, execution)
    elif execution.jobs is None and scoring.releases_lock:
        # Imported here: only few metrics gain by threads.
        from tallystick.run.engines.threads import on_all_cores

        yield from on_all_cores(score, pairs)
    else:
        yield from map(score, pairs)


def _page_items(
    plan: Plan, score: Callable[[BlockPair], Outcome], pairs: Iterator[BlockPair], execution: Execution
) -> Iterator[Outcome]:
    """Score pairs and write their parts of a page: here, and in a long run soon in the workers of a pool.

    A part of a page takes longer than the score, and never lets go of the interpreter's lock.
    """
    pool = execution.pool
    if pool is None or pool.jobs < 2:
        yield from map(score, pairs)
        return
    from tallystick.run.engines.engine import on_pool  # few runs make a page

    number = 0
    if not pool.started:
        # The first pair says nothing about the next ones: modules are imported for it.
        yield from map(score, islice(pairs, 1))
        start = perf_counter()
        for pair in pairs:
            yield score(pair)
            number += 1
            if perf_counter() - start > _LONG_PAGE:
                break
        else:
            return
    yield from on_pool(plan, pairs, pool, pool.chunk or _TIMES_MORE * number, execution.submitted)


def _prepared(scoring: Scoring, pairs: Iterator[BlockPair]) -> Iterator[BlockPair]:
    """Show the metrics some pairs at a time before these are scored, and return the pairs."""
    while some := list(islice(pairs, _PREPARED)):
        scoring.prepare(some)
        yield from some


@dataclass(slots=True)
class Collected:
    """The sums over a run, and the outcomes themselves if they were requested."""

    sums: list[TallySum]
    items: int = 0
    skipped: int = 0
    zeroed: int = 0
    failed: int = 0
    repaired: int = 0
    """How many scored items have a prediction that was repaired."""
    problems: list[Problem] = field(default_factory=list)
    unlisted: int = 0
    """How many errors there were beyond those that are kept."""
    remarks: int = 0
    """How many warnings and notes are kept."""
    coverage: dict[str, int] = field(default_factory=dict)
    observed: dict[str, int] = field(default_factory=dict)
    """How much was compared, where the task can tell: numbers of parts by label."""
    group_sums: dict[str, TallySums] = field(default_factory=dict)
    outcomes: list[Outcome] | LazySequence[Outcome] = field(default_factory=list)
    indices: list[int] | range = field(default_factory=list)
    """The index of each of these outcomes in the run."""
    seen: int = 0
    samples: RunSamples | None = None
    """The samples of these outcomes, once intervals were computed from them."""

    of_run: set[Problem] = field(default_factory=set)
    """Warnings that concern no item more than others: each is kept once."""
    policy: str = "fail"
    """The policy for unreadable items and parts."""

    @property
    def totals(self) -> list[Tally]:
        """The sum of each metric."""
        return [sums.total for sums in self.sums]

    @property
    def groups(self) -> dict[str, list[Tally]]:
        """The sums of each metric by label."""
        return {label: sums.totals for label, sums in self.group_sums.items()}

    def add(self, outcome: Outcome, *, keep: bool) -> None:
        """Count one outcome."""
        self.seen += 1
        problems = outcome.problems
        for problem in problems:
            self.keep_problem(problem)
        if outcome.status != "scored":
            self.skipped += outcome.status == "skipped"
            self.zeroed += outcome.status == "zeroed"
            self.failed += outcome.status == "failed"
            if outcome.status != "zeroed":
                return
        self.items += 1
        if problems:
            self.repaired += any(problem.code == REPAIRED for problem in problems)
        if outcome.parts:
            self.skipped += outcome.parts if self.policy == "skip" else 0
            self.zeroed += outcome.parts if self.policy == "zero" else 0
        if outcome.coverage:
            _add_numbers(self.coverage, outcome.coverage)
        if outcome.observed:
            _add_numbers(self.observed, outcome.observed)
        add_each(self.sums, outcome.tallies)
        for label, tallies in outcome.groups.items():
            if label not in self.group_sums:
                self.group_sums[label] = TallySums(len(tallies))
            self.group_sums[label].add(tallies)
        if keep:
            assert isinstance(self.outcomes, list)
            assert isinstance(self.indices, list)
            self.outcomes.append(outcome)
            self.indices.append(self.seen - 1)

    def keep_problem(self, problem: Problem) -> None:
        """Keep a problem unless there are too many; warnings without end must not hide an error."""
        if problem.level == "error":
            if len(self.problems) - self.remarks < MOST_PROBLEMS:
                self.problems.append(problem)
            else:
                self.unlisted += 1
        elif self.remarks < MOST_PROBLEMS and problem not in self.of_run:
            if problem.item is None and not problem.line:
                self.of_run.add(problem)
            self.remarks += 1
            self.problems.append(problem)

    def errors(self) -> list[Problem]:
        """The errors, file after file and line after line."""
        errors = [problem for problem in self.problems if problem.level == "error"]
        rank = {path: index for index, path in enumerate(dict.fromkeys(problem.path for problem in errors))}
        return sorted(errors, key=lambda problem: (rank[problem.path], problem.line, problem.column))


def _add_numbers(sums: dict[str, int], numbers: Mapping[str, int]) -> None:
    for label, number in numbers.items():
        sums[label] = sums.get(label, 0) + number


def collect(
    scored: Iterable[Outcome],
    metrics: int,
    *,
    keep: bool,
    policy: str = "fail",
    progress: Callable[[Outcome], None] | None = None,
) -> Collected:
    """Sum up a run."""
    collected = Collected([TallySum() for _ in range(metrics)], policy=policy)
    for outcome in scored:
        collected.add(outcome, keep=keep)
        if progress is not None:
            progress(outcome)
    return collected
