"""Outcomes as plain values, for journals in JSON and for the way between processes, and back without loss.

Whole numbers stay whole, and floats keep every bit.
"""

from __future__ import annotations

from dataclasses import astuple
from typing import TYPE_CHECKING, Any

from tallystick.errors import Problem
from tallystick.run.plan import Outcome
from tallystick.tally import Tally

if TYPE_CHECKING:
    from tallystick.tasks.views.item import PageItem

__all__ = ["decode", "encode"]


def encode(outcome: Outcome) -> list[object]:
    """An outcome as a list of its fields."""
    return [
        outcome.id,
        outcome.status,
        _encoded(outcome.tallies),
        [astuple(problem) for problem in outcome.problems],
        [[label, _encoded(tallies)] for label, tallies in outcome.groups.items()],
        outcome.weight,
        outcome.size,
        outcome.parts,
        list(outcome.coverage.items()),
        outcome.place,
        outcome.document,
        None if outcome.page is None else astuple(outcome.page),
    ]


def decode(fields: list[Any]) -> Outcome:
    """The outcome that a list of fields stands for."""
    name, status, tallies, problems, groups, weight, size, parts, coverage, place, document, page = fields
    return Outcome(
        name,
        status,
        _decoded(tallies),
        tuple(Problem(*problem) for problem in problems),
        {label: _decoded(found) for label, found in groups},
        weight,
        size,
        parts,
        dict(coverage),
        place,
        document,
        None if page is None else _page_item(page),
    )


def _page_item(fields: Any) -> PageItem:
    # Imported here: few runs make a page.
    from tallystick.tasks.views.item import PageItem

    return PageItem(*fields)


def _encoded(tallies: tuple[Tally, ...]) -> list[list[object]]:
    return [
        [
            one.matched_pred,
            one.matched_gold,
            one.pred_total,
            one.gold_total,
            one.items,
            one.proved,
            one.slack,
            _encoded(one.parts),
        ]
        for one in tallies
    ]


def _decoded(tallies: list[list[Any]]) -> tuple[Tally, ...]:
    return tuple(Tally(*(*counts, _decoded(parts))) for *counts, parts in tallies)
