"""A user's own task: ``--task mymodule:Recipe``.

The object named may be a :class:`~tallystick.tasks.base.Task`, a type, from which the metric is derived, a metric made
in the algebra or written as a scorer, or a dictionary of metrics by name. A task has readers of its own. Otherwise the
lines of the files are read as the type says; for a metric, as the types inside it say.
"""

from __future__ import annotations

import difflib
import importlib
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from tallystick.core.derive import derive
from tallystick.core.matching import Collection
from tallystick.core.normalise import Normalised, Sides
from tallystick.core.prepared import Prepared
from tallystick.core.product import Product
from tallystick.core.record import Record
from tallystick.core.similarity import Mapped, Similarity
from tallystick.core.types import Items, OneOf, RecordShape, shape_of
from tallystick.errors import UsageError
from tallystick.formats.choice import FormatChoice
from tallystick.formats.json.lines import JsonLines
from tallystick.tasks.base import Metric, Scorer, Task, always

__all__ = ["hint_of", "metric_task", "metrics_task", "name_of_type", "user_task"]


def name_of_type(task: object) -> str:
    """The name of a task that is given as the type itself: ``module:Type``.

    Work travels by name to other processes, so that the type has to be found again by its own.
    """
    if not isinstance(task, type):
        raise UsageError(
            f"a task is a name such as 'amr' or 'module:Type', or a type, not {task!r:.60}; "
            "a metric object scores by itself: metric.score(gold, pred), metric.corpus(golds, preds)"
        )
    name = f"{task.__module__}:{task.__qualname__}"
    if "<locals>" in name or _load(task.__module__, task.__qualname__, name) is not task:
        raise UsageError(
            f"{name} cannot be found by its name: put the type into a module, not into a function"
        )
    return name


def user_task(name: str) -> Task:
    """The task of a type, a metric or several metrics, named as ``module:object``."""
    try:
        return _user_task(name)
    except SystemExit as error:
        raise UsageError(f"--task {name}: its module called sys.exit({error.code!r})") from error


def _user_task(name: str) -> Task:
    module_name, _, path = name.partition(":")
    target = _load(module_name, path, name)
    if isinstance(target, Task):
        # Work travels by name to other processes: there the task is found by this one.
        return replace(target, name=name)
    if isinstance(target, Scorer):
        return _scorer_task(name, target)
    if isinstance(target, Similarity):
        return metric_task(name, target)
    if isinstance(target, Mapping):
        return metrics_task(name, target)
    return metric_task(name, derive(target), target)


def _scorer_task(name: str, scorer: Scorer) -> Task:
    """A task with one metric that is not of the algebra; items are any JSON values."""
    key = name.rpartition(":")[2]
    return Task(
        name=name,
        summary="a metric of your own",
        formats=(FormatChoice(JsonLines(object), _recognises_nothing, "JSON lines, one item a line"),),
        metrics=(Metric(key, "a metric of your own", always(scorer)),),
        empty=partial(_empty, object, name),
    )


def metric_task(name: str, metric: Similarity, hint: Any = None) -> Task:
    """A task with one metric; the items are read as the hint says, or as the metric itself does."""
    key = name.rpartition(":")[2] or name
    if hint is None:
        return _task(name, hint_of(metric), {key: metric}, "a metric of your own")
    return _task(name, hint, {key: metric}, "derived from the type")


def metrics_task(name: str, metrics: Mapping[object, object]) -> Task:
    """A task with several metrics of the same items: variants that are to be compared."""
    found = {key: one for key, one in metrics.items() if isinstance(key, str) and isinstance(one, Similarity)}
    if not found or len(found) < len(metrics):
        raise UsageError(
            f"--task {name}: a dictionary has to hold metrics by name, {{'name': bag(exact), …}}"
        )
    hints = {key: hint_of(metric) for key, metric in found.items()}
    kinds = [hint for hint in hints.values() if hint is not object]
    if any(hint != kinds[0] for hint in kinds):
        told = ", ".join(f"{key} {getattr(hint, '__name__', hint)}" for key, hint in hints.items())
        raise UsageError(f"--task {name}: the metrics are of items of different types: {told}")
    return _task(name, kinds[0] if kinds else object, found, "a metric of your own")


def _task(name: str, hint: Any, metrics: Mapping[str, Similarity], summary: str) -> Task:
    doc = (getattr(hint, "__doc__", None) or "").strip().splitlines()
    return Task(
        name=name,
        summary=doc[0] if doc and isinstance(hint, type) else "a type of your own",
        formats=(FormatChoice(JsonLines(hint), _recognises_nothing, "JSON lines, one item a line"),),
        metrics=tuple(
            Metric(key, summary, always(metric), definition=repr(metric), asymmetric=_one_way(metric))
            for key, metric in metrics.items()
        ),
        empty=partial(_empty, hint, name),
    )


def _recognises_nothing(_head: str) -> bool:
    """A type of the user's own is named, never recognised."""
    return False


def _one_way(metric: Similarity) -> str:
    """Why the headline of a metric changes when gold and pred are exchanged; empty if it does not."""
    headline = metric.reading.headline
    return f"its headline is {headline}" if headline in ("precision", "recall", "f_beta") else ""


def _load(module_name: str, path: str, name: str) -> Any:
    # A module beside the files one works on: what `python -m` would find too.
    with suppress(FileNotFoundError):  # it was deleted
        here = os.getcwd()
        if here not in sys.path:
            sys.path.insert(0, here)
    try:
        target: Any = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        # The name of a file is what one thinks of first.
        plain = module_name.removesuffix(".py").replace(os.sep, ".")
        hint = f" (a module, not a file: {plain}:{path})" if module_name.endswith(".py") else ""
        message = f"--task {name}: there is no module {error.name!r} here or on the Python path{hint}"
        raise UsageError(message) from error
    except Exception as error:  # whatever a user's own module raises
        message = f"--task {name}: {module_name!r} cannot be imported: {type(error).__name__}: {error}"
        raise UsageError(message) from error
    for part in path.split("."):
        try:
            target = getattr(target, part)
        except AttributeError as error:
            close = difflib.get_close_matches(part, [one for one in dir(target) if one[0] != "_"], 1)
            hint = f" (did you mean {close[0]!r}?)" if close else ""
            raise UsageError(f"--task {name}: {module_name} has no {part!r}{hint}") from error
    return target


def hint_of(metric: Similarity) -> Any:
    """The type of the values that a metric compares, as far as the metric knows it."""
    match metric:
        case Record(kind=kind) if kind is not None:
            return kind
        case Collection(element=element):
            inner = hint_of(element)
            return list[inner]  # type: ignore[valid-type]
        case Normalised(base=base) | Mapped(base=base) | Prepared(base=base):
            return hint_of(base)
        case Sides(for_precision=one, for_recall=other):
            return _first_known((one, other))
        case Product(factors=factors):
            return _first_known(factors)
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
    raise UsageError(f"--on-error zero: there is no empty value of {name}; use --on-error skip")
