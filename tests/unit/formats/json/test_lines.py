"""JSON lines: documents, and everything that may be wrong with a line."""

from __future__ import annotations

import gzip
import json
import pickle
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tallystick.errors import Problem
from tallystick.formats.base import Block, Item, Source
from tallystick.formats.json.lines import JsonLines


class Offsets(NamedTuple):
    left: int
    right: int


@dataclass(frozen=True, slots=True)
class Relation:
    type: str
    subj: Offsets
    obj: Offsets


@dataclass(frozen=True, slots=True)
class Document:
    relations: tuple[Relation, ...]


@dataclass(frozen=True, slots=True)
class Own:
    id: int
    text: list[str]
    meta: object = None


@dataclass(frozen=True, slots=True)
class Cat:
    meows: int


@dataclass(frozen=True, slots=True)
class Dog:
    barks: int


READER = JsonLines(Document)


def items(text: str, reader: JsonLines = READER) -> list[Item]:
    return [reader.item(block) for block in reader.blocks(Source("gold.jsonl", text))]


def problem(text: str, reader: JsonLines = READER) -> Problem:
    [item] = items(text, reader)
    assert item.value is None
    assert item.malformed
    [found] = item.problems
    return found


def test_documents() -> None:
    text = '\ufeff{"id": "a", "relations": [{"type": "A", "subj": [1, 2], "obj": {"left": 4, "right": 5}}]}'
    text += "\r\n\n \t\n"
    text += '{"relations": [], "id": 7, "meta": {"genre": "news", "n": 1.5, "ok": true, "no": null}, '
    text += '"tokens": [["x"]]}'
    assert items(text) == [
        Item(Document((Relation("A", Offsets(1, 2), Offsets(4, 5)),)), "a", path="gold.jsonl", line=1),
        Item(Document(()), "7", (), {"genre": "news", "n": "1.5", "ok": "true"}, "gold.jsonl", 4, ("x",)),
    ]


def test_nothing() -> None:
    assert items("") == items("\n \n") == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('{"id": "a", "relations": []}', "a"),
        ('{"id": "a"', None),
        ('{"id": "a", "relations": [', "a"),
        (' { "id" : "é" , broken', "é"),
        ('{"id": 12, "relations": []}', "12"),
        ('{"id": 1.5, "relations": []}', None),
        ('{"id": null, "relations": []}', None),
        ('{"id": "a\\"b", "relations": []}', 'a"b'),
        ('{"relations": [{"id": "no"}], "id": "yes"}', "yes"),
        ('{"relations": [], "doc_key": "k"}', "k"),
        ('{"doc_key": "k", "id": "i"}', "i"),
        ("[" * 100_000, None),
        ("3", None),
    ],
)
def test_ids_of_blocks(line: str, expected: str | None) -> None:
    reader = JsonLines(Document, id_keys=("id", "doc_key"))
    blocks = list(reader.blocks(Source("x", line + '\n{"relations": []}\n{"relations": []}')))
    assert [block.id for block in blocks] == [expected, None, None]


