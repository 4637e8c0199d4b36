"""Pronouns are replaced by what they stand for, or are one node."""

import pytest
from tests.unit.tasks.docamr.annotated import build, concepts, edges, values


def of(*words, inside=""):
    return [f"(g / go-0{k} :ARG0 (x / {word}{inside}))" for k, word in enumerate(words, 1)]


def test_a_pronoun_with_one_antecedent_is_that():
    graph = build(of("boy", "he"), ["1.x 2.x"])
    assert edges(graph) == {"d :snt1 s1.g", "d :snt2 s2.g", "s1.g :ARG0 s1.x", "s2.g :ARG0 s1.x"}


def test_with_several_antecedents_it_is_their_entity():
    graph = build(of("boy", "he", "child"), ["1.x 2.x 3.x"])
    assert {"s2.g :ARG0 rel-0", "rel-0 :coref s1.x", "rel-0 :coref s3.x"} <= edges(graph)
    assert "he" not in concepts(graph).values()


def test_its_modifiers_move_along_and_are_not_fused():
    texts = ["(g / go-02 :ARG0 (b / boy :mod (o / old)))", "(s / see-01 :ARG0 (h / he :mod (o / old)))"]
    graph = build(texts, ["1.b 2.h"])
    assert {"s1.b :mod s1.o", "s1.b :mod s2.o"} <= edges(graph)


def test_pronouns_alone_are_one_node_of_the_most_specific_form():
    graph = build(of("someone", "he", "he"), ["1.x 2.x 3.x"])
    assert {"s1.g :ARG0 pro", "s2.g :ARG0 pro", "s3.g :ARG0 pro"} <= edges(graph)
    assert concepts(graph)["pro"] == "he"
    assert "coref-entity" not in concepts(graph).values()


@pytest.mark.parametrize(
    ("forms", "concept"),
    [
        (["i", "you"], "interlocutor-entity"),
        (["he", "i"], "interlocutor-entity"),
        (["we", "you"], "interlocutor-entity"),
        (["i", "i"], "i"),
        (["we", "they"], "we"),
        (["it", "that"], "that"),
        (["one", "each"], "each"),
    ],
)
def test_forms(forms, concept):
    """Section 3.3 of the paper, with the order of data/pronoun_order.tsv."""
    assert concepts(build(of(*forms), ["1.x 2.x"]))["pro"] == concept


def test_one_pronoun_alone_stays_itself():
    assert concepts(build(of("i"), ["1.x"])) == {"d": "document", "s1.g": "go-01", "s1.x": "i"}


def test_a_negated_pronoun_stays_a_member():
    """``somebody :polarity -`` is nobody: docAMR 0.1.1 makes people negative."""
    texts = [*of("person", "he"), "(s / see-01 :ARG0 (x / somebody :polarity -))"]
    graph = build(texts, ["1.x 2.x 3.x"])
    assert {"rel-0 :coref s1.x", "rel-0 :coref s3.x", "s2.g :ARG0 rel-0", "s3.s :ARG0 s3.x"} <= edges(graph)
    assert values(graph) == {"s3.x :polarity -"}


def test_a_polarity_that_is_a_node_counts_too():
    texts = [*of("person"), "(s / see-01 :ARG0 (x / somebody :polarity (a / amr-unknown)))"]
    assert "rel-0 :coref s2.x" in edges(build(texts, ["1.x 2.x"]))


@pytest.mark.parametrize("word", ["nobody", "none", "nothing", "neither"])
def test_negative_pronouns_stay_members(word):
    graph = build(of("person", word), ["1.x 2.x"])
    assert {"rel-0 :coref s1.x", "rel-0 :coref s2.x"} <= edges(graph)


def test_among_pronouns_alone_negative_ones_stand_beside_the_others():
    graph = build(of("he", "nobody", "someone"), ["1.x 2.x 3.x"])
    assert {"rel-0 :coref pro", "rel-0 :coref s2.x", "s1.g :ARG0 pro", "s3.g :ARG0 pro"} <= edges(graph)
    assert concepts(graph)["pro"] == "he"


def test_words_that_are_no_pronouns_stay():
    graph = build(of("boy", "who"), ["1.x 2.x"])
    assert "rel-0 :coref s2.x" in edges(graph)


def test_the_list_can_be_another_one():
    graph = build(of("boy", "who", "he"), ["1.x 2.x 3.x"], pronoun_table={"who": 1})
    assert {"rel-0 :coref s1.x", "rel-0 :coref s3.x", "s2.g :ARG0 rel-0"} <= edges(graph)


def test_a_sentence_that_is_a_pronoun_points_at_what_it_stands_for():
    graph = build(["(g / go-02 :ARG0 (b / boy))", "(h / he)"], ["1.b 2.h"])
    assert "d :snt2 s1.b" in edges(graph)


def test_alignments_of_a_replaced_pronoun_go_to_its_antecedent():
    texts = ["# ::id d.1\n# ::tok A boy came .\n(c / come-01~e.2 :ARG1 (b / boy~e.1))",
             "# ::id d.2\n# ::tok He left .\n(l / leave-11~e.1 :ARG0~e.0 (h / he~e.0))"]  # fmt: skip
    graph = build(texts, ["1.b 2.h"])
    # The first sentence has four tokens, the boundary is one: the second begins at 5.
    at = {graph.concepts[place]: mark for (kind, place), mark in graph.marks.items() if kind == "concept"}
    assert at == {"come-01": "e.2", "boy": "e.1,5", "leave-11": "e.6"}
    assert [mark for (kind, _), mark in graph.marks.items() if kind == "role"] == ["e.5"]
