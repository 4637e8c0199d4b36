"""UMR documents: what is read from them, in both layouts, and what makes a sentence unreadable."""

from __future__ import annotations

import gzip
import pickle
from pathlib import Path

import pytest

from tallystick.errors import DataError, Problem
from tallystick.formats.base import Item, Source
from tallystick.formats.penman.reader import Graph
from tallystick.formats.umr import reader as umr
from tallystick.formats.umr.reader import DocumentTriple, UmrDocument, UmrReader, load, loads, looks_like_umr

READER = UmrReader()
NEW = """################################################################################
# meta-info :: sent_id = doc-s1 :: type = partial_conversion
# :: snt1
Index: 1    2  3
Words: Boys\tgo .
Translation(English): Boys: they go.

# sentence level graph:
(s1g / go-01
    :actor (s1b / boy))


# alignment:
s1g: 2-2
s1b: 1-1, 3-3

# document level annotation:
(s1s0 / sentence
    :temporal ((document-creation-time :before s1g))
    :modal ((root :modal author)
            (author :full-affirmative s1g)))


################################################################################
# meta-info
# :: snt2
Words: They stop

# sentence level graph:
(s2s / stop-01 :actor (s2p / person))

# alignment:
s2s: 2-2
s2p: 0-0

# document level annotation:
(s2s0 / sentence
    :coref ((s1b :same-entity s2p)))
"""
OLD = """# :: snt1\tBoys go .

# sentence level graph:
(s1g / go-01 :actor (s1b / boy))

# alignment:
s1g: 2-2
s1b: 1-1,3-3

# document level annotation:
(s1s0 / sentence :temporal ((document-creation-time :before s1g))
    :modal ((root :modal author) (author :full-affirmative s1g)))
"""


def item(text: str, path: str = "x.umr") -> Item:
    (block,) = READER.blocks(Source(path, text))
    return READER.item(block)


def document(text: str) -> UmrDocument:
    value = item(text).value
    assert isinstance(value, UmrDocument)
    return value


def errors(text: str) -> list[str]:
    return [
        f"{problem.line}:{problem.column} {problem.code}"
        for problem in item(text).problems
        if problem.level == "error"
    ]


def with_graph(graph: str) -> str:
    return f"# :: snt1 a b\n# sentence level graph:\n{graph}\n# alignment:\n\n# document level annotation:\n"


# --- What is read


def test_the_layout_of_the_releases() -> None:
    first, second = loads(NEW).sentences
    assert (first.number, first.line, first.text) == (1, 3, "Boys go .")
    assert first.metadata == {"sent_id": "doc-s1", "type": "partial_conversion"}
    assert first.headers == (
        ("Index", "1    2  3"),
        ("Words", "Boys\tgo ."),
        ("Translation(English)", "Boys: they go."),
    )
    assert first.graph == Graph.of("(s1g / go-01 :actor (s1b / boy))")
    assert first.declared == ("s1g", "s1b")
    assert first.alignments == (("s1g", ((2, 2),)), ("s1b", ((1, 1), (3, 3))))
    assert first.triples == (
        DocumentTriple("document-creation-time", "before", "s1g", "temporal"),
        DocumentTriple("root", "modal", "author", "modal"),
        DocumentTriple("author", "full-affirmative", "s1g", "modal"),
    )
    assert [(triple.line, triple.column) for triple in first.triples] == [(19, 16), (20, 13), (21, 13)]
    assert first.readable
    assert first.released
    assert (second.number, second.line, second.text, second.metadata) == (2, 26, "They stop", {})
    assert second.alignments == (("s2s", ((2, 2),)), ("s2p", ()))
    assert second.triples == (DocumentTriple("s1b", "same-entity", "s2p", "coref"),)


