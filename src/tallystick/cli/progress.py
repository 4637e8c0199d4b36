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


#: Advances a bar by an amount of work and a number of items.
Advance = Callable[[float, int], None]


@contextmanager
def progress_bar(shown: bool, *paths: str) -> Iterator[Callable[[Outcome], None] | None]:
    """Show a bar that advances with the bytes scored; None if standard error is not a terminal."""
    with bar_of(shown, "scoring", "items", lambda: size_of(paths)) as advance:
        yield None if advance is None else lambda outcome: advance(outcome.size, 1)


@contextmanager
def bar_of(
    shown: bool, doing: str, things: str, total: Callable[[], float | None]
) -> Iterator[Advance | None]:
    """Show a bar for any long work; None if standard error is not a terminal."""
    if not shown or not sys.stderr.isatty():
        yield None
        return
    from threading import Lock

    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn(doing),
        BarColumn(),
        TextColumn(f"{{task.fields[items]}} {things}"),
        TimeRemainingColumn(),
    )
    # Refreshed manually: a refresh thread would not survive forking workers.
    # Standard output is not redirected, because results may be written meanwhile.
    bar = Progress(
        *columns, console=Console(stderr=True), transient=True, auto_refresh=False, redirect_stdout=False
    )
    task = bar.add_task(doing, total=total(), items=0)
    begun, last, items, done = monotonic(), 0.0, 0, 0.0
    lock = Lock()

    def advance(amount: float, count: int) -> None:
        nonlocal last, items, done
        with lock:  # Several systems may be scored at once.
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
    """Return the total size of files and directories in bytes, or None if it cannot be known."""
    total = 0
    for path in paths:
        location = Path(path)
        if location.is_dir():
            total += sum(_size(file) for file in location.rglob("*"))
        elif location.is_file() and location.suffix != ".gz":
            total += location.stat().st_size
        else:
            return None
    return total


def _size(file: Path) -> int:
    """Return the size of a file in bytes, or 0 if it is no readable file: its reader reports that."""
    try:
        return file.stat().st_size if file.is_file() else 0
    except OSError:
        return 0
