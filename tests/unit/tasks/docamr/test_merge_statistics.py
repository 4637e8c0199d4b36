"""Table 1 of the DocAMR paper: what becomes of pronouns and names in chains."""

from tallystick.formats.penman.reader import read_graph
from tallystick.tasks.docamr.merge_statistics import merge_counts
from tallystick.tasks.docamr.statistics import statistics

#: Chains: two names and a pronoun; two nodes and a pronoun; he and someone; i and you.
DOCUMENT = """(d / document
    :snt1 (a / and
        :op1 (p / person :name (n / name :op1 "Ann") :coref-of (r1 / coref-entity))
        :op2 (b / boy :coref-of (r2 / coref-entity))
        :op3 (h / he :coref-of (r3 / coref-entity))
        :op4 (i / i :coref-of (r4 / coref-entity)))
    :snt2 (a2 / and
        :op1 (p2 / person :name (n2 / name :op1 "Ann") :coref-of r1)
        :op2 (k / kid :coref-of r2)
        :op3 (s / someone :coref-of r3)
        :op4 (y / you :coref-of r4))
    :snt3 (a3 / and :op1 (s3 / she :coref-of r1) :op2 (h3 / he :coref-of r2)))
"""


def test_every_pronoun_goes_somewhere():
    counts = merge_counts(read_graph(DOCUMENT))
    assert counts == {
        "chain_nodes": 10,
        "chain_nodes.pronouns": 6,
        "chain_nodes.pronouns_to_pronoun": 2,
        "chain_nodes.pronouns_to_interlocutor": 2,
        "chain_nodes.pronouns_to_other_node": 1,
        "chain_nodes.pronouns_to_entity": 1,
        "chain_nodes.names": 2,
        "chain_nodes.names_after_merging": 1,
    }


def test_a_pronoun_that_denies_stays_one():
    text = "(d / document :snt1 (n / nobody :coref-of (e / coref-entity)) :snt2 (b / boy :coref-of e))"
    assert merge_counts(read_graph(text))["chain_nodes.pronouns_to_pronoun"] == 1


def test_they_are_among_the_statistics_of_a_document_and_zero_for_other_graphs():
    assert statistics(read_graph(DOCUMENT))["chain_nodes"] == 10
    assert statistics(read_graph("(h / he)"))["chain_nodes"] == 0
