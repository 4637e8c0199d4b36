"""Metrics that are given as objects: how they are declared, and the task that is made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from tallystick.core.best_of import BestOf
from tallystick.core.fields import Fields
from tallystick.core.mapped import Mapped
from tallystick.core.matching import Collection
from tallystick.core.normalise import Normalised, Sides
from tallystick.core.prepared import Prepared
from tallystick.core.product import Product
from tallystick.core.similarity import Similarity
from tallystick.core.sums import Sum, Weighted
from tallystick.core.types import Items, OneOf, RecordShape, shape_of
from tallystick.errors import UsageError
from tallystick.formats.choice import FormatChoice
from tallystick.formats.json.lines import JsonLines
from tallystick.tasks.base import Metric, Scorer, Task, always, any_value
from tallystick.tasks.scorer import AlgebraScorer

__all__ = ["declare", "hint_of", "hint_of_metrics", "task_of_metrics"]


def declare(metric: object, name: str = "", summary: str = "your own metric") -> Metric:
    """Return the declaration of a metric that is given as an object.

    Without a name, a similarity is called what it is, and a scorer by its class.
    """
    if isinstance(metric, Metric):
        return replace(metric, name=name) if name else metric
    if isinstance(metric, Similarity):
        definition = repr(metric)
        return Metric(name or definition, summary, always(metric), definition, asymmetric=_asymmetric(metric))
    if isinstance(metric, Scorer):
        return Metric(name or type(metric).__name__, summary, always(metric))
    # A similarity is a function too, and most users begin with one.
    hint = "; wrap a function of two items: ts.similarity(function)" if callable(metric) else ""
    raise UsageError(
        f"a metric is a name, a Metric, a similarity of the algebra or a Scorer, not {metric!r:.60}{hint}"
    )


def _asymmetric(metric: Similarity) -> str:
    """Why the headline of a metric changes when gold and pred are exchanged; empty if it does not."""
    headline = metric.reading.headline
    return f"its headline is {headline}" if headline in ("precision", "recall", "f_beta") else ""


def task_of_metrics(name: str, metrics: Sequence[Metric], hint: Any) -> Task:
    """Return a task of JSON lines, which are read as a type says."""
    doc = (getattr(hint, "__doc__", None) or "").strip().splitlines()
    return Task(
        name=name,
        summary=doc[0] if doc and isinstance(hint, type) and hint is not object else "your own type",
        formats=(FormatChoice(JsonLines(hint), _recognises_nothing, "JSON lines, one item per line"),),
        metrics=tuple(metrics),
        empty=partial(_empty, hint, name),
        accept=any_value,
    )


def _recognises_nothing(_head: str) -> bool:
    """A type of the user's own is named, never recognised."""
    return False


def hint_of_metrics(name: str, metrics: Sequence[Metric]) -> Any:
    """The type of the items that several metrics compare; `object` where none of them knows it."""
    hints = {metric.name: _hint_of_declared(metric) for metric in metrics}
    kinds = [hint for hint in hints.values() if hint is not object]
    if any(hint != kinds[0] for hint in kinds):
        listed = ", ".join(f"{key} {getattr(hint, '__name__', hint)}" for key, hint in hints.items())
        raise UsageError(f"--task {name}: the metrics score items of different types: {listed}")
    return kinds[0] if kinds else object


def _hint_of_declared(metric: Metric) -> Any:
    built = metric.build(metric.settle({}))
    compared = built.similarity if isinstance(built, AlgebraScorer) else built
    return hint_of(compared) if isinstance(compared, Similarity) else object


def hint_of(metric: Similarity) -> Any:
    """The type of the values that a metric compares, as far as the metric knows it."""
    match metric:
        case Fields(kind=kind) if kind is not None:
            return kind
        case Collection(element=element):
            inner = hint_of(element)
            return list[inner]  # type: ignore[valid-type]
        case Normalised(base=base) | Mapped(base=base) | Weighted(base=base) | Prepared(base=base):
            return hint_of(base)
        case Sides(for_precision=for_precision, for_recall=for_recall):
            return _first_known((for_precision, for_recall))
        case Product(factors=parts) | Sum(terms=parts) | BestOf(options=parts):
            return _first_known(parts)
    return object


def _first_known(metrics: tuple[Similarity, ...]) -> Any:
    """The type that the first of several metrics of the same values knows."""
    return next((hint for hint in map(hint_of, metrics) if hint is not object), object)


def _empty(hint: Any, name: str) -> object:
    """The value that predicts nothing: every collection in it is empty."""
    shape = shape_of(hint)
    while hasattr(shape, "base"):
        shape = shape_of(shape.base)
    if isinstance(shape, Items):
        return ()
    if isinstance(shape, RecordShape):
        values: dict[str, object] = {}
        for field in shape.fields:
            inner = shape_of(field.hint, field.where)
            while hasattr(inner, "base"):
                inner = shape_of(inner.base, field.where)
            if isinstance(inner, Items):
                values[field.name] = ()
            elif isinstance(inner, OneOf) and type(None) in inner.options:
                values[field.name] = None
            elif field.required:
                raise UsageError(
                    f"--on-error zero needs an empty {name}, and its field {field.name!r} has no empty "
                    "value; give it a default, or use --on-error skip"
                )
        return shape.kind(**values)
    raise UsageError(f"--on-error zero: {name} has no empty value; use --on-error skip")
