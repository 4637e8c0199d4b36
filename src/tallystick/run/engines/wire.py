"""Outcomes as plain values, for JSON journals and for transfer between processes; lossless in both directions.

Whole numbers stay whole, and floats keep every bit.
"""

from __future__ import annotations

from dataclasses import fields
from operator import attrgetter
from typing import Any

from tallystick.errors import Problem
from tallystick.run.plan import Outcome
from tallystick.tally import Tally

__all__ = ["decode", "encode"]

#: The values of the fields of a problem. `astuple` would copy them.
_values = attrgetter(*[problem_field.name for problem_field in fields(Problem)])


def encode(outcome: Outcome) -> list[object]:
    """Return an outcome as a list of its fields."""
    return [
        outcome.id,
        outcome.status,
        _encoded(outcome.tallies),
        [_values(problem) for problem in outcome.problems],
        [[label, _encoded(tallies)] for label, tallies in outcome.groups.items()],
        outcome.weight,
        outcome.size,
        outcome.parts,
        list(outcome.coverage.items()),
        outcome.gold_id,
        outcome.document,
        list(outcome.observed.items()),
        outcome.page,  # Journals have none.
    ]


def decode(fields: list[Any]) -> Outcome:
    """Return the outcome with these fields."""
    name, status, tallies, problems, groups, weight, size, parts, coverage, gold_id, document, *rest = fields
    observed, page = rest
    return Outcome(
        name,
        status,
        _decoded(tallies),
        tuple(Problem(*problem) for problem in problems),
        {label: _decoded(group_tallies) for label, group_tallies in groups},
        weight,
        size,
        parts,
        dict(coverage),
        gold_id,
        document,
        dict(observed),
        page,
    )


def _encoded(tallies: tuple[Tally, ...]) -> list[list[object]]:
    return [
        [
            tally.matched_pred,
            tally.matched_gold,
            tally.pred_total,
            tally.gold_total,
            tally.items,
            tally.proved,
            tally.slack,
            _encoded(tally.parts),
        ]
        for tally in tallies
    ]


def _decoded(tallies: list[list[Any]]) -> tuple[Tally, ...]:
    return tuple(Tally(*(*counts, _decoded(parts))) for *counts, parts in tallies)
