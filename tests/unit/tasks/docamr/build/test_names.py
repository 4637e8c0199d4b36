"""Named entities of one chain are one node."""

import pytest
from tests.unit.tasks.docamr.annotated import build, concepts, edges, triples, values


def person(number, inside="", concept="person"):
    return f'(s / say-01 :ARG0 (p / {concept} :name (n / name :op1 "Ann"){inside}) :ARG{number} (t / thing))'


def test_equal_names_leave_one():
    graph = build([person(1), person(2)], ["1.p 2.p"], "merge-names")
    assert "s2.s :ARG0 s1.p" in edges(graph)
    assert [name for name, concept in concepts(graph).items() if concept == "name"] == ["s1.n"]


def test_the_most_specific_type_is_the_concept_and_the_others_are_additional():
    graph = build([person(1), person(2, concept="country"), person(3, concept="city")], ["1.p 2.p 3.p"])
    assert concepts(graph)["s2.p"] == "country"
    assert {"s2.p :additional-type s1.p", "s2.p :additional-type s3.p"} <= edges(graph)
    assert concepts(graph)["s1.p"] == "person"


def test_types_outside_the_table_count_by_frequency():
    """docAMR 0.1.1 ends with a ValueError here; the paper's footnote 3 says what to do."""
    texts = [person(k, concept=concept) for k, concept in enumerate(["dragon", "wyrm", "wyrm"], 1)]
    graph = build(texts, ["1.p 2.p 3.p"])
    assert concepts(graph)["s2.p"] == "wyrm"
    assert "s2.p :additional-type s1.p" in edges(graph)


def test_ties_of_frequency_go_to_the_first_mention():
    graph = build([person(1, concept="wyrm"), person(2, concept="dragon")], ["2.p 1.p"])
    assert concepts(graph)["s1.p"] == "wyrm"
    # In one sentence, the first by concept is the first mention.
    both = '(a / and :op1 (w / wyrm :name (n / name :op1 "A")) :op2 (d / dragon :name (n2 / name :op1 "A")))'
    assert "s1.d :additional-type s1.w" in edges(build([both], ["1.w 1.d"]))


def test_a_type_of_the_table_comes_before_others_however_frequent():
    texts = [person(k, concept=concept) for k, concept in enumerate(["dragon", "dragon", "thing"], 1)]
    assert concepts(build(texts, ["1.p 2.p 3.p"]))["s3.p"] == "thing"


def test_the_table_can_be_another_one():
    texts = [person(1), person(2, concept="country")]
    graph = build(texts, ["1.p 2.p"], type_table={"person": 1, "country": 2})
    assert concepts(graph)["s1.p"] == "person"
    assert "s1.p :additional-type s2.p" in edges(graph)


def test_all_names_and_wikis_are_kept():
    one = '(s / say-01 :ARG0 (p / person :wiki "A" :name (n / name :op1 "Ann")))'
    other = '(s / see-01 :ARG0 (p / person :wiki "B" :name (n / name :op1 "Ann" :op2 "Lee")))'
    graph = build([one, other], ["1.p 2.p"])
    assert {'s1.p :wiki "A"', 's1.p :wiki "B"'} <= values(graph)
    assert {"s1.p :name s1.n", "s1.p :name s2.n"} <= edges(graph)


@pytest.mark.parametrize(
    ("wikis", "left"),
    [
        (["-", '"Ann"'], {'s1.p :wiki "Ann"'}),
        (['"-"', '"Ann"'], {'s1.p :wiki "Ann"'}),
        (["-", "-"], {"s1.p :wiki -"}),
    ],
)
@pytest.mark.parametrize("to", ["merge-names", "docamr", "merge-all"])
def test_no_wiki_is_left_only_where_there_is_no_other(wikis, left, to):
    graph = build([person(k, f" :wiki {wiki}") for k, wiki in enumerate(wikis, 1)], ["1.p 2.p"], to)
    assert {value for value in values(graph) if ":wiki" in value} == left


def test_nominal_members_stay_beside_the_merged_name():
    graph = build([person(1), person(2), "(g / go-02 :ARG0 (w / woman))"], ["1.p 2.p 3.w"])
    assert {"rel-0 :coref s1.p", "rel-0 :coref s3.w"} <= edges(graph)
    assert not any(":coref s2.p" in edge for edge in edges(graph))


def test_an_edge_between_merged_nodes_stays():
    """John, son of John: docAMR 0.1.1 drops the source."""
    text = '(c / come-01 :ARG1 (p / person :name (n / name :op1 "J") :source (q / person :name (m / name :op1 "J"))))'
    assert "s1.p :source s1.p" in edges(build([text], ["1.p 1.q"]))


def test_a_pronoun_with_a_name_is_a_name():
    graph = build([person(1, concept="one"), person(2)], ["1.p 2.p"])
    assert {"s1.s :ARG0 s2.p", "s2.p :additional-type s1.p"} <= edges(graph)


def test_no_merge_merges_nothing():
    texts = [person(1), person(2, concept="country")]
    plain = triples(build(texts, to="no-merge"))
    chained = triples(build(texts, ["1.p 2.p"], "no-merge"))
    assert chained - plain == {"rel-0 / coref-entity", "rel-0 :coref s1.p", "rel-0 :coref s2.p"}
    assert plain <= chained
