"""Graphs in PENMAN notation: what is read, and what is said about what cannot be read."""

from __future__ import annotations

import gzip
import pickle
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.shared import SHARED, needs_shared
from tests.unit.formats.penman.test_scan import interpreted, needs_compiled

from tallystick.errors import DataError, Problem
from tallystick.formats.base import Block, Item, Source
from tallystick.formats.penman import blocks as penman_blocks
from tallystick.formats.penman import cut as penman_cut
from tallystick.formats.penman import reader as penman
from tallystick.formats.penman import scan as penman_scan
from tallystick.formats.penman.reader import (
    Graph,
    PenmanReader,
    load,
    loads,
    looks_like_penman,
    read_graph,
    read_graphs,
)

READER = PenmanReader()


@pytest.fixture(autouse=True, params=[pytest.param("compiled", marks=needs_compiled), "interpreted"])
def kernel(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test runs on both variants of the kernels."""
    chosen = SimpleNamespace(cut=penman_cut.cut, scan=penman_scan.scan)
    if request.param == "interpreted":
        chosen = interpreted()
    monkeypatch.setattr(penman_blocks, "cut", chosen.cut)
    monkeypatch.setattr(penman, "scan", chosen.scan)


def items(text: str) -> list[Item]:
    return [READER.item(block) for block in READER.blocks(Source("x.amr", text))]


def problems(text: str) -> list[Problem]:
    return [problem for item in items(text) for problem in item.problems]


def messages(text: str) -> list[str]:
    return [f"{problem.line}:{problem.column} {problem.message}" for problem in problems(text)]


def branches(text: str) -> list[tuple[str, str, str]]:
    return [triple for triple in read_graph(text).triples() if triple[1] != ":instance"]


# --- Well-formed graphs


def test_a_graph_is_read_as_it_stands() -> None:
    text = (
        "# ::id lpp_1 ::date 2012-06-07 ::preferred\n# ::snt I wish ::to go .\n# a remark\n"
        '(w / wish-01 :ARG0 (i / i)\n  :ARG1-of g\n  :ARG1 (g / go-02 :ARG0 i :name "New York" :polarity -))'
    )
    graph = read_graph(text)
    assert graph.variables == ("w", "i", "g")
    assert graph.concepts == ("wish-01", "i", "go-02")
    assert graph.sources == (0, 0, 0, 2, 2, 2)
    assert graph.roles == ("ARG0", "ARG1-of", "ARG1", "ARG0", "name", "polarity")
    assert graph.targets == (1, 2, 2, 1, -1, -1)
    assert graph.constants == (None, None, None, None, '"New York"', "-")
    assert graph.metadata == {"id": "lpp_1", "date": "2012-06-07", "preferred": "", "snt": "I wish ::to go ."}
    assert (graph.id, graph.text, graph.top, len(graph)) == ("lpp_1", "I wish ::to go .", 0, 3)
    assert graph.marks == {}
    assert graph.triples() == [
        ("w", ":instance", "wish-01"),
        ("w", ":ARG0", "i"),
        ("w", ":ARG1-of", "g"),
        ("w", ":ARG1", "g"),
        ("i", ":instance", "i"),
        ("g", ":instance", "go-02"),
        ("g", ":ARG0", "i"),
        ("g", ":name", '"New York"'),
        ("g", ":polarity", "-"),
    ]
    assert pickle.loads(pickle.dumps(graph)) == graph
    assert hash(pickle.loads(pickle.dumps(graph))) == hash(graph)


@pytest.mark.parametrize(
    "text",
    [
        "(x/y :r(z/w))",
        "( x / y :r ( z / w ) )",
        "\t(\tx\t/\ty\t:r\t(\tz\t/\tw\t)\t)",
        "\n\n(x\n/\ny\n:r\n(z\n/ w\n)\n)\n",
        "(x /y\r\n:r (z/ w))\r\n",
        "(x / y\n\n\n:r\n \n(z / w)\n\n)",
        "\ufeff(x / y :r (z / w))",
        "(x\u3000/\u3000y\u00a0:r (z / w))",
    ],
)
def test_any_layout(text: str) -> None:
    expected = [("x", ":instance", "y"), ("x", ":r", "z"), ("z", ":instance", "w")]
    assert read_graph(text).triples() == expected


@pytest.mark.parametrize(
    "symbol",
    ["10:15", "and/or", "1/2", "-", "+", "#1", "3.5", "a:b", "http://x.org/y", "it's", "~1", "x~y", "/"],
)  # fmt: skip
def test_symbols(symbol: str) -> None:
    assert branches(f"(x / y :r {symbol})") == [("x", ":r", symbol)]
    assert branches(f"(x / y :r {symbol} :s (v / w))")[0] == ("x", ":r", symbol)


@pytest.mark.parametrize("concept", ["and/or", "10:15", "/", "#x", '"a b"', '""', "他", "a-b-01", "x/y/z"])
def test_concepts(concept: str) -> None:
    assert read_graph(f"(x / {concept} :r s)").concepts == (concept,)
    assert read_graph(f"(x/{concept})").concepts == (concept,)


@pytest.mark.parametrize("variable", ["x", "X1", "s1.p", "他", "переменная", "#", "1", "-", "x'", "a:b"])
def test_variables_of_any_script(variable: str) -> None:
    assert branches(f"({variable} / y :r {variable})") == [(variable, ":r", variable)]
    assert read_graph(f"({variable} / y :r {variable})").targets == (0,)


@pytest.mark.parametrize(
    "string",
    ['"New York"', '""', '"# ::id 2"', '"\n# ::id 2\n"', '"a\nb"', r'"\""', r'"\\"', r'"a \"b\" c"', '"(:x)"',
     '"x"', '"~e.1"', r'"\n"', '"他"'],
)  # fmt: skip
def test_strings(string: str) -> None:
    assert branches(f"(x / y :r {string})") == [("x", ":r", string)]
    # A string needs no blanks around it, and is never a variable.
    assert branches(f"(x / y :r{string}:s t)") == [("x", ":r", string), ("x", ":s", "t")]
    assert read_graph(f"(x / y :r {string})").targets == (-1,)


def test_a_value_is_a_variable_if_it_is_declared_anywhere() -> None:
    graph = read_graph('(a / x :r b :s (b / y) :t b :u c :v "b")')
    assert graph.targets == (1, 1, 1, -1, -1)
    assert graph.constants == (None, None, None, "c", '"b"')


def test_alignment_marks_are_kept_apart() -> None:
    graph = read_graph('(a~e.0 / x~e.1,2 :r~3 b~e.4 :s~e.5 (b / "y z"~6,7) :t "u"~e.8 :v 12~9 :w~e. x~e.,1)')
    assert (graph.variables, graph.concepts) == (("a", "b"), ("x", '"y z"'))
    assert graph.roles == ("r", "s", "t", "v", "w~e.")
    assert graph.targets == (1, 1, -1, -1, -1)
    assert graph.constants == (None, None, '"u"', "12", "x~e.,1")
    assert graph.marks == {
        ("variable", 0): "e.0",
        ("concept", 0): "e.1,2",
        ("role", 0): "3",
        ("target", 0): "e.4",
        ("role", 1): "e.5",
        ("concept", 1): "6,7",
        ("target", 2): "e.8",
        ("target", 3): "9",
    }


def test_deep_nesting_is_read() -> None:
    text = "(a0 / x" + "".join(f" :r (a{node} / x" for node in range(1, 100_000)) + ")" * 100_000
    assert len(read_graph(text)) == 100_000
    assert messages(text[:-3]) == [f"1:{len(text) - 2} three closing brackets are missing"]


def test_items_carry_id_place_and_metadata() -> None:
    found = items(
        "# a file of graphs\n\n# ::id 1 ::snt-type news\n# ::snt A\n(a / b)\n\n(c / d)\n# ::id 3\n(e / f)\n"
    )
    assert [(item.id, item.path, item.line) for item in found] == [
        ("1", "x.amr", 1),
        (None, "x.amr", 7),
        ("3", "x.amr", 8),
    ]
    assert found[0].meta == {"id": "1", "snt-type": "news", "snt": "A"}
    assert not any(item.problems for item in found)


# --- Malformed graphs: the rows of the table of kinds seen in the wild, and more


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Brackets.
        ("(a / b :r (c / d)", ["1:18 one closing bracket is missing"]),
        ("(a / b\n  :r (c / d\n\n# x\n", ["2:12 two closing brackets are missing"]),
        ("(a / b))", ["1:8 this ) has no matching (: the graph has already ended"]),
        ("(a / b)\n )\n\n", ["2:2 this ) has no matching (: the graph has already ended"]),
        (")", ["1:1 this ) has no matching (: no graph has begun"]),
        # Variables and concepts.
        ("(a / b :r (a / c))", ["1:12 the variable a is already declared at line 1, column 1"]),
        ("(a / b\n:r (c / d) :s\n(c / d))", ["3:2 the variable c is already declared at line 2, column 4"]),
        ("(x)", ["1:3 the node x has no concept"]),
        ("(x /)", ["1:5 the node x has no concept"]),
        ("(x /\n  :r y)", ["1:5 the node x has no concept"]),
        ("(x :r (y / z))", ["1:3 the node x has no concept"]),
        ("(x / (y / z))", ["1:5 the node x has no concept"]),
        ("(x /:r y)", ["1:5 the node x has no concept"]),
        ("(x y :r z)", ["1:3 the node x has no concept: expected /, not y"]),
        ("(x y / z w)", ["1:3 the node x has no concept: expected /, not y"]),
        ('(x "y" / z)', ['1:3 the node x has no concept: expected /, not "y"']),
        ("(x (y / z))", ["1:3 the node x has no concept"]),
        ("()", ["1:2 expected a variable after (, not )"]),
        ("((a / b))", ["1:2 expected a variable after (, not ("]),
        ("(/ b)", ["1:2 expected a variable after (, not /"]),
        ("(:r b)", ["1:2 expected a variable after (, not :r"]),
        ('("x" / b)', ['1:2 expected a variable after (, not "x"']),
        (
            "(a / b :r (",
            ["1:12 expected a variable after (, not the end", "1:12 two closing brackets are missing"],
        ),
        # Roles and values.
        ("(a / b :r)", ["1:8 the role :r has no value"]),
        ("(a / b :r :s c)", ["1:8 the role :r has no value"]),
        ("(a / b :r~e.1 :s c)", ["1:8 the role :r has no value"]),
        ("(a / b : c)", ["1:8 the role has no name"]),
        ("(a / b c)", ["1:8 the value c has no role"]),
        ("(a / b c d e :r f g)", ["1:8 the value c has no role", "1:19 the value g has no role"]),
        ("(a / b / c)", ["1:8 this / follows no variable"]),
        ('(a / b :r New"York")', ['1:14 the value "York" has no role']),
        ('(a / b :r "New"York)', ["1:16 the value York has no role"]),
        ("(a / b :r New York :s c)", ["1:15 the value York has no role"]),
        ("(a / b (c / d))", ["1:8 this node has no role"]),
        ("(a / b :r (c / d) (e / f))", ["1:19 this node has no role"]),
        # Strings.
        ('(a / b :r "c)', ["1:11 the string is not closed before the next blank line"]),
        (
            '(a / b :r "c\n   :s (d / e))\n\n:t "f")',
            [
                "1:11 the string is not closed before the next blank line",
                "4:1 the role :t is outside the brackets of a graph",
            ],
        ),
        ('(a / "b :r c)', ["1:6 the string is not closed before the next blank line"]),
        ('(a / b) "c', ["1:9 the string is not closed before the next blank line"]),
        # Outside the brackets.
        ("(a / b)\n(c / d)", ["2:1 a second graph begins before a blank line or a comment"]),
        ("(a / b)(c / d)", ["1:8 a second graph begins before a blank line or a comment"]),
        (
            "(a / b)\n(a / d)",
            [
                "2:1 a second graph begins before a blank line or a comment",
                "2:2 the variable a is already declared at line 1, column 1",
            ],
        ),
        # A ) too many is one problem, however much it puts outside.
        (
            "(a / b :x (c / d))\n   :y (e / f)\n   :z (g / h))",
            ["2:4 the role :y is outside the brackets of a graph"],
        ),
        ("a graph", ["1:1 a is outside the brackets of a graph"]),
        ("text (a / b) and\nmore", ["1:1 text is outside the brackets of a graph",
                                    "1:14 and is outside the brackets of a graph"]),
        (":r (a / b)", ["1:1 the role :r is outside the brackets of a graph"]),
        ("(a / b) :r c", ["1:9 the role :r is outside the brackets of a graph"]),
        ("# ::id 1\n", ["1:1 no graph follows these comments"]),
        ("\n\n# ::snt a\n\n# ::id 2\n# ::snt b\n(a / b)", ["3:1 no graph follows these comments"]),
        # Several at once.
        (
            "(a / b\n   :r (c / )\n   :s\n   :t (a / d)\n   :u (e) f))",
            [
                "2:11 the node c has no concept",
                "3:4 the role :s has no value",
                "4:8 the variable a is already declared at line 1, column 1",
                "5:9 the node e has no concept",
                "5:11 the value f has no role",
                "5:13 this ) has no matching (: the graph has already ended",
            ],
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(text: str, expected: list[str]) -> None:
    assert messages(text) == expected
    for problem in problems(text):
        assert problem.code.startswith("penman-")
        assert problem.hint
        assert problem.text == text.split("\n")[problem.line - 1]
        assert "^" in problem.shown()


@pytest.mark.parametrize(
    ("text", "code", "hint"),
    [
        ("(a / b\n (", "penman-unclosed", "the innermost open node starts at line 2, column 2"),
        ("(a / b))", "penman-bracket", "remove it, or look for a missing ( before it"),
        ("(a / b :r (a / b))", "penman-twice",
         "write a without brackets to refer to that node, or rename this one"),
        ("(a)", "penman-concept", "write (a / concept)"),
        ("()", "penman-variable", "write a node as (variable / concept :role value ...)"),
        ("(a / b :r)", "penman-target", "write a node, a variable or a constant after a role"),
        ("(a / b : c)", "penman-name", "a role is a colon and a name: ':ARG0'"),
        ("(a / b c)", "penman-value",
         "write a role before each value; put values of several words in quotation marks"),
        ("(a / b (c / d))", "penman-value", "write a role before an inner node: ':ARG0 (x / y)'"),
        ('(a / b :r ")', "penman-string", 'end the string with "; write a quotation mark inside it as \\"'),
        ("(a / b)(c / d)", "penman-roots",
         "separate graphs by a blank line; if it is one graph, look for an extra )"),
        ("a", "penman-outside",
         "only comments, which begin with #, may be outside the brackets of a graph"),
        (":r", "penman-role", "write a node as (variable / concept :role value ...)"),
        ("# ::id 1", "penman-empty", "write a node as (variable / concept :role value ...)"),
    ],
)  # fmt: skip
def test_codes_and_hints(text: str, code: str, hint: str) -> None:
    assert (code, hint) in [(problem.code, problem.hint) for problem in problems(text)]


def test_a_malformed_graph_does_not_harm_the_next() -> None:
    bad = [
        "(a / b :r (c / d)",
        "(a / b))",
        "(a)",
        "(a / b :r)",
        '(a / b :r "c)',
        "(a / b)\n(c / d)",
        "()",
        "x",
        "",
    ]
    text = "\n\n".join(
        f"# ::id {number}\n{graph}\n\n# ::id ok{number}\n(x / y)" for number, graph in enumerate(bad)
    )
    found = items(text)
    assert [item.id for item in found] == [f"{ok}{number}" for number in range(len(bad)) for ok in ("", "ok")]
    assert [item.malformed for item in found] == [True, False] * len(bad)
    assert all(problem.item == item.id for item in found for problem in item.problems)
    assert [item.value is None for item in found] == [True, False] * len(bad)


def test_long_lists_of_problems_are_cut() -> None:
    found = problems("(a / b" + " :r" * 1000 + ")")
    assert len(found) == 101
    assert (found[-1].message, found[-1].code) == ("and 900 more problems in this graph", "penman-more")
    assert (found[-1].line, found[-1].column) == (1, 307 + 1)


def test_messages_are_harmless_and_short() -> None:
    [problem] = problems("(a / b \x1b[31m" + "x" * 1000 + ")")
    assert problem.message == "the value \\x1b[31m" + "x" * 25 + "… has no role"


# --- Sources


def test_bytes_that_are_no_text_are_located(tmp_path: Path) -> None:
    path = tmp_path / "x.amr"
    path.write_bytes(b"# ::id 1\n(a / b)\n\n# ::id 2\n(c / \xff\n)\n\n# ::id 3\r\n(e / f)\n\n# \xff\n")
    found = [READER.item(block) for block in READER.blocks(Source.of(path))]
    assert [(item.id, item.malformed) for item in found] == [
        ("1", False),
        ("2", True),
        ("3", False),
        (None, True),
    ]
    [problem] = found[1].problems
    assert (problem.line, problem.column, problem.code, problem.item) == (5, 6, "encoding", "2")
    assert found[3].problems[0].line == 11


def test_a_nul_byte_is_located() -> None:
    [item] = items("# ::id 1\n(a / \0)")
    [problem] = item.problems
    assert (problem.line, problem.column, problem.code) == (2, 6, "encoding")


def test_a_file_is_read_in_chunks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    graphs = [
        f'# ::id {number}\n# ::snt Ünï {number}\n(a / é :r "{"x" * number}\n# y")\n' for number in range(60)
    ]
    path = tmp_path / "x.amr"
    path.write_text("\n".join(graphs), encoding="utf-8")
    whole = list(READER.blocks(Source.of(path)))
    assert [block.id for block in whole] == [str(number) for number in range(60)]
    assert whole[-1].end == path.stat().st_size
    raw = path.read_bytes()
    assert [raw[: block.end].count(b"::id") for block in whole] == list(range(1, 61))
    for chunk in (1, 2, 7, 64, 1000):
        monkeypatch.setattr(penman_blocks, "_CHUNK", chunk)
        assert list(READER.blocks(Source.of(path))) == whole
    packed = tmp_path / "x.amr.gz"
    packed.write_bytes(gzip.compress(raw))
    assert [block.text for block in READER.blocks(Source.of(packed))] == [block.text for block in whole]
    assert load(packed) == load(path) == loads(path.read_text("utf-8"))


def test_a_graph_too_long_for_the_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(penman_blocks, "_CHUNK", 100)
    monkeypatch.setattr(penman_blocks, "MOST_LINE_BYTES", 1000)
    text = "# ::id 1\n(a / b)\n\n(c / d" + " :r s\n" * 500 + ")\n\n# ::id 2\n(e / f)\n"
    found = items(text)
    assert [item.malformed for item in found] == [False, *[True] * (len(found) - 2), False]
    assert found[-1].id == "2"
    assert found[-1].line == text[: text.index("# ::id 2")].count("\n") + 1
    assert (found[1].problems[0].code, found[1].problems[0].line) == ("too-long", 4)


# --- The verbs


def test_reading_text_raises_with_all_problems() -> None:
    with pytest.raises(DataError) as caught:
        read_graphs("(a)\n\n(b / c)\n\n(d / e :r)")
    assert [problem.location for problem in caught.value.problems] == ["<data>:1:3", "<data>:5:8"]
    with pytest.raises(DataError, match="expected one graph, not none"):
        read_graph("# nothing")
    with pytest.raises(DataError, match="expected one graph, not 2"):
        Graph.of("(a / b)\n\n(c / d)")


def test_a_block_may_come_from_elsewhere() -> None:
    item = READER.item(Block("(a / b\n# ::id 2\n", "y", 7, "k"))
    assert [str(problem) for problem in item.problems] == ["y:7:7: one closing bracket is missing (item k)"]


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("# ::id 1\n# ::snt x\n(a / b\n", True),
        ("# a file\n\n(a / b\n    :r (c / d", True),
        ("(a/b)", True),
        ("# ::id 1\n(a", True),
        ("\n\n  # ::date x ::id 1\n", True),
        ("", False),
        ("# nothing\n", False),
        ("(S (NP (DT the)))", False),
        ('{"id": 1}', False),
        ("a / b", False),
        ("# :: snt1\tboy run\n\n# sentence level graph:\n(s1b / boy)", False),
        ("# ::snt1 x\nIndex: 1 2\nWords: a b\n\n(s1b / boy)", False),
        ("# ::id 1\n# ::snt x\n# sentence level graph:\n(a / b)", False),
        ("(s1b / boy)\n\n# document level annotation:\n(s1s0 / sentence)", False),
    ],
)
def test_recognition(head: str, expected: bool) -> None:
    assert looks_like_penman(head) is expected


@needs_shared
def test_no_graph_of_the_shared_files_is_lost(request: pytest.FixtureRequest) -> None:
    if "interpreted" in request.node.name:
        pytest.skip("slow, and the same")
    files = [path for folder in ("data", "goldens") for path in sorted((SHARED / folder).rglob("*.amr"))]
    assert files
    for path in files:
        text = path.read_text("utf-8")
        found = list(READER.blocks(Source.of(path)))
        named = sum(line.startswith("# ::id ") for line in text.splitlines())
        assert sum(block.id is not None for block in found) == named, path
        assert len(found) == sum(line.startswith("(") for line in text.splitlines()), path
        assert looks_like_penman(text[:4000]), path
    assert not any(looks_like_penman(path.read_text("utf-8")[:4000]) for path in SHARED.rglob("*.umr"))
