"""Scoring under a plan: each pair of items is read and analysed once, and counted under every metric."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from tallystick.errors import (
    OF_GOLD,
    OF_PRED,
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
from tallystick.lazy import imported
from tallystick.registry import Chosen, find_task
from tallystick.run.alarm import interrupting
from tallystick.run.inputs.labels import label_of
from tallystick.run.inputs.memory import ItemMemory
from tallystick.run.inputs.pairing import BlockPair
from tallystick.run.inputs.reading import with_repair
from tallystick.run.inputs.sources import read_block
from tallystick.run.inputs.texts import text_problems
from tallystick.run.kept import KeptPair
from tallystick.run.plan import Outcome, Plan
from tallystick.run.read_pair import ReadPair
from tallystick.tally import Alignment, Tally, total
from tallystick.tasks.analysis import GroupMemory, Memory, PairAnalysis
from tallystick.tasks.base import Scorer, Task
from tallystick.tasks.views.original import Original

if TYPE_CHECKING:
    from tallystick.run.page_items import PageItems

__all__ = ["Scoring"]

#: What may be wrong with a pairing when a prediction is missing, and nothing else.
_MISSING = ("no-partner", "empty")
#: Problems that concern an item as a whole.
_OF_LIMITS = ("time-limit", "memory-limit")
#: Notes are made from so many pairs.
_MOST_OBSERVED = 500
_NO_EXIT = no_exit("the metric")


class Scoring:
    """Reads and scores pairs under a plan."""

    def __init__(self, plan: Plan, task: Task | None = None, golds: ItemMemory | None = None) -> None:
        self.plan = plan
        if task is None:
            base_task = with_repair(plan.own_task or find_task(plan.task), plan.repair, plan.pred_at)
            task = (
                replace(base_task, metrics=(*base_task.metrics, *plan.own_metrics))
                if plan.own_metrics
                else base_task
            )
        self.task = task
        self.readers: list[Reader] = [choice.reader for choice in self.task.formats]
        self.pred_readers: list[Reader] = [choice.reader for choice in self.task.formats_of("pred")]
        self.scorers: list[Scorer] = []
        for key, name, options in plan.metrics:
            metric = self.task.metric(name)
            assert metric is not None, name
            self.scorers.append(Chosen(key, metric, options).scorer())
        # Most scorers never have anything to remark.
        remarking = [scorer for scorer in self.scorers if type(scorer).remarks is not Scorer.remarks]
        self.remarking = list({scorer.remarks_key(): scorer for scorer in remarking}.values())
        observing = [scorer for scorer in self.scorers if type(scorer).observe is not Scorer.observe]
        # Notes come from one metric, whichever place it has among the others.
        self.observing = sorted(observing, key=lambda scorer: not scorer.observes_values)
        self.preparing = [scorer for scorer in self.scorers if scorer.prepares]
        self.releases_lock = all(scorer.releases_lock for scorer in self.scorers)
        self.golds = golds
        self.weigh = self.task.sizes.get(plan.weight) if plan.weight else None
        self.cover = self.task.coverage
        self.page_items: PageItems | None = None
        if plan.page:
            from tallystick.run.page_items import PageItems  # few runs make a page

            self.page_items = PageItems(self)
            self.page_items.begin()
        self.memory: Memory | None = imported(self.task.memory)(self.scorers) if self.task.memory else None
        self.group_memory: GroupMemory | None = None
        if self.task.group_memory and plan.by in self.task.breakdowns:
            self.group_memory = imported(self.task.group_memory)(self.scorers, plan.by)

    def pairs(self, pairs: Sequence[BlockPair]) -> list[Outcome]:
        """Read and score pairs of blocks."""
        return [self.pair(pair) for pair in pairs]

    def prepare(self, pairs: Sequence[BlockPair]) -> None:
        """Let the metrics that gain by it see many pairs before these are scored."""
        if not self.preparing:
            return
        read = [self._read(pair) for pair in pairs]
        analyses = [
            PairAnalysis(gold.value, pred.value)
            for gold, pred in read
            if gold and pred and not gold.malformed and not pred.malformed
        ]
        with _NO_EXIT:
            for scorer in self.preparing:
                scorer.prepare(analyses)

    def pair(self, pair: BlockPair, *, keep: bool = False) -> Outcome:
        """Read and score a pair of blocks under the error policy; `keep` the analysis to explain and show it."""
        gold, pred = self._read(pair)
        problems = (gold.problems if gold else ()) + (pred.problems if pred else ())
        errors = [problem for problem in problems if problem.level == "error"] if problems else ()
        pairing = pair.problems
        if errors and pairing:
            # An item without an id that cannot be read has one problem, not two.
            pairing = tuple([problem for problem in pairing if problem.code != "no-id"])
        read = ReadPair(pair, gold, pred, problems + pairing)
        if gold and pred and not pairing:
            mended = self._mended(gold, pred) if errors else (gold.value, pred.value, 0)
            if mended is not None:
                analysis = PairAnalysis(mended[0], mended[1])
                try:
                    remarks = self._remarks(gold, pred, analysis)
                    if remarks:
                        read.problems = (*read.problems, *remarks)
                    if not (remarks and any(remark.level == "error" for remark in remarks)):
                        return self._outcome(read, analysis, mended[2], keep=keep)
                except DataError as error:  # two items that cannot be compared
                    read.problems = (*read.problems, *_of_pair(error.problems, gold, pred, read.name))
                except TallystickError:
                    raise
                except Exception as error:  # an error in a metric: the item helps to find it
                    error.add_note(f"while scoring item {read.name}")
                    raise
        status = self._policy(gold, pred, pairing)
        if status != "failed":
            # Missing items are allowed here, so the run continues.
            read.problems = tuple([_as_warning(problem) for problem in read.problems])
        if status == "zeroed" and gold:
            analysis = PairAnalysis(gold.value, self.task.empty())
            try:
                read.problems = (*read.problems, *self._remarks(gold, None, analysis))
                return self._outcome(read, analysis, 0, status, keep=keep)
            except DataError:  # The gold item is at fault; its problems are listed above.
                status = "failed"
        gold_id = read.gold_id if gold else ""
        return Outcome(read.name, status, problems=read.problems, size=read.size, gold_id=gold_id)

    def _outcome(
        self, read: ReadPair, analysis: PairAnalysis, parts: int, status: str = "scored", *, keep: bool
    ) -> Outcome:
        """Count a pair, and add what shows it: its part of a page, or the pair itself where it is kept."""
        tallies, groups = self._counted(read, analysis)
        gold, page, kept = read.gold, None, None
        assert gold is not None
        if self.page_items is not None:
            page = self.page_items.item(analysis, read.originals(analysis), number=read.pair.number)
        elif keep:
            kept = KeptPair(self, read.pair, status, (analysis, read.originals(analysis)))
        return Outcome(
            read.name,
            status,
            tallies,
            read.problems,
            groups,
            self.weigh(analysis.gold) if self.weigh else 1.0,
            read.size,
            parts,
            self.cover(analysis.gold, analysis.pred) if self.cover else {},
            read.gold_id,
            gold.meta.get("document") or gold.path,
            self._observed(read.pair, analysis),
            page,
            kept,
        )

    def _observed(self, pair: BlockPair, analysis: PairAnalysis) -> Mapping[str, int]:
        """Observations for the notes of the task; the first pairs are enough."""
        if not self.observing or pair.number > _MOST_OBSERVED:
            return {}
        return self.observing[0].observe(analysis)

    def explain(self, analysis: PairAnalysis, metric: int) -> Alignment:
        """List what matched in a pair that was scored."""
        try:
            with interrupting(self.plan.limits(), self.task.name), _NO_EXIT:
                return self.task.with_error_kinds(self.scorers[metric].explain(analysis))
        except (TimeLimitError, MemoryLimitError) as error:  # the item has a score, and no explanation
            return Alignment(summary=error.problems[0].message)

    def analyse_again(self, pair: BlockPair, status: str) -> tuple[PairAnalysis, tuple[Original, Original]]:
        """Read a pair again that was scored elsewhere, or is no longer kept."""
        gold, pred = self._read(pair)
        analysis = PairAnalysis(*self._compared(gold, pred, status))
        return analysis, ReadPair(pair, gold, pred).originals(analysis)

    def _compared(self, gold: Item | None, pred: Item | None, status: str) -> tuple[object, object]:
        """Return the two values that were compared in a scored pair."""
        assert gold is not None
        if status == "zeroed" or pred is None:
            # Asked for only here: not every type of a user's own has an empty value.
            return gold.value, self.task.empty()
        if not (gold.malformed or pred.malformed):
            return gold.value, pred.value
        mended = self._mended(gold, pred)
        assert mended is not None
        return mended[0], mended[1]

    def _mended(self, gold: Item, pred: Item) -> tuple[object, object, int] | None:
        """Two items without their unreadable parts and how many these are, if the policy and the task allow that."""
        policy, mend = self.plan.on_error, self.task.mend
        if mend is None or policy == "fail" or gold.value is None or pred.value is None:
            return None
        # Only a prediction can be scored as empty: gold that cannot be read says nothing.
        if policy == "zero" and gold.malformed:
            return None
        mended = mend(gold.value, pred.value, policy)
        return mended.gold, mended.pred, mended.parts

    def _read(self, pair: BlockPair) -> tuple[Item | None, Item | None]:
        gold_format, pred_format = pair.formats
        if self.golds is None:
            gold = _item(self.readers[gold_format], pair.gold)
        else:
            gold = self.golds.read(pair.gold, partial(_item, self.readers[gold_format]))
        pred = _item(self.pred_readers[pred_format], pair.pred)
        if pair.companions:
            from tallystick.run.inputs.companions import joined_items  # few runs have them

            return joined_items(self.task, self.readers, pair, (gold, pred))
        return gold, pred

    def _missing_policy(self, gold: Item | None, pred: Item | None, pairing: Sequence[Problem]) -> str | None:
        """Return how to treat an item that only one side has; None if that is an error."""
        alone = gold if pred is None else pred if gold is None else None
        if alone is None or alone.malformed or any(problem.code not in _MISSING for problem in pairing):
            return None
        if self.plan.on_missing == "zero" and alone is gold:
            return "zero"
        return "leave out" if self.plan.on_missing == "skip" else None

    def _policy(self, gold: Item | None, pred: Item | None, pairing: Sequence[Problem]) -> str:
        """Return the status of a pair with problems."""
        policy = self._missing_policy(gold, pred, pairing) or self.plan.on_error
        if policy == "fail" or any(problem.code not in _MISSING for problem in pairing):
            return "failed"
        if policy == "leave out":
            return "skipped"
        if gold is not None and gold.malformed and not self.task.skips_gold:
            return "failed"
        if gold is None or (pred is None and policy == "skip"):
            # Alone: left out if it cannot be read anyway, else its partner is missing.
            there = pred or gold
            return "skipped" if there and there.malformed and not pairing else "failed"
        if policy == "skip":
            return "skipped"
        # Only a prediction can be scored as empty: a gold item that cannot be read says nothing.
        return "failed" if gold.malformed else "zeroed"

    def _counted(
        self, read: ReadPair, analysis: PairAnalysis
    ) -> tuple[tuple[Tally, ...], Mapping[str, tuple[Tally, ...]]]:
        """Return the tallies of a pair, and those by label where a division was requested."""
        try:
            with interrupting(self.plan.limits(), self.task.name):
                if self.plan.by in self.task.breakdowns:
                    return self._broken_down(read.name, analysis, self.plan.by)
                if self.memory is None:
                    tallies = self._tallies(read.name, analysis)
                else:
                    tallies = self.memory(analysis, partial(self._tallies, read.name, analysis))
                return tallies, self._divided(read, analysis, tallies) if self.plan.by else {}
        except TimeLimitError as error:
            if self.plan.on_timeout == "error":
                raise NotProvenError(f"item {read.name}: {error.problems[0].message}") from error
            raise
        except MemoryError as error:  # what no estimate foresaw
            raise MemoryLimitError("The item needs more memory than there is.") from error

    def _remarks(self, gold: Item, pred: Item | None, analysis: PairAnalysis) -> list[Problem]:
        """Return the remarks on a pair: on its texts, by the task and by the metrics."""
        problems = text_problems(gold, pred, self.task.tokens_hint) if pred is not None else []
        if self.task.remarks:
            there = pred or gold
            remarks = self.task.remarks(analysis.gold, analysis.pred)
            problems += [_located(problem, there, gold, there) for problem in remarks]
        if self.remarking:
            by_metrics = dict.fromkeys(
                problem for scorer in self.remarking for problem in scorer.remarks(analysis)
            )
            problems += [_located(problem, gold, gold, pred or gold) for problem in by_metrics]
        if not self.plan.strict_text:
            return problems
        return [
            replace(problem, level="error", hint=STRICT_HINT) if problem.code in STRICT else problem
            for problem in problems
        ]

    def _tallies(self, name: str, analysis: PairAnalysis) -> tuple[Tally, ...]:
        with _NO_EXIT:
            return tuple([self._tally(name, scorer, analysis) for scorer in self.scorers])

    def _tally(self, name: str, scorer: Scorer, analysis: PairAnalysis) -> Tally:
        tally = scorer.count(analysis)
        if tally.proved == tally.items:
            return tally
        if self.plan.on_timeout == "error":
            within = f" within {self.plan.time_limit:g} seconds" if self.plan.time_limit else ""
            raise NotProvenError(f"item {name} was not proved optimal{within}")
        tally = tally.with_possible_bound()
        return tally if self.plan.on_timeout == "best" else tally.at_its_bound()

    def _divided(
        self, read: ReadPair, analysis: PairAnalysis, tallies: tuple[Tally, ...]
    ) -> dict[str, tuple[Tally, ...]]:
        """The tallies by label: of the parts of the item, or of the whole under the label it carries."""
        assert read.gold is not None
        by = self.plan.by or ""
        divide = self.task.divisions.get(by)
        if divide is None:
            return {label_of(read.gold, by, read.name): tallies}
        empty = self.task.empty()
        own = [scorer.groups(analysis, by) for scorer in self.scorers]
        groups = [counted for counted in own if counted is not None]
        if len(groups) == len(own):
            nothing = self._tallies(read.name, PairAnalysis(empty, empty))
            return {
                label: tuple(
                    [counted.get(label, none) for counted, none in zip(groups, nothing, strict=True)]
                )
                for label in dict.fromkeys(label for counted in groups for label in counted)
            }
        golds, preds = divide(analysis.gold), divide(analysis.pred)
        return {
            label: self._tallies(
                read.name, PairAnalysis(golds.get(label, empty), preds.get(label, empty), analysis)
            )
            for label in dict.fromkeys((*golds, *preds))
        }

    def _broken_down(
        self, name: str, analysis: PairAnalysis, by: str
    ) -> tuple[tuple[Tally, ...], Mapping[str, tuple[Tally, ...]]]:
        """The tallies of a pair, and those by label that its scorers make; a scorer that makes none counts nothing."""
        if self.group_memory is not None and (known := self.group_memory(analysis)) is not None:
            return known
        tallies: list[Tally] = []
        rows: list[Mapping[str, Tally]] = []
        for scorer in self.scorers:
            own = scorer.groups(analysis, by)
            rows.append(own or {})
            if own is None:
                tallies.append(self._tally(name, scorer, analysis))
            else:
                # Not counted apart: the whole is the sum of its parts, and has all of their counts.
                whole = total(own.values()) if own else scorer.no_groups()
                tallies.append(replace(whole, items=1, proved=1))
        labels = dict.fromkeys(label for own in rows for label in own)
        nothing = Tally(items=0, proved=0)
        return tuple(tallies), {label: tuple([own.get(label, nothing) for own in rows]) for label in labels}


def _as_warning(problem: Problem) -> Problem:
    return replace(problem, level="warning") if problem.code in _MISSING else problem


def _of_pair(problems: Sequence[Problem], gold: Item, pred: Item, name: str) -> tuple[Problem, ...]:
    """Add locations to the problems of a pair: limits concern the whole item, other problems the prediction."""
    return tuple(
        replace(problem, path=gold.path or UNKNOWN, line=gold.line, item=name)
        if problem.code in _OF_LIMITS
        else _located(problem, pred, gold, pred)
        for problem in problems
    )


def _item(reader: Reader, side: Block | Item | None) -> Item | None:
    return None if side is None else read_block(reader, side)


def _located(problem: Problem, item: Item, gold: Item, pred: Item) -> Problem:
    """Add a location to a problem, that of `item` or of its side: a value need not know where it was read from."""
    side = {UNKNOWN: item, OF_GOLD: gold, OF_PRED: pred}.get(problem.path)
    if side is None:
        return problem
    return replace(problem, path=side.path, line=problem.line or side.line, item=side.id)
