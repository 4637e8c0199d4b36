"""A comparison of systems as a table, with notes on its numbers."""

from __future__ import annotations

from collections.abc import Callable

from tallystick.report.view import Style, Table
from tallystick.report.wording import (
    LETTERS,
    RAISED,
    UNDEFINED,
    average_in_words,
    counted,
    groups_in_words,
    intervals_in_words,
    lone_groups_in_words,
    range_in_words,
    title_of,
)
from tallystick.results.comparison import Comparison
from tallystick.stats.bootstrap import TIE
from tallystick.stats.comparison import Difference

__all__ = ["comparison_notes", "comparison_table", "letters_of", "pair_table", "statistics_in_words"]

_TESTS = {"ar": "paired approximate randomisation", "bs": "paired bootstrap"}
#: Smaller p-values are small enough for any level in use.
_SMALL_P = 0.01
_SHORT = {"ar": "randomisation", "bs": "bootstrap"}


def letters_of(names: tuple[str, ...]) -> dict[str, str]:
    """A letter for each system, by which others name it; beyond the alphabet, a letter with a number.

    >>> list(letters_of(tuple(map(str, range(27)))).values())[-4:]
    ['y', 'z', 'a1', 'b1']
    """
    size = len(LETTERS)
    return {
        name: LETTERS[index % size] + (str(index // size) if index >= size else "")
        for index, name in enumerate(names)
    }


def comparison_table(comparison: Comparison, style: Style) -> Table:
    """A row for each metric and system."""
    number = style.number
    level = f"{100 * comparison.statistics.level:g} %"
    letters = letters_of(comparison.names)
    title = ", ".join(dict.fromkeys(title_of(metric.headline) for metric in comparison.metrics.values()))
    raised = {
        (key, name): "".join(
            letters[other] for other in metric.better_than(name, comparison.statistics)
        ).translate(RAISED)
        for key, metric in comparison.metrics.items()
        for name in comparison.names
    }
    # Raised letters come after the numbers; padding keeps the numbers aligned.
    width = max(map(len, raised.values()))
    tests = comparison.statistics.tests
    by = [str(comparison.settings.by)] if comparison.by_group else []
    header = ["metric", *by, "", "system", title, level, *_difference_header(comparison)]
    base = comparison.names[0]
    rows = []
    for key, metric in comparison.metrics.items():
        for name in comparison.names:
            score = metric.systems[name]
            labels = [metric.key, *([metric.group or "all"] if by else [])]
            cells = [*(labels if name == base else [""] * len(labels)), letters[name], name]
            cells += [number(score.values[metric.headline]) + raised[key, name].ljust(width)]
            cells += [range_in_words(score.intervals[metric.headline], number)]
            if name == base:
                cells += [""] * (4 + len(tests))
            else:
                cells += _difference(metric.difference(base, name), tests, number)
            rows.append(cells)
    return Table(header, rows, 3 + len(by))


def pair_table(comparison: Comparison, style: Style) -> Table:
    """A row for each metric and pair of systems."""
    by = [str(comparison.settings.by)] if comparison.by_group else []
    rows = []
    for metric in comparison.metrics.values():
        labels = [metric.key, *([metric.group or "all"] if by else [])]
        for difference in metric.differences:
            cells = _difference(difference, comparison.statistics.tests, style.number)
            rows.append([*labels, difference.system, difference.base, *cells])
            labels = [""] * len(labels)
    return Table(["metric", *by, "system", "against", *_difference_header(comparison)], rows, 3 + len(by))


def _difference_header(comparison: Comparison) -> list[str]:
    tests = comparison.statistics.tests
    p_heads = ["p"] if len(tests) == 1 else [f"p {_SHORT[test]}" for test in tests]
    level = f"{100 * comparison.statistics.level:g} %"
    return ["difference", level, "win/tie/loss", "superiority", *p_heads]


def _difference(
    difference: Difference, tests: tuple[str, ...], number: Callable[[float | None], str]
) -> list[str]:
    def signed(value: float | None) -> str:
        return number(value) if value is None or value < 0 else f"+{number(value)}"

    low, high = difference.interval
    interval = UNDEFINED if low is None else f"{signed(low)} to {signed(high)}"
    outcomes = f"{difference.wins}/{difference.ties}/{difference.losses}"
    p_values = [_p(difference.tests[test].adjusted) for test in tests]
    return [signed(difference.value), interval, outcomes, number(difference.superiority), *p_values]


def _p(value: float | None) -> str:
    return UNDEFINED if value is None else "<0.0001" if value < 0.0001 else f"{value:.4f}"


def comparison_notes(comparison: Comparison, style: Style) -> list[str]:
    """Notes on the numbers: their basis, the tests, and what was left out."""
    average = f"{average_in_words(comparison.settings.average)}{style.scale}"
    lines = [
        f"{comparison.task}, {counted(comparison.items, 'item')}, {average}; differences from {comparison.names[0]}; "
        "superscript letter: significantly better than that system"
    ]
    if comparison.by_group and comparison.statistics.adjust == "holm":
        lines.append(f"p-values by {comparison.settings.by} are adjusted by Holm over all groups of a metric")
    lines += groups_in_words(comparison.settings.by, comparison.by_group)
    return lines + _left_out(comparison) + _undefined(comparison) + statistics_in_words(comparison, style)


def statistics_in_words(comparison: Comparison, style: Style) -> list[str]:
    """The tests, how p-values are adjusted, what can be detected; the last line is on the intervals."""
    how = comparison.statistics
    lines = [_test_in_words(comparison, test) for test in how.tests] if comparison.comparisons else []
    if comparison.comparisons > 1:
        each = " within each metric" if len(comparison.metrics) > 1 else ""
        adjusted = "adjusted by Holm over" if how.adjust == "holm" else "not adjusted for"
        lines.append(
            f"p-values are {adjusted} {comparison.comparisons} comparisons{each}; significant: p < {how.alpha:g}"
        )
    else:
        lines.append(f"significant: p < {how.alpha:g}")
    lines += _least_p(comparison)
    over = "items" if comparison.unit == "item" else counted(comparison.units, comparison.unit)
    settings = comparison.settings
    within = settings.by if settings.over_groups and comparison.whole_groups else None
    lines += _detectable(comparison, style) + lone_groups_in_words(comparison.lone_groups)
    lone = comparison.unit if comparison.units == 1 else None
    return [*lines, intervals_in_words(how.level, over, how.resamples, how.seed, within, lone=lone)]


def _least_p(comparison: Comparison) -> list[str]:
    """The smallest p-value that so few units can have: there are no more exchanges of two systems than 2 ** units."""
    how, units = comparison.statistics, comparison.units
    least = 2.0 ** (1 - units)
    if how.tests[0] != "ar" or not comparison.comparisons or least < _SMALL_P:
        return []
    several = comparison.comparisons if how.adjust == "holm" else 1
    adjusted = f", or {_p(min(1.0, least * several))} if adjusted over {several} comparisons" * (several > 1)
    verdict = "; no difference can be significant" if least * several >= how.alpha else ""
    return [
        f"randomisation over {counted(units, comparison.unit)} cannot give a p below {_p(least)}{adjusted}{verdict}"
    ]


def _detectable(comparison: Comparison, style: Style) -> list[str]:
    """How large a difference must be for these items to show it; the largest of each metric."""
    largest = {
        metric.key: max((each.detectable or 0.0 for each in metric.differences), default=0.0)
        for metric in comparison.metrics.values()
        if metric.group is None
    }
    # Without variation over the resamples, it is unknown.
    shown = [f"{key} {style.number(value)}" for key, value in largest.items() if value > TIE]
    return [f"smallest difference detected with 80 % power: {', '.join(shown)}"] if shown else []


def _test_in_words(comparison: Comparison, test: str) -> str:
    """How the p-values of a test were computed."""
    verdicts = [each.tests[test] for metric in comparison.metrics.values() for each in metric.differences]
    exact = sum(verdict.exact for verdict in verdicts)
    number = comparison.statistics.trials if test == "ar" else comparison.statistics.resamples
    unit = "trials" if test == "ar" else "resamples"
    how = f"{number} {unit}"
    if exact == len(verdicts):
        how = "exact (all permutations were tried)"
    elif exact:
        how += f" ({exact} of {len(verdicts)} exact)"
    return f"p: {_TESTS[test]} over {comparison.unit}s, two-sided, {how}"


def _left_out(comparison: Comparison) -> list[str]:
    """Notes on items that not all systems have, or that could not be read."""
    lines = []
    for name, own in comparison.coverage.items():
        parts = [
            f"{counted(own.left_out, 'item')} left out (missing or incomplete in another system)"
            * bool(own.left_out),
            f"{counted(own.skipped, comparison.part)} skipped" * bool(own.skipped),
            f"{own.zeroed} counted as empty" * bool(own.zeroed),
            f"{own.repaired} repaired" * bool(own.repaired),
            own.unproved,
        ]
        if any(parts):
            lines.append(f"{name}: {', '.join(filter(None, parts))}")
    return lines


def _undefined(comparison: Comparison) -> list[str]:
    """Where numbers are undefined."""
    differences = [each for metric in comparison.metrics.values() for each in metric.differences]
    items = max(each.incomparable for each in differences)
    # Without an interval, as for a single item, there is nothing to exclude resamples from.
    resamples = max((each.undefined for each in differences if each.interval.low is not None), default=0)
    trials = max(each.tests[test].undefined for each in differences for test in comparison.statistics.tests)
    lines = []
    if items:
        lines.append(f"up to {counted(items, 'item')} excluded from win/tie/loss (undefined score)")
    if resamples:
        lines.append(f"up to {counted(resamples, 'resample')} excluded from intervals (undefined score)")
    if trials:
        lines.append(f"up to {counted(trials, 'trial')} counted against a difference (undefined score)")
    return lines
