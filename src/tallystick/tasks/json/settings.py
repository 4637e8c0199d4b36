"""Options as changes of a shape: ``--key items=sku --ignore meta --compare 'items[].desc=anls'``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from tallystick.errors import UsageError
from tallystick.tasks.json.compare.expressions import compare_from_text
from tallystick.tasks.json.shape import Branch, Branches, Shape

__all__ = ["Change", "at_path", "changes_of", "list_steps", "path_steps", "with_settings"]

#: Changes a shape that was copied for it.
Change = Callable[[Shape], None]

_STEP = re.compile(r"\[\]|\{\}|\.|(?:\\.|[^.\[{\\])+|.", re.DOTALL)


def with_settings(
    shape: Shape,
    *,
    compare: Iterable[str] = (),
    ordered: Iterable[str] = (),
    key: Iterable[str] = (),
    ignore: Iterable[str] = (),
    weight: Iterable[str] = (),
) -> Shape:
    """Return a shape with the changes of options, which take precedence over the schema."""
    changes = changes_of(compare=compare, ordered=ordered, key=key, ignore=ignore, weight=weight)
    for steps, change in changes:
        shape = at_path(shape, steps, change)
    return shape


def changes_of(
    *,
    compare: Iterable[str] = (),
    ordered: Iterable[str] = (),
    key: Iterable[str] = (),
    ignore: Iterable[str] = (),
    weight: Iterable[str] = (),
) -> list[tuple[list[str], Change]]:
    """Return the changes of options: the path of each, and the change."""
    changes: list[tuple[list[str], Change]] = []
    for text in compare:
        path, value = _assigned("compare", text, "PATH=COMPARATOR, such as items[].name=anls")
        changes.append((path_steps(path), _comparing(value)))
    for text in ordered:
        changes.append((list_steps(text), _ordering))
    for text in key:
        path, names = _assigned("key", text, "PATH=FIELD, such as items=sku")
        changes.append((list_steps(path), _keying(names)))
    for text in ignore:
        changes.append((path_steps(text), _ignoring))
    for text in weight:
        path, value = _assigned("weight", text, "PATH=NUMBER, such as total=3")
        changes.append((path_steps(path), _weighing(value)))
    return changes


def path_steps(path: str) -> list[str]:
    """Return the steps of a path: keys, ``[]`` into a list, ``{}`` into a map.

    >>> path_steps("items[].unit.name"), path_steps("."), path_steps(r"a\\.b{}")
    (['items', '[]', 'unit', 'name'], [], ['a.b', '{}'])
    """
    steps: list[str] = []
    for step in _STEP.findall(path.strip()):
        if step in ("[]", "{}"):
            steps.append(step)
        elif step in ("[", "{"):
            raise UsageError(f"{path!r} is not a path such as items[].price or rates{{}}")
        elif step != ".":
            steps.append(re.sub(r"\\(.)", r"\1", step))
    return steps


def at_path(shape: Shape, steps: Sequence[str], change: Change) -> Shape:
    """Return a copy of a shape that is changed at a path, in every branch; other parts are shared."""
    branches = shape.branches
    if branches is not None:
        options = tuple(
            Branch(at_path(branch.shape, steps, change), branch.constants) for branch in branches.options
        )
        branches = Branches(options, branches.discriminated)
    copy = replace(shape, branches=branches)
    if not steps:
        change(copy)
        return copy
    step, rest = steps[0], steps[1:]
    if step == "[]":
        copy.items = at_path(shape.items or Shape(), rest, change)
        copy.prefix = [at_path(item, rest, change) for item in shape.prefix]
    elif step == "{}":
        copy.additional = at_path(shape.additional or Shape(), rest, change)
        copy.patterns = [(pattern, at_path(entry, rest, change)) for pattern, entry in shape.patterns]
        if shape.keys == "free":
            copy.properties = {key: at_path(entry, rest, change) for key, entry in shape.properties.items()}
    else:
        entry = shape.properties.get(step) or _undeclared(shape, step)
        copy.properties = {**shape.properties, step: at_path(entry, rest, change)}
    return copy


def _undeclared(shape: Shape, key: str) -> Shape:
    for pattern, entry in shape.patterns:
        if re.search(pattern, key):
            return entry
    return shape.additional or Shape()


def _assigned(option: str, text: str, form: str) -> tuple[str, str]:
    path, equals, value = text.partition("=")
    if not equals or not value.strip():
        raise UsageError(f"--{option} {text}: expected {form}")
    return path, value.strip()


def list_steps(path: str) -> list[str]:
    """Return the steps to a list, whether or not the path ends with its items."""
    steps = path_steps(path)
    return steps[:-1] if steps[-1:] == ["[]"] else steps


def _comparing(text: str) -> Change:
    compare = compare_from_text(text)

    def change(shape: Shape) -> None:
        shape.compare = compare

    return change


def _ordering(shape: Shape) -> None:
    shape.order = "strict"


def _keying(names: str) -> Change:
    fields = tuple([name.strip() for name in names.split(",") if name.strip()])
    if not fields:
        raise UsageError(f"--key: {names!r} names no field")

    def change(shape: Shape) -> None:
        shape.key = fields

    return change


def _ignoring(shape: Shape) -> None:
    shape.ignore = True


def _weighing(text: str) -> Change:
    try:
        weight = Fraction(text)
    except (ValueError, ZeroDivisionError) as error:
        raise UsageError(f"the weight {text} is not a number") from error
    if weight < 0:
        raise UsageError(f"the weight {text} is negative")

    def change(shape: Shape) -> None:
        shape.weight = weight

    return change
