"""Parts of a JSON value that do not match their type: locations, and the problems at them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Optional, Union

from tallystick.dataclass import dataclass

__all__ = ["Faults", "Key", "Location", "Mismatch", "Path", "Read"]


class Key(str):
    """The last step of a path that leads to a key itself, not to the value under it."""

    __slots__ = ()


#: The way into a JSON value: keys of objects and positions in lists.
Path = tuple[Union[str, int], ...]  # noqa: UP007 - evaluated at run time

#: A path while it is being walked: the location above, and the step from there. Far cheaper to extend than a tuple.
Location = Optional[tuple[Any, str | int]]  # noqa: UP045

#: A compiled type: reads a value at a location and notes what is wrong.
Read = Callable[[object, Location, "Faults"], object]


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One part of a value that is not what the type wants."""

    path: Path
    message: str
    hint: str | None = None


class Faults(list[tuple[Location, str, str | None]]):
    """The problems so far, and the alternatives of unions that were already tried."""

    __slots__ = ("tried",)

    def __init__(self, tried: dict[tuple[int, int], tuple[object, Faults]] | None = None) -> None:
        super().__init__()
        self.tried = {} if tried is None else tried

    def add(self, location: Location, message: str, hint: str | None = None) -> object:
        """Note a problem at a location. The result, None, replaces the value."""
        self.append((location, message, hint))
        return None

    def refused(
        self, location: Location, kind: type, error: BaseException, message: str | None = None
    ) -> object:
        """Note that a user's own code would not take the value."""
        if isinstance(error, RecursionError):
            raise error
        return self.add(location, message or f"{kind.__name__} does not accept the value: {reason(error)}")

    def mismatches(self) -> list[Mismatch]:
        """All mismatches, with full paths."""
        return [Mismatch(path_of(location), message, hint) for location, message, hint in self]


def path_of(location: Location) -> Path:
    """The full path of a location.

    >>> path_of(((None, "relations"), 0))
    ('relations', 0)
    """
    steps: list[str | int] = []
    while location is not None:
        location, step = location
        steps.append(step)
    return tuple(reversed(steps))


def reason(error: BaseException) -> str:
    """The message of an error of the user's own code, on one line."""
    details = getattr(error, "errors", None)
    if callable(details):  # pydantic: its own text spans several lines and ends in a link
        try:
            messages = [
                f"{'.'.join(str(step) for step in detail['loc'])}: {detail['msg']}"
                if detail["loc"]
                else detail["msg"]
                for detail in details()
            ]
        except Exception:
            messages = []
        if messages:
            return "; ".join(messages)
    text = " ".join(str(error).split())
    kind = type(error).__name__
    if not text:
        return kind
    return text if isinstance(error, (ValueError, TypeError)) else f"{kind}: {text}"
