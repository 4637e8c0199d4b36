"""``--fail-under``: scores that must not be lower."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tallystick.dataclass import dataclass
from tallystick.errors import UsageError
from tallystick.registry import Chosen, meant
from tallystick.results.report import Report

__all__ = ["Gate", "missed_gates", "read_gate", "refuse_unknown_gates"]


@dataclass(frozen=True, slots=True)
class Gate:
    """A number of a metric, and what it must not be lower than."""

    metric: str
    field: str
    limit: float


def read_gate(text: str) -> Gate:
    """A gate as it is written.

    >>> read_gate("b3.f1=0.80")
    Gate(metric='b3', field='f1', limit=0.8)
    """
    name, _, value = text.rpartition("=")
    metric, _, field = name.rpartition(".")
    try:
        limit = float(value)
    except ValueError:
        limit = math.nan
    if not metric or not math.isfinite(limit):
        raise UsageError(f"--fail-under {text!r} is not of the form METRIC.FIELD=VALUE, such as b3.f1=0.80")
    return Gate(metric, field, limit)


def refuse_unknown_gates(gates: Sequence[Gate], chosen: Sequence[Chosen]) -> None:
    """Reject gates for numbers that this run does not compute, before it starts."""
    by_key = {choice.key: choice for choice in chosen}
    for gate in gates:
        if gate.metric not in by_key:
            hint = meant(gate.metric, by_key)
            raise UsageError(
                f"--fail-under: {gate.metric!r} is not scored{hint}; this run has {', '.join(by_key)}"
            )
        fields = by_key[gate.metric].scorer().reading.fields
        if gate.field not in fields:
            hint = meant(gate.field, fields)
            raise UsageError(
                f"--fail-under: {gate.metric} has no {gate.field!r}{hint}; it has {', '.join(fields)}"
            )


def missed_gates(gates: Sequence[Gate], report: Report) -> list[str]:
    """A message for each gate that was missed. An undefined score misses every gate."""
    missed = []
    for gate in gates:
        value = report[gate.metric].values[gate.field]
        if value is None or value < gate.limit:
            shown = "undefined" if value is None else repr(value)
            # Some definitions exceed 1, so such a gate is not certainly a mistake.
            hint = (
                f"; scores are fractions: {gate.limit:g} % is {gate.limit / 100:g}" if gate.limit > 1 else ""
            )
            missed.append(
                f"threshold not met: {gate.metric}.{gate.field} is {shown}, below {gate.limit:g}{hint}"
            )
    return missed
