"""Outputs for programs: JSON (the contract), JSON lines, CSV. Fractions at full precision."""

from __future__ import annotations

import csv
import io

from tallystick.run.contract import as_dict, per_item
from tallystick.run.report import Report
from tallystick.run.rows import fields_of, rows_of
from tallystick.visible import json_text

__all__ = ["as_csv", "as_json", "as_jsonl"]


def as_json(report: Report, *, items: bool = False) -> str:
    """The JSON contract."""
    return json_text(as_dict(report, items=items), indent=2) + "\n"


def as_jsonl(report: Report, *, items: bool = False) -> str:
    """The corpus in the first line, then a line for each item."""
    lines = [as_dict(report), *(per_item(report) if items else ())]
    return "".join(json_text(line) + "\n" for line in lines)


def as_csv(report: Report, *, items: bool = False) -> str:
    """One row a metric; groups and items stand in columns of their own.

    How many items were skipped, and how many counted as empty, stands in the rows of the whole corpus.
    """
    fields = fields_of(report)
    by, confidence = report.settings.by, report.settings.confidence
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    limits = [f"{name}_{end}" for name in fields for end in ("low", "high")] if confidence else []
    counts = ["matched_pred", "matched_gold", "pred_total", "gold_total"]
    labels = [*(["group"] if by else []), *(["item"] if items else [])]
    writer.writerow(["metric", *labels, *fields, *limits, *counts, "average", "items", "skipped", "zeroed"])
    for row in rows_of(report, items=items):
        whole = row.item is None and row.group is None
        names = [*([row.group or ""] if by else []), *([row.item or ""] if items else [])]
        values = [row.values.get(name) for name in fields]
        intervals = (
            [row.metric.intervals.get(name) or (None, None) for name in fields] if row.item is None else []
        )
        ends = [end for interval in intervals for end in interval] if confidence else []
        ends += [None] * (len(limits) - len(ends))
        tally = row.tally
        counted = [tally.matched_pred, tally.matched_gold, tally.pred_total, tally.gold_total]
        amounts = [None] * 4 if row.reading.parts else [float(count) for count in counted]
        average = report.settings.average if row.item is None else None
        left_out = [report.skipped, report.zeroed] if whole else [None, None]
        # The writer leaves the cell of a None empty.
        writer.writerow([row.metric.key, *names, *values, *ends, *amounts, average, tally.items, *left_out])
    return stream.getvalue()