@pytest.mark.parametrize(
    ("line", "column", "message", "hint"),
    [
        ("hello", 1, "not JSON: expected a value here", None),
        (
            "{'id': 'a'}",
            2,
            "not JSON: expected a key in double quotes here",
            "JSON requires double quotes; was this printed by Python? Use json.dumps",
        ),
        (
            '{"relations": [],}',
            17,
            "not JSON: a comma before the end of a list or object",
            "remove the comma",
        ),
        (
            '{"relations": [1, ]}',
            17,
            "not JSON: a comma before the end of a list or object",
            "remove the comma",
        ),
        (
            '{"relations": None}',
            15,
            "not JSON: expected a value here",
            "JSON uses true, false and null; was this printed by Python? Use json.dumps",
        ),
        (
            '{"relations": NaN}',
            15,
            "not JSON: NaN is not a number in JSON",
            "write null, or leave the value out",
        ),
        (
            '{"relations": [1, "NaN", -Infinity]}',
            26,
            "not JSON: -Infinity is not a number in JSON",
            "write null, or leave the value out",
        ),
        (
            '{"relations": []} {"relations": []}',
            19,
            "not JSON: the JSON value has ended, but more text follows",
            "one value per line: break the line here",
        ),
        (
            '{"relations": [',
            15,
            "not JSON: the text ends before the value is complete",
            "is the file truncated, or does the value span several lines?",
        ),
        ('{"relations": "a', 15, "not JSON: the string that begins here is not closed", None),
        ('{"relations" []}', 14, "not JSON: expected ':' here, after the key", None),
        ('{"relations": [1 2]}', 18, "not JSON: expected ',' or the end of the list or object here", None),
        ("(b / boy", 1, "not JSON: expected a value here", "this looks like PENMAN, the notation of AMR"),
        ("# ::id 1", 1, "not JSON: expected a value here", "this looks like PENMAN, the notation of AMR"),
        (
            "EU NNP B-ORG",
            1,
            "not JSON: expected a value here",
            "this looks like a file of columns (CoNLL), not JSON lines",
        ),
        (
            "1\tGo\tgo",
            3,
            "not JSON: the JSON value has ended, but more text follows",
            "this looks like a file of columns (CoNLL), not JSON lines",
        ),
        ("<html>", 1, "not JSON: expected a value here", "this looks like XML or HTML"),
        (
            '{"relations": [], "relations": []}',
            19,
            "the key 'relations' occurs twice in one object",
            "one of them would be lost; remove or rename it",
        ),
        ('{"relations": ' + "[" * 100_000, 1, "the value is nested too deeply to be read", None),
        (
            '{"relations": [' + "1" * 5000 + "]}",
            16,
            "an integer of more than 4300 digits cannot be read",
            "if this is an identifier, put it in quotes",
        ),
        (
            '{"relations": "\\ud800"}',
            16,
            "an unpaired surrogate is not a character",
            None,
        ),
        ("17", 1, "expected an object, not the integer 17", None),
        ("{}", 1, "missing key 'relations'; Document needs relations", None),
        (
            '{"relations": [{"type": "A", "subj": [1, "2"], "obj": [1, 2]}]}',
            42,
            'relations[0].subj[1]: expected an integer, not the string "2"',
            None,
        ),
        ('{"relations": [], "colour": 3}', 19, "unknown key 'colour'; expected relations", None),
        ('{"relations": [], "idd": 3}', 19, "unknown key 'idd'; expected relations", "did you mean 'id'?"),
        (
            '{"relations": [{"type": "A", "subj": [1, 2], "objt": 1, "obj": [1, 2]}]}',
            46,
            "relations[0]: unknown key 'objt'; expected one of type, subj, obj",
            None,
        ),
        (
            '{"relations": [], "id": [1]}',
            25,
            "id: expected a string or an integer as the id, not a list of one value",
            None,
        ),
        ('{"relations": [], "text": 1}', 27, "text: expected a string, not the integer 1", None),
        (
            '{"relations": [], "tokens": [[["a"]]]}',
            29,
            "tokens: expected a list of strings, or of lists of strings",
            None,
        ),
        ('{"relations": [], "meta": 1}', 27, "meta: expected an object, not the integer 1", None),
        (
            '{"relations": [], "meta": {"a": []}}',
            33,
            "meta.a: expected a string, a number, true, false or null, not an empty list",
            None,
        ),
        ("\0\1", 1, "expected text, not binary data (a NUL byte)", "is this the right file?"),
    ],
)
def test_what_is_wrong_with_a_line(line: str, column: int, message: str, hint: str | None) -> None:
    found = problem(line)
    assert (found.message, found.line, found.column, found.hint) == (message, 1, column, hint)
    assert found.path == "gold.jsonl"
    assert found.text == line
    # Neighbours are not harmed.
    good = '{"relations": []}'
    values = [item.value for item in items(f"{good}\n{line}\n\n{good}")]
    assert values == [Document(()), None, Document(())]
    assert [item.value for item in items(f"{line}\n{good}\n{good}")] == [None, Document(()), Document(())]


