"""Chains of graph nodes scored as coreference, under the alignment of nodes."""

import pytest

import tallystick as ts
from tallystick.tasks.coref.chains import chain_document

UMR = """
#####
# :: snt1
Index: 1 2
Words: A ferry
# sentence level graph:
(s1f / ferry)

# alignment:

# document level annotation:
(s1s0 / sentence)

#####
# :: snt2
Index: 1 2 3
Words: It hit it
# sentence level graph:
(s2h / hit-01
    :ARG0 (s2i / thing)
    :ARG1 (s2b / boat))

# alignment:

# document level annotation:
(s2s0 / sentence
    :coref ({links}))
"""


def umr(*links: str) -> str:
    return UMR.replace("{links}", " ".join(f"({link})" for link in links))


def numbers(gold: str, pred: str, task: str, metric: str):
    score = ts.score(gold, pred, metrics=[metric], task=task)[metric]
    return score.precision, score.recall


def test_nodes_that_are_aligned_are_one_mention_whatever_their_names():
    gold = umr("s1f :same-entity s2i", "s1f :same-entity s2b")
    pred = umr("s1f :same-entity s2i", "s2i :same-entity s2b").replace("s1f", "s1x").replace("s2i", "s2y")
    assert numbers(gold, pred, "umr", "chains.muc") == (1, 1)


def test_chains_by_the_definitions_of_coreference():
    gold = umr("s1f :same-entity s2i", "s1f :same-entity s2b")
    pred = umr("s1f :same-entity s2i")
    assert numbers(gold, pred, "umr", "chains.mentions") == (1, pytest.approx(2 / 3))
    assert numbers(gold, pred, "umr", "chains.muc") == (1, 0.5)
    # Of three mentions two are found, each with two of the three in its chain.
    assert numbers(gold, pred, "umr", "chains.b3") == (1, pytest.approx(4 / 9))
    assert numbers(gold, pred, "umr", "chains.ceaf-e") == (pytest.approx(0.8), pytest.approx(0.8))


def test_a_subset_is_no_member():
    gold = umr("s1f :same-entity s2i")
    assert numbers(gold, umr("s1f :same-entity s2i", "s2b :subset-of s1f"), "umr", "chains.mentions") == (
        1,
        1,
    )


DOCUMENT = """(d / document
    :snt1 (s1.c / come-01 :ARG1 (s1.b / boy :coref-of (e / coref-entity)))
    :snt2 (s2.g / go-02 :ARG0 (s2.h / he :coref-of e))
    :snt3 (s3.l / leave-11 :ARG0 (s3.k / kid{third})))
"""


def test_members_of_entities():
    gold, pred = DOCUMENT.format(third=" :coref-of e"), DOCUMENT.format(third="")
    assert numbers(gold, pred, "docamr", "chains.mentions") == (1, pytest.approx(2 / 3))
    assert numbers(gold, pred, "docamr", "chains.muc") == (1, 0.5)
    assert numbers(gold, gold, "docamr", "chains.b3") == (1, 1)


def test_merged_mentions_are_the_edges_into_their_node():
    merged = "(d / document :snt1 (c / come-01 :ARG1 (b / boy)) :snt2 (g / go-02 :ARG0 b) :snt3 (l / leave-11 :ARG0 "
    gold, pred = f"{merged}b))", f"{merged}(k / boy)))"
    assert numbers(gold, pred, "docamr", "chains.mentions") == (1, pytest.approx(2 / 3))
    assert numbers(gold, pred, "docamr", "chains.muc") == (1, 0.5)


def test_explanations_name_nodes():
    gold, pred = umr("s1f :same-entity s2i", "s1f :same-entity s2b"), umr("s1f :same-entity s2i")
    alignment = ts.score(gold, pred, metrics=["chains.muc"], task="umr")["chains.muc"].items[0].alignment
    assert "s2b/boat" in str(alignment)


def test_the_words_of_a_document_are_its_mentions():
    document = chain_document([["b"], ["a", "c"]], {"a": "x", "b": "y", "c": "z"})
    assert list(document.identity.entity) == [1, 0, 1]
    assert [form for _, form in document.tokens.forms(document.origin.text)] == ["x", "y", "z"]
