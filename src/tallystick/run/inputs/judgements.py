"""Human judgements of items: numbers by id or by order, from a file or from Python.

A file has one number per line, or is a table (CSV or TSV with a header), or JSON lines with one object per line. A
column or key `id` identifies the item; without it, rows are in the order of the gold. Every other numeric column is a
judgement; text columns are ignored.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from tallystick.dataclass import dataclass
from tallystick.errors import DataError, Problem, UsageError
from tallystick.formats.base import Line, Source
from tallystick.run.inputs.items import refuse_missing

__all__ = ["Judgements", "JudgementsLike", "read_judgements"]

#: The types of judgements in Python: a path, numbers in order, rows, or columns by name.
JudgementsLike = str | Path | Source | Sequence[object] | Mapping[str, Sequence[object]]

#: The name of a single column without a header.
JUDGEMENT = "judgement"
ID = "id"
#: Cells without a judgement.
_MISSING = ("", "na", "nan", "null", "none", "-")


@dataclass(frozen=True, slots=True)
class Judgements:
    """The judgements of a data set."""

    columns: Mapping[str, tuple[float | None, ...]]
    """The numbers of each judgement, None if an item was not judged."""
    ids: tuple[str, ...] | None
    """The item that each row judges; None if rows are in the order of the items."""
    path: str = "<judgements>"

    def of_items(self, names: Sequence[str]) -> dict[str, list[float | None]]:
        """Return the judgements of items, which are in the order of the gold."""
        if self.ids is None:
            rows = len(next(iter(self.columns.values())))
            if rows != len(names):
                message = f"the number of judgements ({rows}) differs from the number of items ({len(names)})"
                hint = f"add a column {ID!r} if only some of the items are judged"
                raise DataError(Problem(message, self.path, code="judgements", hint=hint))
            return {name: list(column) for name, column in self.columns.items()}
        row_of = {name: row for row, name in enumerate(self.ids)}
        if not any(name in row_of for name in names):
            message = (
                f"no judgement has the id of an item: the first ids are {self.ids[0]!r} and {names[0]!r}"
            )
            raise DataError(Problem(message, self.path, code="judgements"))
        rows_of_items = [row_of.get(name) for name in names]
        return {
            name: [None if row is None else column[row] for row in rows_of_items]
            for name, column in self.columns.items()
        }

    def unknown(self, names: Sequence[str]) -> int:
        """Return the number of judgements without an item."""
        return 0 if self.ids is None else len(set(self.ids) - set(names))


def read_judgements(judgements: JudgementsLike, columns: Sequence[str] = ()) -> Judgements:
    """Read judgements; `columns` are those to use, by default all that have numbers.

    >>> read_judgements([3, 4.5, None]).columns
    {'judgement': (3.0, 4.5, None)}
    >>> read_judgements({"id": ["a", "b"], "fluency": [1, 2]}).ids
    ('a', 'b')
    """
    if isinstance(judgements, (str, Path, Source)):
        source = judgements if isinstance(judgements, Source) else Source(str(judgements))
        refuse_missing([source.path])
        rows, path = _rows_of(source), source.shown
    else:
        rows, path = _python_rows(judgements), "<judgements>"
    if not rows:
        hint = "write one number per line, a table with a header such as id,fluency, or JSON lines"
        raise DataError(Problem("this file contains no judgements", path, hint=hint, code="judgements"))
    return _table(rows, columns, path)


#: A row: the number of its line, and its cells by column.
_Row = tuple[int, Mapping[str, object]]


def _python_rows(judgements: Sequence[object] | Mapping[str, Sequence[object]]) -> list[_Row]:
    if isinstance(judgements, Mapping):
        columns = {str(name): list(column) for name, column in judgements.items()}
        if len(set(map(len, columns.values()))) > 1:
            raise UsageError("columns of judgements have different lengths")
        cells = zip(*columns.values(), strict=True)
        return [(row, dict(zip(columns, values, strict=True))) for row, values in enumerate(cells, 1)]
    return [
        (row, cell if isinstance(cell, Mapping) else {JUDGEMENT: cell})
        for row, cell in enumerate(judgements, 1)
    ]


def _rows_of(source: Source) -> list[_Row]:
    try:
        lines = list(source.lines())
    except OSError as error:
        raise DataError(Problem(error.strerror or str(error), source.shown, code="no-file")) from error
    problems = [line.problem for line in lines if line.problem is not None]
    if problems:
        raise DataError(problems)
    # A blank line within a column of numbers is an item without a judgement; at the end of the file it is ignored.
    while lines and not lines[-1].text.strip():
        lines.pop()
    if not lines:
        return []
    if next(line.text for line in lines if line.text.strip()).lstrip().startswith("{"):
        return [_json_row(line, source.shown) for line in lines if line.text.strip()]
    if all(_is_number(line.text) for line in lines):
        return [(line.number, {JUDGEMENT: line.text}) for line in lines]
    return _delimited(lines, source.shown)


def _json_row(line: Line, path: str) -> _Row:
    try:
        row = json.loads(line.text)
    except ValueError as error:
        raise DataError(
            Problem(f"the line is not JSON: {error}", path, line.number, 1, code="judgements")
        ) from error
    if not isinstance(row, dict):
        raise DataError(Problem("expected a JSON object", path, line.number, 1, code="judgements"))
    return line.number, row


def _delimited(lines: Sequence[Line], path: str) -> list[_Row]:
    """The rows of a table with a header; columns are separated by tabs, else by semicolons or commas."""
    header = lines[0].text
    delimiter = next((mark for mark in "\t;," if mark in header), ",")
    rows = list(csv.reader((line.text for line in lines), delimiter=delimiter))
    names = [name.strip() for name in rows[0]]
    if all(map(_is_number, names)):
        message = "the table has no header; its first row must name the columns"
        raise DataError(Problem(message, path, lines[0].number, 1, code="judgements"))
    result: list[_Row] = []
    for number, row in enumerate(rows[1:], lines[0].number + 1):
        if len(row) > len(names):
            message = f"the row has {len(row)} cells, but the header has {len(names)}"
            raise DataError(Problem(message, path, number, 1, code="judgements"))
        if row:
            result.append((number, dict(zip(names, row, strict=False))))
    return result


def _table(rows: Sequence[_Row], columns: Sequence[str], path: str) -> Judgements:
    names = list(dict.fromkeys(name for _, row in rows for name in row if name != ID))
    for name in columns:
        if name not in names:
            message = f"unknown column {name!r}; the table has {', '.join(names)}"
            raise DataError(Problem(message, path, code="judgements"))
    chosen = {
        name: tuple(_number(row.get(name), name, number, path) for number, row in rows)
        for name in columns or names
        if name in columns or all(_is_number(row.get(name)) for _, row in rows)
    }
    chosen = {name: column for name, column in chosen.items() if any(cell is not None for cell in column)}
    if not chosen:
        raise DataError(Problem("no column contains only numbers", path, code="judgements"))
    return Judgements(chosen, _ids(rows, path), path)


def _ids(rows: Iterable[_Row], path: str) -> tuple[str, ...] | None:
    """The ids of the rows; None if no row has one."""
    seen: dict[str, int] = {}
    for number, row in rows:
        name = str(row.get(ID, "") if row.get(ID) is not None else "")
        if name in seen and name:
            message = f"the item {name!r} was already judged in line {seen[name]}"
            raise DataError(Problem(message, path, number, 1, name, code="duplicate-id"))
        if not name and any(seen):
            raise DataError(Problem("the row has no id", path, number, 1, code="no-id"))
        seen[name] = number
    return tuple(seen) if any(seen) else None


def _is_number(cell: object) -> bool:
    """Whether a cell has a number, or nothing."""
    if isinstance(cell, bool):
        return False
    if cell is None or isinstance(cell, (int, float)):
        return True
    text = str(cell).strip()
    if text.lower() in _MISSING:
        return True
    try:
        float(text)
    except ValueError:
        return False
    return True


def _number(cell: object, name: str, line: int, path: str) -> float | None:
    """The number in a cell; None if it is empty."""
    if not _is_number(cell):
        message = f"{cell!r} in the column {name} is not a number"
        raise DataError(Problem(message, path, line, 1, code="judgements"))
    if cell is None or str(cell).strip().lower() in _MISSING:
        return None
    number = float(str(cell))
    if number in (float("inf"), float("-inf")):
        raise DataError(Problem(f"{cell!r} is not a finite number", path, line, 1, code="judgements"))
    return number
