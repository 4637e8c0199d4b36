"""Parameters that the gold settles: the types of JSON documents, where no schema is given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tallystick.formats.base import Block, Item
from tallystick.registry import find_preset
from tallystick.run.inputs.pairing import BlockPair
from tallystick.run.request import Request
from tallystick.tasks.base import Task

__all__ = ["settled_by_gold", "settled_by_items"]


def settled_by_gold(
    task: Task, request: Request, pairs: Iterator[BlockPair]
) -> tuple[Request, Iterator[BlockPair]]:
    """Return the request with the parameters that the gold settles, and the pairs, which are kept in memory for it."""
    if not _open(task, request):
        return request, pairs
    listed = list(pairs)
    return settled_by_items(task, request, _golds(task, listed)), iter(listed)


def settled_by_items(task: Task, request: Request, items: Iterable[Item]) -> Request:
    """Return the request with the parameters that gold items settle."""
    names = _open(task, request)
    if not names:
        return request
    values = [item.value for item in items if item.value is not None]
    inferred = {name: task.inferred[name](values) for name in names}
    return replace(request, parameters={**request.parameters, **inferred})


def _open(task: Task, request: Request) -> list[str]:
    """Return the parameters that neither the request nor its preset settles."""
    preset = find_preset(task, request.preset).options if request.preset else {}
    return [name for name in task.inferred if name not in request.parameters and name not in preset]


def _golds(task: Task, pairs: Iterable[BlockPair]) -> Iterator[Item]:
    for pair in pairs:
        side = pair.gold
        if isinstance(side, Item):
            yield side
        elif isinstance(side, Block) and not side.problems:
            yield task.formats[pair.formats[0]].reader.item(side)
