"""Scoring under a plan: each pair of items is read and analysed once, and counted under every metric."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

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
from tallystick.registry import Chosen, find_task
from tallystick.run.alarm import interrupting
from tallystick.run.inputs.labels import label_of
from tallystick.run.inputs.memory import ItemMemory
from tallystick.run.inputs.pairing import BlockPair
from tallystick.run.inputs.texts import text_problems
from tallystick.run.kept import KeptPair
from tallystick.run.plan import Outcome, Plan
from tallystick.tally import Alignment, Tally
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import Mended, Scorer, Task
from tallystick.tasks.views.original import Original

__all__ = ["Scoring"]

#: What may be wrong with a pairing when a prediction is missing, and nothing else.
_MISSING = ("no-partner", "empty")
#: Problems that concern an item as a whole.
_OF_LIMITS = ("time-limit", "memory-limit")


class Scoring:
    """Reads and scores pairs under a plan."""

    def __init__(self, plan: Plan, task: Task | None = None, golds: ItemMemory | None = None) -> None:
        self.plan = plan
        if task is None:
            base_task = plan.own_task or find_task(plan.task)
            task = (
                replace(base_task, metrics=(*base_task.metrics, *plan.own_metrics))
                if plan.own_metrics
                else base_task
            )
        self.task = task
        self.readers: list[Reader] = [choice.reader for choice in self.task.formats]
        self.scorers: list[Scorer] = []
        for key, name, options in plan.metrics:
            metric = self.task.metric(name)
            assert metric is not None, name
            self.scorers.append(Chosen(key, metric, options).scorer())
        # Most scorers never have anything to remark.
        self.remarking = [scorer for scorer in self.scorers if type(scorer).remarks is not Scorer.remarks]
        self.releases_lock = all(scorer.releases_lock for scorer in self.scorers)
        self.golds = golds

    def pairs(self, pairs: Sequence[BlockPair]) -> list[Outcome]:
        """Read and score pairs of blocks."""
        return [self.pair(pair) for pair in pairs]

    def pair(self, pair: BlockPair, *, keep: bool = False) -> Outcome:
        """Read and score a pair of blocks under the error policy; `keep` the analysis to explain and show it."""
        gold, pred = self._read(pair)
        name = _id_of(gold, pred, pair)
        item_problems = [*(gold.problems if gold else ()), *(pred.problems if pred else ())]
        errors = [problem for problem in item_problems if problem.level == "error"]
        # An item without an id that cannot be read has one problem, not two.
        pairing = [problem for problem in pair.problems if not (errors and problem.code == "no-id")]
        problems = (*item_problems, *pairing)
        size = _size(pair.gold) + _size(pair.pred)
        if gold and pred and not pairing:
            mended = self._mended(gold, pred) if errors else Mended(gold.value, pred.value, 0)
            if mended is not None:
                try:
                    analysis = PairAnalysis(mended.gold, mended.pred)
                    remarks = self._remarks(gold, pred, analysis)
                    problems = (*problems, *remarks)
                    if not any(problem.level == "error" for problem in remarks):
                        outcome = self._scored(name, gold, analysis, pair)
                        if problems or mended.parts:
                            outcome = replace(outcome, problems=problems, parts=mended.parts)
                        if not (keep or self.plan.page):
                            return outcome
                        return self._with_page_or_kept(
                            outcome, analysis, _originals(pair, gold, pred, analysis), pair
                        )
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
                analysis = PairAnalysis(gold.value, self.task.empty())
                problems = (*problems, *self._remarks(gold, None, analysis))
                outcome = replace(self._scored(name, gold, analysis, pair), status=status, problems=problems)
                if not (keep or self.plan.page):
                    return outcome
                return self._with_page_or_kept(
                    outcome, analysis, _originals(pair, gold, pred, analysis), pair
                )
            except DataError:  # The gold item is at fault; its problems are listed above.
                status = "failed"
        gold_id = _gold_id_of(gold, pair) if gold else ""
        return Outcome(name, status, problems=problems, size=size, gold_id=gold_id)

    def explain(self, analysis: PairAnalysis, metric: int) -> Alignment:
        """List what matched in a pair that was scored."""
        try:
            with interrupting(self.plan.limits(), self.task.name), no_exit("the metric"):
                return self.scorers[metric].explain(analysis)
        except (TimeLimitError, MemoryLimitError) as error:  # the item has a score, and no explanation
            return Alignment(summary=error.problems[0].message)

    def analyse_again(self, pair: BlockPair, status: str) -> tuple[PairAnalysis, tuple[Original, Original]]:
        """Read a pair again that was scored elsewhere, or is no longer kept."""
        gold, pred = self._read(pair)
        compared = self._compared(gold, pred, status)
        analysis = PairAnalysis(compared.gold, compared.pred)
        return analysis, _originals(pair, gold, pred, analysis)

    def _with_page_or_kept(
        self,
        outcome: Outcome,
        analysis: PairAnalysis,
        originals: tuple[Original, Original],
        pair: BlockPair,
    ) -> Outcome:
        """Add what shows a pair: its part of a page, or the pair itself where it is kept."""
        if self.plan.page:
            alignments = {
                key: self.explain(analysis, index) for index, (key, *_) in enumerate(self.plan.metrics)
            }
            # Imported here: few runs make a page.
            from tallystick.tasks.views.item import page_item

            return replace(outcome, page=page_item(self.task.page_view(), *originals, alignments))
        return replace(outcome, kept=KeptPair(self, pair, outcome.status, (analysis, originals)))

    def _compared(self, gold: Item | None, pred: Item | None, status: str) -> Mended:
        """Return the two values that were compared in a scored pair."""
        assert gold is not None
        if status == "zeroed" or pred is None:
            # Asked for only here: not every type of a user's own has an empty value.
            compared: Mended | None = Mended(gold.value, self.task.empty(), 0)
        else:
            bad = gold.malformed or pred.malformed
            compared = self._mended(gold, pred) if bad else Mended(gold.value, pred.value, 0)
        assert compared is not None
        return compared

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
        read_gold = partial(_item, self.readers[gold])
        golds = self.golds
        return (
            read_gold(pair.gold) if golds is None else golds.read(pair.gold, read_gold),
            _item(self.readers[pred], pair.pred),
        )

    def _policy(self, gold: Item | None, pred: Item | None, pairing: Sequence[Problem]) -> str:
        """Return the status of a pair with problems."""
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

    def _scored(self, name: str, gold: Item, analysis: PairAnalysis, pair: BlockPair) -> Outcome:
        try:
            with interrupting(self.plan.limits(), self.task.name):
                return self._scored_in_time(name, gold, analysis, pair)
        except TimeLimitError as error:
            if self.plan.on_timeout == "error":
                raise NotProvenError(f"item {name}: {error.problems[0].message}") from error
            raise
        except MemoryError as error:  # what no estimate foresaw
            raise MemoryLimitError("The item needs more memory than there is.") from error

    def _scored_in_time(self, name: str, gold: Item, analysis: PairAnalysis, pair: BlockPair) -> Outcome:
        weigh, cover = self.task.sizes.get(self.plan.weight or ""), self.task.coverage
        tallies = self._tallies(name, analysis)
        return Outcome(
            name,
            "scored",
            tallies,
            groups=self._divided(name, gold, analysis, tallies) if self.plan.by else {},
            weight=weigh(analysis.gold) if weigh else 1.0,
            size=_size(pair.gold) + _size(pair.pred),
            coverage=cover(analysis.gold, analysis.pred) if cover else {},
            gold_id=_gold_id_of(gold, pair),
            document=gold.meta.get("document") or gold.path,
        )

    def _remarks(self, gold: Item, pred: Item | None, analysis: PairAnalysis) -> list[Problem]:
        """Return the remarks on a pair: on its texts, by the task and by the metrics."""
        problems = text_problems(gold, pred) if pred is not None else []
        there = pred or gold
        remarks = self.task.remarks(analysis.gold, analysis.pred) if self.task.remarks else ()
        problems += (_located(problem, there) for problem in remarks)
        by_metrics = dict.fromkeys(
            problem for scorer in self.remarking for problem in scorer.remarks(analysis)
        )
        problems += [replace(problem, path=gold.path or problem.path, item=gold.id) for problem in by_metrics]
        if not self.plan.strict_text:
            return problems
        return [
            replace(problem, level="error", hint=STRICT_HINT) if problem.code in STRICT else problem
            for problem in problems
        ]

    def _tallies(self, name: str, analysis: PairAnalysis) -> tuple[Tally, ...]:
        return tuple([self._tally(name, scorer, analysis) for scorer in self.scorers])

    def _tally(self, name: str, scorer: Scorer, analysis: PairAnalysis) -> Tally:
        with no_exit("the metric"):
            tally = scorer.count(analysis)
        if tally.proved == tally.items:
            return tally
        if self.plan.on_timeout == "error":
            within = f" within {self.plan.time_limit:g} seconds" if self.plan.time_limit else ""
            raise NotProvenError(f"item {name} was not proved optimal{within}")
        tally = tally.with_possible_bound()
        return tally if self.plan.on_timeout == "best" else tally.at_its_bound()

    def _divided(
        self, name: str, gold: Item, analysis: PairAnalysis, tallies: tuple[Tally, ...]
    ) -> dict[str, tuple[Tally, ...]]:
        """The tallies by label: of the parts of the item, or of the whole under the label it carries."""
        by = self.plan.by or ""
        divide = self.task.divisions.get(by)
        if divide is None:
            return {label_of(gold, by, name): tallies}
        golds, preds = divide(analysis.gold), divide(analysis.pred)
        empty = self.task.empty()
        return {
            label: self._tallies(
                name, PairAnalysis(golds.get(label, empty), preds.get(label, empty), analysis)
            )
            for label in dict.fromkeys((*golds, *preds))
        }


def _originals(
    pair: BlockPair, gold: Item | None, pred: Item | None, analysis: PairAnalysis
) -> tuple[Original, Original]:
    """Both sides of a pair as they were compared, with what they were read from."""
    texts = [side.text if isinstance(side, Block) else "" for side in (pair.gold, pair.pred)]
    return (
        Original(analysis.gold, gold.meta if gold else {}, texts[0]),
        Original(analysis.pred, pred.meta if pred else {}, texts[1]),
    )


def _of_pair(problems: Sequence[Problem], gold: Item, pred: Item, name: str) -> tuple[Problem, ...]:
    """Add locations to the problems of a pair: limits concern the whole item, other problems the prediction."""
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
    """Add a location to a problem: a value need not know where it was read from."""
    if problem.path != UNKNOWN:
        return problem
    return replace(problem, path=item.path, line=problem.line or item.line, item=item.id)


def _size(side: Block | Item | None) -> int:
    return len(side.text) if isinstance(side, Block) else 0


def _id_of(gold: Item | None, pred: Item | None, pair: BlockPair) -> str:
    return _first_id((pair.gold, pair.pred, gold, pred), pair)


def _gold_id_of(gold: Item, pair: BlockPair) -> str:
    return _first_id((pair.gold, gold), pair)


def _first_id(sides: Sequence[Block | Item | None], pair: BlockPair) -> str:
    for side in sides:
        if side is not None and side.id is not None:
            return f"{pair.file}:{side.id}" if pair.file else side.id
    return f"{pair.file}:{pair.number}" if pair.file else str(pair.number)
