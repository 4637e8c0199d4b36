"""Our conventions of reading: which triples a graph has."""

import pytest

from tallystick.formats.penman.reader import Graph
from tallystick.tasks.graphs.inversion import NO_INVERSES, on_constant, plain, turned
from tallystick.tasks.graphs.to_triples import of_graph
from tallystick.tasks.graphs.triples import TOP, incoming, with_their_ends


def relations(text, **options):
    triples = of_graph(Graph.of(text), **options)
    return {(triples.names[s], role, triples.names[t]) for s, role, t in triples.relations}


def attributes(text, **options):
    triples = of_graph(Graph.of(text), **options)
    return [(triples.names[node], role, value) for node, role, value in triples.attributes]


@pytest.mark.parametrize(
    ("role", "base", "swap"),
    [
        ("arg0", "arg0", False),
        ("arg0-of", "arg0", True),
        ("arg0-of-of", "arg0", False),
        ("domain", "domain", False),
        ("mod", "domain", True),
        ("domain-of", "domain", True),
        ("mod-of", "domain", False),
        ("consist-of", "consist-of", False),
        ("prep-out-of", "prep-out-of", False),
        ("prep-on-behalf-of", "prep-on-behalf-of", False),
        ("consist-of-of", "consist-of", True),
        ("-of", "-of", False),
    ],
)
def test_turning(role, base, swap):
    assert turned(role) == (base, swap)


def test_inverse_roles_between_nodes_are_turned_round():
    assert relations("(b / boy :ARG0-of (w / want-01))") == {("w", "arg0", "b")}
    assert relations("(b / boy :ARG0-OF (w / want-01))") == {("w", "arg0", "b")}


def test_mod_is_domain_of():
    expected = {("s", "domain", "b")}
    assert relations("(b / boy :mod (s / small))") == expected
    assert relations("(b / boy :domain-of (s / small))") == expected
    assert relations("(s / small :domain (b / boy))") == expected
    assert relations("(s / small :mod-of (b / boy))") == expected


@pytest.mark.parametrize("role", sorted(NO_INVERSES))
def test_some_roles_end_in_of_and_are_no_inverses(role):
    assert relations(f"(a / b :{role} (c / d))") == {("a", role, "c")}
    assert relations(f"(a / b :{role.upper()} (c / d))") == {("a", role, "c")}
    assert relations(f"(a / b :{role}-of (c / d))") == {("c", role, "a")}


@pytest.mark.parametrize(
    ("role", "kept"),
    [
        ("quant", "quant"),
        ("quant-of", "quant-of"),
        ("quant-of-of", "quant"),
        ("quant-of-of-of", "quant-of"),
        ("mod", "mod"),
        ("domain-of", "mod"),
        ("domain", "domain"),
        ("mod-of", "domain"),
        ("consist-of", "consist-of"),
    ],
)
def test_an_inverse_role_on_a_constant_stays_an_attribute(role, kept):
    assert attributes(f"(a / b :{role} 3)", root="none") == [("a", kept, "3")]
    assert on_constant(*turned(role)) == kept


def test_case_and_quotes_mean_nothing():
    assert plain('"Obama"') == plain("obama") == "obama"
    assert plain('"') == '"'
    first, second = Graph.of('(n / Name :OP1 "Obama")'), Graph.of("(n / name :op1 obama)")
    assert of_graph(first) == of_graph(second)


def test_case_kept_where_asked_for():
    triples = of_graph(Graph.of('(n / Name :OP1 "Obama")'), case="keep")
    assert triples.concepts == ("Name",)
    # Roles are never told apart by case.
    assert triples.attributes[0] == (0, "op1", "Obama")


def test_strings_are_never_shortened():
    text = '(n / name :op1 "New York" :op2 "a_" :op3 " b ")'
    assert [value for *_, value in attributes(text, root="none")] == ["new york", "a_", " b "]


def test_a_string_is_never_a_variable():
    assert attributes('(i / i :quant "i")', root="none") == [("i", "quant", "i")]
    assert relations("(i / i :quant i)") == {("i", "quant", "i")}


def test_alignment_marks_are_not_compared():
    marked = of_graph(Graph.of("(w / want-01~e.1 :ARG0~e.2 (b / boy~e.3) :polarity -~e.4)"))
    assert marked == of_graph(Graph.of("(w / want-01 :ARG0 (b / boy) :polarity -)"))


def test_identical_triples_count_once_after_turning():
    text = "(w / want-01 :ARG0 (b / boy :ARG0-of w) :ARG0 b :polarity - :polarity -)"
    assert len(of_graph(Graph.of(text))) == 5
    assert len(of_graph(Graph.of(text), duplicates="count")) == 8


def test_the_root():
    text = "(w / Want-01 :ARG0 (b / boy))"
    assert attributes(text) == [("w", TOP, "top")]
    assert attributes(text, root="concept") == [("w", TOP, "want-01")]
    assert attributes(text, root="none") == []


def test_the_empty_graph_has_no_triples():
    for root in ("node", "concept", "none"):
        assert len(of_graph(Graph.nothing(), root=root)) == 0


def test_relations_with_their_ends_keep_the_numbers_of_nodes():
    triples = of_graph(Graph.of("(w / want-01 :ARG0 (b / boy :quant 1) :ARG1 (g / go-02 :ARG0 b))"))
    chosen = with_their_ends(triples, lambda relation: relation[0] == 2)
    assert chosen.concepts == (None, "boy", "go-02")
    assert chosen.relations == ((2, "arg0", 1),)
    assert len(chosen) == 3


def test_incoming():
    triples = of_graph(Graph.of("(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))"))
    assert incoming(triples.relations, 3) == [0, 2, 1]
