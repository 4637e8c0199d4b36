"""Which sentences nodes belong to: every rule by an example of its own."""

from tallystick.formats.penman.reader import Graph
from tallystick.tasks.docamr.membership import membership
from tallystick.tasks.graphs.to_triples import of_graph


def sentences(text):
    """The sentences of each node by its variable, and the nodes that are in several by themselves."""
    graph = Graph.of(text)
    found = membership(of_graph(graph))
    by_name = {
        name: {label.removeprefix("snt") for place, label in enumerate(found.names) if mask >> place & 1}
        for name, mask in zip(graph.variables, found.sentences, strict=True)
    }
    several = {name for name, own in zip(graph.variables, found.several, strict=True) if own}
    return by_name, several


def test_sentences_go_down_from_their_tops():
    found, several = sentences("(d / document :snt1 (a / see-01 :ARG1 (b / boy)) :snt2 (c / go-02 :ARG0 b))")
    assert found == {"d": set(), "a": {"1"}, "b": {"1", "2"}, "c": {"2"}}
    assert several == {"b"}


def test_what_hangs_on_a_node_of_several_sentences_is_not_in_several_by_itself():
    found, several = sentences(
        "(d / document :snt1 (a / see-01 :ARG1 (b / boy :name (n / name))) :snt2 (c / go-02 :ARG0 b))"
    )
    assert found["n"] == {"1", "2"}
    assert several == {"b"}


def test_what_points_at_a_node_belongs_to_its_sentence():
    # go-02 is written below boy, but it is above it: the relation is turned round.
    found, _ = sentences(
        "(d / document :snt1 (a / see-01 :ARG1 (b / boy :ARG0-of (g / go-02 :time (n / now)))))"
    )
    assert found["g"] == found["n"] == {"1"}


def test_what_points_at_several_sentences_prefers_nodes_of_one():
    # h points at b, which is in both sentences, and at c, which is in the second only.
    found, _ = sentences(
        "(d / document :snt1 (a / see-01 :ARG1 (b / boy))"
        " :snt2 (x / hear-01 :ARG0 b :ARG1 (c / cat :ARG1-of (h / hold-01 :ARG0 b))))"
    )
    assert found["h"] == {"2"}


def test_what_points_at_nodes_of_several_sentences_only_belongs_to_all_of_them_by_way_of_them():
    found, several = sentences(
        "(d / document :snt1 (a / see-01 :ARG1 (b / boy :ARG0-of (h / hold-01))) :snt2 (x / hear-01 :ARG0 b))"
    )
    assert found["h"] == {"1", "2"}
    assert several == {"b"}


def test_members_give_their_sentences_to_their_entity():
    found, several = sentences(
        "(d / document :snt1 (a / see-01 :ARG1 (b / boy :coref-of (e / coref-entity)))"
        " :snt2 (c / go-02 :ARG0 (k / kid :coref-of e)))"
    )
    assert (found["b"], found["k"], found["e"]) == ({"1"}, {"2"}, {"1", "2"})
    assert several == {"e"}


def test_a_member_that_points_at_nothing_belongs_where_its_entity_does():
    found, _ = sentences("(d / document :snt1 (a / see-01 :ARG0 (e / coref-entity :coref (b / boy))))")
    assert found["b"] == {"1"}


def test_bridges_carry_no_sentences_except_to_what_has_no_other_tie():
    found, _ = sentences(
        "(d / document :snt1 (a / see-01 :ARG1 (c / car :part (w / wheel) :part (e / engine)))"
        " :snt2 (f / fix-02 :ARG1 w))"
    )
    assert found["w"] == {"2"}
    assert found["e"] == {"1"}


def test_modifiers_are_below_their_heads_and_domains_below_what_has_them():
    found, _ = sentences("(d / document :snt1 (b / ball :mod (r / red)) :snt2 (o / old :domain (c / car)))")
    assert (found["r"], found["c"]) == ({"1"}, {"2"})


def test_any_name_of_a_sentence_will_do_and_gaps_are_fine():
    found, _ = sentences("(d / document :sntA (a / come-01) :snt7 (b / go-02))")
    assert (found["a"], found["b"]) == ({"a"}, {"7"})  # roles have no case


def test_what_no_sentence_reaches_belongs_to_the_document():
    found, _ = sentences("(d / document :snt1 (a / come-01) :extra (x / thing :mod (y / odd)))")
    assert found["x"] == found["y"] == set()


def test_a_graph_without_sentences_is_a_document_of_one():
    assert sentences("(a / come-01 :ARG1 (b / boy))") == ({"a": {"1"}, "b": {"1"}}, set())


def test_inner_sentence_roles_are_roles_like_others():
    found, _ = sentences("(d / document :snt1 (m / multi-sentence :snt1 (a / come-01) :snt2 (b / go-02)))")
    assert found["a"] == found["b"] == {"1"}


def test_cycles_end():
    found, several = sentences(
        "(d / document :snt1 (a / want-01 :ARG1 (b / believe-01 :ARG1 a)) :snt2 (c / know-01 :ARG1 b))"
    )
    assert found["a"] == found["b"] == {"1", "2"}
    assert several == {"a", "b"}


def test_mod_is_the_inverse_of_domain():
    # An old person and a person who is old: the modifier points at the head in both.
    head = "(d / document :snt1 (s / see-01 :ARG1 (p / person{})) :snt2 (z / sleep-01 :ARG0 p))"
    one, several = sentences(head.format(" :mod (o / old)"))
    other, others = sentences(head.format(" :domain-of (o / old)"))
    assert one == other
    assert several == others == {"p"}
    assert one["o"] == {"1", "2"}


def test_what_hangs_on_a_sentence_by_part_of_belongs_to_it_with_all_below():
    found, several = sentences(
        "(d / document :snt1 (t / twine-01 :ARG1 (a / ankle :part-of (p / prince :poss (h / horse))))"
        " :snt2 (g / go-02))"
    )
    assert found["p"] == found["h"] == {"1"}
    assert several == set()


def test_ordinary_ties_are_settled_before_bridging_ones():
    # x is joined to the second sentence by an ordinary edge, to the first only as a part.
    found, _ = sentences(
        "(d / document :snt1 (c / car :part (x / wheel :ARG1-of (r / roll-01 :ARG2 h))) :snt2 (h / hill))"
    )
    assert found["x"] == found["r"] == {"2"}


def test_a_part_looks_at_its_neighbours_before_any_part_is_settled():
    # Neither p nor q has a sentence at first; q hangs on p by way of an entity only, which is aside in this step.
    found, _ = sentences(
        "(d / document :snt1 (a / see-01 :ARG1-of (p / think-01)) :snt2 (b / go-02"
        " :ARG0-of (q / say-01 :ARG1 (e / coref-entity :coref p))))"
    )
    assert found["p"] == {"1"}
    assert found["q"] == {"2"}
    assert found["e"] == {"1", "2"}


def test_entities_give_their_sentences_last():
    found, _ = sentences(
        "(d / document :snt1 (a / see-01 :ARG0 (b / boy :coref-of (e / coref-entity :mod (y / young))))"
        " :snt2 (c / go-02 :ARG0 (k / kid :coref-of e)))"
    )
    assert found["y"] == {"1", "2"}
