"""`rank`: systems over several data sets, from submissions to a leaderboard. Entry point of the command line and of
Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from itertools import chain

from tallystick.dataclass import dataclass
from tallystick.errors import DataError, Problem, UsageError
from tallystick.formats.base import Source
from tallystick.registry import Chosen, MetricLike, tasks
from tallystick.results.options import GROUP_AVERAGES, UNITS, chosen
from tallystick.results.ranking import Gap, Ranking, ranking_of
from tallystick.results.report import Report
from tallystick.run.compare import compare_runs
from tallystick.run.inputs.memory import ItemMemory
from tallystick.run.inputs.sides import Input
from tallystick.run.inputs.submissions import (
    DataSets,
    GoldLike,
    Submission,
    SystemsLike,
    data_sets_of,
    submissions_of,
)
from tallystick.run.plan import Outcome
from tallystick.run.request import Execution, Request
from tallystick.run.samples import blank_outcome
from tallystick.run.score import run_score
from tallystick.run.system_runs import ItemKey, SystemRun, read_again, remember_outcomes
from tallystick.stats.comparison import Statistics
from tallystick.stats.resamples import RESAMPLES
from tallystick.tally import Reading
from tallystick.tasks.base import Task
from tallystick.tasks.notes import common_notes

__all__ = ["rank", "run_rank"]

#: The name of the groups of a ranking.
DATASET = "dataset"
#: How many files without a data set a message names.
_MOST_NAMES = 3


def rank(
    gold: GoldLike,
    systems: SystemsLike,
    metrics: Sequence[MetricLike] | MetricLike = (),
    *,
    task: str | type | Task | None = None,
    preset: str | None = None,
    average: str = "groups",
    on_missing: str = "error",
    undefined: str = "null",
    on_error: str = "fail",
    match_by: str = "auto",
    tests: Sequence[str] | str = ("ar",),
    adjust: str = "holm",
    unit: str = "item",
    level: float = 0.95,
    trials: int = 10_000,
    resamples: int = RESAMPLES,
    seed: int = 12345,
    jobs: int | None = None,
    time_limit: float | None = None,
    on_timeout: str = "best",
    memory_limit: int | str | None = None,
    repair: str = "none",
    pred_at: str = "",
    strict_text: bool = False,
    **options: object,
) -> Ranking:
    """Rank systems by their mean over data sets.

    `gold` is a folder with a file, or a folder, for each data set; or the items of each data set by name. A system is
    a folder or a zip file with files of the same names, or the items of each data set by name; `systems` are given by
    name, as a list, or as a folder with all of them. `on_missing` sets how to treat a file that a system does
    not have, or that cannot be read: ``error``, ``zero`` (it counts as empty) or ``skip`` (the data set is left out of
    the system's mean).

    >>> import tallystick as ts
    >>> gold = {name: [{"id": n, "spans": [{"type": "PER", "span": [n, n]}]} for n in range(6)] for name in "xy"}
    >>> empty = {name: [item | {"spans": []} for item in items] for name, items in gold.items()}
    >>> ranking = ts.rank(gold, {"none": empty, "all": gold}, "span", task="spans")
    >>> [(system.rank, system.name, system.value) for system in ranking["span"].systems]
    [(1, 'all', 1.0), (2, 'none', 0.0)]
    """
    tests = (tests,) if isinstance(tests, str) else tuple(tests)
    keywords = locals() | {"by": DATASET}
    request, statistics = Request.from_keywords(keywords), Statistics(**chosen("statistics", keywords))
    return run_rank(gold, systems, request, statistics, on_missing=on_missing, unit=unit, jobs=jobs)


def run_rank(
    gold: GoldLike,
    systems: SystemsLike,
    request: Request,
    statistics: Statistics,
    *,
    on_missing: str = "error",
    unit: str = "item",
    jobs: int | None = None,
    progress: Callable[[Outcome], None] | None = None,
) -> Ranking:
    """Rank systems with all options resolved; the settings have ``dataset`` as the division."""
    if unit not in UNITS:
        raise UsageError(f"unit={unit!r} is not one of {', '.join(UNITS)}")
    if not request.settings.over_groups:
        raise UsageError(f"average={request.settings.average!r} is not one of {', '.join(GROUP_AVERAGES)}")
    if on_missing not in ("error", "zero", "skip"):
        raise UsageError(f"on_missing={on_missing!r} is not one of error, zero, skip")
    # Here this applies to files: a system must not gain by leaving out difficult items of a file.
    request = replace(request, settings=replace(request.settings, on_missing="error"))
    data = data_sets_of(gold)
    submissions = submissions_of(systems, data)
    scoring = _Scoring(request, on_missing, jobs, progress)
    for file, label in data.labels.items():
        scoring.score_file(file, label, data, submissions)
    if scoring.problems:
        raise DataError(list(dict.fromkeys(scoring.problems)))
    runs = scoring.runs()
    comparison = compare_runs(runs, statistics, unit=unit)
    extra = tuple(
        Problem(f"skipped {name}: GOLD has no such file", own.shown, code="no-partner", level="warning")
        for own in submissions.values()
        for name in own.extra
    )
    gaps = tuple(scoring.gaps)
    warnings = (*chain.from_iterable(gap.problems for gap in gaps), *extra, *comparison.problems)
    datasets = tuple(label for label in data.names if label not in scoring.without_predictions)
    absent = {name: run.absent for name, run in runs.items()}
    return ranking_of(replace(comparison, problems=warnings), datasets, gaps, absent)


def _missing(own: Submission, file: str) -> Problem:
    """Report a file that a submission lacks; it may have a wrong name."""
    if own.problem is not None:
        return own.problem
    message = f"the submission has no file {file}"
    hint = "Pass --on-missing zero to count the missing file as empty, or --on-missing skip to leave the data set out."
    if own.extra:
        names = ", ".join(own.extra[:_MOST_NAMES]) + ", …" * (len(own.extra) > _MOST_NAMES)
        message += f", but has {names}, which GOLD lacks"
        hint = f"If a file has the wrong name, rename it to {file}. {hint}"
    return Problem(message, own.shown, hint=hint, code="no-partner")


@dataclass(slots=True)
class _Scored:
    """The state of a system so far."""

    reports: list[Report] = field(default_factory=list)
    outcomes: dict[ItemKey, Outcome] = field(default_factory=dict)
    absent: set[str] = field(default_factory=set)


@dataclass(slots=True)
class _Scoring:
    """Scores submissions file by file, and keeps the outcome of each item."""

    request: Request
    on_missing: str
    jobs: int | None
    progress: Callable[[Outcome], None] | None
    systems: dict[str, _Scored] = field(default_factory=dict)
    readings: dict[str, Reading] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    """The problems of all systems, which stop the run at the end."""
    gaps: list[Gap] = field(default_factory=list)

    def score_file(
        self, file: str, label: str, data: DataSets, submissions: Mapping[str, Submission]
    ) -> None:
        """Score a file of the gold with every system; the gold is read once."""
        gold = read_again(data.files[file]())
        golds = ItemMemory()
        for name, submission in submissions.items():
            scored = self.systems.setdefault(name, _Scored())
            opened = submission.files.get(file)
            if opened is None:
                problem = _missing(submission, file)
                self.problems += [problem] if self.on_missing == "error" else ()
                gap = Gap(name, label, file, "missing", self.on_missing, (replace(problem, level="warning"),))
            else:
                try:
                    self._score(scored, gold, opened(), golds, (file, label))
                    continue
                except DataError as error:
                    if any(_is_of_gold(problem, gold) for problem in error.problems):
                        raise
                    self.problems += error.problems if self.on_missing == "error" else ()
                    problems = tuple(replace(problem, level="warning") for problem in error.problems)
                    gap = Gap(name, label, file, "unreadable", self.on_missing, problems)
            self._count_gap(scored, gap, gold, golds)

    def _count_gap(self, scored: _Scored, gap: Gap, gold: Input, golds: ItemMemory) -> None:
        """Count a file that a system does not have, or that cannot be read, as asked."""
        self.gaps.append(gap)
        if gap.counted == "skip":
            scored.absent.add(gap.dataset)
        elif gap.counted == "zero":
            self._score(scored, gold, Source(gap.file, ""), golds, (gap.file, gap.dataset), on_error="zero")

    def _score(
        self,
        scored: _Scored,
        gold: Input,
        pred: Input,
        golds: ItemMemory,
        origin: tuple[str, str],
        **changes: str,
    ) -> None:
        """Score a file of a system; `origin` has its name and its data set."""
        request = self.request
        policy = changes.get("on_error", request.settings.on_error)
        if changes:
            request = replace(request, settings=replace(request.settings, on_error=policy))
        outcomes: dict[ItemKey, Outcome] = {}
        execution = Execution(self.jobs, progress=remember_outcomes(outcomes, policy, self.progress))
        report = run_score(
            gold, pred, request, execution, items=False, golds=golds, accept=self._note_readings
        )
        if self.request.task is None and report.task in tasks():
            self.request = replace(self.request, task=report.task)  # the same for all files
        if changes:
            # Files that were scored as requested come first: their signatures are used. An empty prediction needs no
            # warnings.
            scored.reports.append(replace(report, problems=()))
        else:
            scored.reports.insert(0, report)
        file, label = origin
        for (item, number), outcome in outcomes.items():
            scored.outcomes[f"{file}:{item}", number] = replace(outcome, groups={label: outcome.tallies})

    def _note_readings(self, _task: Task, chosen: Sequence[Chosen], _request: Request) -> None:
        self.readings.update({choice.key: choice.scorer().reading for choice in chosen})

    @property
    def without_predictions(self) -> set[str]:
        """The data sets that no system has."""
        return set.intersection(*(scored.absent for scored in self.systems.values()))

    def runs(self) -> dict[str, SystemRun]:
        """Every system over all data sets; data sets that it lacks count as empty."""
        known = {key: outcome for scored in self.systems.values() for key, outcome in scored.outcomes.items()}
        if not known:
            raise DataError([problem for gap in self.gaps for problem in gap.problems])
        complete = next(scored for scored in self.systems.values() if scored.reports)
        runs = {}
        for name, scored in self.systems.items():
            outcomes = {
                key: blank_outcome(outcome) if _label(outcome) in scored.absent else scored.outcomes.get(key)
                for key, outcome in known.items()
            }
            present = {key: outcome for key, outcome in outcomes.items() if outcome is not None}
            report = _merged(scored.reports or complete.reports[:1])
            absent = frozenset(scored.absent - self.without_predictions)
            runs[name] = SystemRun(report, present, self.readings, absent)
        return runs


def _label(outcome: Outcome) -> str:
    return next(iter(outcome.groups))


def _is_of_gold(problem: Problem, gold: Input) -> bool:
    """Return whether the problem is in the gold; a missing prediction is reported at its gold item."""
    shown = gold.shown if isinstance(gold, Source) else "<gold>"
    return problem.path == shown and problem.code != "no-partner"


def _merged(reports: Sequence[Report]) -> Report:
    """The reports of a system on its files as one: what was counted, and the metrics that occur."""
    return replace(
        reports[0],
        metrics={key: metric for report in reversed(reports) for key, metric in report.metrics.items()},
        items=sum(report.items for report in reports),
        skipped=sum(report.skipped for report in reports),
        zeroed=sum(report.zeroed for report in reports),
        repaired=sum(report.repaired for report in reports),
        problems=tuple(dict.fromkeys(chain.from_iterable(report.problems for report in reports))),
        notes=common_notes(report.notes for report in reports),
    )
