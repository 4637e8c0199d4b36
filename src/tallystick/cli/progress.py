"""A progress bar on standard error, where that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

from tallystick.run.plan import Outcome

__all__ = ["Advance", "bar_of", "progress_bar", "size_of"]

#: A run that is over in less than this shows no bar.
_PATIENCE = 0.5


#: Tells a bar how much was done, and how many things that were.
Advance = Callable[[float, int], None]


@contextmanager
def progress_bar(shown: bool, *paths: str) -> Iterator[Callable[[Outcome], None] | None]:
    """A bar that advances with the bytes scored; None where nobody would see it."""
    with bar_of(shown, "scoring", "items", lambda: size_of(paths)) as advance:
        yield None if advance is None else lambda outcome: advance(outcome.size, 1)


@contextmanager
def bar_of(
    shown: bool, doing: str, things: str, total: Callable[[], float | None]
) -> Iterator[Advance | None]:
    """A bar for any long work; None where nobody would see it."""
    if not shown or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn(doing),
        BarColumn(),
        TextColumn(f"{{task.fields[items]}} {things}"),
        TimeRemainingColumn(),
    )
    # Refreshed by hand: no thread of its own, which forked workers could not abide.
    # Results may be written meanwhile: standard output stays what it is.
    bar = Progress(
        *columns, console=Console(stderr=True), transient=True, auto_refresh=False, redirect_stdout=False
    )
    task = bar.add_task(doing, total=total(), items=0)
    begun, last, items, done = monotonic(), 0.0, 0, 0.0

    def advance(amount: float, count: int) -> None:
        nonlocal last, items, done
        items += count
        done += amount
        now = monotonic()
        if now - begun > _PATIENCE and now - last > 0.1:
            last = now
            bar.start()
            bar.update(task, completed=done, items=items)
            bar.refresh()

    try:
        yield advance
    finally:
        bar.stop()


def size_of(paths: Iterable[str]) -> int | None:
    """The bytes behind some paths, None where they cannot be known."""
    total = 0
    for path in paths:
        place = Path(path)
        if place.is_dir():
            total += sum(_size(file) for file in place.rglob("*"))
        elif place.is_file() and place.suffix != ".gz":
            total += place.stat().st_size
        else:
            return None
    return total


def _size(place: Path) -> int:
    """The bytes of a file, 0 where it is none or cannot be read: whoever reads it reports that."""
    try:
        return place.stat().st_size if place.is_file() else 0
    except OSError:
        return 0
