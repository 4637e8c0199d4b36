"""A comparison of systems as a table for people, and what the numbers in it are."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tallystick.run.table import TITLES, UNDEFINED, Cells, average_in_words
from tallystick.stats.bootstrap import Interval
from tallystick.stats.comparison import Difference

if TYPE_CHECKING:
    from tallystick.run.comparison import Comparison

__all__ = ["LOWERED", "RAISED", "cells_of", "footer_lines", "letters_of"]

#: There is no small q above the line.
_LETTERS = "abcdefghijklmnoprstuvwxyz"
_PLAIN, _HIGH = _LETTERS + "0123456789", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ" + "⁰¹²³⁴⁵⁶⁷⁸⁹"
RAISED, LOWERED = str.maketrans(_PLAIN, _HIGH), str.maketrans(_HIGH, _PLAIN)

_TESTS = {"ar": "paired approximate randomisation", "bs": "paired bootstrap"}
_SHORT = {"ar": "randomisation", "bs": "bootstrap"}


def letters_of(names: tuple[str, ...]) -> dict[str, str]:
    """A letter for each system, by which others name it; beyond the alphabet, a letter with a number.

    >>> list(letters_of(tuple(map(str, range(27)))).values())[-4:]
    ['y', 'z', 'a1', 'b1']
    """
    size = len(_LETTERS)
    return {
        name: _LETTERS[place % size] + (str(place // size) if place >= size else "")
        for place, name in enumerate(names)
    }


def cells_of(found: Comparison, shown: Callable[[float | None], str]) -> Cells:
    """The cells of the table: a row for each metric and system. `shown` writes a number."""
    level = f"{100 * found.statistics.level:g} %"
    letters = letters_of(found.names)
    headlines = dict.fromkeys(metric.headline for metric in found.metrics.values())
    title = ", ".join(TITLES.get(name, name) for name in headlines)
    raised = {
        (key, name): "".join(
            letters[other] for other in metric.better_than(name, found.statistics)
        ).translate(RAISED)
        for key, metric in found.metrics.items()
        for name in found.names
    }
    # Raised letters stand after the numbers, which stay in line.
    width = max(map(len, raised.values()))
    tests = found.statistics.tests
    p_heads = ["p"] if len(tests) == 1 else [f"p {_SHORT[test]}" for test in tests]
    header = ["metric", "", "system", title, level, "difference", level, "win/tie/loss", *p_heads]
    body = []
    for key, metric in found.metrics.items():
        for place, name in enumerate(found.names):
            score = metric.systems[name]
            cells = [key if not place else "", letters[name], name]
            cells += [shown(score.values[metric.headline]) + raised[key, name].ljust(width)]
            cells += [_range(score.intervals[metric.headline], shown)]
            body.append(cells + (_difference(metric.difference(found.names[0], name), found, shown) if place else
                                 [""] * (3 + len(tests))))  # fmt: skip
    return header, body, 3


def _range(interval: Interval, shown: Callable[[float | None], str]) -> str:
    return UNDEFINED if interval.low is None else f"{shown(interval.low)}–{shown(interval.high)}"


def _difference(one: Difference, found: Comparison, shown: Callable[[float | None], str]) -> list[str]:
    def signed(value: float | None) -> str:
        return shown(value) if value is None or value < 0 else f"+{shown(value)}"

    interval = (
        UNDEFINED
        if one.interval.low is None
        else f"{signed(one.interval.low)} to {signed(one.interval.high)}"
    )
    p_values = [_p(one.tests[test].adjusted) for test in found.statistics.tests]
    return [signed(one.value), interval, f"{one.wins}/{one.ties}/{one.losses}", *p_values]


def _p(value: float | None) -> str:
    return UNDEFINED if value is None else "<0.0001" if value < 0.0001 else f"{value:.4f}"


def footer_lines(found: Comparison, *, scale: str = "") -> list[str]:
    """What the numbers are: over what, by which tests, and what was left out."""
    how = found.statistics
    first = (
        f"{found.task}, {_counted(found.items, 'item')}, {average_in_words(found.settings.average)}{scale}"
    )
    lines = [
        f"{first}; differences to {found.names[0]}; a raised letter: significantly better than that system"
    ]
    lines += [_test_in_words(found, test) for test in how.tests]
    if found.comparisons > 1:
        adjusted = "adjusted by Holm over" if how.adjust == "holm" else "not adjusted for"
        lines.append(
            f"p-values are {adjusted} {found.comparisons} comparisons; significant: p < {how.alpha:g}"
        )
    else:
        lines.append(f"significant: p < {how.alpha:g}")
    over = "items" if found.unit == "item" else _counted(found.units, found.unit)
    lines.append(
        f"intervals: {100 * how.level:g} %, bootstrap over {over}, {how.resamples} resamples, seed {how.seed}"
    )
    return lines + _left_out(found) + _undefined(found)


def _test_in_words(found: Comparison, test: str) -> str:
    """How the p-values of a test came about."""
    verdicts = [one.tests[test] for metric in found.metrics.values() for one in metric.differences]
    exact = sum(verdict.exact for verdict in verdicts)
    number = found.statistics.trials if test == "ar" else found.statistics.resamples
    unit = "trials" if test == "ar" else "resamples"
    how = f"{number} {unit}"
    if exact == len(verdicts):
        how = "exact: all ways to exchange were tried"
    elif exact:
        how += f" ({exact} of {len(verdicts)} exact)"
    return f"p: {_TESTS[test]} over {found.unit}s, two-sided, {how}"


def _left_out(found: Comparison) -> list[str]:
    """What not all systems have, or could not be read."""
    lines = []
    for name, own in found.coverage.items():
        told = (
            [f"{_counted(own.left_out, 'item')} left out that not all systems have in full"]
            if own.left_out
            else []
        )
        told += [f"{_counted(own.skipped, found.part)} skipped"] if own.skipped else []
        told += [f"{own.zeroed} counted as empty"] if own.zeroed else []
        told += [own.unproved] if own.unproved else []
        if told:
            lines.append(f"{name}: {', '.join(told)}")
    return lines


def _undefined(found: Comparison) -> list[str]:
    """Where numbers are undefined."""
    differences = [one for metric in found.metrics.values() for one in metric.differences]
    items = max(one.incomparable for one in differences)
    resamples = max(one.undefined for one in differences)
    trials = max(one.tests[test].undefined for one in differences for test in found.statistics.tests)
    lines = []
    if items:
        lines.append(f"up to {_counted(items, 'item')} with an undefined number in no win, tie or loss")
    if resamples:
        lines.append(
            f"up to {_counted(resamples, 'resample')} with an undefined number left out of intervals"
        )
    if trials:
        lines.append(
            f"up to {_counted(trials, 'trial')} with an undefined number counted against a difference"
        )
    return lines


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"
