"""An evaluator for training loops: the gold is read once, predictions arrive batch by batch.

Evaluators keep additive counts, so evaluators of different items can be pickled and merged, within a process or
across processes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tallystick.dataclass import dataclass
from tallystick.errors import DataError, UsageError
from tallystick.formats.base import Item, Source
from tallystick.integrations.batches import GoldItems, as_item, batch_input, read_gold
from tallystick.registry import MetricLike
from tallystick.results.report import Report
from tallystick.results.settings import Settings
from tallystick.run.collect import collect
from tallystick.run.inferred import settled_by_items
from tallystick.run.inputs.pairing import BlockPair, Side, no_items
from tallystick.run.inputs.sides import Input, InputPair, input_pairs, opened, read_pairs
from tallystick.run.inputs.sources import check_task
from tallystick.run.inputs.task import resolve_task
from tallystick.run.kept import LEAST_TEXT, MOST_TEXT, KeptPair
from tallystick.run.plan import Outcome
from tallystick.run.request import Request
from tallystick.run.score import (
    ItemsLike,
    input_of,
    refuse_unknown_division,
)
from tallystick.run.settle import Planned, plan_of
from tallystick.run.summarise import build_report
from tallystick.stats.resamples import RESAMPLES
from tallystick.tasks.base import Task

__all__ = ["Evaluator"]


@dataclass(frozen=True, slots=True)
class _Scored:
    """The outcome of an item."""

    position: tuple[int, int]
    """The index of its file, then its index in that file."""
    outcome: Outcome
    pair: BlockPair | None
    """Kept if alignments may be requested."""


class Evaluator:
    """Score predictions batch by batch, with the result of :func:`~tallystick.run.score.score` on all of them.

    With a gold, an evaluator takes predictions only, and pairs them by id if they have ids, otherwise in order.
    Without, each batch includes its own gold.

    >>> import tallystick as ts
    >>> evaluator = ts.Evaluator("(b / boy)\\n\\n(g / go-02 :ARG0 (b / boy))", metrics=["smatch"])
    >>> evaluator.update(["(b / boy)"])
    >>> evaluator.update(["(g / go-02 :ARG0 (g2 / girl))"])
    >>> evaluator.compute()["smatch"].f1
    0.8333333333333334
    """

    def __init__(
        self,
        gold: ItemsLike | None = None,
        metrics: Sequence[MetricLike] | MetricLike = (),
        *,
        task: str | type | Task | None = None,
        preset: str | None = None,
        items: bool = True,
        average: str = "auto",
        undefined: str = "null",
        confidence: float | None = None,
        resamples: int = RESAMPLES,
        seed: int = 12345,
        on_error: str = "fail",
        match_by: str = "auto",
        by: str | None = None,
        time_limit: float | None = None,
        on_timeout: str = "best",
        memory_limit: int | str | None = None,
        repair: str = "none",
        pred_at: str = "",
        strict_text: bool = False,
        columns: Mapping[str, str] | None = None,
        **options: object,
    ) -> None:
        self._request = Request.from_keywords(locals())
        self._items = items
        self._golds: tuple[GoldItems, ...] = ()
        self._scored: list[_Scored] = []
        self._text = 0
        """The amount of text scored so far: the first pairs are kept with their analyses."""
        self._settled: _SettledTask | None = None
        if gold is not None:
            self._golds = self._read(gold)
        elif self._request.task is not None:
            self._settle(
                resolve_task(self._request, ())
            )  # An invalid request fails here, not in the middle of a run.

    def update(self, first: ItemsLike, second: ItemsLike | None = None) -> None:
        """Score a batch: ``update(preds)``, or ``update(golds, preds)`` if the evaluator has no gold.

        A batch is a path, text, or a list of items; in a list, a string is the text of one item. If something is
        wrong with it, an error lists everything, and nothing of the batch counts.
        """
        if second is not None:
            if self._golds:
                raise UsageError("this evaluator already has its gold: call update(preds)")
            self._update_both(first, second)
        elif self._golds:
            self._update_preds(first)
        else:
            raise UsageError(
                "this evaluator has no gold: call update(golds, preds), or pass it: Evaluator(gold, …)"
            )

    def compute(self, *, partial: bool = False) -> Report:
        """Report on all predictions so far.

        Gold without a prediction is an error, or counts as missed under ``on_error="zero"``; with `partial` it is left
        out, and the report includes the number of such items.
        """
        settled = self._settled
        if settled is None or not len(self):
            raise UsageError("nothing to compute: call update first")
        scored = list(self._scored)
        waiting = 0
        for number, gold in enumerate(self._golds):
            for pair in gold.missing():
                if partial and pair.gold is not None:
                    waiting += 1
                    if pair.pred is None:
                        continue
                    pair = replace(pair, gold=None)
                scored.append(_Scored((number, pair.number - 1), settled.planned.scoring.pair(pair), pair))
        return settled.report(sorted(scored, key=lambda entry: entry.position), waiting)

    def reset(self) -> None:
        """Discard all predictions and keep the gold."""
        self._scored = []
        self._text = 0
        for gold in self._golds:
            gold.forget()

    def merge(self, other: Evaluator) -> None:
        """Add the counts of another evaluator with the same options, for different items."""
        if self._identity() != other._identity():
            raise UsageError("only evaluators of the same task, metrics and settings can be merged")
        if [gold.sides for gold in self._golds] != [gold.sides for gold in other._golds]:
            raise UsageError("only evaluators with the same gold can be merged")
        for gold, other_gold in zip(self._golds, other._golds, strict=True):
            if both := sorted(gold.used & other_gold.used):
                names = ", ".join(str(gold.items[index].id or index + 1) for index in both[:5])
                raise UsageError(
                    f"both evaluators have a prediction for {len(both)} items: {names}{' …' * (len(both) > 5)}"
                )
            if gold.by_id is False or other_gold.by_id is False:
                raise UsageError("evaluators with their own gold can be merged only if items have ids")
        offset = 0 if self._golds else len(self._scored)
        self._scored += [
            replace(entry, position=(entry.position[0], entry.position[1] + offset))
            for entry in other._scored
        ]
        self._text += other._text
        for gold, other_gold in zip(self._golds, other._golds, strict=True):
            gold.by_id = other_gold.by_id if gold.by_id is None else gold.by_id
            gold.used |= other_gold.used
            gold.nameless += other_gold.nameless
            gold.postponed += other_gold.postponed
        if self._settled is None and other._settled is not None:
            self._settle(other._settled.task)

    def __len__(self) -> int:
        """Return the number of predictions so far."""
        return len(self._scored) + sum(len(gold.nameless) + len(gold.postponed) for gold in self._golds)

    def __repr__(self) -> str:
        golds = f" of {sum(len(gold.items) for gold in self._golds)}" if self._golds else ""
        task = self._settled.task.name if self._settled else "any task"
        return f"<Evaluator: {task}, {len(self)}{golds} items>"

    def __getstate__(self) -> dict[str, object]:
        # Scorers contain functions, which cannot be pickled; they are rebuilt from names.
        # Analyses are not pickled: a pair is analysed again when it is explained.
        pickled = [replace(entry, outcome=replace(entry.outcome, kept=None)) for entry in self._scored]
        return {name: value for name, value in self.__dict__.items() if name != "_settled"} | {
            "_scored": pickled
        }

    def __setstate__(self, state: Mapping[str, object]) -> None:
        self.__dict__.update(state)
        self._settled = None
        if self._request.task is not None:
            self._settle(resolve_task(self._request, ()))

    def _settle(self, task: Task) -> _SettledTask:
        planned = plan_of(task, self._request)
        # Tasks contain functions, which cannot be pickled; their names can.
        self._request = replace(self._request, task=planned.plan.own_task or task.name)
        self._settled = _SettledTask(task, planned)
        return self._settled

    def _read(self, gold: ItemsLike) -> tuple[GoldItems, ...]:
        """Read the gold, file by file."""
        files = _files(input_of(gold, "gold", self._request.columns))
        task = resolve_task(self._request, InputPair(next(iter(files.values())), ()).sources)
        self._settle(task)
        lenient = self._request.settings.on_error == "skip"
        sides = {name: batch_input(task, side, "gold", self._request.columns) for name, side in files.items()}
        golds = tuple(read_gold(task, side, name, lenient=lenient) for name, side in sides.items())
        if task.inferred:
            items = [item for gold in golds for item in gold.items]
            self._request = settled_by_items(task, self._request, items)
            self._settle(task)
        return golds

    def _update_preds(self, preds: ItemsLike) -> None:
        settled = self._settled
        assert settled is not None
        files = _files(batch_input(settled.task, preds, "pred", self._request.columns))
        file_indices = {gold.file: index for index, gold in enumerate(self._golds)}
        if unknown := [name for name in files if name not in file_indices]:
            wanted = "a directory" if "" in unknown else f"a file that the gold also has, not {unknown[0]}"
            raise UsageError(f"expected {wanted}: predictions must have the same form as the gold")
        batches = [
            _paired(
                settled.task,
                self._golds[file_indices[name]],
                file_indices[name],
                side,
                self._request.settings,
            )
            for name, side in files.items()
        ]
        # Everything is scored before anything is recorded: a batch counts as a whole or not at all.
        outcomes = iter(
            settled.score([pair for batch in batches for pair in batch.pairs], keep=self._keeps())
        )
        for batch in batches:
            gold = self._golds[batch.file_index]
            if batch.pairs:
                gold.by_id, gold.postponed = batch.by_id, []
            gold.postponed += batch.postponed
            for pair in batch.pairs:
                outcome = next(outcomes)
                if pair.gold is None:
                    gold.nameless.append(pair)
                    continue
                index = pair.number - 1
                gold.used.add(index)
                self._remember((batch.file_index, index), outcome, replace(pair, gold=gold.sides[index]))

    def _update_both(self, golds: ItemsLike, preds: ItemsLike) -> None:
        if self._settled is not None:
            task = self._settled.task
        else:
            sides = InputPair(
                input_of(golds, "gold", self._request.columns), input_of(preds, "pred", self._request.columns)
            )
            task = resolve_task(self._request, sides.sources)
        settled = self._settled or self._settle(task)
        columns = self._request.columns
        inputs = input_pairs(
            batch_input(task, golds, "gold", columns), batch_input(task, preds, "pred", columns)
        )
        for both in inputs:
            check_task(task, *both.sources)
        pairs = list(read_pairs(task, inputs, self._request.settings.match_by))
        for pair, outcome in zip(pairs, settled.score(pairs, keep=self._keeps()), strict=True):
            self._remember((0, len(self._scored)), outcome, pair)

    def _keeps(self) -> bool:
        """Return whether further pairs are kept with their analyses."""
        return self._items and self._text < MOST_TEXT

    def _remember(self, position: tuple[int, int], outcome: Outcome, pair: BlockPair) -> None:
        self._scored.append(_Scored(position, outcome, pair if self._items else None))
        self._text += max(outcome.size, LEAST_TEXT)

    def _identity(self) -> tuple[object, ...]:
        """Return what two evaluators must share to be merged: everything that can change a score."""
        settled = self._settled
        signatures = (
            {
                choice.key: choice.signature(**settled.planned.settings.signed())
                for choice in settled.planned.chosen
            }
            if settled is not None
            else {}
        )
        task = settled.task.name if settled is not None else None
        return (task, signatures, self._request.settings, self._items)


@dataclass(frozen=True, slots=True)
class _SettledTask:
    """A task with all options resolved, ready to score."""

    task: Task
    planned: Planned

    def score(self, pairs: Sequence[BlockPair], *, keep: bool) -> list[Outcome]:
        """Score pairs; raise an error that lists all their problems."""
        self.planned.scoring.prepare(pairs)
        outcomes = [self.planned.scoring.pair(pair, keep=keep) for pair in pairs]
        if any(outcome.status == "failed" for outcome in outcomes):
            policy = self.planned.plan.on_error
            collected = collect(outcomes, len(self.planned.chosen), keep=False, policy=policy)
            raise DataError(collected.errors(), collected.unlisted)
        return outcomes

    def report(self, scored: Sequence[_Scored], waiting: int) -> Report:
        """Report on scored items; `waiting` is the number of gold items without a prediction."""
        chosen, settings = self.planned.chosen, self.planned.settings
        outcomes = (entry.outcome for entry in scored)
        collected = collect(outcomes, len(chosen), keep=True, policy=settings.on_error)
        if collected.failed:
            raise DataError(collected.errors(), collected.unlisted)
        refuse_unknown_division(self.task, settings.by, collected)
        if waiting:
            collected.coverage = (collected.coverage or {"items": collected.items}) | {
                "items_without_a_prediction_yet": waiting
            }
        kept: list[KeptPair] = []
        for index, outcome in zip(collected.indices, collected.outcomes, strict=True):
            pair = scored[index].pair
            if pair is None:
                return build_report(self.task, chosen, collected, settings)
            kept.append(outcome.kept or KeptPair(self.planned.scoring, pair, outcome.status))
        return build_report(self.task, chosen, collected, settings, kept)


@dataclass(frozen=True, slots=True)
class _Batch:
    """Predictions for one file of the gold, paired."""

    file_index: int
    by_id: bool | None
    pairs: list[BlockPair]
    postponed: list[Item]


def _paired(task: Task, gold: GoldItems, file_index: int, side: Input, settings: Settings) -> _Batch:
    if isinstance(side, Source):
        check_task(task, side)
    opened_side = opened(task, side, "pred")
    sides: list[Side] = list(opened_side.items)
    if not sides and isinstance(side, Source):
        raise DataError(no_items(opened_side.shown))  # A batch may be empty, a file may not.
    if gold.by_id is None and all(pred.id is None for pred in sides):
        reader = task.formats_of("pred")[opened_side.format].reader
        items = [as_item(reader, pred) for pred in sides]
        if gold.pairs_by_id(items, settings.match_by) is None and settings.on_error != "fail":
            return _Batch(file_index, None, [], items)
    sides = [*gold.postponed, *sides]
    by_id = bool(gold.pairs_by_id(sides, settings.match_by))
    return _Batch(file_index, by_id, gold.pair(sides, opened_side.format, settings.match_by, by_id=by_id), [])


def _files(side: Input) -> dict[str, Input]:
    """Return the files of an input by name; the name is empty unless the input is a directory."""
    if isinstance(side, Source) and side.text is None:
        return {pair.name: pair.gold for pair in input_pairs(side, side)} if side.path != "-" else {"": side}
    return {"": side}
