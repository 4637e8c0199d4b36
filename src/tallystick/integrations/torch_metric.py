"""A metric for torchmetrics: counts as tensors, which torch adds up over batches and processes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tallystick.errors import UsageError
from tallystick.integrations.samples import PlainTally, SampleScorer

__all__ = ["torch_metric"]


def torch_metric(metric: str, *, task: str | type | None = None, **options: Any) -> Any:
    """Return a `torchmetrics.Metric` over lists of items: ``update(preds, target)``, in the order of torchmetrics.

    ``compute()`` returns the numbers of the corpus by name, each a tensor (NaN if undefined). `options` are those of
    :func:`~tallystick.run.score.score`; predictions that cannot be read count as empty.
    """
    try:
        import torch
        from torchmetrics import Metric
        from torchmetrics.utilities import dim_zero_cat
    except ImportError as error:
        raise UsageError("this needs torch and torchmetrics: pip install torchmetrics") from error

    class TallystickMetric(Metric):  # type: ignore[misc]
        """One metric of Tallystick; its state is a row of counts for each item."""

        full_state_update = False
        higher_is_better = True
        is_differentiable = False

        def __init__(self) -> None:
            super().__init__()
            self.scoring = SampleScorer(metric, task=task, **options)
            self.shape: PlainTally = []
            self.add_state("counts", [], dist_reduce_fx="cat")

        def update(self, preds: Sequence[object], target: Sequence[object]) -> None:
            """Score a batch."""
            if len(preds) != len(target):
                raise UsageError(f"{len(preds)} predictions for {len(target)} gold items")
            samples = [self.scoring(gold, pred).counts for gold, pred in zip(target, preds, strict=True)]
            if samples:
                self.shape = samples[0]
                rows = [_flat(counts) for counts in samples]
                self.counts.append(torch.tensor(rows, dtype=torch.float64, device=self.device))

        def compute(self) -> dict[str, Any]:
            """Return the numbers of everything so far."""
            rows = dim_zero_cat(self.counts)
            counts, _ = _nested(rows.sum(dim=0).tolist(), self.shape)
            numbers = self.scoring.numbers([counts])
            return {
                name: torch.tensor(float("nan") if value is None else value, dtype=torch.float64)
                for name, value in numbers.items()
            }

    return TallystickMetric()


def _flat(counts: PlainTally) -> list[float]:
    *own, parts = counts
    return [*map(float, own), *(count for part in parts for count in _flat(part))]


def _nested(flat: list[float], shape: PlainTally) -> tuple[PlainTally, list[float]]:
    """Return counts with the parts that `shape` has, and the numbers that are left."""
    *own, parts = shape
    counts, rest = flat[: len(own)], flat[len(own) :]
    nested = []
    for part in parts:
        inner, rest = _nested(rest, part)
        nested.append(inner)
    return [*counts, nested], rest
