"""The shape of JSON documents on the report page: their rows, their fields, and findings about them."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias, TypedDict

__all__ = [
    "DocumentRow",
    "FieldCounts",
    "FieldSummary",
    "FindingKind",
    "PlainRecords",
    "Sign",
    "TreeContent",
]

#: What a finding is about: an edit that made a prediction readable, an error of the schema, values of different kinds,
#: what the values of a wrong leaf differ in.
FindingKind: TypeAlias = Literal["repair", "invalid", "conflict", "difference"]

#: Equal, in part, wrong, missed, spurious; empty for a container that is not an item.
Sign: TypeAlias = Literal["", "=", "≈", "≠", "−", "+"]


class DocumentRow(NamedTuple):
    """A line of two documents side by side; rows are in the order of the gold, and each is followed by its parts."""

    depth: int
    sign: Sign
    gold_label: str | None
    """The key or the index in the gold; None if the gold has no such part."""
    pred_label: str | None
    gold: int | None
    """The index of the value; None for containers, and where there is no such part."""
    pred: int | None
    note: str


class FieldCounts(NamedTuple):
    """Outcomes of the leaves of a field in one item, in weights."""

    name: str
    path: list[str]
    """The steps from the document to the field."""
    matched: float
    correct: float
    partial: float
    wrong: float
    missed: float
    spurious: float


class FieldSummary(TypedDict):
    """Outcomes of the leaves of one field under one metric, for one system; counts are sums of weights."""

    name: str
    path: list[str]
    matched: float
    counts: list[float]
    """Correct, partial, wrong, missed, spurious."""
    items: list[list[int]]
    """The items of each of these but the first."""


class PlainRecords(TypedDict):
    """Two records without lists and objects inside, from which the page makes rows."""

    keys: list[str]
    """The keys of the gold, then the others of the prediction."""
    outcomes: str
    """A digit for each key: 0 for equal values, 1 for different ones, 2 for a value of the gold alone, 3 for one of the
    prediction alone, 4 for equal values that are written in different ways."""
    golds: list[str]
    """The values of the gold."""
    preds: list[str]
    """The values of the prediction that are not those of the gold."""


class TreeContent(TypedDict):
    """Two documents side by side, and what is counted over all documents."""

    values: list[str]
    rows: list[list[DocumentRow]]
    rows_of: dict[str, int]
    """Which rows show a metric."""
    fields: dict[str, list[FieldCounts]]
    """By metric."""
    findings: list[tuple[FindingKind, str]]
    """Each finding about the prediction, once."""
