"""An evaluator for training loops: the gold is read once, predictions come batch by batch.

What is kept of an item are its counts. They add, so evaluators that saw different items merge into one, in the same
process or from others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tallystick.errors import DataError, UsageError
from tallystick.formats.base import Item, Source
from tallystick.integrations.batches import GoldItems, as_item, batch_input, read_gold
from tallystick.registry import MetricLike
from tallystick.results.report import Report
from tallystick.results.settings import Settings
from tallystick.run.inputs.pairing import BlockPair, Side, no_items
from tallystick.run.inputs.sides import Input, InputPair, input_pairs, opened, read_pairs
from tallystick.run.inputs.sources import check_task
from tallystick.run.inputs.task import resolve_task
from tallystick.run.kept import LEAST_TEXT, MOST_TEXT, KeptPair
from tallystick.run.plan import Outcome
from tallystick.run.request import Request
from tallystick.run.runner import collect
from tallystick.run.score import (
    Given,
    Planned,
    given_input,
    plan_of,
    refuse_unknown_division,
)
from tallystick.run.scoring import Scoring
from tallystick.run.summarise import build_report
from tallystick.tasks.base import Task

__all__ = ["Evaluator"]


@dataclass(frozen=True, slots=True)
class _Scored:
    """What one item came to, and where it stands: the number of its file, then its own."""

    place: tuple[int, int]
    outcome: Outcome
    pair: BlockPair | None
    """Kept where alignments may be asked for."""


class Evaluator:
    """Scores predictions as they come; the result is that of :func:`~tallystick.run.score.score` on all of them.

    With a gold of its own, an evaluator takes predictions alone: by id where they have ids, in order otherwise.
    Without, each batch brings its own gold.

    >>> import tallystick as ts
    >>> evaluator = ts.Evaluator("(b / boy)\\n\\n(g / go-02 :ARG0 (b / boy))", metrics=["smatch"])
    >>> evaluator.update(["(b / boy)"])
    >>> evaluator.update(["(g / go-02 :ARG0 (g2 / girl))"])
    >>> evaluator.compute()["smatch"].f1
    0.8333333333333334
    """

    def __init__(
        self,
        gold: Given | None = None,
        metrics: Sequence[MetricLike] | MetricLike = (),
        *,
        task: str | type | Task | None = None,
        preset: str | None = None,
        items: bool = True,
        average: str = "micro",
        undefined: str = "null",
        confidence: float | None = None,
        seed: int = 12345,
        on_error: str = "fail",
        match_by: str = "auto",
        by: str | None = None,
        time_limit: float | None = None,
        on_timeout: str = "best",
        memory_limit: int | str | None = None,
        strict_text: bool = False,
        **options: object,
    ) -> None:
        self._request = Request.from_keywords(locals())
        self._items = items
        self._golds: tuple[GoldItems, ...] = ()
        self._scored: list[_Scored] = []
        self._work: _Work | None = None
        if gold is not None:
            self._golds = self._read(gold)
        elif self._request.task is not None:
            self._settle(resolve_task(self._request, ()))  # refused here, not in the middle of a run

    def update(self, first: Given, second: Given | None = None) -> None:
        """Score a batch: ``update(preds)``, or ``update(golds, preds)`` where the evaluator has no gold of its own.

        A batch is a path, text, or a list of items; in a list, a string is the text of one item. If something is
        wrong with it, an error lists everything, and nothing of the batch counts.
        """
        if second is not None:
            if self._golds:
                raise UsageError("this evaluator has its gold already: update(preds)")
            self._update_both(first, second)
        elif self._golds:
            self._update_preds(first)
        else:
            raise UsageError("this evaluator has no gold: update(golds, preds), or Evaluator(gold, …)")

    def compute(self, *, partial: bool = False) -> Report:
        """The report on all that has come.

        Gold without a prediction is an error, or counts as missed under ``on_error="zero"``; with `partial` it is left
        out, and the report says how much that is.
        """
        work = self._work
        if work is None or not len(self):
            raise UsageError("there is nothing to compute: update first")
        scored = list(self._scored)
        waiting = 0
        for number, gold in enumerate(self._golds):
            for pair in gold.missing():
                if partial and pair.gold is not None:
                    waiting += 1
                    if pair.pred is None:
                        continue
                    pair = replace(pair, gold=None)
                scored.append(_Scored((number, pair.number - 1), work.scoring.pair(pair), pair))
        return work.report(sorted(scored, key=lambda one: one.place), waiting)

    def reset(self) -> None:
        """Forget all predictions; the gold stays."""
        self._scored = []
        for gold in self._golds:
            gold.forget()

    def merge(self, other: Evaluator) -> None:
        """Add what another evaluator of the same kind has seen; the two must have seen different items."""
        if self._identity() != other._identity():
            raise UsageError("only evaluators of the same task, metrics and settings can be merged")
        if [gold.sides for gold in self._golds] != [gold.sides for gold in other._golds]:
            raise UsageError("only evaluators with the same gold can be merged")
        for mine, theirs in zip(self._golds, other._golds, strict=True):
            if both := sorted(mine.used & theirs.used):
                names = ", ".join(str(mine.items[place].id or place + 1) for place in both[:5])
                raise UsageError(
                    f"both evaluators have a prediction for {len(both)} items: {names}{' …' * (len(both) > 5)}"
                )
            if mine.by_id is False or theirs.by_id is False:
                raise UsageError(
                    "evaluators with a gold of their own can be merged only where items have ids"
                )
        offset = 0 if self._golds else len(self._scored)
        self._scored += [replace(one, place=(one.place[0], one.place[1] + offset)) for one in other._scored]
        for mine, theirs in zip(self._golds, other._golds, strict=True):
            mine.by_id = theirs.by_id if mine.by_id is None else mine.by_id
            mine.used |= theirs.used
            mine.nameless += theirs.nameless
            mine.postponed += theirs.postponed
        if self._work is None and other._work is not None:
            self._settle(other._work.task)

    def __len__(self) -> int:
        """How many predictions have come."""
        return len(self._scored) + sum(len(gold.nameless) + len(gold.postponed) for gold in self._golds)

    def __repr__(self) -> str:
        golds = f" of {sum(len(gold.items) for gold in self._golds)}" if self._golds else ""
        task = self._work.task.name if self._work else "any task"
        return f"<Evaluator: {task}, {len(self)}{golds} items>"

    def __getstate__(self) -> dict[str, object]:
        # Scorers hold functions, which do not travel; they are built again from names where they arrive.
        # Analyses stay where they were made: a pair is analysed again where it is to be explained.
        travelling = [replace(one, outcome=replace(one.outcome, kept=None)) for one in self._scored]
        return {name: value for name, value in self.__dict__.items() if name != "_work"} | {
            "_scored": travelling
        }

    def __setstate__(self, state: Mapping[str, object]) -> None:
        self.__dict__.update(state)
        self._work = None
        if self._request.task is not None:
            self._settle(resolve_task(self._request, ()))

    def _settle(self, task: Task) -> _Work:
        planned = plan_of(task, self._request)
        # Tasks hold functions, which do not travel; their names do.
        self._request = replace(self._request, task=planned.plan.own_task or task.name)
        self._work = _Work(task, planned, Scoring(planned.plan, task))
        return self._work

    def _read(self, gold: Given) -> tuple[GoldItems, ...]:
        """The gold, file by file."""
        files = _files(given_input(gold, "gold"))
        task = resolve_task(self._request, InputPair(next(iter(files.values())), ()).sources)
        self._settle(task)
        lenient = self._request.settings.on_error == "skip"
        sides = {name: batch_input(task, side, "gold") for name, side in files.items()}
        return tuple(read_gold(task, side, name, lenient=lenient) for name, side in sides.items())

    def _update_preds(self, preds: Given) -> None:
        work = self._work
        assert work is not None
        files = _files(batch_input(work.task, preds, "pred"))
        places = {gold.file: place for place, gold in enumerate(self._golds)}
        if unknown := [name for name in files if name not in places]:
            wanted = "a directory" if "" in unknown else f"a file that the gold has too, not {unknown[0]}"
            raise UsageError(f"{wanted} is expected: the predictions have to be as the gold is")
        batches = [
            _paired(work.task, self._golds[places[name]], places[name], side, self._request.settings)
            for name, side in files.items()
        ]
        # All are scored before anything is remembered: a batch counts as a whole, or not at all.
        outcomes = iter(work.score([pair for batch in batches for pair in batch.pairs], keep=self._keeps()))
        for batch in batches:
            gold = self._golds[batch.place]
            if batch.pairs:
                gold.by_id, gold.postponed = batch.by_id, []
            gold.postponed += batch.postponed
            for pair in batch.pairs:
                outcome = next(outcomes)
                if pair.gold is None:
                    gold.nameless.append(pair)
                    continue
                place = pair.number - 1
                gold.used.add(place)
                self._remember((batch.place, place), outcome, replace(pair, gold=gold.sides[place]))

    def _update_both(self, golds: Given, preds: Given) -> None:
        if self._work is not None:
            task = self._work.task
        else:
            sides = InputPair(given_input(golds, "gold"), given_input(preds, "pred"))
            task = resolve_task(self._request, sides.sources)
        work = self._work or self._settle(task)
        inputs = input_pairs(batch_input(task, golds, "gold"), batch_input(task, preds, "pred"))
        for both in inputs:
            check_task(task, *both.sources)
        pairs = list(read_pairs(task, inputs, self._request.settings.match_by))
        for pair, outcome in zip(pairs, work.score(pairs, keep=self._keeps()), strict=True):
            self._remember((0, len(self._scored)), outcome, pair)

    def _keeps(self) -> bool:
        """Tell whether pairs are still kept with their analyses."""
        return self._items and sum(max(one.outcome.size, LEAST_TEXT) for one in self._scored) < MOST_TEXT

    def _remember(self, place: tuple[int, int], outcome: Outcome, pair: BlockPair) -> None:
        self._scored.append(_Scored(place, outcome, pair if self._items else None))

    def _identity(self) -> tuple[object, ...]:
        """What two evaluators must share to be merged: everything that can move a score."""
        work = self._work
        signatures = (
            {one.key: one.signature(**work.planned.settings.signed()) for one in work.planned.chosen}
            if work is not None
            else {}
        )
        task = work.task.name if work is not None else None
        return (task, signatures, self._request.settings, self._items)


@dataclass(frozen=True, slots=True)
class _Work:
    """The task with everything settled, ready to score."""

    task: Task
    planned: Planned
    scoring: Scoring

    def score(self, pairs: Sequence[BlockPair], *, keep: bool) -> list[Outcome]:
        """Score pairs; raises one error with all that is wrong with them."""
        outcomes = [self.scoring.pair(pair, keep=keep) for pair in pairs]
        found = collect(outcomes, len(self.planned.chosen), keep=False, policy=self.planned.plan.on_error)
        if found.failed:
            raise DataError(found.errors(), found.unlisted)
        return outcomes

    def report(self, scored: Sequence[_Scored], waiting: int) -> Report:
        """The report on items that were scored, `waiting` being the number of those that were not."""
        chosen, settings = self.planned.chosen, self.planned.settings
        outcomes = (one.outcome for one in scored)
        found = collect(outcomes, len(chosen), keep=True, policy=settings.on_error)
        if found.failed:
            raise DataError(found.errors(), found.unlisted)
        refuse_unknown_division(self.task, settings.by, found)
        if waiting:
            found.coverage = (found.coverage or {"items": found.items}) | {
                "items_without_a_prediction_yet": waiting
            }
        kept: list[KeptPair] = []
        for index, outcome in zip(found.places, found.kept, strict=True):
            pair = scored[index].pair
            if pair is None:
                return build_report(self.task, chosen, found, settings)
            kept.append(outcome.kept or KeptPair(self.scoring, pair, outcome.status))
        return build_report(self.task, chosen, found, settings, kept)


@dataclass(frozen=True, slots=True)
class _Batch:
    """Predictions for one file of the gold, paired."""

    place: int
    by_id: bool | None
    pairs: list[BlockPair]
    postponed: list[Item]


def _paired(task: Task, gold: GoldItems, place: int, side: Input, settings: Settings) -> _Batch:
    if isinstance(side, Source):
        check_task(task, side)
    found = opened(task, side, "pred")
    sides: list[Side] = list(found.items)
    if not sides and isinstance(side, Source):
        raise DataError(no_items(found.shown))  # a batch without items may be; a file without them is none
    if gold.by_id is None and all(one.id is None for one in sides):
        reader = task.formats[found.format].reader
        items = [as_item(reader, one) for one in sides]
        if gold.goes_by_id(items, settings.match_by) is None and settings.on_error != "fail":
            return _Batch(place, None, [], items)
    sides = [*gold.postponed, *sides]
    by_id = bool(gold.goes_by_id(sides, settings.match_by))
    return _Batch(place, by_id, gold.pair(sides, found.format, settings.match_by, by_id=by_id), [])


def _files(side: Input) -> dict[str, Input]:
    """The files that an input stands for, by name; one without a name, unless it is a directory."""
    if isinstance(side, Source) and side.text is None:
        return {pair.name: pair.gold for pair in input_pairs(side, side)} if side.path != "-" else {"": side}
    return {"": side}
