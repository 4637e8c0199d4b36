"""Options and annotations without effect: ``--ignore meta`` does nothing if no document has ``meta``."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import Literal

from tallystick.dataclass import dataclass
from tallystick.tasks.json.keys import ANY
from tallystick.tasks.json.scalars import is_number
from tallystick.tasks.json.settings import list_steps, path_steps
from tallystick.tasks.json.shape import Shape

__all__ = ["Target", "declared_shapes", "misplaced", "reached_targets", "targets_of", "unreached"]

#: The value that an option needs at its path: anything, a list, a scalar, or a scalar that its comparator applies to.
Kind = Literal["value", "list", "scalar", "text", "number"]
#: The scalars of a kind: their types in a schema, and how to recognise one.
_SCALARS: dict[Kind, tuple[frozenset[str], Callable[[object], bool]]] = {
    "text": (frozenset({"string"}), lambda value: isinstance(value, str)),
    "number": (frozenset({"number", "integer"}), is_number),
}
#: The types that comparators apply to, if not text.
_COMPARED: dict[str, Kind] = {"exact": "scalar", "number": "number", "iou": "value"}  # boxes are lists
_REACHED = "reached "
#: Paths of a schema among which a similar one is sought.
_MOST_PATHS = 1000


@dataclass(frozen=True, slots=True)
class Target:
    """The path that an option is about, and what it needs there."""

    option: str
    steps: tuple[str, ...]
    kind: Kind = "value"
    similar: str | None = None
    """A path of the schema that may be meant instead."""


def targets_of(
    shape: Shape,
    *,
    compare: Iterable[str],
    ordered: Iterable[str],
    key: Iterable[str],
    ignore: Iterable[str],
    weight: Iterable[str],
) -> tuple[Target, ...]:
    """Return the paths of options that a schema does not declare; the form of the options has been checked."""
    targets: list[Target] = []
    for text in compare:
        path, _, value = text.partition("=")
        kind = _COMPARED.get(value.partition("(")[0].strip(), "text")
        targets.append(Target(f"--compare {text}", tuple(path_steps(path)), kind))
    for text in ordered:
        targets.append(Target(f"--ordered {text}", tuple(list_steps(text)), "list"))
    for text in key:
        path, _, names = text.partition("=")
        items = (*list_steps(path), "[]")
        targets += [
            Target(f"--key {text}", (*items, *path_steps(name))) for name in names.split(",") if name.strip()
        ]
    targets += [Target(f"--ignore {text}", tuple(path_steps(text))) for text in ignore]
    targets += [Target(f"--weight {text}", tuple(path_steps(text.partition("=")[0]))) for text in weight]
    return tuple(
        replace(target, similar=_similar(shape, target))
        for target in targets
        if not _declares(shape, target.steps, target.kind)
    )


def reached_targets(targets: Iterable[Target], *values: object) -> dict[str, int]:
    """Count the targets that are in some documents."""
    return {
        f"{_REACHED}{target.option}": 1
        for target in targets
        if any(_reaches(value, target.steps, target.kind) for value in values)
    }


def unreached(targets: Iterable[Target], seen: Mapping[str, int]) -> Iterator[str]:
    """Say which options have no effect: neither the schema nor a document has their path."""
    for target in targets:
        if f"{_REACHED}{target.option}" not in seen:
            meant = f" (did you mean {target.similar}?)" if target.similar else ""
            path = _written(target.steps)
            yield f"{target.option} has no effect: no document has a {target.kind} at {path}{meant}"


def misplaced(shape: Shape) -> Iterator[str]:
    """Say which members of ``x-tally`` have no effect, because values of their types cannot use them."""
    for path, here in declared_shapes(shape):
        if here.types is None:
            continue
        of_lists = {
            "order": here.order, "key": here.key, "item-from": here.item_from, "count": here.count != "leaves",
        }  # fmt: skip
        wrong = {"array": [name for name, value in of_lists.items() if value]}
        wrong["object"] = ["keys"] if here.keys != "exact" else []
        for kind, names in wrong.items():
            if names and kind not in here.types:
                members = " and ".join([f"x-tally.{name}" for name in names])
                yield f"{members} at {path} of the schema: no effect, because the type is not {kind}"


def _similar(shape: Shape, target: Target) -> str | None:
    own = _written(target.steps)
    known = [path for path, here in declared_shapes(shape) if path != own and _may_be(here, target.kind)]
    return next(iter(get_close_matches(own, known, 1, cutoff=0.7)), None)


def _reaches(value: object, steps: tuple[str, ...], kind: Kind) -> bool:
    waiting = [(value, 0)]
    while waiting:
        here, depth = waiting.pop()
        if isinstance(here, dict) and len(here) == 1 and isinstance(here.get(ANY), list):
            waiting += [(choice, depth) for choice in here[ANY]]
        elif depth == len(steps):
            own = "list" if isinstance(here, list) else "value" if isinstance(here, dict) else "scalar"
            if kind in ("value", own) or (kind in _SCALARS and _SCALARS[kind][1](here)):
                return True
        elif steps[depth] == "[]":
            waiting += [(item, depth + 1) for item in here] if isinstance(here, list) else ()
        elif isinstance(here, dict):
            if steps[depth] == "{}":
                waiting += [(entry, depth + 1) for entry in here.values()]
            elif steps[depth] in here:
                waiting.append((here[steps[depth]], depth + 1))
    return False


def _declares(shape: Shape, steps: tuple[str, ...], kind: Kind) -> bool:
    """Whether a schema declares a path. Keys that it does not name may be anywhere in a map."""
    waiting = [(shape, 0)]
    while waiting:
        here, depth = waiting.pop()
        if here.branches is not None:
            waiting += [(branch.shape, depth) for branch in here.branches.options]
        if depth == len(steps):
            if _may_be(here, kind) and (kind not in _SCALARS or here.types is not None):
                return True
        else:
            waiting += [(part, depth + 1) for step, part in _parts(here) if step in (steps[depth], "{}")]
    return False


def declared_shapes(shape: Shape) -> Iterator[tuple[str, Shape]]:
    """Return what a schema declares, with its path, the shortest first; recursive schemas are followed once."""
    seen: set[int] = set()
    waiting: deque[tuple[Shape, tuple[str, ...]]] = deque([(shape, ())])
    while waiting and len(seen) < _MOST_PATHS:
        here, steps = waiting.popleft()
        if id(here) not in seen:
            seen.add(id(here))
            yield _written(steps), here
            waiting += [(part, (*steps, step)) for step, part in _parts(here)]
            if here.branches is not None:
                waiting += [(branch.shape, steps) for branch in here.branches.options]


def _parts(shape: Shape) -> Iterator[tuple[str, Shape]]:
    yield from shape.properties.items()
    if shape.additional is not None:
        yield "{}", shape.additional
    for _, entry in shape.patterns:
        yield "{}", entry
    if shape.items is not None:
        yield "[]", shape.items
    for entry in shape.prefix:
        yield "[]", entry


def _may_be(shape: Shape, kind: Kind) -> bool:
    """Whether values of a shape can be of a kind."""
    if kind in _SCALARS:
        return _kind(shape) == "scalar" and (shape.types is None or bool(shape.types & _SCALARS[kind][0]))
    return kind in ("value", _kind(shape))


def _kind(shape: Shape) -> Kind:
    if shape.items is not None or shape.prefix:
        return "list"
    return "value" if shape.properties or shape.patterns or shape.additional is not None else "scalar"


def _written(steps: Iterable[str]) -> str:
    """Return a path as rows of fields name it."""
    path = "".join([step if step in ("[]", "{}") else f".{step}" for step in steps])
    return path.removeprefix(".") or "."
