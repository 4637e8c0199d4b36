"""Whatever a file holds, no reader fails, every item has a value or a problem with a place."""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.formats.base import Item, Reader, Source
from tallystick.formats.columns.iob import IobColumns, looks_like_iob
from tallystick.formats.conllu.reader import ConlluSentences
from tallystick.formats.conllu.recognise import looks_like_conllu
from tallystick.formats.json.docred import DocRed, looks_like_docred
from tallystick.formats.json.lines import JsonLines


class Offsets(NamedTuple):
    left: int
    right: int


@dataclass(frozen=True)
class Part:
    type: str
    span: Offsets | str
    weight: float = 1.0
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True)
class Document:
    parts: set[Part]


def pair(*values: object) -> object:
    return values


LINES: Reader = JsonLines(Document)
READERS: dict[str, Reader] = {
    "json-lines": LINES,
    "json-values": JsonLines(list[Part] | dict[str, Part] | str),
    "iob": IobColumns(pair),
    "conllu": ConlluSentences(),
    "docred": DocRed(pair),
}
ROW = "{}\tw\t_\t_\t_\t_\t{}\tdep\t_\t_"
VALID = [
    '{"id": "a", "parts": [{"type": "A", "span": [1, 2], "weight": 2}, {"type": "B", "span": "x"}]}\n'
    '{"parts": []}\n',
    '["a"]\n{"a": {"type": "A", "span": [1, 2], "parts": []}}\n"\\ud83d\\ude00"',
    "# id = 1\nBonn NN B-LOC\nlies VB O\n\n-DOCSTART- O\n\nJoe NN S-PER\n",
    "# sent_id = 1\n" + ROW.format(1, 2) + "\n" + ROW.format(2, 0) + "\n\n" + ROW.format(1, 0) + "\n",
    '[{"title": "A", "vertexSet": [[], []],\n "labels": [{"h": 0, "t": 1, "r": "P"}]},\n'
    '{"title": "B", "labels": []}]',
    '[{"title": "A", "h_idx": 0, "t_idx": 1, "r": "P"},\n {"title": "A", "h_idx": 0, "t_idx": 1, "r": "P"}]',
]
PIECES = [
    '"',
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\n",
    "\t",
    " ",
    "\\",
    "1",
    "-",
    "e9",
    "NaN",
    "null",
    "#",
    "B-",
    "\x00",
    "é",
    "\r",
    "\\ud800",
    '"id"',
    "\u2028",
    "\x85",
    "9" * 50,
]


def check(items: list[Item]) -> None:
    for item in items:
        assert item.line >= 1
        assert (item.value is None) == item.malformed
        for problem in item.problems:
            assert problem.line >= 1
            assert problem.column >= 1
            assert problem.message
            assert problem.shown().encode("utf-8")
        assert item.id is None or item.id.encode("utf-8") is not None


def read(name: str, source: Source) -> list[Item]:
    reader = READERS[name]
    return [reader.item(block) for block in reader.blocks(source)]


@st.composite
def mutated(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(VALID))
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + draw(st.sampled_from([0, 1, 1, 3, 40])))))
        text = text[:start] + draw(st.sampled_from(["", *PIECES])) + text[end:]
    return text


@pytest.mark.parametrize("name", READERS)
@given(text=st.one_of(st.text(), st.lists(st.sampled_from(PIECES)).map("".join), mutated()))
def test_any_text(name: str, text: str) -> None:
    check(read(name, Source("x", text)))
    looks_like_iob(text), looks_like_conllu(text), looks_like_docred(text)


@pytest.mark.parametrize("name", READERS)
@given(data=st.binary(), text=mutated(), at=st.integers(0, 200))
def test_any_bytes(name: str, data: bytes, text: str, at: int) -> None:
    raw = text.encode()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "x")
        path.write_bytes(raw[:at] + data + raw[at:])
        check(read(name, Source.of(path)))


json_values: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text() | st.sampled_from(["id", "parts", "type", "span"]), inner)
    ),
    max_leaves=12,
)


@pytest.mark.parametrize("name", ["json-lines", "json-values", "docred"])
@given(value=json_values)
def test_any_json(name: str, value: object) -> None:
    check(read(name, Source("x", json.dumps(value))))


ids = st.none() | st.integers() | st.text()
spans = st.tuples(st.integers(), st.integers()) | st.text()
documents = st.lists(st.tuples(ids, st.lists(st.tuples(st.text(), spans), max_size=3)))


@given(
    documents,
    st.lists(st.sampled_from(["\n", "\n\n", "\r\n", "\n \t\n"]), min_size=1),
    st.booleans(),
    st.booleans(),
)
def test_no_line_is_lost(
    wanted: list[tuple[Any, list[tuple[str, Any]]]], breaks: list[str], ascii_only: bool, id_last: bool
) -> None:
    text = ""
    for number, (name, parts) in enumerate(wanted):
        document: dict[str, object] = {
            "id": name,
            "parts": [{"type": kind, "span": span} for kind, span in parts],
        }
        if id_last:
            document["id"] = document.pop("id")
        text += json.dumps(document, ensure_ascii=ascii_only) + breaks[number % len(breaks)]
    blocks = list(LINES.blocks(Source("x", text)))
    items = [LINES.item(block) for block in blocks]
    check(items)
    assert [item.malformed for item in items] == [False] * len(wanted)
    assert [item.id for item in items] == [None if name is None else str(name) for name, _ in wanted]
    assert [block.id for block in blocks] == [item.id for item in items]
    for item, (_, parts) in zip(items, wanted, strict=True):
        assert isinstance(item.value, Document)
        built = sorted(
            (part.type, str(tuple(part.span) if isinstance(part.span, tuple) else part.span))
            for part in item.value.parts
        )
        assert built == sorted((kind, str(span)) for kind, span in parts)


tags = st.sampled_from(["O", "B-A", "I-A", "I-B", "E-A", "S-B", "L-B", "U-A"])


@given(st.lists(st.lists(tags, min_size=1, max_size=5)), st.booleans())
def test_no_sentence_of_tags_is_lost(sentences: list[list[str]], tabs: bool) -> None:
    gap = "\t" if tabs else " "
    text = "\n\n".join(
        "\n".join(f"#{gap}{tag}" if not number else f"w{gap}{tag}" for number, tag in enumerate(s))
        for s in sentences
    )
    items = read("iob", Source("x", text))
    check(items)
    assert len(items) == len(sentences)
    for item, sentence in zip(items, sentences, strict=True):
        spans, tokens = item.value  # type: ignore[misc]
        assert len(tokens) == len(sentence)
        covered = [index for _, left, right in spans for index in range(left, right + 1)]
        # Every tag but O belongs to exactly one span.
        assert covered == [index for index, tag in enumerate(sentence) if tag != "O"]


@given(st.lists(st.lists(st.integers(0, 9), min_size=1, max_size=9)))
def test_no_sentence_of_words_is_lost(sentences: list[list[int]]) -> None:
    text = "\n\n".join(
        "\n".join(ROW.format(number, min(head, len(heads))) for number, head in enumerate(heads, 1))
        for heads in sentences
    )
    items = read("conllu", Source("x", text))
    check(items)
    assert [len(item.value.forms) for item in items] == [len(heads) for heads in sentences]  # type: ignore[attr-defined]
