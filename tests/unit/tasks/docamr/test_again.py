"""Converting a document graph to the representation it is in already."""

import pytest

from tallystick.formats.penman.reader import dumps, read_graph
from tallystick.tasks.docamr.build.routes import from_document
from tallystick.tasks.docamr.build.targets import REPRESENTATIONS

#: Two chains that share a mention, and an entity with a single member.
SHARED = """(d / document
    :snt1 (s1.s / speak-01
        :ARG0 (s1.k / king :coref-of (r0 / coref-entity))
        :ARG2 (s1.m / man :coref-of (r1 / coref-entity)))
    :snt2 (s2.s / sleep-01
        :ARG0 (s2.h / he :coref-of r0 :coref-of r1)
        :location (s2.b / bed :coref-of (r2 / coref-entity))))
"""


@pytest.mark.parametrize("representation", REPRESENTATIONS)
def test_converting_again_changes_nothing(representation):
    once = from_document(read_graph(SHARED), representation).graph
    again = from_document(read_graph(dumps([once])), representation).graph
    assert dumps([again]) == dumps([once])


def test_no_merge_unites_chains_that_share_a_mention():
    graph = from_document(read_graph(SHARED), "no-merge").graph
    assert graph.concepts.count("coref-entity") == 1
    assert sorted(graph.roles).count("coref") + sorted(graph.roles).count("coref-of") == 3
