"""A scorer for Inspect (`inspect_ai`): each sample with its explanation, and the corpus score from exact counts."""

from __future__ import annotations

from math import nan
from typing import Any

from tallystick.errors import UsageError
from tallystick.integrations.samples import SampleScorer

__all__ = ["inspect_scorer"]


def inspect_scorer(metric: str, *, task: str | type | None = None, **options: Any) -> Any:
    """Return a scorer for `inspect_ai.Task`: the target is the gold item, the model's completion the prediction.

    The value of a sample is the headline number of the metric (NaN if it is undefined), its explanation the text of
    ``tallystick explain``. The numbers of the task are those of the corpus, not means over samples. `options` are
    those of :func:`~tallystick.run.score.score`; completions that cannot be read count as empty.
    """
    try:
        from inspect_ai import scorer as inspect
    except ImportError as error:
        raise UsageError("this needs Inspect: pip install inspect-ai") from error
    scoring = SampleScorer(metric, task=task, **options)

    @inspect.metric(name="corpus")  # type: ignore[untyped-decorator]
    def corpus() -> Any:
        def compute(scores: list[Any]) -> dict[str, float]:
            numbers = scoring.numbers(sample.score.metadata["tallystick_counts"] for sample in scores)
            return {name: nan if value is None else value for name, value in numbers.items()}

        return compute

    @inspect.scorer(metrics=[corpus()], name=metric)  # type: ignore[untyped-decorator]
    def tallystick() -> Any:
        async def score(state: Any, target: Any) -> Any:
            sample = scoring(target.text, state.output.completion)
            return inspect.Score(
                value=nan if sample.value is None else sample.value,
                answer=state.output.completion,
                explanation=str(sample.item.alignment),
                metadata={"tallystick_counts": sample.counts, "counted_as_empty": sample.item.zeroed},
            )

        return score

    return tallystick()
