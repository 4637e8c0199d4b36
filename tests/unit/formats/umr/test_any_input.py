"""Whatever stands in a UMR file, reading never fails, says where every problem is, and can be written."""

from __future__ import annotations

import json
import re
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.formats.base import Item, Source
from tallystick.formats.umr.reader import UmrDocument, UmrReader, dumps, looks_like_umr, to_json
from tallystick.formats.umr.statistics import statistics

READER = UmrReader()
VALID = """################################################################################
# meta-info :: sent_id = a.1 :: type = partial_conversion
# :: snt1
Index: 1    2  3
Words: Boys go .

# sentence level graph:
(s1g / go-01
    :actor (s1b / boy :refer-number plural)
    :aspect performance)

# alignment:
s1g: 2-2
s1b: 1-1,3-3

# document level annotation:
(s1s0 / sentence
    :temporal ((document-creation-time :before s1g))
    :modal ((root :modal author)
            (author :full-affirmative s1g)))


# :: snt2\tThey left , and came back .

# sentence level graph:
(s2a / and :op1 (s2l / leave-01 :actor s2p) :op2 (s2c / come-01 :actor (s2p / person)))
# alignment:
s2a: 0-0
# document level annotation:
(s2s0 / sentence :temporal ((s1g :after s2l) (s2l :after s2c)) :coref (s1b :same-entity s2p))
"""
PIECES = st.sampled_from(
    [
        *'()/:#~"\\ \n\tas1-,=.', "\n\n", " :before ", " / ", "# :: snt3\n", "# :: snt\n", "# alignment:",
        "# sentence level graph:\n", "# document level annotation:\n", "# meta-info :: a = b\n", "s1g: 3-1\n",
        "(s1g :after s1b)", ":modal ((", "((", "))", "Words: x y\n", "\r\n", "\x0b", "\x85", "\u2028",
    ]
)  # fmt: skip


@st.composite
def mutations(draw: st.DrawFn) -> str:
    """Well-formed text with some parts taken out, doubled or put in."""
    text = VALID
    for _ in range(draw(st.integers(1, 8))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 40)))
        text = text[:start] + draw(st.one_of(PIECES, st.just(""), st.just(text[start:end] * 2))) + text[end:]
    return text


def checked(source: Source, text: str) -> Item | None:
    """The item, after checking what holds for every input."""
    # Carriage returns end lines in documents without line feeds.
    lines = re.split(r"\r?\n", text) if "\n" in text else text.split("\r")
    blocks = list(READER.blocks(source))
    assert len(blocks) <= 1
    for block in blocks:
        item = READER.item(block)
        for problem in item.problems:
            assert 1 <= problem.line <= len(lines)
            assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1
            assert problem.message
            assert problem.hint
            assert problem.code.startswith("umr-") or problem.code == "encoding"
            problem.shown()
        if isinstance(item.value, UmrDocument):
            assert len(item.value) > 0
            unreadable = any(not sentence.readable for sentence in item.value.sentences)
            outside = any(problem.code == "encoding" for problem in item.problems)
            assert item.malformed == unreadable or outside
            check_document(item.value)
        else:
            assert item.value is None
            assert item.malformed
        return item
    assert not text.strip("\ufeff").strip()
    return None


def check_document(document: UmrDocument) -> None:
    for sentence in document.sentences:
        if sentence.readable:
            assert sentence.declared == sentence.graph.variables
        else:
            assert len(sentence.graph) == len(sentence.triples) == 0
    assert statistics(document)["sentences"] == len(document)
    assert len(json.loads(to_json(document))["sentences"]) == len(document)


def again(document: UmrDocument, layout: str = "umr") -> UmrDocument:
    """The document, written and read."""
    (block,) = READER.blocks(Source("x", dumps(document, layout)))
    value = READER.item(block).value
    assert isinstance(value, UmrDocument)
    return value


TEXTS = st.one_of(st.text(), st.lists(PIECES).map("".join), mutations())


@given(TEXTS)
def test_any_text(text: str) -> None:
    looks_like_umr(text)
    text = text.encode("utf-8", "replace").decode()
    checked(Source("x", text), text)


@given(TEXTS)
def test_any_text_that_is_read_is_written(text: str) -> None:
    text = text.encode("utf-8", "replace").decode().replace("\0", "")
    item = checked(Source("x", text), text)
    if item is not None and isinstance(item.value, UmrDocument):
        assert again(item.value).sentences == item.value.sentences


@given(
    st.one_of(
        st.binary(),
        mutations().map(str.encode),
        st.tuples(mutations(), st.binary()).map(lambda both: both[0].encode() + both[1]),
    )
)
def test_any_bytes(raw: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "x.umr")
        path.write_bytes(raw)
        checked(Source.of(path), raw.decode("utf-8", "replace"))


@pytest.mark.parametrize(
    ("raw", "line", "column"),
    [(b"\r\0", 2, 1), (b"a\r\rb\0\r\0", 3, 2), (b"a\rb\0\n\xff", 1, 4), (b"a\r\n\r\nb\xff", 3, 2)],
)
def test_binary_data_are_located_whatever_ends_lines(
    raw: bytes, line: int, column: int, tmp_path: Path
) -> None:
    path = tmp_path / "x.umr"
    path.write_bytes(raw)
    (block,) = READER.blocks(Source.of(path))
    first = block.problems[0]
    assert (first.line, first.column) == (line, column)


def test_the_valid_text_is_valid() -> None:
    item = checked(Source("x.umr", VALID), VALID)
    assert item is not None
    assert not item.malformed
    assert isinstance(item.value, UmrDocument)
    assert again(item.value) == replace(item.value, name="x")
