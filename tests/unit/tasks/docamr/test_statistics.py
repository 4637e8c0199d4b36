"""What is counted in document graphs, and in annotations."""

from tallystick.formats.msamr.reader import read_msamr
from tallystick.formats.penman.reader import Graph
from tallystick.tasks.docamr.statistics import statistics
from tallystick.tasks.docamr.task import TASK

ENTITY = """# ::id x
# ::tok He came . <next_sent> Ann saw him and his hand
(d / document
   :snt1 (c / come-01 :ARG0 (h / he))
   :snt2 (s / see-01 :ARG0 (p / person :name (n / name :op1 "Ann")) :ARG1 (a / and :op1 (m / he) :op2 (k / hand)))
   :ent (e / coref-entity :coref h :coref m :part k))
"""


def test_entities_and_their_members():
    found = statistics(Graph.of(ENTITY))
    assert found == {
        "documents": 1,
        "sentences": 2,
        "tokens": 9,
        "nodes": 10,
        "frames": 2,
        "relations": 12,
        "attributes": 1,
        "reentrancies": 3,
        "chains": 1,
        "chains.entities": 1,
        "chains.merged": 0,
        "chains.singletons": 0,
        "mentions": 2,
        "mentions.implicit": 0,
        "bridging_relations": 1,
        "chain_nodes": 2,
        "chain_nodes.pronouns": 2,
        "chain_nodes.pronouns_to_pronoun": 2,
        "chain_nodes.pronouns_to_interlocutor": 0,
        "chain_nodes.pronouns_to_other_node": 0,
        "chain_nodes.pronouns_to_entity": 0,
        "chain_nodes.names": 0,
        "chain_nodes.names_after_merging": 0,
    }


def test_a_node_of_several_sentences_is_a_chain():
    found = statistics(
        Graph.of("(d / document :snt1 (c / come-01 :ARG0 (h / he)) :snt2 (g / go-02 :ARG0 h))")
    )
    assert (found["chains"], found["chains.merged"], found["mentions"]) == (1, 1, 2)


def test_a_graph_that_is_no_document_and_nothing():
    assert statistics(Graph.of("(a / b)"))["sentences"] == 1
    assert sum(statistics(Graph.nothing()).values()) == 1


def test_annotations():
    document = read_msamr(
        """<document>
          <sentences docid="d"><amr id="d.2" order="2"/><amr id="d.1" order="1"/></sentences>
          <relations><identity><identchain relationid="rel-0">
            <mention id="d.1" variable="b"/><mention id="d.2" variable="h"/>
            <implicitrole id="d.2" parentvariable="g" argument="ARG2"/>
          </identchain></identity></relations>
        </document>"""
    )
    found = statistics(document)
    assert (found["sentences"], found["chains"], found["mentions"], found["mentions.implicit"]) == (
        2,
        1,
        3,
        1,
    )
    assert list(found) == list(TASK.statistics(TASK.empty()))
