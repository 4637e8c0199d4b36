"""Equal children of merged mentions are one; different ones, and those of one mention, stay."""

import pytest
from tests.unit.tasks.docamr.annotated import build, concepts, edges, triples, values

from tallystick.tasks.docamr.build.colours import colours_of
from tallystick.tasks.docamr.build.model import Draft


def ann(inside, *, root="say-01"):
    return f'(s / {root} :ARG0 (p / person :name (n / name :op1 "Ann") {inside}))'


def count(graph, concept):
    return list(graph.concepts).count(concept)


def two(first, second, chains=("1.p 2.p",), to="docamr"):
    return build([ann(first), ann(second, root="see-01")], chains, to)


ROLE = ':ARG0-of (h / have-org-role-91 :ARG1 (c / country :name (n2 / name :op1 "US")) :ARG2 (q / president))'


def test_an_equal_part_of_any_size_is_kept_once():
    graph = two(ROLE, ROLE)
    assert [count(graph, concept) for concept in ("have-org-role-91", "country", "president")] == [1, 1, 1]
    assert count(graph, "name") == 2


def test_tall_and_not_tall_stay_apart():
    """docAMR 0.1.1 makes one negated node of the two."""
    graph = two(":ARG1-of (t / tall-02)", ":ARG1-of (t / tall-02 :polarity -)")
    assert count(graph, "tall-02") == 2
    assert values(graph) >= {"s2.t :polarity -"}
    assert "s1.t :polarity -" not in values(graph)


def test_two_ages_stay_apart():
    age = ":age (t / temporal-quantity :quant {} :unit (y / year))"
    graph = two(age.format(55), age.format(60))
    assert {"s1.t :quant 55", "s2.t :quant 60", "s1.p :age s1.t"} <= values(graph) | edges(graph)
    assert count(two(age.format(55), age.format(55)), "temporal-quantity") == 1


def test_two_places_stay_apart():
    place = ':location (c / city :name (m / name :op1 "{}"))'
    assert count(two(place.format("Rome"), place.format("Bonn")), "city") == 2
    assert count(two(place.format("Rome"), place.format("Rome")), "city") == 1


def test_a_constant_and_a_string_are_different():
    assert count(two(":mod (o / old :quant 2)", ':mod (o / old :quant "2")'), "old") == 2


def test_a_name_with_a_modifier_is_another_name():
    texts = [
        '(s / say-01 :ARG0 (p / person :name (n / name :op1 "Ann")))',
        '(s / see-01 :ARG0 (p / person :name (n / name :op1 "Ann" :mod (f / famous))))',
    ]
    graph = build(texts, ["1.p 2.p"])
    assert {"s1.p :name s1.n", "s1.p :name s2.n", "s2.n :mod s2.f"} <= edges(graph)


def test_what_one_mention_says_twice_stays_twice():
    assert count(two(":mod (o / old) :mod (o2 / old)", ""), "old") == 2
    # As many stay as one of the mentions has.
    assert count(two(":mod (o / old) :mod (o2 / old)", ":mod (o / old)"), "old") == 2
    assert count(two(":mod (o / old) :mod (o2 / old)", ":mod (o / old) :mod (o2 / old)"), "old") == 2


def test_different_roles_are_different():
    assert count(two(":mod (o / old)", ":quant (o / old)"), "old") == 2


def test_an_edge_to_a_sentence_tells_children_apart():
    """The first friend is also the one who is met: he is not the second one."""
    first = "(m / meet-03 :ARG0 (p / person :name (n / name :op1 \"A\") :poss (f / friend)) :ARG1 f)"  # fmt: skip
    second = '(m / meet-03 :ARG0 (p / person :name (n / name :op1 "A") :poss (f / friend)))'
    graph = build([first, second], ["1.p 2.p"])
    assert count(graph, "friend") == 2


def test_predicates_of_sentences_are_never_fused():
    graph = build([ann(""), ann("")], ["1.p 2.p"], "merge-all")
    assert count(graph, "say-01") == 2


