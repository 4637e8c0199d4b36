"""A metric for Hugging Face's `evaluate`, which needs no network.

``evaluate.load(tallystick.integrations.evaluate_module.__file__, "amr")`` loads this file as a script;
:func:`evaluate_metric` makes the same object without copying anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tallystick.errors import UsageError
from tallystick.integrations.evaluator import Evaluator
from tallystick.registry import tasks

__all__ = ["evaluate_metric"]

_DESCRIPTION = (
    "How well predicted structures match the gold ones: graphs, coreference, information extraction."
)
_INPUTS = """
Args:
    predictions: items as texts, one each: a graph in PENMAN notation, a line of JSON, a document.
    references: the gold items, in the same order or, where all have ids, in any.
    metrics: names of metrics, such as "smatch"; without them, the standard set of the task.
    Further arguments are those of tallystick.score: preset, average, on_error, match_by, parameters of metrics.
Returns:
    numbers by name: "smatch.precision", "smatch.recall", "smatch.f1"; "items", "skipped", "zeroed".
"""
#: Numbers by name.
Scores = dict[str, float | int | None]
_CITATION = "@software{tallystick, title = {Tallystick}}"


def flat_scores(
    predictions: Sequence[str],
    references: Sequence[str],
    task: str,
    metrics: Sequence[str] | str,
    **options: Any,
) -> Scores:
    """The numbers of all metrics by name, ``metric.field``. Undefined numbers are None.

    >>> flat_scores(["(b / boy)"], ["(g / girl)"], "amr", "smatch")["smatch.f1"]
    0.5
    """
    evaluator = Evaluator(metrics=metrics, task=task, items=False, **options)
    evaluator.update(references, predictions)
    report = evaluator.compute()
    scores: Scores = {
        f"{key}.{name}": value
        for key, metric in report.metrics.items()
        for name, value in metric.values.items()
    }
    return scores | {"items": report.items, "skipped": report.skipped, "zeroed": report.zeroed}


def _metric_class(evaluate: Any) -> Any:
    """The class that `evaluate` looks for in a script, created if that package is installed."""
    import datasets

    class Tallystick(evaluate.Metric):  # type: ignore[misc]
        """Metrics of one task, which is the name of the configuration."""

        def _info(self) -> Any:
            if self.config_name not in tasks() and ":" not in str(self.config_name):
                raise UsageError(
                    f'name the task as the configuration: evaluate.load(…, "amr"); tasks: {", ".join(tasks())}, or '
                    "module:Type"
                )
            text = datasets.Value("string")
            return evaluate.MetricInfo(
                description=_DESCRIPTION,
                citation=_CITATION,
                inputs_description=_INPUTS,
                features=datasets.Features({"predictions": text, "references": text}),
            )

        def _compute(
            self,
            predictions: Sequence[str],
            references: Sequence[str],
            metrics: Sequence[str] | str = (),
            **options: Any,
        ) -> Scores:
            return flat_scores(predictions, references, self.config_name, metrics, **options)

    return Tallystick


try:
    import evaluate as _evaluate
except ImportError:
    _evaluate = None
else:
    # `evaluate` searches a script for classes.
    Tallystick = _metric_class(_evaluate)


def evaluate_metric(task: str, **settings: Any) -> Any:
    """An `evaluate.Metric` for a task; `settings` are those of `evaluate.load`, such as ``num_process``."""
    if _evaluate is None:
        raise UsageError("this needs evaluate: pip install tallystick[evaluate]")
    return Tallystick(config_name=task, **settings)
