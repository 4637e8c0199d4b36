"""What is to be computed for each pair of items, and doing it for one of them.

A plan can be sent to another process: it holds names and options, and builds readers and scorers where it
arrives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tallystick.errors import (
    UNKNOWN,
    DataError,
    MemoryLimitError,
    NotProvenError,
    Problem,
    TallystickError,
    TimeLimitError,
    no_exit,
)
from tallystick.formats.base import Block, Item, Reader
from tallystick.formats.texts import STRICT, STRICT_HINT
from tallystick.limits import Limits, current
from tallystick.registry import Chosen, find_task
from tallystick.run.engines.alarm import interrupting
from tallystick.run.inputs.labels import UNLABELLED, label_of
from tallystick.run.inputs.pairing import BlockPair
from tallystick.run.inputs.texts import text_problems
from tallystick.tally import Alignment, Tally
from tallystick.tasks.base import Mended, Options, Scorer, Task

__all__ = ["UNLABELLED", "Original", "Outcome", "Plan", "Scoring"]

#: What may be wrong with a pairing when a prediction is missing, and nothing else.
_MISSING = ("no-partner", "empty")
#: Problems that concern an item as a whole.
_OF_LIMITS = ("time-limit", "memory-limit")


@dataclass(frozen=True, slots=True)
class Plan:
    """Names and options: everything a worker needs to score items."""

    task: str
    metrics: tuple[tuple[str, str, Options], ...]
    """(key, metric name, settled options) of each metric."""
    on_error: str = "fail"
    by: str | None = None
    weight: str | None = None
    time_limit: float | None = None
    """Seconds for one item, over all its metrics."""
    on_timeout: str = "best"
    memory_limit: int | None = None
    """Bytes for one item; None for a share of what the machine has."""
    strict_text: bool = False

    def limits(self) -> Limits:
        """Return the limits of one item, whose clock starts now."""
        return Limits(self.time_limit, self.memory_limit)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one pair of items came to."""

    id: str
    status: str
    """``scored``, ``skipped``, ``zeroed`` (a bad or missing prediction counted as empty) or ``failed``."""
    tallies: tuple[Tally, ...] = ()
    problems: tuple[Problem, ...] = ()
    groups: Mapping[str, tuple[Tally, ...]] = field(default_factory=dict)
    """The tallies by label, where a division was asked for."""
    weight: float = 1.0
    size: int = 0
    """Bytes of the two blocks, for progress."""
    parts: int = 0
    """How many pairs of unreadable parts a scored item was mended of: skipped, or counted as empty."""
    coverage: Mapping[str, int] = field(default_factory=dict)
    place: str = ""
    """The id of the gold item, else its number: the same whatever it is compared with."""
    document: str = ""
    """The document that the gold item says it is of, else the file it stands in."""


@dataclass(frozen=True, slots=True)
class Original:
    """One side of a scored item as it was given, for those who show it."""

    value: object
    meta: Mapping[str, str] = field(default_factory=dict)
    text: str = ""
    """The text it was read from; empty where it was given as an object, or is missing."""


