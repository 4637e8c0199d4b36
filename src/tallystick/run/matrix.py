"""`matrix`: many outputs of the same input against each other. Entry point of the command line and of Python.

Every file is read once. All pairs of all items are scored as one run, under one plan.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations

from tallystick.dataclass import dataclass
from tallystick.errors import DataError, Problem, UsageError
from tallystick.formats.base import Item
from tallystick.registry import Chosen, MetricLike, NamedMetric, choose, find_preset
from tallystick.results.matrix import ItemMatrix, Matrices, MetricMatrices
from tallystick.run.collect import outcomes
from tallystick.run.directions import computed_both_ways, on_common_parts
from tallystick.run.inferred import settled_by_items
from tallystick.run.inputs.annotators import InputOutputs, by_input, names_of, read_annotators
from tallystick.run.inputs.pairing import BlockPair
from tallystick.run.plan import Outcome
from tallystick.run.request import Execution, Request
from tallystick.run.score import ItemsLike
from tallystick.run.settle import plan_of
from tallystick.run.summarise import run_notes
from tallystick.tally import Reading
from tallystick.tasks.base import Preset, Task
from tallystick.tasks.notes import OptionNote, common_notes

__all__ = ["matrix", "run_matrix"]


def matrix(
    outputs: Mapping[str, ItemsLike] | Sequence[ItemsLike],
    metrics: Sequence[MetricLike] | MetricLike = (),
    *,
    task: str | type | Task | None = None,
    preset: str | None = None,
    undefined: str = "null",
    on_error: str = "fail",
    match_by: str = "auto",
    strict_text: bool = False,
    time_limit: float | None = None,
    on_timeout: str = "best",
    memory_limit: int | str | None = None,
    jobs: int | None = None,
    **options: object,
) -> Matrices:
    """Compare outputs for the same inputs with each other, item by item: a dictionary by name, or a list.

    Each is a path, text, or a list of items, as in :func:`~tallystick.run.score.score`. For each item, the output that
    is most similar to the others is chosen: minimum Bayes risk, with the outputs as the distribution.

    >>> import tallystick as ts
    >>> outputs = {"a": "(w / want-01 :ARG0 (b / boy))", "b": "(w / want-01)", "c": "(w / want-01 :ARG0 (g / girl))"}
    >>> matrices = ts.matrix(outputs, "smatch", task="amr")
    >>> matrices["smatch"].items[0].matrix[0][2], matrices["smatch"].choices
    (0.75, {'1': 'a'})
    """
    request = Request.from_keywords(locals())
    named = outputs if isinstance(outputs, Mapping) else names_of(outputs)
    return run_matrix(named, request, jobs=jobs)


def run_matrix(
    outputs: Mapping[str, ItemsLike],
    request: Request,
    *,
    jobs: int | None = None,
    progress: Callable[[Outcome], None] | None = None,
    keep: Callable[[list[InputOutputs]], None] | None = None,
) -> Matrices:
    """Compare outputs with all options resolved. `keep` receives the items, so that the chosen ones can be written."""
    if len(outputs) < 2:
        raise UsageError("pass at least two outputs")
    if request.settings.on_error == "zero":
        raise UsageError("on_error='zero' applies only to predictions; for outputs, use 'skip'")
    read = read_annotators(outputs, request)
    inputs = by_input(read, request.settings.match_by)
    if keep is not None:
        keep(inputs)
    run = _MatrixRun.of(read.task, request, inputs, jobs)
    pairs = [(each.items[a], each.items[b]) for each in inputs for a, b in combinations(each.items, 2)]
    if not pairs:
        raise DataError(Problem("no two outputs have an item in common", code="no-partner",
                                hint="items are paired by id, and files in directories by name"))  # fmt: skip
    there = run.score(pairs, run.chosen, progress)
    directed = [choice for choice in run.chosen if computed_both_ways(read.task, choice)]
    back = run.score([(pred, gold) for gold, pred in pairs], directed, progress) if directed else []
    metrics = {}
    for index, choice in enumerate(run.chosen):
        both_ways = choice in directed
        second = _Column(back, directed.index(choice)) if both_ways else None
        metrics[choice.key] = run.matrices(inputs, choice, _Column(there, index), second)
    return Matrices(
        read.task.name,
        tuple(outputs),
        metrics,
        {name: sum(name not in each.items for each in inputs) for name in outputs},
        run.request.settings,
        tuple(dict.fromkeys(chain(read.problems, *(outcome.problems for outcome in (*there, *back))))),
        common_notes([run.notes(there)], OptionNote),
    )


@dataclass(frozen=True, slots=True)
class _Column:
    """The outcomes of all pairs under one metric."""

    outcomes: Sequence[Outcome]
    index: int

    def values(self, reading: Reading) -> Iterator[float | None]:
        headline = reading.fields.index(reading.headline)
        for outcome in self.outcomes:
            yield reading.read(outcome.tallies[self.index])[headline] if outcome.tallies else None

    @property
    def unproved(self) -> int:
        return sum(
            outcome.tallies[self.index].proved < outcome.tallies[self.index].items
            for outcome in self.outcomes
            if outcome.tallies
        )


@dataclass(frozen=True, slots=True)
class _MatrixRun:
    """The metrics and settings of a run."""

    task: Task
    request: Request
    chosen: list[Chosen]
    preset: Preset | None
    execution: Execution

    @classmethod
    def of(cls, task: Task, request: Request, inputs: Sequence[InputOutputs], jobs: int | None) -> _MatrixRun:
        if task.inferred:
            items: Iterable[Item] = (item for each in inputs for item in each.items.values())
            request = settled_by_items(task, request, items)
        preset = find_preset(task, request.preset) if request.preset else None
        seed = request.settings.seed
        chosen = choose(task, request.metrics, request.parameters, preset, seed)
        options = on_common_parts(chosen, request.parameters, preset)
        chosen = choose(task, request.metrics, options, preset, seed)
        if preset is not None:
            request = replace(request, settings=replace(request.settings, undefined=preset.undefined))
        return cls(task, request, chosen, preset, Execution(jobs))

    def score(
        self,
        pairs: Sequence[tuple[Item, Item]],
        chosen: Sequence[Chosen],
        progress: Callable[[Outcome], None] | None,
    ) -> list[Outcome]:
        """Score pairs of items under some of the metrics."""
        metrics = [NamedMetric(self.task, replace(choice, requested=True)) for choice in chosen]
        planned = plan_of(self.task, Request(metrics, {}, self.request.settings, self.task))
        blocks = (BlockPair(number, *pair) for number, pair in enumerate(pairs, 1))
        scored: list[Outcome] = []
        for outcome in outcomes(planned.scoring, blocks, self.execution):
            scored.append(outcome)
            if progress is not None:
                progress(outcome)
        problems = [p for outcome in scored if outcome.status == "failed" for p in outcome.problems]
        if problems:
            raise DataError([problem for problem in problems if problem.level == "error"])
        return scored

    def notes(self, scored: Sequence[Outcome]) -> tuple[str, ...]:
        """Return the notes of the task on all pairs."""
        observed: Counter[str] = Counter()
        for outcome in scored:
            observed.update(outcome.observed)
        return run_notes(self.task, self.chosen, observed, len(scored))

    def matrices(
        self, inputs: Sequence[InputOutputs], choice: Chosen, there: _Column, back: _Column | None
    ) -> MetricMatrices:
        """Arrange the scores of all pairs as a matrix for each item."""
        reading = self.request.settings.reading(choice.scorer().reading)
        values = there.values(reading)
        reverse = back.values(reading) if back is not None else None
        items = []
        for each in inputs:
            names = tuple(each.items)
            cells: list[list[float | None]] = [[None] * len(names) for _ in names]
            for row, column in combinations(range(len(names)), 2):
                cells[row][column] = next(values)
                cells[column][row] = cells[row][column] if reverse is None else next(reverse)
            items.append(ItemMatrix(each.id, names, tuple(map(tuple, cells))))
        return MetricMatrices(
            choice.key,
            choice.signature(**self.request.settings.signed()),
            reading.headline,
            tuple(dict.fromkeys(name for each in inputs for name in each.items)),
            tuple(items),
            back is not None,
            there.unproved + (back.unproved if back is not None else 0),
        )