def test_edges_to_the_same_other_node_are_equal():
    """Both houses are in the one city that two chains share: nothing tells them apart."""
    house = ':poss (h / house :location (c / city :name (m / name :op1 "X")))'
    graph = two(house, house, ["1.p 2.p", "1.c 2.c"])
    assert [count(graph, concept) for concept in ("house", "city", "person")] == [1, 1, 1]


def test_members_of_one_chain_may_be_fused_and_their_entity_goes():
    """The two houses corefer and are equal: one house, and no chain."""
    graph = two(":poss (h / house)", ":poss (h / house)", ["1.p 2.p", "1.h 2.h"])
    assert count(graph, "house") == 1
    assert "coref-entity" not in concepts(graph).values()


def test_members_of_different_chains_are_not():
    house = ":poss (h / house)"
    texts = [ann(house), ann(house, root="see-01"), "(a / and :op1 (h / house) :op2 (i / house))"]
    graph = build(texts, ["1.p 2.p", "1.h 3.h", "2.h 3.i"])
    assert count(graph, "house") == 4


def test_cycles_are_compared():
    loop = ":poss (h / house :part-of (g / garden :poss h))"
    assert [count(two(loop, loop), concept) for concept in ("house", "garden")] == [1, 1]
    other = ":poss (h / house :part (g / garden :poss h))"
    assert [count(two(loop, other), concept) for concept in ("house", "garden")] == [2, 2]


def test_children_in_a_choice_of_order_are_matched():
    """Equal but for the order of alike parts: a comparison that only took the first would fail."""
    one = ":poss (a / and :op (x / box :mod (r / red)) :op (y / box :mod (b / blue) :part (z / lid)))"
    other = ":poss (a / and :op (x / box :mod (b / blue) :part (z / lid)) :op (y / box :mod (r / red)))"
    assert count(two(one, other), "box") == 2


def test_a_triangle_is_not_a_hexagon():
    """Two triangles and a hexagon look the same to colour refinement; they are not isomorphic."""
    names = "abcdef"

    def ring(order):
        first, *rest = order
        return f"({first} / x :r " + "".join(f"({node} / x :r " for node in rest) + first + ")" * len(order)

    rings = f"{ring(names[:3])} :part b :part c :part {ring(names[3:])} :part e :part f"
    triangles = f":poss (k / kit :part {rings})"
    hexagon = f":poss (k / kit :part {ring(names)} :part b :part c :part d :part e :part f)"
    assert count(two(triangles, triangles), "x") == 6
    assert count(two(hexagon, hexagon), "x") == 6
    assert count(two(triangles, hexagon), "x") == 12


def test_colours_of_triangles_and_hexagon_are_the_same():
    """What the test before relies on: without a search, the two would count as equal."""
    draft = Draft()
    draft.add_node("d", "document")
    for group, rings in (("t", ["abc", "def"]), ("h", ["abcdef"])):
        for ring in rings:
            for node in ring:
                draft.add_node(group + node, "x")
        for ring in rings:
            for here, there in zip(ring, ring[1:] + ring[:1], strict=True):
                draft.add_edge(group + here, "r", group + there)
    colours = colours_of(draft)
    assert colours["ta"] == colours["ha"]


@pytest.mark.parametrize("to", ["merge-names", "docamr", "merge-all"])
def test_nothing_is_fused_where_nothing_is_merged(to):
    texts = [ann(":mod (o / old)"), ann(":mod (o / old)", root="see-01")]
    assert triples(build(texts, to=to)) == triples(build(texts, to="no-merge"))


def test_pronouns_that_are_one_node_share_equal_children():
    texts = ["(g / go-02 :ARG0 (h / he :mod (o / old)))", "(s / see-01 :ARG0 (h / he :mod (o / old)))"]
    assert count(build(texts, ["1.h 2.h"]), "old") == 1


def test_long_paths_are_compared():
    path = ":poss " + "".join(f"(x{k} / x :part " for k in range(3000)) + "(z / z)" + ")" * 3000
    assert count(two(path, path), "x") == 3000
