"""Numbers and counts as text, shared by all output formats."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Protocol

from tallystick.tally import TITLES

__all__ = [
    "LETTERS",
    "LOWERED",
    "RAISED",
    "UNDEFINED",
    "Signed",
    "average_in_words",
    "counted",
    "fraction",
    "groups_in_words",
    "intervals_in_words",
    "lone_groups_in_words",
    "numbers_in_words",
    "percent",
    "range_in_words",
    "signatures_in_words",
    "title_of",
]

UNDEFINED = "–"


class Signed(Protocol):
    """A metric of a result, with its signature."""

    @property
    def signature(self) -> str:
        """Every option that can change the score."""


#: Letters that can be raised: there is no small q above the line.
LETTERS = "abcdefghijklmnoprstuvwxyz"
_PLAIN, _HIGH = LETTERS + "0123456789", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ" + "⁰¹²³⁴⁵⁶⁷⁸⁹"
RAISED, LOWERED = str.maketrans(_PLAIN, _HIGH), str.maketrans(_HIGH, _PLAIN)


def percent(value: float | None, digits: int = 2) -> str:
    """A fraction × 100."""
    return UNDEFINED if value is None else f"{100 * value:.{digits}f}"


def fraction(value: float | None, digits: int = 4) -> str:
    """A fraction as it is."""
    return UNDEFINED if value is None else f"{value:.{digits}f}"


def range_in_words(interval: Sequence[float | None], number: Callable[[float | None], str]) -> str:
    """An interval, or a single dash where it is undefined."""
    low, high = interval
    return UNDEFINED if low is None or high is None else f"{number(low)}–{number(high)}"


def intervals_in_words(
    level: float, over: str, resamples: int, seed: int, within: str | None = None, lone: str | None = None
) -> str:
    """How the intervals of a table were computed; `within` names the groups that units were drawn within.

    `lone` names the unit where there is only one: it cannot be resampled.

    >>> intervals_in_words(0.95, "items", 10_000, 12345)
    'intervals: 95 %, bootstrap over items, 10000 resamples, seed 12345'
    """
    if lone:
        return f"no intervals: a single {lone} cannot be resampled"
    drawn = f"{over} within each {within}" if within else over
    return f"intervals: {100 * level:g} %, bootstrap over {drawn}, {resamples} resamples, seed {seed}"


def lone_groups_in_words(labels: Sequence[str]) -> list[str]:
    """A warning that intervals are too narrow, because some groups have nothing that could be drawn.

    >>> lone_groups_in_words(["en"])
    ['en: a single item cannot be resampled; intervals and p-values of the mean ignore its uncertainty']
    """
    if not labels:
        return []
    which = ", ".join(labels[:5]) + (f" and {len(labels) - 5} more" if len(labels) > 5 else "")
    return [
        f"{which}: a single item cannot be resampled; intervals and p-values of the mean ignore its uncertainty"
    ]


def groups_in_words(by: str | None, groups: Collection[object]) -> list[str]:
    """A note where ``--by`` gives no group: a sum of components, for instance, has no sentences of its own.

    >>> groups_in_words("sentence", []), groups_in_words(None, [])
    (['these metrics have no breakdown by sentence'], [])
    """
    return [f"these metrics have no breakdown by {by}"] if by and not groups else []


def signatures_in_words(metrics: Iterable[Signed]) -> list[str]:
    """The signatures of metrics; those with the same options share a line."""
    names: dict[str, list[str]] = {}
    for signature in dict.fromkeys(metric.signature for metric in metrics):
        name, _, options = signature.partition("|")
        names.setdefault(options, []).append(name)
    return [f"signature: {', '.join(own)}|{options}" for options, own in names.items()]


def counted(number: int, noun: str) -> str:
    """A number of things.

    >>> counted(1, "item"), counted(2, "item")
    ('1 item', '2 items')
    """
    return f"{number} {noun}{'s' * (number != 1)}"


def errors_in_words(errors: Mapping[str, int]) -> str:
    """How many errors of each kind there are.

    >>> errors_in_words({"missing mention": 2, "split entity": 2, "wrong sense": 0, "wrong value": 1})
    '2 missing mentions, 2 split entities, 1 wrong value'
    >>> errors_in_words({"missing value: items[].price": 2})
    '2 missing values: items[].price'
    """
    return ", ".join(
        f"{count:,} {_several(kind) if count > 1 else kind}" for kind, count in errors.items() if count
    )


def _several(kind: str) -> str:
    """The plural of a kind; what follows a colon is the name of a field or a role."""
    noun, colon, name = kind.partition(":")
    plural = f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else f"{noun}s"
    return f"{plural}{colon}{name}"


def title_of(name: str) -> str:
    """The name of a number as the head of a column: ``P``, ``R``, ``F1``."""
    return TITLES.get(name, name)


def numbers_in_words(values: Mapping[str, float | None]) -> str:
    """Numbers in one line, × 100: ``P 66.67  R 50.00  F1 57.14``."""
    return "  ".join(f"{title_of(name)} {percent(value)}" for name, value in values.items())


def average_in_words(average: str) -> str:
    """The name of an average."""
    words = {
        "micro": "micro",
        "macro": "mean over items",
        "groups": "mean over groups",
        "weighted": "mean over groups weighted by their gold totals",
    }
    return words.get(average, f"mean weighted by {average}")
