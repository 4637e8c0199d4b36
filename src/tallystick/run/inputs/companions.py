"""Files that complete the items of a side: other gold documents, the confidences of predictions.

A parameter of a task names them (`Parameter.joins`). Their items are paired with the items of the side by id, or by
order if items have no ids; the task joins their contents (`Task.join`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from tallystick.dataclass import dataclass
from tallystick.errors import DataError, Problem, UsageError
from tallystick.formats.base import Item, Reader, Source
from tallystick.run.inputs.pairing import BlockPair, CompanionItem, Side, no_items
from tallystick.run.inputs.sides import Input, input_of, opened, refuse_missing
from tallystick.run.inputs.sources import read_block
from tallystick.run.request import Request
from tallystick.tasks.base import Joined, Parameter, Task

__all__ = ["Companion", "joined_items", "open_companions", "refuse_for_several", "with_companions"]


@dataclass(frozen=True, slots=True)
class Companion:
    """A file, or a list of items, and the parameter that names it."""

    parameter: Parameter
    input: Input


def open_companions(task: Task, request: Request) -> tuple[Request, list[Companion]]:
    """Return the request without the files that complete items, and these files."""
    companions: list[Companion] = []
    parameters = dict(request.parameters)
    for parameter in _joining(task):
        value = parameters.get(parameter.name)
        if value is None or isinstance(value, Joined) or value in parameter.choices:
            continue
        inputs = [input_of(side, parameter.name) for side in _listed(parameter, value)]
        refuse_missing([side.path for side in inputs if isinstance(side, Source) and side.text is None])
        companions += [Companion(parameter, side) for side in inputs]
        parameters[parameter.name] = Joined(len(inputs))
    return (replace(request, parameters=parameters) if companions else request), companions


def refuse_for_several(task: Task, parameters: Mapping[str, object]) -> None:
    """Reject files about predictions where several systems are scored."""
    for parameter in _joining(task):
        value = parameters.get(parameter.name)
        if parameter.joins == "pred" and value is not None and value not in parameter.choices:
            raise UsageError(
                f"--{parameter.name} names a file about one system; write the {parameter.name} into the predictions"
            )


def _joining(task: Task) -> list[Parameter]:
    """Return the parameters that name files of this kind, each once."""
    parameters = {p.name: p for metric in task.metrics for p in metric.parameters if p.joins}
    return list(parameters.values())


def _listed(parameter: Parameter, value: object) -> list[Input]:
    """Return the files that a value names: one, or a list of them."""
    several = isinstance(value, (list, tuple)) and all(
        isinstance(side, (str, Path, Source, list, tuple)) for side in value
    )
    if parameter.many and several:
        return list(value)  # type: ignore[call-overload, no-any-return]
    return [value]  # type: ignore[list-item]


def with_companions(
    task: Task, pairs: Iterator[BlockPair], companions: Sequence[Companion]
) -> Iterator[BlockPair]:
    """Add to each pair the items that complete it. Items that complete none are a problem."""
    files = [_CompanionFile(task, companion) for companion in companions]
    number = 0
    for pair in pairs:
        number = pair.number
        items = [file.item(pair) for file in files]
        problems = tuple([problem for file in files for problem in file.take_problems()])
        yield replace(
            pair,
            companions=tuple([item for item in items if item is not None]),
            problems=pair.problems + problems,
        )
    left = tuple([problem for file in files for problem in file.left_over()])
    if left:
        yield BlockPair(number + 1, None, None, left)


class _CompanionFile:
    """The items of a file, read as far as they are needed."""

    def __init__(self, task: Task, companion: Companion) -> None:
        self.parameter = companion.parameter
        side = opened(task, companion.input, companion.parameter.name)
        self.shown, self.format, self.items = side.shown, side.format, side.items
        self.reader = task.formats[side.format].reader
        self.waiting: dict[str, Side] = {}
        self.problems: list[Problem] = []
        self.empty = True

    def item(self, pair: BlockPair) -> CompanionItem | None:
        """Return what completes a pair; None if there is nothing."""
        side = pair.gold if self.parameter.joins == "gold" else pair.pred
        if side is None:
            return None
        own = self._next(pair) if side.id is None else self._of_id(side.id)
        self.empty = self.empty and own is None
        return (
            None
            if own is None
            else CompanionItem(self.parameter.name, self.parameter.joins, self.format, own)
        )

    def _next(self, pair: BlockPair) -> Side | None:
        own = next(self.items, None)
        if own is None:
            message = f"the file ends before item {pair.number}, and items are paired by order"
            self.problems.append(Problem(message, self.shown, code="companion"))
            return None
        # If items are paired by order, an id is an ordinary field, as on the side that is completed.
        return replace(own, id=None)

    def _of_id(self, name: str) -> Side | None:
        known = self.waiting.pop(name, None)
        if known is not None:
            return known
        for own in self.items:
            self.empty = False
            if own.id == name:
                return own
            if own.id is None:
                # An item that cannot be read has no id either.
                unreadable = read_block(self.reader, own)
                without_id = _problem(own, "the item has no id, but items are paired by id")
                self.problems += unreadable.problems if unreadable.malformed else (without_id,)
            elif own.id in self.waiting:
                self.problems.append(_problem(own, "an earlier item of this file has the same id"))
            else:
                self.waiting[own.id] = own
        return None

    def take_problems(self) -> list[Problem]:
        """Return the problems since the last call."""
        problems, self.problems = self.problems, []
        return problems

    def left_over(self) -> Iterator[Problem]:
        """Report items that complete no other item, because the id or the file is wrong. A file without items is an
        error."""
        left = [*self.waiting.values(), *self.items]
        if self.empty and not left:
            yield no_items(self.shown)
        for own in left:
            side = "gold item" if self.parameter.joins == "gold" else "prediction"
            there = f"no {side} has this id" if own.id is not None else f"this item has no {side}"
            yield _problem(own, there)


def _problem(item: Side, message: str) -> Problem:
    return Problem(message, item.path, item.line, 1, item.id, code="companion")


def joined_items(
    task: Task, readers: Sequence[Reader], pair: BlockPair, sides: tuple[Item | None, Item | None]
) -> tuple[Item | None, Item | None]:
    """Return the two items of a pair, completed."""
    gold, pred = (
        _completed(task, readers, item, [own for own in pair.companions if own.side == side])
        for item, side in zip(sides, ("gold", "pred"), strict=True)
    )
    return gold, pred


def _completed(
    task: Task, readers: Sequence[Reader], item: Item | None, companions: Sequence[CompanionItem]
) -> Item | None:
    if item is None or item.malformed or not companions:
        return item
    values: dict[str, list[object]] = {}
    problems: list[Problem] = []
    for companion in companions:
        own = read_block(readers[companion.format], companion.item)
        if own.malformed:
            problems += own.problems
        else:
            values.setdefault(companion.parameter, []).append(own.value)
    if problems:
        return replace(item, value=None, problems=(*item.problems, *problems))
    assert task.join is not None
    try:
        return replace(item, value=task.join(item.value, values))
    except DataError as error:
        located = [
            replace(problem, path=item.path, line=item.line, item=item.id) for problem in error.problems
        ]
        return replace(item, value=None, problems=(*item.problems, *located))
