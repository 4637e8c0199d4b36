"""A user's own type as a task: ``--task mymodule:Recipe``.

The object named may be a type, from which the metric is derived, or a metric made in the algebra. The lines
of the files are read as the type says; for a metric, as the types inside it say.
"""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any

from tallystick.core.derive import derive
from tallystick.core.matching import Collection
from tallystick.core.normalise import Normalised
from tallystick.core.prepared import Prepared
from tallystick.core.record import Record
from tallystick.core.similarity import Mapped, Similarity
from tallystick.core.types import Items, OneOf, RecordShape, shape_of
from tallystick.declare import Metric, Task, always
from tallystick.errors import UsageError
from tallystick.formats.choice import FormatChoice
from tallystick.formats.jsonlines import JsonLines

__all__ = ["hint_of", "metric_task", "user_task"]


def user_task(name: str) -> Task:
    """The task of a type or metric that is named as ``module:object``."""
    module_name, _, path = name.partition(":")
    target = _load(module_name, path, name)
    if isinstance(target, Similarity):
        return metric_task(name, target)
    return metric_task(name, derive(target), target)


def metric_task(name: str, metric: Similarity, hint: Any = None) -> Task:
    """A task with one metric; the items are read as the hint says, or as the metric itself does."""
    hint = hint if hint is not None else hint_of(metric)
    key = name.rpartition(":")[2] or name
    doc = (getattr(hint, "__doc__", None) or "").strip().splitlines()
    return Task(
        name=name,
        summary=doc[0] if doc and isinstance(hint, type) else "a type of your own",
        formats=(FormatChoice(JsonLines(hint), lambda _head: False, "JSON lines, one item a line"),),
        metrics=(Metric(key, "derived from the type", always(metric), definition=repr(metric)),),
        empty=lambda: _empty(hint, name),
    )


def _load(module_name: str, path: str, name: str) -> Any:
    # A module beside the files one works on: what `python -m` would find too.
    here = os.getcwd()
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        target: Any = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        message = f"--task {name}: there is no module {error.name!r} here or on the Python path"
        raise UsageError(message) from error
    except Exception as error:  # whatever a user's own module raises
        message = f"--task {name}: {module_name!r} cannot be imported: {type(error).__name__}: {error}"
        raise UsageError(message) from error
    for part in path.split("."):
        try:
            target = getattr(target, part)
        except AttributeError as error:
            raise UsageError(f"--task {name}: {module_name} has no {part!r}") from error
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
    return object


def _empty(hint: Any, name: str) -> object:
    """The value that predicts nothing: every collection in it is empty."""
    shape = shape_of(hint)
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
