"""`compare`: several systems against one gold. Entry point of the command line and of Python.

Every system is scored in the ordinary way; from then on only counts are used, and only of the items that were scored
for all systems.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations

from tallystick.errors import DataError, Problem, UsageError
from tallystick.registry import MetricLike
from tallystick.results.comparison import Comparison
from tallystick.results.options import UNITS, chosen
from tallystick.results.settings import Settings
from tallystick.run.group_samples import group_samples
from tallystick.run.inputs.annotators import names_of
from tallystick.run.inputs.sides import ItemsLike
from tallystick.run.plan import Outcome
from tallystick.run.request import Request
from tallystick.run.samples import RunSamples, blank_outcome
from tallystick.run.system_runs import ItemKey, SystemRun, score_systems
from tallystick.stats.comparison import Statistics, compared
from tallystick.stats.resamples import RESAMPLES
from tallystick.stats.sample import Sample
from tallystick.tally import Reading
from tallystick.tasks.base import Task
from tallystick.tasks.notes import common_notes

__all__ = ["check_comparison", "compare", "compare_runs", "run_compare"]


def compare(
    gold: ItemsLike,
    systems: Mapping[str, ItemsLike] | Sequence[ItemsLike],
    metrics: Sequence[MetricLike] | MetricLike = (),
    *,
    task: str | type | Task | None = None,
    preset: str | None = None,
    average: str = "auto",
    by: str | None = None,
    undefined: str = "null",
    on_error: str = "fail",
    on_missing: str = "error",
    match_by: str = "auto",
    tests: Sequence[str] | str = ("ar",),
    pairs: str = "all",
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
    columns: Mapping[str, str] | None = None,
    **options: object,
) -> Comparison:
    """Compare two or more systems: a dictionary by name, or a list; the first one is the baseline.

    The gold and each system are a path, text, a table, or a list of items, as in
    :func:`~tallystick.run.score.score`. `tests` are ``ar``, paired approximate randomisation, and ``bs``, the
    paired bootstrap; the first one decides significance. `pairs` is ``all`` or ``baseline``: each
    system with each other, or with the first only. With ``average="groups"``, the comparison is of the mean over the
    groups that `by` names, such as data sets.

    >>> import tallystick as ts
    >>> gold = [{"id": n, "spans": [{"type": "PER", "span": [n, n]}]} for n in range(8)]
    >>> nothing = [item | {"spans": []} for item in gold]
    >>> comparison = ts.compare(gold, {"none": nothing, "all": gold}, "span", task="spans")
    >>> difference = comparison["span"].difference("none", "all")
    >>> difference.value, difference.tests["ar"].p
    (1.0, 0.0078125)
    """
    tests = (tests,) if isinstance(tests, str) else tuple(tests)
    request, statistics = Request.from_keywords(locals()), Statistics(**chosen("statistics", locals()))
    named = systems if isinstance(systems, Mapping) else names_of(systems)
    return run_compare(gold, named, request, statistics, unit=unit, jobs=jobs)


def run_compare(
    gold: ItemsLike,
    systems: Mapping[str, ItemsLike],
    request: Request,
    statistics: Statistics,
    *,
    unit: str = "item",
    jobs: int | None = None,
    progress: Callable[[Outcome], None] | None = None,
) -> Comparison:
    """Compare systems with all options resolved."""
    check_comparison(systems, request.settings, unit)
    runs = score_systems(gold, systems, request, jobs=jobs, progress=progress)
    return compare_runs(runs, statistics, unit=unit)


def check_comparison(systems: Collection[str], settings: Settings, unit: str) -> None:
    """Reject what cannot be compared, before any item is read."""
    if len(systems) < 2:
        raise UsageError("pass at least two systems; for a single system, call score with confidence")
    if unit not in UNITS:
        raise UsageError(f"unit={unit!r} is not one of {', '.join(UNITS)}")


def compare_runs(runs: Mapping[str, SystemRun], statistics: Statistics, *, unit: str = "item") -> Comparison:
    """Compare systems that were scored."""
    first = next(iter(runs.values())).report
    # A comparison has its own intervals.
    settings = replace(first.settings, confidence=None)
    # A metric that counts nothing for any system is not in any report, unless it was requested.
    signatures = {key: run.report[key].signature for run in runs.values() for key in run.report}
    common = _common(runs)
    documents = _documents(runs, common) if unit == "document" else None
    stratified = first.whole_groups
    sampled = {name: _samples_of(run, common, settings, stratified=stratified) for name, run in runs.items()}
    outcomes = {name: own.outcomes for name, own in sampled.items()}
    labels = sorted(set(chain.from_iterable(outcome.groups for own in outcomes.values() for outcome in own)))
    readings = next(iter(runs.values())).readings

    def sample(own: RunSamples, index: int, reading: Reading) -> Sample:
        made = own.of_metric(index, reading, labels)
        return made if documents is None else made.grouped(documents)

    shown = [
        (index, key, reading) for index, (key, reading) in enumerate(readings.items()) if key in signatures
    ]
    samples = {
        key: {name: sample(own, index, reading) for name, own in sampled.items()}
        for index, key, reading in shown
    }
    in_common = {
        (key, *names): (sample(base, index, reading), sample(system, index, reading))
        for names, own in _pairs_in_common(runs, outcomes).items()
        for base, system in [[RunSamples(side, settings, stratified=stratified) for side in own]]
        for index, key, reading in shown
    }
    grouped = group_samples(sampled, labels, readings, signatures, stratified=stratified, documents=documents)
    # The groups of a metric are adjusted together; the metric as a whole does not depend on them.
    families = {key: f"{own.metric} by group" for key, own in grouped.items()}
    by_key = compared(
        {**samples, **{key: own.samples for key, own in grouped.items()}}, statistics, families, in_common
    )
    metrics = {}
    for key, metric in by_key.items():
        name, label = (grouped[key].metric, grouped[key].label) if key in grouped else (key, None)
        metrics[key] = replace(metric, key=name, group=label, signature=signatures[name])
    return Comparison(
        first.task,
        tuple(runs),
        metrics,
        len(common),
        len(set(documents)) if documents is not None else len(common),
        unit,
        statistics,
        settings,
        {name: run.coverage(len(common)) for name, run in runs.items()},
        first.part,
        first.whole_groups,
        _lone_groups(next(iter(outcomes.values())), documents) if stratified and settings.over_groups else (),
        tuple(dict.fromkeys(chain.from_iterable(run.report.problems for run in runs.values()))),
        common_notes(run.report.notes for run in runs.values()),
    )


def _samples_of(
    run: SystemRun, common: Sequence[ItemKey], settings: Settings, *, stratified: bool
) -> RunSamples:
    """Return the samples of a system over the common items: those of its intervals, where it has no other items."""
    if (
        run.samples is not None
        and len(run.samples.outcomes) == len(run.scored)
        and list(run.scored) == common
    ):
        return run.samples
    return RunSamples([run.scored[item] for item in common], settings, stratified=stratified)


def _lone_groups(outcomes: Sequence[Outcome], documents: Sequence[str] | None) -> tuple[str, ...]:
    """Return the groups that have a single unit, unless all have, in which case groups are drawn."""
    units = documents if documents is not None else range(len(outcomes))
    pairs = {(label, unit) for outcome, unit in zip(outcomes, units, strict=True) for label in outcome.groups}
    sizes = Counter(label for label, _ in pairs)
    lone = tuple(sorted(label for label, size in sizes.items() if size == 1))
    return lone if len(lone) < len(sizes) else ()


def _pairs_in_common(
    runs: Mapping[str, SystemRun], outcomes: Mapping[str, Sequence[Outcome]]
) -> dict[tuple[str, str], tuple[list[Outcome], list[Outcome]]]:
    """Return the outcomes of two systems without the groups that one of them lacks, for pairs where that matters."""
    pairs = {}
    for base, system in combinations(runs, 2):
        if runs[base].absent == runs[system].absent:
            continue
        absent = runs[base].absent | runs[system].absent
        both = (
            [blank_outcome(own) if absent.intersection(own.groups) else own for own in outcomes[name]]
            for name in (base, system)
        )
        pairs[base, system] = (next(both), next(both))
    return pairs


def _common(runs: Mapping[str, SystemRun]) -> list[ItemKey]:
    """The items that were scored for all systems, in the order of the first.

    If parts of an item were left out, they must be the same for all systems: those that the gold lacks.
    """
    first, *others = (run.scored for run in runs.values())
    common = [
        item
        for item, outcome in first.items()
        if all(item in scored and scored[item].problems == outcome.problems for scored in others)
    ]
    if not common:
        raise DataError(Problem("no item was scored for all systems", code="no-partner",
                                hint="items are paired by id, and files in directories by name"))  # fmt: skip
    return common


def _documents(runs: Mapping[str, SystemRun], common: Sequence[ItemKey]) -> list[str]:
    """Return the document of each item: the document in its meta, else its file."""
    scored = next(iter(runs.values())).scored
    documents = [scored[item].document for item in common]
    if len(set(documents)) < 2:
        raise UsageError(
            f"all items belong to one document, {documents[0]}, which cannot be resampled. Add the document of each "
            'item to its meta ("meta": {"document": …}), pass one file per document, or use items as units'
        )
    return documents
