"""Tables as items: data frames of pandas and Polars, tables of Arrow, data sets of Hugging Face.

They are recognised by their attributes. A row is an item or, if a task can group rows, a token or a span of an item.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from tallystick.errors import UsageError
from tallystick.tasks.base import Task

__all__ = ["Table", "as_table", "table_items"]

#: The label that Hugging Face uses for tokens without a label.
_NO_LABEL: Final = -100


class Table:
    """The rows of a table as dictionaries; `columns` says which column has what: ``{"item": "sentence_id"}``."""

    def __init__(self, table: Any, columns: Mapping[str, str]) -> None:
        self._table = table
        self.columns = columns
        self.names: Sequence[str] = [
            str(name) for name in getattr(table, "column_names", None) or table.columns
        ]
        for role, name in columns.items():
            if name not in self.names:
                raise UsageError(f"columns={{{role!r}: {name!r}}}: the table has {', '.join(self.names)}")

    def __iter__(self) -> Iterator[dict[str, object]]:
        for row in self._rows():
            # A missing value is None, or a float that does not equal itself.
            yield {name: value for name, value in row.items() if not _is_missing(value)}

    def _rows(self) -> Iterable[Mapping[str, Any]]:
        table = self._table
        if hasattr(table, "features"):
            # If a format is set, a data set gives arrays, or a batch instead of a row.
            table = table.with_format(None) if hasattr(table, "with_format") else table
            labels = {
                name: names for name, feature in table.features.items() if (names := _label_names(feature))
            }
            return ({name: _named(value, labels.get(name)) for name, value in row.items()} for row in table)
        rows: Iterable[Mapping[str, Any]]
        if hasattr(table, "to_pylist"):
            rows = table.to_pylist()
        elif hasattr(table, "iter_rows"):
            rows = table.iter_rows(named=True)
        else:
            values = zip(*(table[name].tolist() for name in table.columns), strict=True)
            rows = (dict(zip(self.names, row, strict=True)) for row in values)
        return rows


def as_table(value: object, columns: Mapping[str, str]) -> Table | None:
    """Return a table, None for anything else."""
    is_frame = (hasattr(value, "itertuples") or hasattr(value, "iter_rows")) and hasattr(value, "columns")
    is_dataset = hasattr(value, "column_names") and (
        hasattr(value, "features") or hasattr(value, "to_pylist")
    )
    return Table(value, columns) if is_frame or is_dataset else None


def table_items(task: Task, table: Table) -> Iterator[object]:
    """Return the items of a table: gathered by the task, or its rows."""
    gathered = task.gather(table, table.names, table.columns) if task.gather is not None else None
    if gathered is not None:
        return gathered
    known: frozenset[str] | None = getattr(task.formats[0].reader, "keys", None)
    if known is None:
        raise UsageError(f"the items of the task {task.name} are not rows of a table")
    if known.isdisjoint({*table.names, *table.columns}):
        raise UsageError(
            f"the columns {', '.join(table.names)} are not fields of the task {task.name}; it has "
            f"{', '.join(sorted(known))}. Pass columns={{...}} with the name of each column"
        )
    renamed = {name: role for role, name in table.columns.items()}
    return (_row_item(row, known, renamed) for row in table)


def _row_item(
    row: Mapping[str, object], known: frozenset[str], renamed: Mapping[str, str]
) -> dict[str, object]:
    """A row as in a line of a file; other columns with plain values are labels for ``by``."""
    item: dict[str, object] = {}
    meta: dict[str, object] = {}
    for name, value in row.items():
        role = renamed.get(name, name)
        if role in known:
            item[role] = value
        elif isinstance(value, (str, int, float, bool)):
            meta[name] = value
    if meta and "meta" in known and "meta" not in item:
        item["meta"] = meta
    return item


def _is_missing(value: object) -> bool:
    return value is None or (isinstance(value, float) and value != value)


def _label_names(feature: Any) -> Sequence[str] | None:
    """The names of a column of class labels, or of lists of them."""
    inner = getattr(feature, "feature", None)
    if inner is None and isinstance(feature, list) and feature:
        inner = feature[0]
    names = getattr(feature if inner is None else inner, "names", None)
    return list(names) if isinstance(names, (list, tuple)) else None


def _named(value: Any, names: Sequence[str] | None) -> Any:
    """The names of class labels; in a list, without tokens that have no label."""
    if names is None:
        return value
    if isinstance(value, int):
        return names[value] if 0 <= value < len(names) else value
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_named(part, names) for part in value if part != _NO_LABEL]
    return value
