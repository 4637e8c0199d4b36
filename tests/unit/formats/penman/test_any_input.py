"""Whatever stands in a file of graphs, reading never fails, and says where every problem is."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tallystick.formats.base import Item, Source
from tallystick.formats.penman.reader import Graph, PenmanReader, dumps, looks_like_penman, read_graph

READER = PenmanReader()
VALID = (
    "# ::id 1 ::date x\n# ::snt A boy wants to go .\n"
    "(w / want-01\n    :ARG0 (b / boy~e.1)\n    :ARG1~e.2 (g / go-02 :ARG0 b\n"
    '    :name "N \\"Y\\"")\n    :polarity -)\n'
    "\n# ::id 2\n(x/y)\n\n\n(a / b :mod 10:15 :op1 and/or :op2 c :op3 (c / d))\n# the end\n"
)  # fmt: skip
PIECES = st.sampled_from(
    [*'()/:#~"\\ \n\tab1', "\n\n", " :r ", " / ", "# ::id 1\n", "# ::snt x\n", "~e.1", "(a / b"]
)


@st.composite
def mutations(draw: st.DrawFn) -> str:
    """Well-formed text with some parts taken out, doubled or put in."""
    text = VALID
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 8)))
        text = text[:start] + draw(st.one_of(PIECES, st.just(""), st.just(text[start:end] * 2))) + text[end:]
    return text


def checked(source: Source, text: str) -> list[Item]:
    """The items, after checking what holds for every input."""
    lines = text.split("\n")
    found: list[Item] = []
    before = 0
    for block in READER.blocks(source):
        assert block.line > 0
        assert before <= block.end
        before = block.end
        item = READER.item(block)
        found.append(item)
        assert item.id == block.id
        assert (item.value is None) == item.malformed == bool(item.problems)
        for problem in item.problems:
            assert 1 <= problem.line <= len(lines)
            assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1
            assert problem.message
            assert problem.code
            problem.shown()
        if isinstance(item.value, Graph):
            check_graph(item.value)
    return found


def check_graph(graph: Graph) -> None:
    size = len(graph.variables)
    assert size == len(graph.concepts) == len(set(graph.variables)) > 0
    assert all(graph.variables)
    assert all(graph.concepts)
    assert all(graph.roles)
    assert len(graph.sources) == len(graph.roles) == len(graph.targets) == len(graph.constants)
    assert all(0 <= source < size for source in graph.sources)
    for target, constant in zip(graph.targets, graph.constants, strict=True):
        assert -1 <= target < size
        assert (target == -1) == (constant is not None)
        assert constant not in graph.variables
    assert read_graph(dumps(graph)) == graph
    assert read_graph(dumps(graph, indent=None)) == graph


@given(st.one_of(st.text(), st.lists(PIECES).map("".join), mutations()))
def test_any_text(text: str) -> None:
    looks_like_penman(text)
    text = text.encode("utf-8", "replace").decode()
    found = checked(Source("x", text), text)
    # Nothing outside comments is ever dropped: the signs of all blocks are the signs of the text.
    kept = "".join(block.text for block in READER.blocks(Source("x", text)))
    for sign in '()"':
        outside = sum(line.count(sign) for line in text.split("\n") if line.lstrip().startswith("#"))
        assert kept.count(sign) >= text.count(sign) - outside
    assert found or not kept


@given(
    st.one_of(
        st.binary(),
        mutations().map(str.encode),
        st.tuples(mutations(), st.binary()).map(lambda both: both[0].encode() + both[1]),
    )
)
def test_any_bytes(raw: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "x.amr")
        path.write_bytes(raw)
        checked(Source.of(path), raw.decode("utf-8", "replace"))


def test_the_valid_text_is_valid() -> None:
    assert [(item.id, item.malformed) for item in checked(Source("x", VALID), VALID)] == [
        ("1", False),
        ("2", False),
        (None, False),
    ]
