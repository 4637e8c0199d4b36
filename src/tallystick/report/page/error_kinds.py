"""Errors by kind over all items, with the items that have them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import field

from tallystick.dataclass import dataclass
from tallystick.report.page.schema import ErrorKind
from tallystick.tasks.views.error_counts import ErrorCount

__all__ = ["ErrorKinds"]

#: Most kinds of a metric, items of a kind that are listed, and examples of a kind.
_KINDS, _ITEMS, _EXAMPLES = 100, 200, 3

#: An item, the gold part and the pred part; empty if the error has none.
_Example = tuple[int, str, str]


@dataclass(slots=True)
class ErrorKinds:
    """The errors of one metric for one system."""

    counts: Counter[str] = field(default_factory=Counter)
    items: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    examples: defaultdict[str, list[_Example]] = field(default_factory=lambda: defaultdict(list))
    """The first of each item."""
    further: defaultdict[str, list[_Example]] = field(default_factory=lambda: defaultdict(list))
    """More from the same items, shown where there are too few items."""

    def add(self, item: int, rows: Iterable[ErrorCount]) -> None:
        """Add the errors of one item."""
        for kind, count, examples in rows:
            self.counts[kind] += count
            self.items[kind].append(item)
            if len(self.examples[kind]) < _EXAMPLES:
                first, *further = [(item, gold, pred) for gold, pred in examples]
                self.examples[kind].append(first)
                self.further[kind] += further

    def table(self) -> list[ErrorKind]:
        """Return the kinds, the most frequent first."""
        ranked = sorted(self.counts.items(), key=lambda entry: (-entry[1], entry[0]))
        return [
            ErrorKind(kind, count, len(self.items[kind]), self.items[kind][:_ITEMS], self._examples(kind))
            for kind, count in ranked[:_KINDS]
        ]

    def _examples(self, kind: str) -> list[_Example]:
        return (self.examples[kind] + self.further[kind])[:_EXAMPLES]
