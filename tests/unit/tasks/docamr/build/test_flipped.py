"""The flipped representation: an entity between its members and their parents."""

import pytest

from tallystick.errors import UsageError
from tallystick.formats.penman.reader import read_graph
from tallystick.tasks.docamr.build.build import build_docamr
from tallystick.tasks.docamr.build.routes import from_document

UNMERGED = """(d / document
    :snt1 (s1.c / come-01 :ARG1 (s1.b / boy :mod (s1.t / tall) :coref-of (e / coref-entity)))
    :snt2 (s2.l / leave-11 :ARG0 (s2.h / he :coref-of e) :time (s2.n / now)))
"""


def flipped(text: str) -> set[tuple[str, str, str]]:
    """The triples of the flipped graph, those that are written from their target turned round."""
    return {
        (target, role.removesuffix("-of"), source) if role.endswith("-of") else (source, role, target)
        for source, role, target in from_document(read_graph(text), "flipped").graph.triples()
    }


def test_parents_point_at_the_entity_and_the_entity_at_its_members():
    triples = flipped(UNMERGED)
    assert {("s1.c", ":ARG1", "e"), ("s2.l", ":ARG0", "e")} <= triples
    assert {("e", ":coref", "s1.b"), ("e", ":coref", "s2.h")} <= triples
    assert ("s1.b", ":mod", "s1.t") in triples
    assert not {("s1.c", ":ARG1", "s1.b"), ("s2.l", ":ARG0", "s2.h")} & triples


def test_the_notation_of_an_edge_does_not_matter():
    turned = UNMERGED.replace(
        ":snt1 (s1.c / come-01 :ARG1 (s1.b / boy :mod (s1.t / tall) :coref-of (e / coref-entity)))",
        ":snt1 (s1.c / come-01 :ARG1 s1.b) :snt1 (s1.b / boy :mod (s1.t / tall) :coref-of (e / coref-entity))",
    )
    below = ":snt1 (b / boy :ARG1-of (c / come-01) :coref-of (e / coref-entity)) :snt2 (h / he :coref-of e)"
    assert ("s1.c", ":ARG1", "e") in flipped(turned)
    assert ("c", ":ARG1", "e") in flipped(f"(d / document {below})")


def test_sentences_keep_their_roots():
    triples = flipped(
        "(d / document :snt1 (f / favor-01 :coref-of (e / coref-entity)) :snt2 (h / help-01 :coref-of e))"
    )
    assert {("d", ":snt1", "f"), ("d", ":snt2", "h"), ("e", ":coref", "f"), ("e", ":coref", "h")} <= triples


def test_an_entity_with_one_member_is_that_member():
    triples = flipped("(d / document :snt1 (c / come-01 :ARG1 (b / boy :coref-of (e / coref-entity))))")
    assert ("c", ":ARG1", "b") in triples
    assert "coref-entity" not in {value for _, _, value in triples}


def test_the_released_program_has_no_such_graphs():
    with pytest.raises(UsageError, match="builds no flipped graphs"):
        build_docamr(UNMERGED, to="flipped", pairwise_role="same-as", preset="docamr-0.1.1")
