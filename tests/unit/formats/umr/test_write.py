"""UMR documents written: what is written is read as it was, and nothing is left out silently."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.formats.umr.test_reader import NEW, document, item, with_graph

from tallystick.errors import DataError
from tallystick.formats.penman.reader import Graph, read_graphs
from tallystick.formats.umr.reader import (
    DocumentTriple,
    Sentence,
    UmrDocument,
    dump,
    dumps,
    load,
    loads,
    to_amr,
    to_json,
)

# --- Documents of all kinds

WORDS = st.text(
    st.characters(categories=["L", "N", "P", "S"], exclude_characters='()"/:#~'), min_size=1, max_size=6
)
LINES = st.lists(WORDS, min_size=1, max_size=5).map(" ".join)


def balanced(text: str) -> str:
    """The text with the brackets closed that are open outside of strings."""
    depth, inside = 0, False
    for place, sign in enumerate(text):
        if sign == '"' and text[place - 1] != "\\":
            inside = not inside
        elif not inside:
            depth += (sign == "(") - (sign == ")")
    return text + ")" * depth


@st.composite
def sentences(draw: st.DrawFn) -> Sentence:
    number = draw(st.integers(0, 999_999_999))
    size = draw(st.integers(0, 4))
    names = [f"s{number}x{place}" for place in range(size)]
    written = f"({names[0]} / {draw(WORDS)}" if names else ""
    for name in names[1:]:
        written += f" :{draw(WORDS)} ({name} / {draw(WORDS)}"
        written += draw(st.sampled_from(["", " :op1 -", ' :name "a \\"b\\" (c"', f" :same {names[0]}"]))
        written += draw(st.sampled_from(["", ")"]))
    graph = Graph.of(balanced(written)) if names else Graph.nothing()
    numbers = st.integers(1, 99)
    ranges = st.lists(st.tuples(numbers, numbers), max_size=3).map(tuple)
    triples = st.builds(
        DocumentTriple, WORDS, WORDS, WORDS, st.sampled_from(["", "temporal", "modal", "coref", "topic"])
    )
    headers = draw(st.lists(st.tuples(st.sampled_from(["Index", "Gloss(English)", ""]), LINES), max_size=3))
    words = draw(LINES | st.just(""))
    if draw(st.booleans()):
        headers.append(("Words", words))
    return Sentence(
        number=number,
        graph=graph,
        declared=graph.variables,
        alignments=tuple(draw(st.lists(st.tuples(WORDS, ranges), max_size=3))),
        triples=tuple(draw(st.lists(triples, max_size=6))),
        text=" ".join(words.split()),
        metadata=draw(st.dictionaries(WORDS.filter(lambda word: "=" not in word), WORDS, max_size=3)),
        headers=tuple((key, value) for key, value in headers),
    )


DOCUMENTS = st.lists(sentences(), min_size=1, max_size=4).map(lambda found: UmrDocument(tuple(found)))


@given(DOCUMENTS)
def test_any_document_is_read_as_it_was_written(found: UmrDocument) -> None:
    assert loads(dumps(found)) == found


@given(DOCUMENTS)
def test_the_older_layout_lacks_two_headers(found: UmrDocument) -> None:
    kept = tuple(
        replace(one, headers=tuple(header for header in one.headers if header[0] not in ("Index", "Words")))
        for one in found.sentences
    )
    assert loads(dumps(found, "umr-1.0")) == replace(found, sentences=kept)


@given(DOCUMENTS)
def test_graphs_of_any_document(found: UmrDocument) -> None:
    graphs = read_graphs(to_amr(found))
    assert [graph.text or "" for graph in graphs] == [sentence.text for sentence in found.sentences]
    for graph, sentence in zip(graphs, found.sentences, strict=True):
        if len(sentence.graph):
            assert replace(graph, metadata={}) == sentence.graph
        else:
            assert graph.concepts == ("amr-empty",)


# --- The forms


def test_the_layout_of_the_releases() -> None:
    assert dumps(loads(NEW)).split("\n\n\n")[0] == (
        "#" * 80 + "\n# meta-info :: sent_id = doc-s1 :: type = partial_conversion\n# :: snt1\n"
        "Index: 1    2  3\nWords: Boys\tgo .\nTranslation(English): Boys: they go.\n\n"
        "# sentence level graph:\n(s1g / go-01\n    :actor (s1b / boy))\n\n"
        "# alignment:\ns1g: 2-2\ns1b: 1-1,3-3\n\n"
        "# document level annotation:\n(s1s0 / sentence\n"
        "    :temporal ((document-creation-time :before s1g))\n"
        "    :modal ((root :modal author)\n            (author :full-affirmative s1g)))"
    )


def test_groups_keep_the_order_of_their_triples() -> None:
    triples = (
        DocumentTriple("a", "before", "b", "temporal"),
        DocumentTriple("c", "modal", "d"),
        DocumentTriple("e", "before", "f", "temporal"),
    )
    found = UmrDocument((Sentence(1, triples=triples),))
    assert dumps(found).rstrip().split("\n")[-4:] == [
        "(s1s0 / sentence",
        "    :temporal ((a :before b))",
        "    (c :modal d)",
        "    :temporal ((e :before f)))",
    ]
    assert loads(dumps(found)).sentences[0].triples == triples


def test_dump(tmp_path: Path) -> None:
    path = tmp_path / "doc.umr"
    dump(loads(NEW), path)
    assert load(path) == replace(loads(NEW), name="doc")


def test_an_unknown_layout() -> None:
    with pytest.raises(ValueError, match=r"the layouts are umr and umr-1\.0, not 'amr'"):
        dumps(loads(NEW), "amr")


def test_as_json() -> None:
    found = json.loads(to_json(loads(NEW)))
    assert found["sentences"][1] == {
        "number": 2,
        "text": "They stop",
        "metadata": {},
        "headers": [["Words", "They stop"]],
        "readable": True,
        "graph": [["s2s", ":instance", "stop-01"], ["s2s", ":actor", "s2p"], ["s2p", ":instance", "person"]],
        "alignments": [["s2s", [[2, 2]]], ["s2p", []]],
        "document": [{"parent": "s1b", "label": "same-entity", "child": "s2p", "group": "coref"}],
    }


def test_graphs_have_the_name_of_the_document() -> None:
    value = item(NEW, "some/where/doc.umr.gz").value
    assert isinstance(value, UmrDocument)
    graphs = read_graphs(to_amr(value))
    assert [(graph.id, graph.text) for graph in graphs] == [
        ("doc.snt1", "Boys go ."),
        ("doc.snt2", "They stop"),
    ]


# --- Sentences that could not be read

BROKEN = NEW.replace("(s1b / boy))", "(s1b / boy)")


@pytest.mark.parametrize("layout", ["umr", "umr-1.0"])
def test_unreadable_sentences_are_written_as_they_stood(layout: str) -> None:
    found = document(BROKEN)
    again = document(dumps(found, layout))
    assert again.sentences[0] == found.sentences[0]
    assert again.sentences[0].parts["graph"].strip() == found.sentences[0].parts["graph"].strip()
    assert not again.sentences[0].readable


def test_unreadable_sentences_in_json() -> None:
    found = json.loads(to_json(document(BROKEN)))["sentences"][0]
    assert (found["readable"], found["graph"], found["document"]) == (False, [], [])
    assert found["parts"]["graph"] == "(s1g / go-01\n    :actor (s1b / boy)\n\n\n"


def test_unreadable_sentences_have_no_place_among_graphs() -> None:
    text = BROKEN.replace("(s2p / person))", "(s2p person))")
    with pytest.raises(DataError) as caught:
        to_amr(document(text))
    assert [(problem.item, problem.code) for problem in caught.value.problems] == [
        ("snt1", "umr-unreadable"),
        ("snt2", "umr-unreadable"),
    ]


def test_an_unreadable_sentence_without_text_is_refused() -> None:
    with pytest.raises(DataError, match="cannot be written as it was"):
        dumps(UmrDocument((Sentence(1, readable=False),)))


def test_bad_bytes_are_not_repaired_silently() -> None:
    """The text with signs in place of the bytes could be read, and the sentence was unreadable."""
    sentence = replace(document(with_graph("(s1a / b\ufffd)")).sentences[0], readable=False)
    with pytest.raises(DataError):
        dumps(UmrDocument((sentence,)))


def test_an_unreadable_sentence_without_number() -> None:
    text = with_graph("(s1a / b)") + with_graph("(s2a / b").replace("snt1", "snt")
    found = document(text)
    assert [sentence.number for sentence in document(dumps(found)).sentences] == [1, 2]
    assert document(dumps(found)).sentences == found.sentences
