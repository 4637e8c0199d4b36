"""Tables as items: data frames, data sets, records."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import attrs
import pandas as pd
import polars as pl
import pydantic
import pytest

import tallystick as ts

ROWS = [("s1", "Ada", "B-PER"), ("s1", "met", "O"), ("s2", "Bonn", "B-LOC")]
GOLD = pd.DataFrame(ROWS, columns=["sentence_id", "token", "tag"])
PRED = GOLD.assign(tag=["B-PER", "O", "B-ORG"])


class Dataset:
    """What is known of a data set of Hugging Face."""

    def __init__(self, rows: list[dict[str, Any]], **features: Any) -> None:
        self._rows = rows
        self.features = features
        self.column_names = list(rows[0])

    def __iter__(self) -> Any:
        return iter(self._rows)


@pytest.mark.parametrize(
    "frame", [lambda table: table, lambda table: pl.from_dicts(table.to_dict("records"))]
)
def test_a_row_per_token(frame: Any) -> None:
    gold, pred = frame(GOLD), frame(PRED)
    report = ts.score(gold, pred, "span", task="spans")
    assert report["span"].f1 == 0.5
    assert [item.id for item in report["span"].items] == ["s1", "s2"]
    evaluator = ts.Evaluator(gold, "span", task="spans")
    evaluator.update(pred)
    assert evaluator.compute()["span"].f1 == 0.5
    both = ts.Evaluator(metrics="span", task="spans")
    both.update(gold, pred)
    assert both.compute()["span"].f1 == 0.5
    assert (
        ts.compare(gold, {"a": gold, "b": pred}, "span", task="spans")["span"].systems["b"].values["f1"]
        == 0.5
    )


def test_columns_by_name() -> None:
    table = GOLD.rename(columns={"sentence_id": "s", "tag": "gold"}).assign(tag="O")
    columns = {"item": "s", "tag": "gold"}
    report = ts.score(table, table, "span", task="spans", columns=columns)
    assert report["span"].tally.gold_total == 2


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"item": "x"}, "columns={'item': 'x'}: the table has s, token, other"),
        ({"item": "s"}, "is not enough: a table of tokens has the columns item and tag"),
        (None, "the table has s, token, other. Pass their names, such as columns="),
    ],
)
def test_columns_that_are_missing(columns: Any, message: str) -> None:
    table = GOLD.rename(columns={"sentence_id": "s", "tag": "other"})
    with pytest.raises(ts.UsageError, match=message):
        ts.score(table, table, task="spans", columns=columns)


def test_a_row_per_span() -> None:
    columns = ["doc", "start", "end", "label"]
    # Whole numbers become floats beside the missing ones of a document without spans.
    table = pd.DataFrame(
        [("d1", 0, 3, "PER"), ("d2", None, None, None), ("d1", 7, 9, "LOC")], columns=columns
    )
    report = ts.score(table, table, "span", task="spans")
    assert (report.items, report["span"].f1, report["span"].tally.gold_total) == (2, 1.0, 2)


def test_rows_without_an_id() -> None:
    table = pd.DataFrame([(None, "B-A")], columns=["item", "tag"])
    with pytest.raises(ts.UsageError, match="the column item has rows without a value"):
        ts.score(table, table, task="spans")


@pytest.mark.parametrize("nested", [lambda label: SimpleNamespace(feature=label), lambda label: [label]])
def test_class_labels(nested: Any) -> None:
    features = {"tokens": None, "ner_tags": nested(SimpleNamespace(names=["O", "B-PER", "I-PER"]))}
    gold = Dataset([{"tokens": ["Ada", "L."], "ner_tags": [1, 2]}], **features)
    pred = Dataset([{"tokens": ["Ada", "L."], "ner_tags": [-100, 1, -100, 0]}], **features)
    report = ts.score(gold, pred, ["span", "tag-accuracy"], task="spans")
    assert (report["span"].f1, report["tag-accuracy"].value) == (0, 0.5)


def test_numbers_without_names() -> None:
    table = Dataset([{"ner_tags": [1]}], ner_tags=None)
    with pytest.raises(ts.DataError, match="not the integer 1") as error:
        ts.score(table, table, task="spans")
    assert "ClassLabel" in (error.value.problems[0].hint or "")


RELATION = {"type": "born", "subj": [0, 0], "obj": [2, 2]}


def test_a_row_per_item() -> None:
    rows = {
        "key": ["a", "b"],
        "relations": [[RELATION], []],
        "genre": ["news", "fiction"],
        "score": [0.1, None],
    }
    table = pd.DataFrame(rows)
    report = ts.score(table, table, "relation", task="relations", by="genre", columns={"id": "key"})
    assert [item.id for item in report["relation"].items] == ["a", "b"]
    assert list(report.groups) == ["fiction", "news"]


def test_a_class_label_per_item() -> None:
    table = Dataset(
        [{"relations": [RELATION], "genre": 1}], relations=None, genre=SimpleNamespace(names=["a", "b"])
    )
    assert list(ts.score(table, table, task="relations", by="genre").groups) == ["b"]


def test_items_that_are_no_rows() -> None:
    with pytest.raises(ts.UsageError, match="the items of the task amr are not rows of a table"):
        ts.score(GOLD, PRED, task="amr")


@dataclass
class Relation:
    type: str
    subj: tuple[int, int]
    obj: tuple[int, int]


@dataclass
class Document:
    id: str
    relations: list[Relation]


class PydanticRelation(pydantic.BaseModel):
    type: str
    subj: tuple[int, int]
    obj: tuple[int, int]


class PydanticDocument(pydantic.BaseModel):
    relations: list[PydanticRelation]
    text: str | None = None


@attrs.define
class AttrsDocument:
    relations: list[Any]


@pytest.mark.parametrize(
    "document",
    [
        Document("a", [Relation("born", (0, 0), (2, 2))]),
        PydanticDocument(relations=[PydanticRelation(type="born", subj=(0, 0), obj=(2, 2))]),
        AttrsDocument([RELATION]),
        AttrsDocument([Relation("born", (0, 0), (2, 2))]),
    ],
)
def test_records(document: Any) -> None:
    gold = [{"relations": [RELATION]}]
    assert ts.score(gold, [document], "relation", task="relations")["relation"].f1 == 1