def test_the_older_layout_says_the_same() -> None:
    (old,) = loads(OLD).sentences
    new = loads(NEW).sentences[0]
    assert (old.number, old.line, old.text) == (1, 1, "Boys go .")
    assert (old.graph, old.declared, old.alignments, old.triples) == (
        new.graph,
        new.declared,
        new.alignments,
        new.triples,
    )
    assert (old.metadata, old.headers) == ({}, ())


def test_parts_are_kept_as_they_stand() -> None:
    first, second = loads(NEW).sentences
    assert first.parts["preface"] == NEW[: NEW.index("# sentence level graph:")]
    assert first.parts["graph"] == "(s1g / go-01\n    :actor (s1b / boy))\n\n\n"
    assert first.parts["alignment"] == "s1g: 2-2\ns1b: 1-1, 3-3\n\n"
    assert first.parts["document"].startswith("(s1s0 / sentence\n    :temporal ((document-")
    assert second.parts["preface"].startswith("#" * 80 + "\n# meta-info\n# :: snt2\n")
    assert second.graph.written == second.parts["graph"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(NEW.replace("\n", "\r\n"), id="CRLF"),
        pytest.param("\ufeff" + NEW, id="byte order mark"),
        pytest.param(NEW.replace("\n\n", "\n"), id="no blank lines"),
        pytest.param(NEW.replace("\n\n", "\n\n \n\t\n\n"), id="many blank lines"),
        pytest.param(NEW.replace("# sentence level graph:", "#Sentence  Level Graph :"), id="other heading"),
        pytest.param(
            NEW.replace("# document level annotation:", "  # DOCUMENT LEVEL annotation"), id="no colon"
        ),
        pytest.param(NEW.replace("# :: snt", "#::snt"), id="no blanks in the sentence line"),
        pytest.param(NEW.replace("\n\n", "\n# a remark\n\n"), id="comments"),
        pytest.param(NEW.replace("    :actor (s1b", "# a remark\n    :actor (s1b"), id="comment in a graph"),
        pytest.param(NEW.replace("    :modal (", "# a remark (\n    :modal ("), id="comment in a term"),
        pytest.param(NEW.rstrip("\n"), id="no end of line"),
    ],
)
def test_layout_never_matters(text: str) -> None:
    assert document(text).sentences == loads(NEW).sentences
    assert not item(text).malformed


def test_only_carriage_returns() -> None:
    assert document(NEW.replace("\n", "\r")).sentences == loads(NEW).sentences


def test_words_after_the_heading_are_read_and_reported() -> None:
    text = NEW.replace("# alignment:\ns1g: 2-2", "# alignment:s1g: 2-2")
    text = text.replace("# sentence level graph:\n(s2s", "# sentence level graph: (s2s")
    assert document(text).sentences == loads(NEW).sentences
    fused = [problem for problem in item(text).problems if problem.code == "umr-fused-heading"]
    assert [(problem.line, problem.column, problem.item) for problem in fused] == [
        (13, 13, "snt1"),
        (28, 24, "snt2"),
    ]


def test_a_part_in_two_places() -> None:
    text = NEW.replace("s1b: 1-1, 3-3\n", "").replace("\n\n\n###", "\n# alignment:\ns1b: 1-1, 3-3\n\n###", 1)
    assert document(text).sentences == loads(NEW).sentences
    (repeated,) = [problem for problem in item(text).problems if problem.code == "umr-repeated-part"]
    assert (repeated.line, repeated.column) == (21, 1)


def test_a_graph_without_heading() -> None:
    text = "# :: snt1 Boys go .\n(s1g / go-01 :actor (s1b / boy))\n\n# alignment:\ns1g: 2-2\n"
    found = item(text)
    assert document(text).sentences[0].graph == loads(OLD).sentences[0].graph
    assert ("umr-no-heading", 2, 1, "warning") in [
        (problem.code, problem.line, problem.column, problem.level) for problem in found.problems
    ]


def test_an_empty_graph_is_a_sentence_without_nodes() -> None:
    found = document(with_graph("")).sentences[0]
    assert found.readable
    assert (found.graph, found.declared) == (Graph.nothing(), ())
    assert errors(with_graph("")) == []