def test_a_problem_in_full() -> None:
    assert problem('{"id": "d1", "relations": [{"type": 3, "subj": [1, 2], "obj": [1, 2]}]}').shown() == (
        "gold.jsonl:1:37: relations[0].type: expected a string, not the integer 3 (item d1)\n"
        '    {"id": "d1", "relations": [{"type": 3, "subj": [1, 2], "obj": [1, 2]}]}\n'
        "                                        ^"
    )


@pytest.mark.parametrize(
    "text",
    [
        '[{"relations": []}]',
        '[{"relations": []},\n{"relations": []}]',
        '[\n  {"relations": []}\n]',
        '\n[\n  {\n    "relations": []\n  }\n]\n',
        json.dumps([{"relations": []}] * 2, indent=1),
        "[]",
    ],
)
def test_one_list_instead_of_lines(text: str) -> None:
    found = problem(text)
    assert found.message == "expected JSON lines, one document per line, but the file is a single JSON list"
    assert found.hint == "convert it to JSON lines: jq -c '.[]' FILE > FILE.jsonl"
    assert (found.line, found.column) == (2 if text.startswith("\n") else 1, 1)


def test_a_value_over_several_lines() -> None:
    found = problem(json.dumps({"relations": []}, indent=2))
    assert found.message == "expected JSON lines, one value per line, but a value spans several lines"


def test_a_type_may_have_the_names_of_the_reader() -> None:
    reader = JsonLines(Own)
    assert items('{"id": 3, "text": ["a"], "meta": {"a": 1, "b": []}}', reader) == [
        Item(Own(3, ["a"], {"a": 1, "b": []}), "3", meta={"a": "1"}, path="gold.jsonl", line=1)
    ]
    assert (
        problem('{"id": "x", "text": ["a"]}', reader).message == 'id: expected an integer, not the string "x"'
    )


def test_a_union_of_records() -> None:
    reader = JsonLines(Cat | Dog)
    assert [(item.id, item.value) for item in items('{"id": "a", "barks": 1}\n{"meows": 2}', reader)] == [
        ("a", Dog(1)),
        (None, Cat(2)),
    ]


@pytest.mark.parametrize(
    ("hint", "line", "expected"),
    [
        (list[Cat], '[{"meows": 1}]', [Cat(1)]),
        (set[int], "[1, 1]", (1, 1)),
        (dict[str, int], '{"id": 3}', {"id": 3}),
        (object, "null", None),
        (str, '"a"', "a"),
    ],
)
def test_the_line_itself_is_the_value(hint: Any, line: str, expected: object) -> None:
    [item] = items(line, JsonLines(hint))
    assert (item.value, item.id, item.problems) == (expected, None, ())


def test_a_list_over_several_lines() -> None:
    assert problem('[\n  {"meows": 1}\n]', JsonLines(list[Cat])).message.startswith(
        "expected JSON lines, one value per line"
    )


def test_files(tmp_path: Path) -> None:
    raw = b'{"id": "a", "relations": []}\n{"id": "b", "relations": "\xff"}\n{"id": "c", "relations": []}'
    (tmp_path / "x.jsonl").write_bytes(raw)
    with gzip.open(tmp_path / "x.jsonl.gz", "wb") as stream:
        stream.write(raw)
    for name in ("x.jsonl", "x.jsonl.gz"):
        read = [READER.item(block) for block in READER.blocks(Source.of(tmp_path / name))]
        assert [(item.id, item.malformed) for item in read] == [("a", False), ("b", True), ("c", False)]
        [found] = read[1].problems
        assert (found.message, found.line, found.column) == (
            "expected UTF-8 text, not the byte 0xff",
            2,
            27,
        )


def test_a_reader_goes_to_another_process() -> None:
    copy = pickle.loads(pickle.dumps(READER))
    assert copy.item(Block('{"id": "a", "relations": []}')).value == Document(())
