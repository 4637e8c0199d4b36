"""Time and memory limits of one item, visible to every search.

The code that scores an item sets its limits with :func:`limited`; each search gets them with :func:`current`.
Searches fall into two kinds. A search that can stop at any time calls :meth:`Limits.expired` and returns the best
result so far with a bound. One that has no result before its end calls :meth:`Limits.spend` as it proceeds: after the
deadline that raises :class:`TimeLimitError`, and the item is refused. Small searches never look at the clock, so that
an item whose time was used up by one metric still gets its cheap metrics.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from math import inf
from pathlib import Path
from time import monotonic
from typing import Final, NoReturn, TypeVar

from tallystick.errors import MemoryLimitError, TimeLimitError

__all__ = [
    "PYTHON_STEP",
    "UNLIMITED",
    "Limits",
    "available_memory",
    "checked",
    "current",
    "default_memory",
    "limited",
    "readable",
]

#: Units of work between two checks of the clock: a few milliseconds.
LOOK_EVERY: Final = 1 << 22
#: Units of one step of interpreted code; a step of compiled code is one unit.
PYTHON_STEP: Final = 100
#: Smaller blocks are allocated without checking how much memory is available.
SMALL: Final = 1 << 26

T = TypeVar("T")


class Limits:
    """A deadline and a memory ceiling."""

    __slots__ = ("_until_look", "clock", "deadline", "memory", "seconds")

    def __init__(
        self,
        seconds: float | None = None,
        memory: int | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Start the clock.

        `memory` is in bytes; None means a share of the available memory.
        """
        self.seconds = seconds
        self.memory = memory
        self.clock = clock
        self.deadline = inf if seconds is None else clock() + seconds
        self._until_look = LOOK_EVERY

    def within(self, seconds: float | None) -> Limits:
        """Return these limits, or the same with an earlier deadline."""
        if seconds is None or self.clock() + seconds >= self.deadline:
            return self
        return Limits(seconds, self.memory, self.clock)

    def remaining(self) -> float | None:
        """Return the seconds left, at least 0; None without a deadline."""
        return None if self.deadline == inf else max(0.0, self.deadline - self.clock())

    def expired(self) -> bool:
        """Return whether the deadline has passed."""
        return self.deadline < inf and self.clock() > self.deadline

    def spend(self, units: int) -> None:
        """Count work that has no result before its end; raise :class:`TimeLimitError` after the deadline."""
        if self.deadline == inf:
            return
        self._until_look -= units
        if self._until_look < 0:
            self._until_look = LOOK_EVERY
            if self.clock() > self.deadline:
                self.give_up()

    def give_up(self) -> NoReturn:
        """Raise :class:`TimeLimitError`."""
        if self.seconds is None:
            raise TimeLimitError("A search for this item ended before it was complete.")
        raise TimeLimitError(f"The item was not scored within {self.seconds:g} seconds (--time-limit).")

    def reserve(self, size: int, purpose: str) -> None:
        """Raise :class:`MemoryLimitError` if the bytes exceed the ceiling; call this before allocating them."""
        if self.memory is None and size <= SMALL:
            return
        ceiling = default_memory() if self.memory is None else self.memory
        if size > ceiling:
            raise MemoryLimitError(
                f"The item needs about {readable(size)} for {purpose}; "
                f"the limit is {readable(ceiling)} per item (--memory-limit)."
            )


#: Without a deadline; shared, and never changed by :meth:`Limits.spend`.
UNLIMITED: Final = Limits()
_CURRENT: ContextVar[Limits] = ContextVar("limits", default=UNLIMITED)


def current() -> Limits:
    """Return the limits of the item being scored."""
    return _CURRENT.get()


class limited:  # noqa: N801 - used like a function, and written as a class because it is entered for every item
    """Make limits the current ones.

    >>> with limited(Limits(seconds=10)):
    ...     current().expired()
    False
    """

    __slots__ = ("limits", "token")

    def __init__(self, limits: Limits) -> None:
        self.limits = limits

    def __enter__(self) -> Limits:
        self.token = _CURRENT.set(self.limits)
        return self.limits

    def __exit__(self, *_error: object) -> None:
        _CURRENT.reset(self.token)


def checked(values: Iterable[T], units: int = PYTHON_STEP) -> Iterable[T]:
    """Iterate over values, counting the same work for each; the values as they are where there is no deadline."""
    limits = current()
    return values if limits.deadline == inf else _counted(values, units, limits)


def _counted(values: Iterable[T], units: int, limits: Limits) -> Iterator[T]:
    for value in values:
        limits.spend(units)
        yield value


def default_memory() -> int:
    """Return the default ceiling in bytes: half of the memory that is available."""
    return available_memory() // 2


def available_memory() -> int:
    """Return how many bytes this process may still use: the minimum of what the machine, the container and the process
    allow."""
    return max(0, min(_of_machine(), _of_container(), _of_process()))


#: Used if nothing is known about the machine.
_UNKNOWN_MACHINE: Final = 1 << 33
_CGROUP: Final = Path("/sys/fs/cgroup")


def _of_machine() -> int:
    return _status_bytes(Path("/proc/meminfo"), "MemAvailable:") or _UNKNOWN_MACHINE


def _of_container() -> int:
    try:
        limit = int((_CGROUP / "memory.max").read_text())
        used = int((_CGROUP / "memory.current").read_text())
        stat = (_CGROUP / "memory.stat").read_text().split()
    except (OSError, ValueError):  # no container, or one without a limit ("max")
        return 1 << 62
    # Pages of files that were read are counted as used, and given back when they are needed.
    cached = int(stat[stat.index("inactive_file") + 1]) if "inactive_file" in stat else 0
    return limit - used + cached


def _of_process() -> int:
    try:
        import resource
    except ImportError:  # Windows
        return 1 << 62
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit == resource.RLIM_INFINITY:
        return 1 << 62
    return limit - _status_bytes(Path("/proc/self/status"), "VmSize:")


def _status_bytes(path: Path, name: str) -> int:
    """Read a line such as ``MemAvailable:  1234 kB``; 0 if there is none."""
    try:
        lines = path.read_text().splitlines()
    except OSError:
        return 0
    return next((1024 * int(line.split()[1]) for line in lines if line.startswith(name)), 0)


def readable(size: int) -> str:
    """Format a number of bytes.

    >>> readable(4_400_000_000), readable(512), readable(2 * 10**12)
    ('4.4 GB', '512 bytes', '2,000 GB')
    """
    for unit, name in ((10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if size >= unit:
            amount = size / unit
            return f"{amount:.3g} {name}" if amount < 999.5 else f"{amount:,.0f} {name}"
    return f"{size} bytes"
