"""Bulk scoring of lists of objects, if their task supports it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tallystick.lazy import imported
from tallystick.results.lazy_items import LazySequence
from tallystick.run.collect import Collected
from tallystick.run.inputs.objects import kind_of, object_item
from tallystick.run.inputs.pairing import BlockPair
from tallystick.run.inputs.sides import InputPair
from tallystick.run.kept import KeptPair
from tallystick.run.pair_scoring import Scoring
from tallystick.run.plan import Outcome
from tallystick.run.request import Execution
from tallystick.tally import TallySum
from tallystick.tasks.base import Task
from tallystick.tasks.bulk import BulkCounts

__all__ = ["BulkScored", "score_in_bulk"]


class BulkScored:
    """A run that was counted in bulk; data of single pairs is created on demand."""

    def __init__(self, task: Task, scoring: Scoring, counts: BulkCounts) -> None:
        self.task = task
        self.scoring = scoring
        self.counts = counts

    def collected(self) -> Collected:
        """Return the sums of the run, with the outcomes of the pairs."""
        counts = self.counts
        collected = Collected(
            [TallySum() for _ in counts.totals],
            items=counts.pairs,
            coverage=dict(counts.coverage),
            outcomes=LazySequence(counts.pairs, self._outcomes),
            indices=range(counts.pairs),
            seen=counts.pairs,
        )
        for tally_sum, total in zip(collected.sums, counts.totals, strict=True):
            tally_sum.add(total)
        for problem in counts.problems:
            collected.keep_problem(problem)
        return collected

    def kept(self) -> LazySequence[KeptPair]:
        """Return the pairs, to be explained and shown."""
        return LazySequence(self.counts.pairs, self._pairs)

    def _outcomes(self) -> Iterator[Outcome]:
        for index in range(self.counts.pairs):
            name = str(index + 1)
            yield Outcome(name, "scored", self.counts.tallies(index), gold_id=name, document="<gold>")

    def _pairs(self) -> Iterator[KeptPair]:
        kind = kind_of(self.task)
        for index in range(self.counts.pairs):
            gold, pred = (
                object_item(self.task, kind, value, name, index + 1)
                for value, name in zip(self.counts.values(index), ("<gold>", "<pred>"), strict=True)
            )
            yield KeptPair(self.scoring, BlockPair(index + 1, gold, pred), "scored")


def score_in_bulk(
    task: Task, inputs: list[InputPair], scoring: Scoring, execution: Execution
) -> BulkScored | None:
    """Count two lists of objects in bulk; return None if pairs must be scored one by one.

    This is the case if something happens between two pairs: limits, progress, a journal, a division.
    """
    plan = scoring.plan
    gold, pred = inputs[0].gold, inputs[0].pred
    if type(gold) is not list or type(pred) is not list:
        return None
    if plan.by or plan.weight or plan.own_metrics or plan.own_task or plan.time_limit or plan.memory_limit:
        return None
    if not execution.here or execution.journal is not None or execution.progress is not None:
        return None
    count: Callable[..., BulkCounts | None] = imported(task.bulk)
    counts = count([(name, options) for _, name, options in plan.metrics], gold, pred)
    return None if counts is None else BulkScored(task, scoring, counts)
