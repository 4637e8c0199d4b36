"""Outcomes as plain values, for JSON journals and for transfer between processes; lossless in both directions.

Whole numbers stay whole, and floats keep every bit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from operator import attrgetter
from typing import Any

from tallystick.errors import Problem
from tallystick.run.plan import Outcome
from tallystick.tally import Tally

__all__ = ["decode", "decode_all", "encode", "encode_all"]

#: The values of the fields of a problem. `astuple` would copy them.
_values = attrgetter(*[problem_field.name for problem_field in fields(Problem)])


#: Tallies, one or several, before and after conversion, by the identity of the former. Both are kept, so that no
#: identity is used again.
_Known = dict[int, tuple[Any, Any]]


def encode_all(outcomes: Iterable[Outcome]) -> list[list[object]]:
    """Return outcomes as lists of their fields.

    Items and groups with the same tallies share them, there and here. So do tallies with the same parts: metrics that
    count in many classes have most parts in common.
    """
    known: _Known = {}
    return [encode(outcome, known) for outcome in outcomes]


def decode_all(encoded: Iterable[list[Any]]) -> Iterator[Outcome]:
    """Yield outcomes that were sent together."""
    known: _Known = {}
    for values in encoded:
        yield decode(values, known)


def encode(outcome: Outcome, known: _Known | None = None) -> list[object]:
    """Return an outcome as a list of its fields; tallies that are `known` are shared."""
    known = {} if known is None else known
    return [
        outcome.id,
        outcome.status,
        _shared(outcome.tallies, known, _encoded),
        [_values(problem) for problem in outcome.problems],
        [[label, _shared(tallies, known, _encoded)] for label, tallies in outcome.groups.items()],
        outcome.weight,
        outcome.size,
        outcome.parts,
        list(outcome.coverage.items()),
        outcome.gold_id,
        outcome.document,
        list(outcome.observed.items()),
        outcome.page,  # Journals have none.
    ]


def decode(fields: list[Any], known: _Known | None = None) -> Outcome:
    """Return the outcome with these fields; tallies that are `known` are shared."""
    known = {} if known is None else known
    name, status, tallies, problems, groups, weight, size, parts, coverage, gold_id, document, *rest = fields
    observed, page = rest
    return Outcome(
        name,
        status,
        _shared(tallies, known, _decoded),
        tuple(Problem(*problem) for problem in problems),
        {label: _shared(group_tallies, known, _decoded) for label, group_tallies in groups},
        weight,
        size,
        parts,
        dict(coverage),
        gold_id,
        document,
        dict(observed),
        page,
    )


def _shared(value: Any, known: _Known, convert: Callable[[Any, _Known], Any]) -> Any:
    """Convert tallies, or one of them, the same ones once."""
    entry = known.get(id(value))
    if entry is None:
        entry = known[id(value)] = value, convert(value, known)
    return entry[1]


def _encoded(tallies: tuple[Tally, ...], known: _Known) -> list[list[object]]:
    return [_shared(tally, known, _encoded_tally) for tally in tallies]


def _encoded_tally(tally: Tally, known: _Known) -> list[object]:
    return [
        tally.matched_pred,
        tally.matched_gold,
        tally.pred_total,
        tally.gold_total,
        tally.items,
        tally.proved,
        tally.slack,
        _shared(tally.parts, known, _encoded) if tally.parts else [],
    ]


def _decoded(tallies: list[list[Any]], known: _Known) -> tuple[Tally, ...]:
    return tuple([_shared(fields, known, _decoded_tally) for fields in tallies])


def _decoded_tally(fields: list[Any], known: _Known) -> Tally:
    *counts, parts = fields
    return Tally(*(*counts, _shared(parts, known, _decoded) if parts else ()))
