"""Files of many documents, cut into blocks."""

from __future__ import annotations

import re

import pytest

from tallystick.formats.base import Source
from tallystick.formats.coref import blocks as coref_blocks
from tallystick.formats.coref.blocks import document_blocks

BEGINS = re.compile(rb"#begin([^\r\n]*)")
TEXT = "before\n#begin a\n1 # 2\n#x\n\n#begin ä\n3\n#begi\n#begin\n4\n#begin c"


def cut(text: str) -> list[tuple[str | None, int, str]]:
    return [(block.id, block.line, block.text) for block in document_blocks(Source("x", text), BEGINS)]


def test_blocks() -> None:
    assert cut(TEXT) == [
        (None, 1, "before\n"),
        ("a", 2, "#begin a\n1 # 2\n#x\n\n"),
        ("ä", 6, "#begin ä\n3\n#begi\n"),
        (None, 9, "#begin\n4\n"),
        ("c", 11, "#begin c"),
    ]


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 13])
def test_it_does_not_matter_how_much_is_read_at_once(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = cut(TEXT)
    monkeypatch.setattr(coref_blocks, "_CHUNK", size)
    assert cut(TEXT) == expected


def test_blank_text_holds_no_blocks() -> None:
    assert cut(" \n\t\n") == []
    assert cut("") == []


def test_a_byte_order_mark_is_no_text() -> None:
    assert cut("\ufeff#begin a\n") == [("a", 1, "#begin a\n")]


def test_what_is_no_text_is_told_with_its_line() -> None:
    source = Source("x", "#begin a\n1\n#begin b\n\ud800\n\0\n#begin c\n2\n")
    good, bad, other = document_blocks(source, BEGINS)
    assert not good.problems
    assert [(problem.line, problem.code, problem.item) for problem in bad.problems] == [
        (4, "encoding", "b"),
        (5, "encoding", "b"),
    ]
    assert not other.problems


def test_a_document_may_be_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coref_blocks, "_CHUNK", 8)
    monkeypatch.setattr(coref_blocks, "MOST_LINE_BYTES", 40)
    blocks = list(document_blocks(Source("x", "#begin a\n" + "row\n" * 20 + "#begin b\n1\n"), BEGINS))
    assert "too-long" in [problem.code for block in blocks for problem in block.problems]
    assert blocks[-1].id == "b"
