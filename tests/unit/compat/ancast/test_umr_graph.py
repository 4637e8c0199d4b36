"""The sentence graph as ancast 0.1.1 reads it: each case was run with the program."""

import pytest

from tallystick.compat.ancast.umr_graph import read_released


@pytest.mark.parametrize(
    "text",
    [
        "(s1a / alpha :ARG0 (s1b / bravo))",
        "(s1a/alpha :ARG0 (s1b / bravo ) )",
        "(s1a\t/\nalpha\t:ARG0  (s1b / bravo))",
        "(s1a / alpha\n\n :ARG0 (s1b / bravo)) foo",
        "(s1a / alpha :ARG0 (s1b / bravo)))) (x / y)",
        "some words (s1a / alpha :ARG0 (s1b / bravo))",
        "# a comment\n(s1a / alpha :ARG0 (s1b / bravo))",
        # What is neither a small letter nor a digit is passed over between relations.
        "(s1a / alpha A ( + :ARG0 (s1b / bravo) Ř)",
        # A tab ends the role where no blank follows it any more.
        "(s1a / alpha :ARG0\t(s1b/bravo))",
    ],
)
def test_one_relation_between_two_nodes(text):
    graph = read_released(text)
    assert graph is not None
    assert graph.triples() == [
        ("s1a", ":instance", "alpha"),
        ("s1a", ":ARG0", "s1b"),
        ("s1b", ":instance", "bravo"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "foo",
        "()",
        "(s1a)",
        "(s1a / )",
        "(s1a :ARG0 (s1b / bravo))",
        # Brackets.
        "(s1a / alpha :ARG0 (s1b / bravo)",
        ") (s1a / alpha)",
        "# Kindel kodu (Valimisliit Kindel Kodu)\n(s1a / alpha :ARG0 (s1b / bravo))",
        # More than one slash.
        "(s1a / 1/2)",
        # Words where a relation should begin.
        "(s1a / al pha)",
        '(s1a / "al pha")',
        "(s1a / alpha\n# a comment\n :ARG0 (s1b / bravo))",
        "(s1a / alpha :quant 5 6)",
        '(s1a / alpha :op1 "x"y)',
        '(s1a / alpha :op1 "x\\"y")',
        "(s1a / alpha (s1b / bravo))",
        "(s1a / alpha :ARG0 ((s1b / bravo)))",
        # Blanks after a bracket and after a role.
        "( s1a / alpha)",
        "(s1a / alpha :ARG0 \n(s1b / bravo))",
        "(s1a / alpha :ARG0\t(s1b / bravo))",
        "(s1a / alpha :ARG0(s1b / bravo))",
        # Variables with other letters, and nothing that could be taken for them.
        "(s1a / alpha :ARG0 (s1ř / bravo))",
        "(s1a / alpha :ARG0 (s1B / bravo))",
        "(s1ř2 / alpha :x y)",
        # A role without a value ends the program; here its graph is left out.
        "(s1a / alpha :ARG0)",
        "(s1a / alpha :ARG0 )",
    ],
)
def test_unreadable(text):
    assert read_released(text) is None


def test_a_role_reaches_to_the_first_blank():
    graph = read_released("(s1a / alpha :ARG0\n (s1b / bravo) :quant\n 5)")
    assert graph.roles == ("ARG0\n", "quant\n")


def test_another_node_stands_in_for_one_with_other_letters():
    # The search finds s1b, goes on after "(s1A / alpha", which is as long, and then s1b is declared again.
    graph = read_released("(s1A / alpha :ARG0 (s1b / bravo))")
    assert graph.variables == ("s1b",)
    assert graph.triples()[1:] == [("s1b", ":ARG0", "s1b")]


def test_a_second_declaration_keeps_its_relations_and_loses_its_constants():
    graph = read_released("(s1a / x :r (s1b / y) :s (s1b / z :quant 5 :t (s1c / w) :u s1a))")
    assert graph.concepts == ("x", "y", "w")
    assert [triple for triple in graph.triples() if triple[1] != ":instance"] == [
        ("s1a", ":r", "s1b"),
        ("s1a", ":s", "s1b"),
        ("s1b", ":t", "s1c"),
        ("s1b", ":u", "s1a"),
    ]


def test_values():
    graph = read_released('(s1a / x :b s1b :c (s1b / y) :d "a (b) :c" :e y;z(w :f s1z :g -)')
    assert [triple for triple in graph.triples() if triple[1] != ":instance"] == [
        ("s1a", ":b", "s1b"),
        ("s1a", ":c", "s1b"),
        ("s1a", ":d", '"a (b) :c"'),
        ("s1a", ":e", "y;z(w"),
        ("s1a", ":f", "s1z"),
        ("s1a", ":g", "-"),
    ]


def test_long_texts_are_no_trouble():
    # Brackets, words and slashes that lead nowhere, and nodes that are all taken for the last one.
    for text in ("(" * 300_000, "a" * 300_000, "(a/" * 100_000, "(ř / b :x " * 30_000 + "(a / b"):
        assert read_released(text) is None
    deep = read_released("(s1a / b :x " * 50_000 + "y" + ")" * 50_000)
    # The innermost value belongs to a second declaration.
    assert len(deep.sources) == 49_999
