"""Fields and findings over all items: outcomes of the leaves of each field, errors of predictions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import field

from tallystick.dataclass import dataclass
from tallystick.report.page.schema import FieldSummary, Finding
from tallystick.tasks.views.parts import rounded
from tallystick.tasks.views.schema import FieldCounts, FindingKind

__all__ = ["Fields", "Findings"]

#: Most findings of one system.
_MOST = 400


@dataclass(slots=True)
class Fields:
    """The fields of one metric for one system."""

    by_name: dict[str, FieldSummary] = field(default_factory=dict)

    def add(self, item: int, rows: Iterable[FieldCounts]) -> None:
        """Add the fields of one item, as JSON has them: tuples are lists."""
        for name, path, matched, *counts in rows:
            summary = self.by_name.get(name)
            if summary is None:
                summary = {
                    "name": name,
                    "path": path,
                    "matched": 0,
                    "counts": [0] * 5,
                    "items": [[], [], [], []],
                }
                self.by_name[name] = summary
            summary["matched"] += matched
            for index, count in enumerate(counts):
                summary["counts"][index] += count
                if count and index:
                    summary["items"][index - 1].append(item)

    def table(self) -> list[FieldSummary]:
        """Return the fields in the order in which items have them."""
        for summary in self.by_name.values():
            summary["matched"] = rounded(summary["matched"])
            summary["counts"] = [rounded(count) for count in summary["counts"]]
        return list(self.by_name.values())


@dataclass(slots=True)
class Findings:
    """The findings about the predictions of one system."""

    items: defaultdict[tuple[FindingKind, str], list[int]] = field(default_factory=lambda: defaultdict(list))

    def add(self, item: int, findings: Iterable[tuple[FindingKind, str]]) -> None:
        """Add the findings of one item."""
        for kind, text in findings:
            self.items[kind, text].append(item)

    def table(self) -> list[Finding]:
        """Return the findings, those of most items first."""
        ranked = sorted(self.items.items(), key=lambda entry: (-len(entry[1]), entry[0]))
        return [Finding(kind, text, items) for (kind, text), items in ranked[:_MOST]]
