"""Dates, times and durations: equal where they are the same instant, or the same length."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from datetime import date, datetime
from fractions import Fraction
from typing import NamedTuple

__all__ = ["Instant", "date_key", "dates_within", "duration_key", "read_date", "time_key"]

_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)", re.ASCII)
_TIME = r"(\d\d):(\d\d):(\d\d)(\.\d+)?"
_OFFSET = r"(Z|[+-]\d\d:\d\d)?"
_DATE_TIME = re.compile(rf"(\d{{4}})-(\d\d)-(\d\d)T{_TIME}{_OFFSET}", re.ASCII)
_TIME_ALONE = re.compile(_TIME + _OFFSET, re.ASCII)
_NUMBER = r"(?:(\d+(?:[.,]\d+)?){})?"
_DURATION = re.compile(
    "P(?!$)"
    + "".join(map(_NUMBER.format, "YMWD"))
    + "(?:T(?!$)"
    + "".join(map(_NUMBER.format, "HMS"))
    + ")?",
    re.ASCII,
)
#: Directives that give a time of day.
_CLOCK = re.compile(r"%[-#]?[HIMSpfXc]")
_DAY = 86_400


class Instant(NamedTuple):
    """A date, or a date and time; two of different classes are never equal."""

    kind: str
    """``date``, ``offset`` (a time with its offset from UTC) or ``local`` (a time without)."""
    seconds: Fraction
    """Since the year 0; with an offset, in UTC."""


def read_date(text: str, formats: Sequence[str] = ()) -> Instant | None:
    """Read a date or a date and time in ISO 8601, else in the first of the formats that fits; None if none does.

    >>> read_date("2024-03-04T01:00:00+01:00") == read_date("2024-03-04T00:00:00Z")
    True
    >>> read_date("04.03.2024", ["%d.%m.%Y"]) == read_date("2024-03-04")
    True
    """
    match = _DATE.fullmatch(text)
    if match is not None:
        days = _days(match)
        return None if days is None else Instant("date", Fraction(days * _DAY))
    match = _DATE_TIME.fullmatch(text)
    if match is not None:
        days, clock = _days(match), _seconds(match.groups()[3:7])
        if days is None or clock is None:
            return None
        return _instant(days * _DAY + clock, match[8])
    for pattern in formats:
        try:
            moment = datetime.strptime(text, pattern)
        except ValueError:
            continue
        return _from_format(moment, pattern)
    return None


def _from_format(moment: datetime, pattern: str) -> Instant:
    days = moment.toordinal()
    clock = Fraction(
        1_000_000 * (3600 * moment.hour + 60 * moment.minute + moment.second) + moment.microsecond, 1_000_000
    )
    offset = moment.utcoffset()
    if offset is not None:
        return Instant("offset", days * _DAY + clock - Fraction(offset.total_seconds()))
    if _CLOCK.search(pattern):
        return Instant("local", days * _DAY + clock)
    return Instant("date", Fraction(days * _DAY))


def _days(match: re.Match[str]) -> int | None:
    try:
        return date(int(match[1]), int(match[2]), int(match[3])).toordinal()
    except ValueError:
        return None


def _seconds(parts: Sequence[str | None]) -> Fraction | None:
    hour, minute, second, fraction = parts
    assert hour is not None
    assert minute is not None
    assert second is not None
    if int(hour) > 23 or int(minute) > 59 or int(second) > 59:
        return None
    return 3600 * int(hour) + 60 * int(minute) + int(second) + Fraction(f"0{fraction or ''}")


def _instant(seconds: Fraction, offset: str | None) -> Instant | None:
    if offset is None:
        return Instant("local", seconds)
    if offset == "Z":
        return Instant("offset", seconds)
    hours, minutes = int(offset[1:3]), int(offset[4:])
    if hours > 23 or minutes > 59:
        return None
    shift = 3600 * hours + 60 * minutes
    return Instant("offset", seconds - shift if offset[0] == "+" else seconds + shift)


def date_key(formats: Sequence[str] = ()) -> Callable[[str], Hashable]:
    """Return the key of a date; of any other text, the text itself."""

    def key(text: str) -> Hashable:
        return read_date(text, formats) or text

    return key


def dates_within(days: Fraction, formats: Sequence[str] = ()) -> Callable[[str, str], int]:
    """Return the comparator of dates of one class that are at most this many days apart."""

    def credit(gold: str, pred: str) -> int:
        first, second = read_date(gold, formats), read_date(pred, formats)
        if first is None or second is None or first.kind != second.kind:
            return int(gold == pred)
        return int(abs(first.seconds - second.seconds) <= days * _DAY)

    return credit


def time_key(text: str) -> Hashable:
    """Return the key of a time of day; of any other text, the text itself.

    >>> time_key("01:30:00+01:00") == time_key("00:30:00Z"), time_key("noon")
    (True, 'noon')
    """
    match = _TIME_ALONE.fullmatch(text)
    clock = None if match is None else _seconds(match.groups()[:4])
    if match is None or clock is None:
        return text
    instant = _instant(clock, match[5])
    return text if instant is None else ("time", instant.kind, instant.seconds % _DAY)


def duration_key(text: str) -> Hashable:
    """Return the key of a duration in ISO 8601; of any other text, the text itself.

    >>> duration_key("PT90M") == duration_key("PT1H30M"), duration_key("P1M") == duration_key("PT1M")
    (True, False)
    """
    match = _DURATION.fullmatch(text)
    if match is None:
        return text
    years, months, weeks, days, hours, minutes, seconds = [
        Fraction((number or "0").replace(",", ".")) for number in match.groups()
    ]
    return (
        "duration",
        12 * years + months,
        _DAY * (7 * weeks + days) + 3600 * hours + 60 * minutes + seconds,
    )
