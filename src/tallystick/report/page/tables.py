"""The totals of a page as tables: what is most frequent comes first."""

from __future__ import annotations

from heapq import nsmallest

from tallystick.report.page.schema import ConfusedLabels, ConfusionTable, ErrorKind, Finding, LabelCounts
from tallystick.tasks.views.document_schema import FieldSummary
from tallystick.tasks.views.parts import rounded
from tallystick.tasks.views.totals import Confusions, ErrorKinds, Fields, Findings

__all__ = ["confusion_table", "error_table", "field_table", "finding_table"]

#: Most confusions and labels of a metric, kinds of errors of a metric, findings of a system.
_CONFUSIONS, _KINDS, _FINDINGS = 200, 100, 400


def confusion_table(confusions: Confusions) -> ConfusionTable:
    """Return the most frequent confusions and labels, and how many more there are."""
    counts = confusions.confused
    # Most confusions occur once, so the few that are shown are selected before they are sorted.
    least = sorted(counts.values(), reverse=True)[:_CONFUSIONS][-1] if counts else 0
    confused = nsmallest(_CONFUSIONS, [(-count, key) for key, count in counts.items() if count >= least])
    labels, number = confusions.labels.most_frequent(_CONFUSIONS)
    return {
        "confused": [ConfusedLabels(*key, -count, confusions.examples[key]) for count, key in confused],
        "more": max(0, len(counts) - _CONFUSIONS),
        "labels": [LabelCounts(*label, *own) for label, *own in labels],
        "more_labels": max(0, number - _CONFUSIONS),
    }


def error_table(errors: ErrorKinds) -> list[ErrorKind]:
    """Return the kinds of errors, the most frequent first."""
    ranked = sorted(errors.counts.items(), key=lambda entry: (-entry[1], entry[0]))
    return [
        ErrorKind(kind, count, errors.items[kind], errors.listed[kind], errors.first_examples(kind))
        for kind, count in ranked[:_KINDS]
    ]


def field_table(fields: Fields) -> list[FieldSummary]:
    """Return the fields in the order in which items have them."""
    return [
        {
            **summary,
            "matched": rounded(summary["matched"]),
            "counts": [rounded(count) for count in summary["counts"]],
        }
        for summary in fields.by_name.values()
    ]


def finding_table(findings: Findings) -> list[Finding]:
    """Return the findings, those of most items first."""
    ranked = sorted(findings.items.items(), key=lambda entry: (-len(entry[1]), entry[0]))
    return [Finding(kind, text, items) for (kind, text), items in ranked[:_FINDINGS]]
