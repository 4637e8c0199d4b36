"""What is to be computed for each pair of items, and doing it for one of them.

A plan can be sent to another process: it holds names and options, and builds readers and scorers where it
arrives.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tallystick.declare import Options, Scorer, Task
from tallystick.errors import Problem
from tallystick.formats.base import Block, Item, Reader
from tallystick.registry import Chosen, find_task
from tallystick.run.pairing import BlockPair
from tallystick.tally import Alignment, Tally

__all__ = ["Outcome", "Plan", "Scoring"]


@dataclass(frozen=True, slots=True)
class Plan:
    """Names and options: everything a worker needs to score items."""

    task: str
    metrics: tuple[tuple[str, str, Options], ...]
    """(key, metric name, settled options) of each metric."""
    formats: tuple[int, int]
    """Which of the task's formats each side is in: gold, pred."""
    on_error: str = "fail"
    by: str | None = None
    weight: str | None = None
    time_limit: float | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one pair of items came to."""

    id: str
    status: str
    """``scored``, ``skipped``, ``zeroed`` (a malformed or missing prediction counted as empty), ``failed``."""
    tallies: tuple[Tally, ...] = ()
    problems: tuple[Problem, ...] = ()
    groups: Mapping[str, tuple[Tally, ...]] = field(default_factory=dict)
    """The tallies by label, where a division was asked for."""
    weight: float = 1.0
    size: int = 0
    """Bytes of the two blocks, for progress."""


class Scoring:
    """A plan at work."""

    def __init__(self, plan: Plan, task: Task | None = None) -> None:
        self.plan = plan
        self.task = task or find_task(plan.task)
        self.readers: tuple[Reader, Reader] = (
            self.task.formats[plan.formats[0]].reader,
            self.task.formats[plan.formats[1]].reader,
        )
        self.scorers: list[Scorer] = []
        for key, name, options in plan.metrics:
            metric = self.task.metric(name)
            assert metric is not None, name
            self.scorers.append(Chosen(key, metric, options).scorer())

    def pairs(self, pairs: Sequence[BlockPair]) -> list[Outcome]:
        """Read and score pairs of blocks."""
        return [self.pair(pair) for pair in pairs]

    def pair(self, pair: BlockPair) -> Outcome:
        """Read and score one pair of blocks."""
        return self.items(_read(self.readers[0], pair.gold), _read(self.readers[1], pair.pred), pair)

    def alignment(self, pair: BlockPair, status: str, metric: int) -> Alignment:
        """What matched in a pair that was scored."""
        gold, pred = _read(self.readers[0], pair.gold), _read(self.readers[1], pair.pred)
        assert gold is not None
        ours = self.task.empty() if status == "zeroed" or pred is None else pred.value
        return self.scorers[metric].align(gold.value, ours, time_limit=self.plan.time_limit)

    def items(self, gold: Item | None, pred: Item | None, pair: BlockPair) -> Outcome:
        """Score two items under the policy for bad ones."""
        name = _id_of(gold, pred, pair)
        found = [*(gold.problems if gold else ()), *(pred.problems if pred else ())]
        errors = [problem for problem in found if problem.level == "error"]
        # A nameless item that cannot be read has one problem, not two.
        pairing = [p for p in pair.problems if not (errors and p.code == "no-id")]
        problems = (*found, *pairing)
        size = sum(len(side.text) for side in (pair.gold, pair.pred) if isinstance(side, Block))
        if not errors and not pairing:
            return self._scored(name, gold, pred, "scored", problems, size)
        status = self._policy(gold, pred, pair, bool(pairing))
        if status == "zeroed":
            return self._scored(name, gold, None, status, problems, size)
        return Outcome(name, status, problems=problems, size=size)

    def _policy(self, gold: Item | None, pred: Item | None, pair: BlockPair, unpaired: bool) -> str:
        """What becomes of a pair with something wrong in it."""
        policy = self.plan.on_error
        if policy == "fail":
            return "failed"
        if unpaired:
            if policy == "zero" and gold is not None and not gold.malformed and _only_missing(pair):
                return "zeroed"
            return "skipped" if policy == "skip" and pair.lost else "failed"
        if policy == "skip" or gold is None:
            return "skipped"
        # Only a prediction can be scored as empty: a gold item that cannot be read says nothing.
        return "failed" if gold.malformed else "zeroed"

    def _scored(
        self, name: str, gold: Item | None, pred: Item | None, status: str, problems: tuple[Problem, ...], size: int
    ) -> Outcome:
        assert gold is not None
        ours = self.task.empty() if status == "zeroed" or pred is None else pred.value
        tallies = tuple(self._tally(scorer, gold.value, ours) for scorer in self.scorers)
        groups = self._divided(name, gold, ours) if self.plan.by else {}
        weigh = self.task.sizes.get(self.plan.weight or "")
        return Outcome(name, status, tallies, problems, groups, weigh(gold.value) if weigh else 1.0, size)

    def _tally(self, scorer: Scorer, gold: object, pred: object) -> Tally:
        return scorer.tally(gold, pred, time_limit=self.plan.time_limit)

    def _divided(self, name: str, gold: Item, pred: object) -> dict[str, tuple[Tally, ...]]:
        """The tallies by label: of the parts of the item, or of the whole under the label it carries."""
        by = self.plan.by or ""
        divide = self.task.divisions.get(by)
        if divide is None:
            label = gold.meta.get(by) or (name if by == "document" else "–")
            return {label: tuple(self._tally(scorer, gold.value, pred) for scorer in self.scorers)}
        golds, preds = divide(gold.value), divide(pred)
        empty = self.task.empty()
        return {
            label: tuple(
                self._tally(scorer, golds.get(label, empty), preds.get(label, empty)) for scorer in self.scorers
            )
            for label in dict.fromkeys((*golds, *preds))
        }


def _only_missing(pair: BlockPair) -> bool:
    return all(problem.code == "no-partner" for problem in pair.problems)


def _read(reader: Reader, side: Block | Item | None) -> Item | None:
    if side is None or isinstance(side, Item):
        return side
    if any(problem.level == "error" for problem in side.problems):
        return Item(None, side.id, side.problems, path=side.path, line=side.line)
    return reader.item(side)


def _id_of(gold: Item | None, pred: Item | None, pair: BlockPair) -> str:
    for side in (pair.gold, pair.pred, gold, pred):
        if side is not None and side.id is not None:
            return side.id
    return str(pair.number)
