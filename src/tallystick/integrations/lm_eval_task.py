"""Metrics for tasks of the Language Model Evaluation Harness (`lm-eval`): two functions that a task's YAML names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tallystick.integrations.samples import PlainTally, SampleScorer

__all__ = ["LmEvalMetric"]


class LmEvalMetric:
    """One metric for a task of the harness, which scores documents one at a time and aggregates at the end.

    `gold` is the field of a document with the gold item, or a function of the document. `options` are those of
    :func:`~tallystick.run.score.score`; outputs that cannot be read count as empty. The aggregate is the score of the
    corpus, from the counts of all documents.

    >>> smatch = LmEvalMetric("smatch", task="amr", gold="graph")
    >>> results = [smatch.process_results({"graph": "(b / boy)"}, [text]) for text in ("(b / boy)", "(g / girl)")]
    >>> smatch.aggregate([result["smatch"] for result in results])
    0.75
    """

    def __init__(
        self,
        metric: str,
        *,
        task: str | type | None = None,
        gold: str | Callable[[Mapping[str, Any]], object] = "target",
        **options: Any,
    ) -> None:
        self.metric = metric
        self.gold = gold
        self.scoring = SampleScorer(metric, task=task, **options)

    def process_results(self, doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, PlainTally]:
        """Score one document; the result has its counts under the name of the metric."""
        gold = doc[self.gold] if isinstance(self.gold, str) else self.gold(doc)
        return {self.metric: self.scoring(gold, results[0]).counts}

    def aggregate(self, counts: Sequence[PlainTally]) -> float | None:
        """Return the headline number of the corpus."""
        return self.scoring.headline(counts)
