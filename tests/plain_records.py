"""Plain records as documents side by side, as the script of the page makes them (web/src/plainrecords.ts)."""

from __future__ import annotations

from typing import Any

__all__ = ["with_rows"]

_SIGNS = "=≠−+="


def with_rows(system: dict[str, Any]) -> dict[str, Any]:
    """Return the details of a system with the rows of its documents."""
    written = {key: value for key, value in system.items() if key not in ("records", "rows_from")}
    if "records" not in system:
        return written
    indices: dict[str, int] = {}
    written["rows"] = [
        _rows(system["records"][index], indices, any_value=any_value)
        for index, any_value in system["rows_from"]
    ]
    written["values"] = list(indices)
    written.setdefault("findings", [])
    return written


def _rows(records: dict[str, Any], indices: dict[str, int], *, any_value: bool) -> list[list[object]]:
    golds, preds = iter(records["golds"]), iter(records["preds"])
    rows: list[list[object]] = []
    for key, outcome in zip(records["keys"], records["outcomes"], strict=True):
        gold = None if outcome == "3" else indices.setdefault(next(golds), len(indices))
        pred = None if outcome == "2" else gold
        if outcome in "134":
            pred = indices.setdefault(next(preds), len(indices))
        sign = "=" if any_value and outcome == "1" else _SIGNS[int(outcome)]
        rows.append([0, sign, None if gold is None else key, None if pred is None else key, gold, pred, ""])
    return rows
