"""`metric`: a named metric as an object."""

from __future__ import annotations

from tallystick.errors import DataError, UsageError
from tallystick.formats.base import Item
from tallystick.registry import NamedMetric, as_task, choose, find_preset, find_task, meant, tasks
from tallystick.run.inputs.objects import kind_of, object_item
from tallystick.run.request import parameters_of
from tallystick.tally import Alignment, Score, Tally
from tallystick.tasks.base import Task

__all__ = ["metric"]


class ItemMetric(NamedMetric):
    """A named metric that takes items as users have them: as in a file, or as objects."""

    _kind: type | None = None

    def tally(self, gold: object, pred: object, *, time_limit: float | None = None) -> Tally:
        """Count what matched in two items."""
        return super().tally(*self._values(gold, pred), time_limit=time_limit)

    def align(self, gold: object, pred: object, *, time_limit: float | None = None) -> Alignment:
        """List what matched in two items."""
        return super().align(*self._values(gold, pred), time_limit=time_limit)

    def score(self, gold: object, pred: object, *, time_limit: float | None = None) -> Score:
        """Score two items."""
        return super().score(*self._values(gold, pred), time_limit=time_limit)

    def _values(self, gold: object, pred: object) -> tuple[object, object]:
        return self._value(gold, "<gold>"), self._value(pred, "<pred>")

    def _value(self, item_value: object, name: str) -> object:
        """Return the contents of an item; raise an error with all of its problems."""
        if self._kind is None:
            self._kind = kind_of(self.task)
        side = object_item(self.task, self._kind, item_value, name)
        item = side if isinstance(side, Item) else self.task.formats[0].reader.item(side)
        if item.problems and item.malformed:
            raise DataError([problem for problem in item.problems if problem.level == "error"])
        return item.value


def metric(
    name: str, *, task: str | type | Task | None = None, preset: str | None = None, **options: object
) -> NamedMetric:
    """Return a named metric as an object with fixed options.

    The object scores pairs of items, and can be passed instead of the name. If several tasks have a metric of this
    name, `task` selects one; the default is the first in the list of tasks.

    >>> import tallystick as ts
    >>> smatch = ts.metric("smatch")
    >>> smatch.score("(w / want-01 :ARG0 (b / boy))", "(w / want-01 :ARG0 (g / girl))").f1
    0.75
    >>> ts.score("(b / boy)", "(b / boy)", metrics=[smatch])["smatch"].f1
    1.0
    """
    requested_task = as_task(task)
    if requested_task is None:
        bare = name.partition("(")[0].strip()
        homes = [known for known in tasks().values() if known.metric(bare)]
        if not homes:
            names = [declared.name for known in tasks().values() for declared in known.metrics]
            raise UsageError(f"unknown metric {bare!r}{meant(bare, names)}; ts.metric takes one name")
        home = homes[0]
    else:
        home = requested_task if isinstance(requested_task, Task) else find_task(requested_task)
    choices = choose(home, [name], parameters_of(options), find_preset(home, preset) if preset else None)
    if len(choices) != 1:
        keys = ", ".join(choice.key for choice in choices)
        raise UsageError(f"{name!r} names {len(choices)} metrics: {keys}; ts.metric takes one")
    return ItemMetric(home, choices[0])
