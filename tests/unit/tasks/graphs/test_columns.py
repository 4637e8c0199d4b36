"""Graphs as columns: the same numbers from text and from words; facets never change what they share."""

from random import Random
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.tasks.graphs.graphs_at_random import graph_at_random

from tallystick.formats.penman.reader import Graph
from tallystick.tasks.graphs import vocabulary as vocabularies
from tallystick.tasks.graphs.columns import graph_columns, triple_columns
from tallystick.tasks.graphs.facets import BAGS, RESTRICTIONS
from tallystick.tasks.graphs.vocabulary import CASE_IGNORED, CASE_KEPT, Vocabulary, vocabulary

WRITTEN = [
    '(w / Want-01 :ARG0 (b / "Boy" :ARG0-of w) :polarity - :mod (y / young) :quant-of 3 :polarity -)',
    '(c / city :name (n / name :op1 "São Paulo" :op2 "東京" :op3 "😀") :wiki "Q174")',
    "(a / a :ARG0 a :ARG0 a :ARG0-of a :domain (b / b :mod a))",
    "(x / y)",
]


def rebuilt(graph):
    """The same graph made of its words, so that there is no text to read."""
    return Graph(graph.variables, graph.concepts, graph.sources, graph.roles, graph.targets, graph.constants)


@pytest.mark.parametrize("convention", [CASE_IGNORED, CASE_KEPT])
@pytest.mark.parametrize("root", ["node", "concept", "none"])
@pytest.mark.parametrize("distinct", [True, False])
def test_text_and_words_give_the_same_columns(convention, root, distinct):
    texts = [*WRITTEN, *(graph_at_random(Random(seed), 9, extra=6) for seed in range(20))]
    for text in texts:
        graph = Graph.of(text)
        assert graph.scanned is not None
        words = Vocabulary()
        from_text = graph_columns(graph, words.table(convention), root=root, distinct=distinct)
        from_words = graph_columns(rebuilt(graph), words.table(convention), root=root, distinct=distinct)
        assert from_text.triples() == from_words.triples()
        assert len(from_text) == len(from_text.triples())
        assert triple_columns(from_text.triples(), Vocabulary()).triples() == from_text.triples()


def test_many_repeated_triples_are_kept_once():
    """More rows than are compared one by one."""
    branches = " ".join(
        f":op{number % 40} (n{number} / x :quant {number % 3} :quant {number % 3})" for number in range(90)
    )
    graph = Graph.of(
        f"(a / and {branches} {' '.join(f':op{number % 40} n{number}' for number in range(90))})"
    )
    triples = graph_columns(graph, Vocabulary().table(CASE_IGNORED)).triples()
    assert len(triples.relations) == len(set(triples.relations)) == 90
    assert len(triples.attributes) == len(set(triples.attributes)) == 91


@given(
    st.lists(st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=1, max_size=5), max_size=60)
)
def test_every_word_keeps_its_number(words):
    """Whether a table grows or not, whatever the alphabet."""
    signs = "".join(
        character
        for word in words
        for character in word
        if character not in '\\"\n' and character.isprintable()
    )
    constants = [signs[start : start + 3] for start in range(0, len(signs), 3)]
    written = (
        "(a / b " + " ".join(f':op{number} "{constant}"' for number, constant in enumerate(constants)) + ")"
    )
    graph = Graph.of(written)
    known = Vocabulary()
    for _ in range(2):
        triples = graph_columns(graph, known.table(CASE_KEPT), root="none").triples()
        assert [value for _, _, value in triples.attributes] == constants


def test_a_thousand_words():
    known = Vocabulary()
    numbers = []
    for start in (0, 500, 0):
        written = "(a / b " + " ".join(f":op{k} word-{k}" for k in range(start, start + 1000)) + ")"
        columns = graph_columns(Graph.of(written), known.table(CASE_IGNORED), root="none")
        numbers.append(list(columns.attribute_value)[: columns.attributes])
        assert [known.words[number] for number in numbers[-1]] == [
            f"word-{k}" for k in range(start, start + 1000)
        ]
    assert numbers[0] == numbers[2]
    assert numbers[0][500:] == numbers[1][:500]


def test_a_vocabulary_that_became_too_large_is_given_up(monkeypatch):
    before = vocabulary()
    assert vocabulary() is before
    monkeypatch.setattr(vocabularies, "MOST_WORDS", before.entries)
    before.number("a word that was never seen before")
    after = vocabulary()
    assert after is not before
    assert vocabulary() is after


def test_each_thread_has_a_vocabulary_of_its_own():
    seen = []
    thread = Thread(target=lambda: seen.append(vocabulary()))
    thread.start()
    thread.join()
    assert seen[0] is not vocabulary()


@pytest.mark.parametrize("facet", RESTRICTIONS)
def test_facets_leave_the_columns_as_they_are(facet):
    for text in WRITTEN:
        columns = graph_columns(Graph.of(text), Vocabulary().table(CASE_IGNORED), distinct=False)
        before = columns.triples()
        chosen = RESTRICTIONS[facet][1](columns)
        chosen.triples()
        for labels in BAGS.values():
            labels[1](columns)
        assert columns.triples() == before