def test_sentences_that_are_not_released() -> None:
    text = "# meta-info :: sent_id = x :: type = not_in_release\n" + with_graph("(s1u / umr-empty)")
    assert not document(text).sentences[0].released


def test_values_that_are_no_variables_of_the_sentence_are_constants() -> None:
    text = with_graph("(s1a / b :ARG1 s2c :Ratio-of 330 :polarity -)")
    assert document(text).sentences[0].graph.constants == ("s2c", "330", "-")


def test_a_sentence_without_number_follows_the_one_before() -> None:
    found = document(with_graph("(s1a / b)") + with_graph("(s2a / b)").replace("snt1", "snt"))
    assert [sentence.number for sentence in found.sentences] == [1, 2]


# --- What cannot be read


@pytest.mark.parametrize(
    ("graph", "expected"),
    [
        ("(s1a / b", "3:9 umr-graph-unclosed"),
        ("(s1a / b))", "3:10 umr-graph-bracket"),
        ("(s1a / b)\n\n(s1c / d)", "5:1 umr-graph-roots"),
        ("(s1a / b)\n:mod (s1c / d)", "4:1 umr-graph-role"),
        ("(s1a / b) g", "3:11 umr-graph-outside"),
        ("(s1a / b\n  :ARG0 (s1a / c))", "4:10 umr-graph-twice"),
        ("(s1a / b c)", "3:10 umr-graph-value"),
        ("(s1a / b :ARG0)", "3:10 umr-graph-target"),
        ("(s1a / b :ARG0 ( / c))", "3:18 umr-graph-variable"),
        ("(s1a :ARG0 (s1c / d))", "3:5 umr-graph-concept"),
        ('(s1a / b :name "x)', "3:16 umr-graph-string"),
    ],
)
def test_graphs_that_cannot_be_read(graph: str, expected: str) -> None:
    text = with_graph(graph)
    assert errors(text)[0] == expected
    (sentence,) = document(text).sentences
    assert not sentence.readable
    assert (sentence.graph, sentence.triples) == (Graph.nothing(), ())
    assert sentence.parts["graph"] == graph + "\n"


def test_what_could_be_made_out_is_declared() -> None:
    sentence = document(with_graph("(s1a / b :ARG0 (s1c/d :ARG1 (s1e /f :mod (s1a / g)")).sentences[0]
    assert sentence.declared == ("s1a", "s1c", "s1e")


def test_an_unreadable_sentence_harms_no_other() -> None:
    text = NEW.replace("(s1b / boy))", "(s1b / boy)")
    first, second = document(text).sentences
    assert (first.readable, second.readable) == (False, True)
    assert first.triples == ()
    assert (first.text, first.metadata["sent_id"]) == ("Boys go .", "doc-s1")
    assert second == loads(NEW).sentences[1]
    assert item(text).malformed


def test_an_unreadable_term_makes_the_sentence_unreadable() -> None:
    text = NEW.replace("s1g)))", "s1g))")
    first, second = document(text).sentences
    assert (first.readable, first.graph, first.triples, first.declared) == (
        False,
        Graph.nothing(),
        (),
        ("s1g", "s1b"),
    )
    assert second.readable
    assert errors(text) == ["21:44 umr-unclosed-term"]


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "x.umr"
    path.write_bytes(NEW.encode().replace(b"Boys\tgo", b"Boys\xff go").replace(b"They", b"Th\0y"))
    (block,) = READER.blocks(Source.of(path))
    found = READER.item(block)
    assert [
        (problem.line, problem.column, problem.code) for problem in found.problems if problem.level == "error"
    ] == [
        (5, 12, "encoding"),
        (27, 10, "encoding"),
    ]
    assert isinstance(found.value, UmrDocument)
    assert [sentence.readable for sentence in found.value.sentences] == [False, False]


