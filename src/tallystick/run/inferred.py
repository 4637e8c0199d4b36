"""Parameters that are inferred from the gold: the types of JSON documents, if no schema is given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import tee

from tallystick.formats.base import Block, Item, Reader
from tallystick.registry import Chosen, MetricLike, NamedMetric, find_preset
from tallystick.run.inputs.memory import ItemMemory
from tallystick.run.inputs.pairing import BlockPair
from tallystick.run.request import Request
from tallystick.tasks.base import Task

__all__ = ["settled_by_gold", "settled_by_items"]

#: Blocks that are read together.
_TOGETHER = 64


def settled_by_gold(
    task: Task, request: Request, pairs: Iterator[BlockPair], memory: ItemMemory
) -> tuple[Request, Iterator[BlockPair]]:
    """Return the request with the inferred parameters, and the pairs.

    The pairs are kept in memory for it. What is read of the gold is remembered, as far as there is room.
    """
    if not _open(task, request):
        return request, pairs
    listed = list(pairs)
    return settled_by_items(task, request, _golds(task, listed, memory)), iter(listed)


def settled_by_items(task: Task, request: Request, items: Iterable[Item]) -> Request:
    """Return the request with the parameters inferred from gold items."""
    names = _open(task, request)
    if not names:
        return request
    # One at a time: the values of a large file would fill the memory.
    values = tee((item.value for item in items if item.value is not None), len(names))
    inferred = {name: task.inferred[name](each) for name, each in zip(names, values, strict=True)}
    metrics = [_settled(metric, inferred) for metric in request.metrics]
    if metrics and all(isinstance(metric, NamedMetric) for metric in metrics):
        return replace(request, metrics=metrics)
    return replace(request, metrics=metrics, parameters={**request.parameters, **inferred})


def _settled(metric: MetricLike, inferred: dict[str, object]) -> MetricLike:
    """Return a metric that is given as an object with the parameters that it leaves to the gold."""
    if not isinstance(metric, NamedMetric):
        return metric
    choice = metric.chosen
    missing = {name: value for name, value in inferred.items() if choice.options.get(name, value) is None}
    if not missing:
        return metric
    return type(metric)(metric.task, Chosen(choice.key, choice.metric, {**choice.options, **missing}))


def _open(task: Task, request: Request) -> list[str]:
    """Return the parameters that neither the request nor its preset sets."""
    preset = find_preset(task, request.preset).options if request.preset else {}
    return [name for name in task.inferred if name not in request.parameters and name not in preset]


def _golds(task: Task, pairs: Sequence[BlockPair], memory: ItemMemory) -> Iterator[Item]:
    for start in range(0, len(pairs), _TOGETHER):
        some = pairs[start : start + _TOGETHER]
        for number, choice in enumerate(task.formats):
            # Not every reader gains by reading blocks together.
            if items := getattr(choice.reader, "items", None):
                memory.read_ahead([pair.gold for pair in some if pair.formats[0] == number], items)
        for pair in some:
            if pair.gold is not None and not (isinstance(pair.gold, Block) and pair.gold.problems):
                item = memory.read(pair.gold, partial(_read, task.formats[pair.formats[0]].reader))
                if pair.companions:
                    from tallystick.run.inputs.companions import joined_items  # few runs have them

                    readers = [choice.reader for choice in task.formats]
                    item, _ = joined_items(task, readers, pair, (item, None))
                if item is not None:
                    yield item


def _read(reader: Reader, side: Block | Item | None) -> Item | None:
    return reader.item(side) if isinstance(side, Block) else side