class Scoring:
    """A plan at work."""

    def __init__(self, plan: Plan, task: Task | None = None) -> None:
        self.plan = plan
        self.task = task or find_task(plan.task)
        self.readers: list[Reader] = [choice.reader for choice in self.task.formats]
        self.scorers: list[Scorer] = []
        for key, name, options in plan.metrics:
            metric = self.task.metric(name)
            assert metric is not None, name
            self.scorers.append(Chosen(key, metric, options).scorer())
        # A scorer may have something to say about two items that hangs on its options.
        self.remarking: list[Callable[[object, object], Sequence[Problem]]] = [
            scorer.remarks for scorer in self.scorers if hasattr(scorer, "remarks")
        ]

    def pairs(self, pairs: Sequence[BlockPair]) -> list[Outcome]:
        """Read and score pairs of blocks."""
        return [self.pair(pair) for pair in pairs]

    def pair(self, pair: BlockPair) -> Outcome:
        """Read and score one pair of blocks, under the policy for bad ones."""
        gold, pred = self._read(pair)
        name = _id_of(gold, pred, pair)
        found = [*(gold.problems if gold else ()), *(pred.problems if pred else ())]
        errors = [problem for problem in found if problem.level == "error"]
        # An item without an id that cannot be read has one problem, not two.
        pairing = [problem for problem in pair.problems if not (errors and problem.code == "no-id")]
        problems = (*found, *pairing)
        size = _size(pair.gold) + _size(pair.pred)
        if gold and pred and not pairing:
            mended = self._mended(gold, pred) if errors else Mended(gold.value, pred.value, 0)
            if mended is not None:
                try:
                    remarks = self._remarks(gold, pred, mended)
                    problems = (*problems, *remarks)
                    if not any(problem.level == "error" for problem in remarks):
                        return self._scored(name, "scored", gold, mended, problems, size, pair)
                except DataError as error:  # two items that cannot be compared
                    problems = (*problems, *_of_pair(error.problems, gold, pred, name))
                except TallystickError:
                    raise
                except Exception as error:  # a fault of a metric: whoever looks for it needs the item
                    error.add_note(f"while scoring item {name}")
                    raise
        status = self._policy(gold, pred, pairing)
        if status == "zeroed" and gold:
            try:
                empty = Mended(gold.value, self.task.empty(), 0)
                problems = (*problems, *self._remarks(gold, None, empty))
                return self._scored(name, status, gold, empty, problems, size, pair)
            except DataError:  # the fault, told above, is the gold item's
                status = "failed"
        place = _place_of(gold, pair) if gold else ""
        return Outcome(name, status, problems=problems, size=size, place=place)

    def alignment(self, pair: BlockPair, status: str, metric: int) -> Alignment:
        """What matched in a pair that was scored."""
        ours = self._compared(*self._read(pair), status)
        try:
            with interrupting(self.plan.limits(), self.task.name), no_exit("the metric"):
                return self.scorers[metric].align(ours.gold, ours.pred, time_limit=self.plan.time_limit)
        except (TimeLimitError, MemoryLimitError) as error:  # the item has a score, and no explanation
            return Alignment(summary=error.problems[0].message)

    def originals(self, pair: BlockPair, status: str) -> tuple[Original, Original]:
        """Gold and pred of a pair that was scored, as they were compared."""
        gold, pred = self._read(pair)
        ours = self._compared(gold, pred, status)
        texts = [side.text if isinstance(side, Block) else "" for side in (pair.gold, pair.pred)]
        return (
            Original(ours.gold, gold.meta if gold else {}, texts[0]),
            Original(ours.pred, pred.meta if pred else {}, texts[1]),
        )

    def _compared(self, gold: Item | None, pred: Item | None, status: str) -> Mended:
        """The two values that were compared in a pair that was scored."""
        assert gold is not None
        if status == "zeroed" or pred is None:
            # Asked for only here: not every type of a user's own has an empty value.
            ours: Mended | None = Mended(gold.value, self.task.empty(), 0)
        else:
            bad = gold.malformed or pred.malformed
            ours = self._mended(gold, pred) if bad else Mended(gold.value, pred.value, 0)
        assert ours is not None
        return ours

    def _mended(self, gold: Item, pred: Item) -> Mended | None:
        """Two items without their unreadable parts, where the policy and the task allow that."""
        policy, mend = self.plan.on_error, self.task.mend
        if mend is None or policy == "fail" or gold.value is None or pred.value is None:
            return None
        # Only a prediction can be scored as empty: gold that cannot be read says nothing.
        if policy == "zero" and gold.malformed:
            return None
        return mend(gold.value, pred.value, policy)

    def _read(self, pair: BlockPair) -> tuple[Item | None, Item | None]:
        gold, pred = pair.formats
        return _item(self.readers[gold], pair.gold), _item(self.readers[pred], pair.pred)

    def _policy(self, gold: Item | None, pred: Item | None, pairing: Sequence[Problem]) -> str:
        """What becomes of a pair with something wrong in it."""
        policy = self.plan.on_error
        if policy == "fail" or any(problem.code not in _MISSING for problem in pairing):
            return "failed"
        if gold is None or (pred is None and policy == "skip"):
            # Alone: left out if it cannot be read anyway, else its partner is missing.
            there = pred or gold
            return "skipped" if there and there.malformed and not pairing else "failed"
        if policy == "skip":
            return "skipped"
        # Only a prediction can be scored as empty: a gold item that cannot be read says nothing.
        return "failed" if gold.malformed else "zeroed"

    def _scored(
        self, name: str, status: str, gold: Item, ours: Mended, problems: tuple[Problem, ...], size: int,
        pair: BlockPair,
    ) -> Outcome:  # fmt: skip
        try:
            with interrupting(self.plan.limits(), self.task.name):
                return self._scored_in_time(name, status, gold, ours, problems, size, pair)
        except TimeLimitError as error:
            if self.plan.on_timeout == "error":
                raise NotProvenError(f"item {name}: {error.problems[0].message}") from error
            raise
        except MemoryError as error:  # what no estimate foresaw
            raise MemoryLimitError("The item needs more memory than there is.") from error

    def _scored_in_time(
        self, name: str, status: str, gold: Item, ours: Mended, problems: tuple[Problem, ...], size: int,
        pair: BlockPair,
    ) -> Outcome:  # fmt: skip
        weigh, cover = self.task.sizes.get(self.plan.weight or ""), self.task.coverage
        return Outcome(
            name,
            status,
            self._tallies(name, ours.gold, ours.pred),
            problems,
            self._divided(name, gold, ours) if self.plan.by else {},
            weigh(ours.gold) if weigh else 1.0,
            size,
            ours.parts,
            cover(ours.gold, ours.pred) if cover else {},
            _place_of(gold, pair),
            gold.meta.get("document") or gold.path,
        )

    def _remarks(self, gold: Item, pred: Item | None, ours: Mended) -> list[Problem]:
        """What there is to say about two items: by their texts, by the task, and once by the metrics."""
        found = text_problems(gold, pred) if pred is not None else []
        there = pred or gold
        remarks = self.task.remarks(ours.gold, ours.pred) if self.task.remarks else ()
        found += (_located(problem, there) for problem in remarks)
        told = dict.fromkeys(
            problem for remarks in self.remarking for problem in remarks(ours.gold, ours.pred)
        )
        found += [replace(problem, path=gold.path or problem.path, item=gold.id) for problem in told]
        if not self.plan.strict_text:
            return found
        return [replace(one, level="error", hint=STRICT_HINT) if one.code in STRICT else one for one in found]

    def _tallies(self, name: str, gold: object, pred: object) -> tuple[Tally, ...]:
        return tuple([self._tally(name, scorer, gold, pred) for scorer in self.scorers])

    def _tally(self, name: str, scorer: Scorer, gold: object, pred: object) -> Tally:
        with no_exit("the metric"):
            tally = scorer.tally(gold, pred, time_limit=current().remaining())
        if tally.proved == tally.items:
            return tally
        if self.plan.on_timeout == "error":
            within = f" within {self.plan.time_limit:g} seconds" if self.plan.time_limit else ""
            raise NotProvenError(f"item {name} was not proved optimal{within}")
        tally = tally.with_possible_bound()
        return tally if self.plan.on_timeout == "best" else tally.at_its_bound()

    def _divided(self, name: str, gold: Item, ours: Mended) -> dict[str, tuple[Tally, ...]]:
        """The tallies by label: of the parts of the item, or of the whole under the label it carries."""
        by = self.plan.by or ""
        divide = self.task.divisions.get(by)
        if divide is None:
            return {label_of(gold, by, name): self._tallies(name, ours.gold, ours.pred)}
        golds, preds = divide(ours.gold), divide(ours.pred)
        empty = self.task.empty()
        return {
            label: self._tallies(name, golds.get(label, empty), preds.get(label, empty))
            for label in dict.fromkeys((*golds, *preds))
        }