@pytest.mark.parametrize("text", ["", "\n \n\t\n", "\ufeff\n"])
def test_an_empty_file_has_no_items(text: str) -> None:
    assert list(READER.blocks(Source("x.umr", text))) == []
    with pytest.raises(DataError) as caught:
        loads(text)
    assert caught.value.problems[0].code == "empty"


@pytest.mark.parametrize("text", ["\n hello\n", "\n # ::id x\n(a / b)\n"])
def test_a_file_without_sentences_is_an_error(text: str) -> None:
    found = item(text)
    assert found.value is None
    (problem,) = found.problems
    assert (problem.code, problem.line, problem.column, problem.level) == ("umr-no-sentence", 2, 2, "error")
    assert problem.hint


def test_a_document_that_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(umr, "MOST_LINE_BYTES", 100)
    found = item(NEW)
    assert found.value is None
    assert found.problems[0].code == "too-long"


# --- Loading


def test_load(tmp_path: Path) -> None:
    plain, packed = tmp_path / "doc.umr", tmp_path / "doc2.umr.gz"
    plain.write_text(NEW, encoding="utf-8")
    packed.write_bytes(gzip.compress(NEW.encode()))
    assert load(plain).sentences == load(str(packed)).sentences == loads(NEW).sentences
    assert [load(plain).name, load(packed).name, loads(NEW).name] == ["doc", "doc2", ""]


def test_loads_raises_all_errors_and_no_warnings() -> None:
    text = NEW.replace("(s1b / boy))", "(s1b / boy)").replace("(s2p / person)", "(s2p person)")
    with pytest.raises(DataError) as caught:
        loads(text)
    assert [problem.code for problem in caught.value.problems] == ["umr-graph-unclosed", "umr-graph-concept"]
    assert all(isinstance(problem, Problem) for problem in caught.value.problems)


def test_an_item_can_be_sent_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(item(NEW))) == item(NEW)


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (NEW, True),
        (OLD, True),
        (NEW.replace("\n", "\r\n"), True),
        ("# sentence level graph:\n(a / b)", True),
        ("# ::id x\n# ::snt 3 boys\n(a / b)", False),
        ("# :: sntence\n", False),
        ("(a / b)", False),
        ('{"a": "# :: snt1"}', False),
        ("", False),
    ],
)
def test_looks_like_umr(head: str, expected: bool) -> None:
    assert looks_like_umr(head) is expected


# --- Cost


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(with_graph("(s1a / b " + ":op1 s9x" * 20_000 + ")"), id="constants"),
        pytest.param("# :: snt1\n" * 20_000, id="sentences"),
        pytest.param("# :: snt1\n" + "# alignment:\n" * 20_000, id="headings"),
        pytest.param("# :: snt1\n" + "# remark\n" * 20_000, id="comments"),
        pytest.param("# :: snt1\n# alignment:\ns1a: 1-1" + " " * 50_000 + "x", id="blanks in an entry"),
        pytest.param("# :: snt1\nWords" + " " * 50_000 + "x", id="blanks in a header"),
        pytest.param("# meta-info :: a = b" + " " * 50_000 + "c\n# :: snt1\n", id="blanks in metadata"),
        pytest.param(with_graph("(" * 50_000), id="brackets"),
        pytest.param("# :: snt1\n# document level annotation:\n" + "(" * 50_000, id="brackets in a term"),
        pytest.param("# :: snt1\n# document level annotation:\n" + ")" * 50_000, id="closing brackets"),
        pytest.param(
            "# :: snt1\n# document level annotation:\n(s1s0 / sentence :modal (" + "(a :b c)" * 10_000,
            id="an open group on one line",
        ),
    ],
)
def test_the_time_is_linear(text: str) -> None:
    """Anything worse than linear would take hours here."""
    found = item(text)
    assert isinstance(found.value, UmrDocument)
    last = text.count("\n") + 1
    assert all(1 <= problem.line <= last for problem in found.problems)
    assert found.problems
