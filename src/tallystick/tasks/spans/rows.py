"""Tables with a row for each token, or for each span: rows of one item gathered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from tallystick.errors import UsageError
from tallystick.tasks.spans.forms import LABEL_KEYS, SPAN_KEYS, TAG_KEYS

__all__ = ["gather"]

#: Adds a row, by what its columns hold, to an item.
_Add = Callable[[dict[str, Any], Mapping[str, object]], None]

#: The columns that hold all tags or spans of an item: one of them shows that each row is an item.
_LISTS: Final = (*TAG_KEYS, *SPAN_KEYS)

#: The usual names of the columns of such tables, by role.
_USUAL: Final[Mapping[str, tuple[str, ...]]] = {
    "item": ("item", "id", "sentence", "sentence_id", "sent_id", "doc", "doc_id", "document", "document_id"),
    "token": ("token", "word", "form"),
    "tag": ("tag", "ner_tag", "ner", "iob", "bio"),
    "start": ("start", "start_char"),
    "end": ("end", "end_char"),
    "label": LABEL_KEYS,
}


def gather(
    rows: Iterable[Mapping[str, object]], names: Sequence[str], columns: Mapping[str, str]
) -> Iterator[Mapping[str, object]] | None:
    """Return the items of a table of tokens or of spans; None if each row is an item."""
    by_token = _columns(("item", "tag"), names, columns)
    by_span = _columns(("item", "start", "end", "label"), names, columns)
    if by_span is not None:
        return _grouped(rows, by_span, _span)
    if by_token is not None:
        token = columns.get("token") or next((name for name in _USUAL["token"] if name in names), None)
        return _grouped(rows, by_token | ({"token": token} if token else {}), _token)
    if columns.keys() & {"item", "tag", "start", "end", "label"} or not {*names, *columns}.intersection(
        _LISTS
    ):
        given = f"columns={dict(columns)} is not enough: " if columns else ""
        raise UsageError(
            f"{given}a table of tokens has the columns item and tag, a table of spans item, start, end and label; "
            f'the table has {", ".join(names)}. Pass their names, such as columns={{"item": …, "tag": …}}'
        )
    return None


def _columns(roles: Sequence[str], names: Sequence[str], columns: Mapping[str, str]) -> dict[str, str] | None:
    """The column of each role: the one that is named, else one with a usual name; None if one is missing."""
    chosen: dict[str, str] = {}
    for role in roles:
        usual = next((name for name in _USUAL[role] if name in names and name not in columns.values()), None)
        column = columns.get(role) or usual
        if column is None:
            return None
        chosen[role] = column
    return chosen


def _grouped(
    rows: Iterable[Mapping[str, object]], columns: Mapping[str, str], add: _Add
) -> Iterator[Mapping[str, object]]:
    """One item for each run of rows with the same id; rows of an item that are apart are joined."""
    items: dict[object, dict[str, object]] = {}
    for key, group in groupby(rows, key=lambda row: row.get(columns["item"])):
        if key is None:
            raise UsageError(f"the column {columns['item']} has rows without a value")
        item = items.setdefault(key, {"id": str(key)})
        for row in group:
            add(item, {role: row.get(column) for role, column in columns.items()})
    return iter(items.values())


def _token(item: dict[str, Any], row: Mapping[str, object]) -> None:
    item.setdefault("tags", []).append(row["tag"])
    if "token" in row:
        item.setdefault("tokens", []).append(str(row["token"]))


def _span(item: dict[str, Any], row: Mapping[str, object]) -> None:
    item.setdefault("spans", [])
    # An item without a span has a row with nothing but its id.
    if row["start"] is not None or row["end"] is not None:
        item["spans"].append(
            {"start": _whole(row["start"]), "end": _whole(row["end"]), "label": row["label"]}
        )


def _whole(value: object) -> object:
    """Whole numbers beside missing ones are floats in a data frame."""
    return int(value) if isinstance(value, float) and value.is_integer() else value
