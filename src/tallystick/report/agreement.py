"""Agreement between annotators as text, JSON, CSV, Markdown, LaTeX."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence

from tallystick.errors import warnings_of
from tallystick.report.markup import fraction, latex_table, markdown_table
from tallystick.run.agreement import (
    Agreement,
    MetricAgreement,
    PairCoverage,
    PairScore,
    footer_lines,
    matrix_cells,
    mean,
)
from tallystick.run.rows import score_fields
from tallystick.run.table import TITLES, aligned, percent
from tallystick.version import VERSION
from tallystick.visible import json_text

__all__ = ["WRITERS", "as_dict"]

Shown = Callable[[float | None], str]


def as_text(found: Agreement) -> str:
    """For people: a matrix for each metric, × 100; one table for all where there are two annotators only."""
    if len(found.annotators) == 2 or found.settings.by:
        blocks = [aligned(header, body, left=left) for header, body, left in _tables(found, percent)]
    else:
        blocks = [_matrix(metric) for metric in found.metrics.values()]
    footer = "".join(f"{line}\n" for line in _footer(found, scale=", × 100"))
    # One table goes with its footer; several have a blank line between them.
    return blocks[0] + footer if len(blocks) == 1 else "\n".join([*blocks, footer])


def _footer(found: Agreement, *, scale: str = "") -> list[str]:
    lines = footer_lines(found, scale=scale)
    if len(found.annotators) == 2 and not any(metric.both_ways for metric in found.metrics.values()):
        lines.append(f"P and R with {found.annotators[0]} as the gold")
    return lines


def _matrix(metric: MetricAgreement) -> str:
    header, body = matrix_cells(metric)
    title = TITLES.get(metric.headline, metric.headline)
    pairs = f"{len(metric.pairs)} {'directions' if metric.both_ways else 'pairs'}"
    undefined = f", {metric.undefined} of them undefined and left out" if metric.undefined else ""
    rows = "; a row is the gold of its columns" if metric.both_ways else ""
    return f"{metric.key}  {title}\n{aligned(header, body)}mean {percent(metric.mean)} ({pairs}{undefined}){rows}\n"


def _tables(found: Agreement, shown: Shown) -> list[tuple[list[str], list[list[str]], int]]:
    """One table with a row for each metric, and each label; the numbers are those of each pair, and their mean."""
    by = found.settings.by
    head = ["metric", *([by] if by else [])]
    if len(found.annotators) == 2:
        return [_two(found, head, shown)]
    directions = list(dict.fromkeys((pair.a, pair.b) for m in found.metrics.values() for pair in m.pairs))
    body = [
        [*names, *(_value(pairs, direction, shown) for direction in directions), shown(mean(pairs))]
        for names, pairs in _rows(found)
    ]
    return [([*head, *(f"{a} – {b}" for a, b in directions), "mean"], body, len(head))]


def _two(found: Agreement, head: list[str], shown: Shown) -> tuple[list[str], list[list[str]], int]:
    """Two annotators: precision and recall too, the first taken as the gold, or each in turn."""
    turns = any(metric.both_ways for metric in found.metrics.values())
    fields = list(dict.fromkeys(name for m in found.metrics.values() for name in m.pairs[0].values))
    body = []
    for names, pairs in _rows(found):
        for pair in pairs:
            way = [pair.a] if turns else []
            values = [shown(pair.values[name]) if name in pair.values else "" for name in fields]
            body.append([*names, *way, *values])
    header = [*head, *(["gold"] if turns else []), *(TITLES.get(name, name) for name in fields)]
    return header, body, len(head) + turns


def _rows(found: Agreement) -> list[tuple[list[str], Sequence[PairScore]]]:
    """The names of each row, and the scores of the pairs in it: the whole, then its groups."""
    by = found.settings.by
    rows: list[tuple[list[str], Sequence[PairScore]]] = []
    for metric in found.metrics.values():
        rows.append(([metric.key, *(["all"] if by else [])], metric.pairs))
        rows += [([metric.key, label], pairs) for label, pairs in metric.groups.items()]
    return rows


def _value(pairs: Sequence[PairScore], direction: tuple[str, str], shown: Shown) -> str:
    return next((shown(pair.value) for pair in pairs if (pair.a, pair.b) == direction), "")


def as_markdown(found: Agreement) -> str:
    """A Markdown table, and below it what the numbers are."""
    tables = "\n".join(markdown_table(*table) for table in _tables(found, fraction))
    return tables + "\n" + "".join(f"{line}\n" for line in _footer(found))


def as_latex(found: Agreement) -> str:
    """A LaTeX table for the booktabs package; comments say what the numbers are."""
    comments = "".join(f"% {line}\n" for line in _footer(found))
    return comments + "\n".join(latex_table(*table) for table in _tables(found, fraction))


def as_dict(found: Agreement) -> dict[str, object]:
    """Everything as plain data; fractions at full precision."""
    return {
        "tallystick": VERSION,
        "task": found.task,
        "signature": {key: metric.signature for key, metric in found.metrics.items()},
        "annotators": list(found.annotators),
        "metrics": {key: _metric(metric, found.settings.by) for key, metric in found.metrics.items()},
        "coverage": [_coverage(pair) for pair in found.coverage],
        "warnings": warnings_of(found.problems),
    }


def _metric(metric: MetricAgreement, by: str | None) -> dict[str, object]:
    result: dict[str, object] = {
        "headline": metric.headline,
        "matrix": metric.matrix,
        "mean": metric.mean,
        "undefined": metric.undefined,
        "pairs": [_pair(pair) for pair in metric.pairs],
    }
    if by:
        groups = {
            label: {"mean": mean(pairs), "pairs": [_pair(p) for p in pairs]}
            for label, pairs in metric.groups.items()
        }
        result["by"] = {by: groups}
    return result


def _pair(pair: PairScore) -> dict[str, object]:
    return {"a": pair.a, "b": pair.b, "items": pair.items, **score_fields(pair.score, dict(pair.values))}


def _coverage(pair: PairCoverage) -> dict[str, object]:
    return {
        "a": pair.a,
        "b": pair.b,
        "items": pair.items,
        "only_a": pair.only_a,
        "only_b": pair.only_b,
        "skipped": pair.skipped,
        **pair.parts,
    }


def as_json(found: Agreement) -> str:
    """Everything, for programs."""
    return json_text(as_dict(found), indent=2) + "\n"


def as_csv(found: Agreement) -> str:
    """One row for each metric and pair, and for each label where there are any."""
    fields = list(dict.fromkeys(name for m in found.metrics.values() for name in m.pairs[0].values))
    by = found.settings.by
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    counts = ["matched_pred", "matched_gold", "pred_total", "gold_total"]
    alone = {(pair.a, pair.b): (pair.only_a, pair.only_b, pair.skipped) for pair in found.coverage}
    alone |= {(b, a): (two, one, skipped) for (a, b), (one, two, skipped) in alone.items()}
    head = ["metric", *(["group"] if by else []), "a", "b", *fields, *counts, "items"]
    writer.writerow([*head, "only_a", "only_b", "skipped"])
    for names, pairs in _rows(found):
        for pair in pairs:
            tally = pair.score.tally
            whole = not by or names[1] == "all"
            writer.writerow([
                names[0], *([("" if whole else names[1])] if by else []), pair.a, pair.b,
                *(pair.values.get(name) for name in fields),
                *([None] * 4 if pair.score.reading.parts else
                  [float(n) for n in (tally.matched_pred, tally.matched_gold, tally.pred_total, tally.gold_total)]),
                tally.items, *(alone[pair.a, pair.b] if whole else (None,) * 3),
            ])  # fmt: skip
    return stream.getvalue()


WRITERS = {"text": as_text, "json": as_json, "csv": as_csv, "markdown": as_markdown, "latex": as_latex}