def _of_pair(problems: Sequence[Problem], gold: Item, pred: Item, name: str) -> tuple[Problem, ...]:
    """Problems of two items with their places: those of limits are of the item as a whole, others of the prediction."""
    return tuple(
        replace(problem, path=gold.path or UNKNOWN, line=gold.line, item=name)
        if problem.code in _OF_LIMITS
        else _located(problem, pred)
        for problem in problems
    )


def _item(reader: Reader, side: Block | Item | None) -> Item | None:
    if side is None or isinstance(side, Item):
        return side
    if side.problems and any(problem.level == "error" for problem in side.problems):
        return Item(None, side.id, side.problems, path=side.path, line=side.line)
    return reader.item(side)


def _located(problem: Problem, item: Item) -> Problem:
    """A problem with its place: a value need not know where it was read."""
    if problem.path != UNKNOWN:
        return problem
    return replace(problem, path=item.path, line=problem.line or item.line, item=item.id)


def _size(side: Block | Item | None) -> int:
    return len(side.text) if isinstance(side, Block) else 0


def _id_of(gold: Item | None, pred: Item | None, pair: BlockPair) -> str:
    return _first_id((pair.gold, pair.pred, gold, pred), pair)


def _place_of(gold: Item, pair: BlockPair) -> str:
    return _first_id((pair.gold, gold), pair)


def _first_id(sides: Sequence[Block | Item | None], pair: BlockPair) -> str:
    for side in sides:
        if side is not None and side.id is not None:
            return f"{pair.file}:{side.id}" if pair.file else side.id
    return f"{pair.file}:{pair.number}" if pair.file else str(pair.number)
