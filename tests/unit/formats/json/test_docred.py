"""DocRED's own files."""

from __future__ import annotations

import json

import pytest

from tallystick.formats.base import Item, Source
from tallystick.formats.json.docred import DocRed, looks_like_docred

READER = DocRed(lambda relations, _names: list(relations))


def items(text: str) -> list[Item]:
    return [READER.item(block) for block in READER.blocks(Source("dev.json", text))]


def entity(name: str) -> list[dict[str, object]]:
    return [{"name": name, "sent_id": 0, "pos": [0, 1], "type": "LOC"}]


GOLD = [
    {
        "title": "A",
        "vertexSet": [entity("x"), entity("y")],
        "labels": [
            {"r": "P17", "h": 0, "t": 1, "evidence": [0]},
            {"r": "P1", "h": 1, "t": 0, "evidence": []},
        ],
        "sents": [["x", "y"]],
    },
    {"title": "Bä", "vertexSet": [], "labels": [], "sents": []},
]


@pytest.mark.parametrize("indent", [None, 2])
def test_gold(indent: int | None) -> None:
    read = items(json.dumps(GOLD, indent=indent))
    assert [(item.id, item.value) for item in read] == [("A", [("P17", 0, 1), ("P1", 1, 0)]), ("Bä", [])]
    assert [item.line for item in read] == ([1, 1] if indent is None else [2, 51])


def test_predictions_are_grouped_by_title() -> None:
    text = json.dumps(
        [
            {"title": "A", "h_idx": 0, "t_idx": 1, "r": "P17"},
            {"title": "B", "h_idx": 2, "t_idx": 3, "r": "P1", "evidence": [1]},
            {"title": "A", "h_idx": 1, "t_idx": 0, "r": "P1"},
        ]
    )
    assert [(item.id, item.value) for item in items(text)] == [
        ("A", [("P17", 0, 1), ("P1", 1, 0)]),
        ("B", [("P1", 2, 3)]),
    ]


def test_nothing() -> None:
    assert items("") == items("\n") == items("[]") == []


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("{}", 1, 1, "expected a list of documents or of predictions, not an empty object"),
        ("[3]", 1, 2, "expected an object with a title, not the integer 3"),
        ('[\n {"title": 3}]', 2, 2, "expected an object with a title, not an object with the key 'title'"),
        ('[\n {"title": "A",\n  "vertexSet": []}]', 2, 2, "missing key 'labels'"),
        ('[{"title": "A", "labels": {}}]', 1, 27, "expected a list of labels, not an empty object"),
        (
            '[{"title": "A", "labels": [], "vertexSet": 1}]',
            1,
            44,
            "expected a list of entities, not the integer 1",
        ),
        ('[{"title": "A", "labels": [1]}]', 1, 28, "expected an object with h, t, r, not the integer 1"),
        (
            '[{"title": "A", "vertexSet": [[]],\n"labels": [{"h": 0,\n"t": 1, "r": "P"}]}]',
            3,
            6,
            "unknown entity 1: the document has one entity",
        ),
        (
            '[{"title": "A", "h_idx": 0,\n"t_idx": "1", "r": "P"}]',
            2,
            10,
            'expected the number of an entity, not the string "1"',
        ),
        (
            '[{"title": "A", "h_idx": 0, "t_idx": -1, "r": "P"}]',
            1,
            38,
            "expected the number of an entity, not the integer -1",
        ),
        ('[{"title": "A", "h_idx": 0, "t_idx": 1, "r": 3}]', 1, 46, "expected a string, not the integer 3"),
        (
            '[{"title": "A", "t_idx": 1, "r": "P"}]',
            1,
            2,
            "missing key 'h_idx'; a relation needs h_idx, t_idx, r",
        ),
        ('[{"title": "A",\n"h_idx": 0,}]', 2, 11, "not JSON: a comma before the end of a list or object"),
        ('[\n{"title": "A",\n"title": "B"}]', 3, 1, "the key 'title' occurs twice in one object"),
        ("[\n", 1, 1, "not JSON: the text ends before the value is complete"),
        ("[\n\0]", 2, 1, "expected text, not binary data (a NUL byte)"),
        ("[" * 100_000, 1, 1, "the value is nested too deeply to be read"),
    ],
)
def test_what_is_wrong(text: str, line: int, column: int, message: str) -> None:
    [item] = items(text)
    assert item.value is None
    [found] = item.problems
    assert (found.line, found.column, found.message) == (line, column, message)
    assert found.text == text.split("\n")[line - 1]


def test_one_bad_document_does_not_harm_the_others() -> None:
    read = items(json.dumps([*GOLD, {"title": "C", "labels": 3}], indent=1))
    assert [item.malformed for item in read] == [False, False, True]
    assert read[2].problems[0].item == "C"


def test_many_problems_on_one_long_line_take_linear_time() -> None:
    text = json.dumps(
        [{"title": f"t{number}", "h_idx": "x", "t_idx": 0, "r": "P"} for number in range(50_000)]
    )
    # Quadratic work would not end while anybody waits.
    read = items(text)
    assert len(read) == 50_000
    assert all(item.malformed for item in read)


def test_recognition() -> None:
    assert looks_like_docred(json.dumps(GOLD))
    assert looks_like_docred(json.dumps(GOLD, indent=1))
    assert not looks_like_docred(json.dumps(GOLD[0]))
    assert not looks_like_docred('[{"relations": []}]')
    assert not looks_like_docred("")
