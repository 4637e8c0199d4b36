"""What two unequal values differ in: white space, case, the notation of dates."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal, InvalidOperation

from tallystick.tasks.json.compare.texts import folding
from tallystick.tasks.json.scalars import is_number, normal_text

__all__ = ["REASONS", "difference_of"]

#: Kinds of differences of wrong leaves, from the most to the least specific; the first that applies counts.
REASONS = {
    "type": "type only",
    "space": "white space only",
    "case": "case only",
    "date": "date notation only",
    "signs": "punctuation or accents only",
    "part": "one contains the other",
}
#: The length of the longest date, and the digits of the shortest one.
_LONGEST_DATE, _LEAST_DIGITS = 30, 5
#: Notations of dates. Day and month may be read either way: the note only says what could be the case.
_DATES = (
    "%Y-%m-%d",
    "%d.%m.%Y",
    "%d/%m/%Y",
    "%m/%d/%Y",
    "%Y/%m/%d",
    "%d %B %Y",
    "%B %d, %Y",
    "%d %b %Y",
    "%b %d, %Y",
)
#: What is left out of texts before they are compared with each other: all of ASCII but these letters and the digits.
_LETTERS = b"abcdefghijklmnopqrstuvwxyz"
_NO_SIGNS = bytes(set(range(128)) - set(_LETTERS) - set(b"0123456789"))


def difference_of(gold: object, pred: object) -> str | None:
    """Return the kind of difference of two unequal values, None if it is none of those that are known.

    >>> difference_of("Acme Ltd.", "ACME Ltd."), difference_of(7, "7"), difference_of("Ann", "Bob")
    ('case', 'type', None)
    """
    return None if _are_unrelated(gold, pred) else next(_reasons(gold, pred), None)


def _are_unrelated(gold: object, pred: object) -> bool:
    """Whether two values have no known difference, as far as that is cheap to see: most wrong values."""
    if type(gold) is not str or type(pred) is not str:
        text = gold if type(gold) is str else pred
        # A value in words, and a number.
        return type(text) is str and text[-1:].isalpha() and is_number(gold if text is pred else pred)
    if not gold.isascii() or not pred.isascii():
        return False
    signs = [text.lower().encode("ascii").translate(None, _NO_SIGNS) for text in (gold, pred)]
    if signs[0] in signs[1] or signs[1] in signs[0]:
        return False
    return any(len(own.translate(None, _LETTERS)) < _LEAST_DIGITS for own in signs)


def _reasons(gold: object, pred: object) -> Iterator[str]:
    """The kind of difference of two unequal values."""
    if is_number(gold) != is_number(pred) and _as_number(gold) == _as_number(pred) is not None:
        yield "type"
    if isinstance(gold, bool) != isinstance(pred, bool) and str(gold).lower() == str(pred).lower():
        yield "type"
    if not isinstance(gold, str) or not isinstance(pred, str):
        return
    if "".join(normal_text(gold).split()) == "".join(normal_text(pred).split()):
        yield "space"
    texts = [normal_text(text).casefold() for text in (gold, pred)]
    if texts[0] == texts[1]:
        yield "case"
    if _dates(gold) & _dates(pred):
        yield "date"
    fold = folding(("case", "punctuation", "accents"))
    if fold is not None and fold(normal_text(gold)) == fold(normal_text(pred)):
        yield "signs"
    if all(texts) and (texts[0] in texts[1] or texts[1] in texts[0]):
        yield "part"


def _as_number(value: object) -> Decimal | None:
    text = str(value).strip()
    if not text or not (text[-1].isdigit() or text[-1] == "."):
        return None  # Most texts: an exception takes longer than the rest.
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def _dates(text: str) -> set[date]:
    found: set[date] = set()
    if len(text) > _LONGEST_DATE or sum(map(str.isdigit, text)) < _LEAST_DIGITS:
        return found
    for notation in _DATES:
        try:
            found.add(datetime.strptime(text.strip(), notation).date())
        except ValueError:
            continue
    return found
