"""Numbers and counts in words: written once, for every output format."""

from __future__ import annotations

from collections.abc import Mapping

from tallystick.tally import TITLES

__all__ = [
    "LETTERS",
    "LOWERED",
    "RAISED",
    "UNDEFINED",
    "average_in_words",
    "counted",
    "fraction",
    "numbers_in_words",
    "percent",
    "title_of",
]

UNDEFINED = "–"

#: Letters that can be raised: there is no small q above the line.
LETTERS = "abcdefghijklmnoprstuvwxyz"
_PLAIN, _HIGH = LETTERS + "0123456789", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ" + "⁰¹²³⁴⁵⁶⁷⁸⁹"
RAISED, LOWERED = str.maketrans(_PLAIN, _HIGH), str.maketrans(_HIGH, _PLAIN)


def percent(value: float | None) -> str:
    """A fraction × 100."""
    return UNDEFINED if value is None else f"{100 * value:.2f}"


def fraction(value: float | None) -> str:
    """A number for documents."""
    return UNDEFINED if value is None else f"{value:.4f}"


def counted(number: int, noun: str) -> str:
    """A number of things.

    >>> counted(1, "item"), counted(2, "item")
    ('1 item', '2 items')
    """
    return f"{number} {noun}{'s' * (number != 1)}"


def errors_in_words(errors: Mapping[str, int]) -> str:
    """How many errors of each kind there are.

    >>> errors_in_words({"missing mention": 2, "divided entity": 2, "wrong sense": 0, "wrong value": 1})
    '2 missing mentions, 2 divided entities, 1 wrong value'
    """
    return ", ".join(
        f"{count:,} {_several(kind) if count > 1 else kind}" for kind, count in errors.items() if count
    )


def _several(noun: str) -> str:
    return f"{noun[:-1]}ies" if noun.endswith("ty") else f"{noun}s"


def title_of(name: str) -> str:
    """The name of a number as the head of a column: ``P``, ``R``, ``F1``."""
    return TITLES.get(name, name)


def numbers_in_words(values: Mapping[str, float | None]) -> str:
    """Numbers in one line, × 100: ``P 66.67  R 50.00  F1 57.14``."""
    return "  ".join(f"{title_of(name)} {percent(value)}" for name, value in values.items())


def average_in_words(average: str) -> str:
    """Which average numbers are in, in words."""
    words = {
        "micro": "micro",
        "macro": "mean over items",
        "groups": "mean over groups",
        "weighted": "mean over groups weighted by their gold totals",
    }
    return words.get(average, f"mean weighted by {average}")
