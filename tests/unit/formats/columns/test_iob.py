"""Spans from tagged tokens."""

from __future__ import annotations

from typing import Any

import pytest

from tallystick.formats.base import Item, Source
from tallystick.formats.columns.iob import IobColumns, looks_like_iob

READER = IobColumns(lambda spans, _tags: list(spans))


def items(text: str) -> list[Item]:
    return [READER.item(block) for block in READER.blocks(Source("x.iob", text))]


def spans(tags: str) -> Any:
    text = "\n".join(f"w{number} {tag}" for number, tag in enumerate(tags.split()))
    [item] = items(text)
    return item.value, [problem.code for problem in item.problems]


PER = [("PER", 0, 1), ("LOC", 3, 3)]


@pytest.mark.parametrize(
    ("tags", "expected", "codes"),
    [
        ("I-PER I-PER O I-LOC", PER, []),  # IOB1
        ("B-PER I-PER O B-LOC", PER, []),  # IOB2
        ("B-PER E-PER O S-LOC", PER, []),  # IOBES
        ("B-PER L-PER O U-LOC", PER, []),  # BILOU
        ("B-A B-A I-A", [("A", 0, 0), ("A", 1, 2)], []),
        ("I-A B-A", [("A", 0, 0), ("A", 1, 1)], []),
        ("B-A I-A E-A I-A", [("A", 0, 2), ("A", 3, 3)], []),
        ("S-A S-A", [("A", 0, 0), ("A", 1, 1)], []),
        ("B-A I-B", [("A", 0, 0), ("B", 1, 1)], ["iob-type"]),
        ("O E-A O", [("A", 1, 1)], ["iob-end"]),
        ("B-A E-B", [("A", 0, 0), ("B", 1, 1)], ["iob-end"]),
        ("B-a-b I-a-b", [("a-b", 0, 1)], []),
        ("O O", [], []),
    ],
)
def test_schemes(tags: str, expected: list[tuple[str, int, int]], codes: list[str]) -> None:
    assert spans(tags) == (expected, codes)


def test_sentences() -> None:
    text = (
        "-DOCSTART- -X- O O\n\n# sent_id = s1\nBonn NNP I-NP I-LOC\n# # I-NP O\n\n\n"
        "# a comment\n# id = s2\nNew\u00a0York\tB-LOC\r\n \t\n# only a comment\n\n#\tO\n"
    )
    assert [(item.id, item.line, item.value, item.words) for item in items(text)] == [
        ("s1", 3, [("LOC", 0, 0)], ("Bonn", "#")),
        ("s2", 8, [("LOC", 0, 0)], ("New\u00a0York",)),
        (None, 14, [], ("#",)),
    ]


@pytest.mark.parametrize(
    ("row", "column", "message", "code"),
    [
        ("Bonn X-PER", 6, 'expected a tag such as B-PER or O, not the string "X-PER"', "iob-tag"),
        ("Bonn B-", 6, 'expected a tag such as B-PER or O, not the string "B-"', "iob-tag"),
        ("Bonn B", 6, 'expected a tag such as B-PER or O, not the string "B"', "iob-tag"),
        ("Bonn\t", 6, "expected a tag such as B-PER or O, not an empty string", "iob-tag"),
        ("Bonn", 1, "expected a token and its tag, not one column", "iob-columns"),
        ("Bonn NN O", 9, "this row has 3 columns, but the rows above have 2", "iob-columns"),
        ("\tO", 1, "the token is missing", "iob-columns"),
    ],
)
def test_what_is_wrong(row: str, column: int, message: str, code: str) -> None:
    [first, item, last] = items(f"a O\n\n# id = s\nb O\n{row}\n\na O")
    assert not first.malformed
    assert not last.malformed
    assert item.value is None
    [found] = item.problems
    assert (found.message, found.line, found.column, found.code) == (message, 5, column, code)
    assert (found.item, found.path, found.text) == ("s", "x.iob", row)


def test_a_sentence_without_tokens() -> None:
    [item] = items("# id = s\n\n")
    assert [problem.message for problem in item.problems] == ["the sentence has no tokens"]


def test_recognition() -> None:
    assert looks_like_iob("# id = 1\nBonn B-LOC\nlies O\n\nhere O\ncut of")
    assert not looks_like_iob("")
    assert not looks_like_iob("-DOCSTART- -X- O O\n\n")
    assert not looks_like_iob("Bonn NNP\nlies O\n")
    assert not looks_like_iob("O\nO\n")
    assert not looks_like_iob("1\tGo\tgo\tVERB\t_\t_\t0\troot\t_\t_\n")
