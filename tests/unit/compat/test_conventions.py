"""What other programs read: each quirk of smatch 1.0.4 and Smatch++ 1.8.0, observed in the programs themselves.

The letters are those of the description they were first noted in: A.2 tokens, A.3 constants, A.4 inverse roles.
"""

import pytest

from tallystick.compat.alignment_marks import with_marks
from tallystick.compat.smatch.triples import smatch_1_0_4
from tallystick.compat.smatchpp.triples import smatchpp_amr, smatchpp_generic, smatchpp_none
from tallystick.compat.smatchpp.unspaced_slashes import as_smatchpp_reads
from tallystick.formats.penman.reader import Graph
from tallystick.tasks.graphs.metrics import SMATCH
from tallystick.tasks.graphs.to_triples import OTHER_READERS


def counts(convention, pred, gold, **options):
    build = SMATCH.build(SMATCH.settle({"standardize": convention, **options}))
    tally = build.tally(Graph.of(gold), Graph.of(pred))
    return tally.matched_pred, tally.pred_total, tally.gold_total


def relations(view, text):
    triples = view(Graph.of(text))
    return [(triples.names[s], role, triples.names[t]) for s, role, t in triples.relations]


def attributes(view, text):
    return [
        (role, value) for _, role, value in view(Graph.of(text)).attributes if role not in ("TOP", ":root")
    ]


# -- smatch 1.0.4 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ('"Obama"', "obama"),  # A.2: quotes are dropped, comparison ignores case
        ("Obama", "obama"),
        ("a__", "a"),  # A.2: trailing underscores go
        ('"a_"', "a"),
        ('"New York"', "new"),  # A.2: only the first word of a string is kept
        ('"i"', "i"),  # A.2: never taken for the variable i
        ("x9", "x9"),  # A.3: an undeclared variable is a constant
    ],
)
def test_smatch_values(written, read):
    assert attributes(smatch_1_0_4, f"(i / i :op1 {written})") == [("op1", read)]


def test_smatch_takes_the_first_word_of_a_string_for_a_variable():  # A.2: "i am" would become variable i
    assert relations(smatch_1_0_4, '(i / i :op1 "i am")') == [("i", "op1", "i")]


@pytest.mark.parametrize(
    ("role", "expected"),
    [
        ("ARG0", ("a", "arg0", "b")),
        ("ARG0-of", ("b", "arg0", "a")),
        ("ARG0-of-of", ("b", "arg0-of", "a")),  # A.4: stripped once
        ("consist-of", ("a", "consist-of", "b")),  # A.4: three exceptions
        ("prep-out-of", ("a", "prep-out-of", "b")),
        ("prep-on-behalf-of", ("a", "prep-on-behalf-of", "b")),
        ("mod", ("b", "domain", "a")),  # A.4
        ("mod-of", ("b", "mod", "a")),  # A.4: swapped and not renamed
        ("domain-of", ("b", "domain", "a")),  # A.4
        ("domain", ("a", "domain", "b")),
        ("ARG0-OF", ("a", "arg0-of", "b")),  # A.4: case-sensitive
        ("Consist-of", ("b", "consist", "a")),
        ("MOD", ("a", "mod", "b")),
    ],
)
def test_smatch_roles(role, expected):
    assert relations(smatch_1_0_4, f"(a / x :{role} (b / y))") == [expected]


@pytest.mark.parametrize("role", ["mod", "quant-of", "domain-of"])
def test_smatch_loses_inverse_roles_on_constants(role):  # A.4, mod_const2 and inv_attr
    assert attributes(smatch_1_0_4, f"(a / x :{role} 1)") == []


def test_smatch_counts_every_pair_of_repeated_triples():  # A.5, dup_triple_both: 7 of 5 and 5
    text = "(w / want-01 :ARG0 (b / boy) :ARG0 b)"
    assert counts("smatch-1.0.4", text, text, duplicates="multiply") == (7, 5, 5)
    assert counts("smatch-1.0.4", text, text) == (5, 5, 5)  # the preset: never more than there is


def test_smatch_marks_the_root_as_a_node():  # (b): TOP is a constant since 1.0.3
    assert counts("smatch-1.0.4", "(a / x)", "(b / y)") == (1, 2, 2)


# -- alignment marks: part of the text for all of them (A.2, align_marks) ----------------------------------


@pytest.mark.parametrize(
    ("convention", "matched"), [("smatch-1.0.4", 1), ("none", 1), ("generic", 1), ("amr", 0)]
)
def test_alignment_marks_destroy_the_match(convention, matched):
    marked = "(w / want-01~e.1 :ARG0~e.2 (b / boy~e.3) :polarity -~e.4)"
    assert counts(convention, marked, "(w / want-01 :ARG0 (b / boy) :polarity -)") == (matched, 5, 5)


def test_marks_as_text():
    graph = with_marks(Graph.of('(a / x~e.1 :ARG0-of~2 (b / y :ARG1 a~e.3) :op1 "O"~e.4)'))
    assert graph.concepts == ("x~e.1", "y")
    assert graph.roles == ("ARG0-of~2", "ARG1", "op1")
    assert graph.constants == (None, "a~e.3", '"O"~e.4')
    assert graph.targets == (1, -1, -1)
    # smatch 1.0.4: the quotation mark that closes a string is an underscore, here inside the value.
    assert dict(attributes(smatch_1_0_4, '(a / x :op1 "O"~e.4)')) == {"op1": "o_~e.4"}


# -- Smatch++ 1.8.0 ----------------------------------------------------------------------------------------


def test_none_changes_nothing():  # (c): not even de-inversion or lower-casing
    text = '(a / X :ARG0-of (b / y :mod a :op1 "A  B"))'
    assert relations(smatchpp_none, text) == [("a", "ARG0-of", "b"), ("b", "mod", "a")]
    assert attributes(smatchpp_none, text) == [("op1", '"A B"')]  # A.2: blanks inside are normalised to one
    assert smatchpp_none(Graph.of(text)).concepts == ("X", "y")


@pytest.mark.parametrize(
    ("role", "generic", "amr"),
    [
        ("ARG0-of", ("b", "arg0", "a"), ("b", "arg0", "a")),
        ("ARG0-OF", ("b", "arg0", "a"), ("b", "arg0", "a")),  # lower case first
        ("ARG0-of-of", ("a", "arg0", "b"), ("a", "arg0", "b")),  # A.4: repeatedly, odd count swaps
        ("consist-of", ("b", "consist", "a"), ("b", "consist", "a")),  # A.4: no exceptions
        ("mod", ("a", "mod", "b"), ("a", "mod", "b")),
        ("mod-of", ("b", "mod", "a"), ("b", "mod", "a")),
        ("domain", ("a", "domain", "b"), ("b", "mod", "a")),  # A.4: amr alone unites them
        ("domain-of", ("b", "domain", "a"), ("a", "mod", "b")),
    ],
)
def test_smatchpp_roles(role, generic, amr):
    text = f"(a / x :{role} (b / y))"
    assert relations(smatchpp_generic, text) == [generic]
    assert relations(smatchpp_amr, text) == [amr]


@pytest.mark.parametrize("view", [smatchpp_generic, smatchpp_amr])
def test_standardisers_take_strings_for_variables(view):  # A.3, const_eq_var
    assert relations(view, '(i / i :op1 "i")') == [("i", "op1", "i")]
    assert attributes(view, '(i / i :op1 "O\'Hara")') == [("op1", "ohara")]  # (c): both quotes deleted


@pytest.mark.parametrize("convention", ["generic", "amr"])
def test_smatchpp_keeps_inverse_roles_on_constants_apart(convention):  # inv_attr
    assert counts(convention, "(m / man :quant-of 3)", "(m / man :quant 3)") == (2, 3, 3)
    assert counts(convention, "(m / man :quant-of 3)", "(m / man :quant-of 3)") == (3, 3, 3)


def test_the_root_of_amr_is_its_concept():  # (c)
    assert counts("generic", "(a / x)", "(a / y)") == (1, 2, 2)
    assert counts("amr", "(a / x)", "(a / y)") == (0, 2, 2)


def test_amr_dereifies():  # (c)
    frame = "(b / boy :ARG1-of (x / be-located-at-91 :ARG2 (c / city)))"
    role = "(b / boy :location (c / city))"
    assert counts("amr", frame, role) == (4, 4, 4)
    assert counts("generic", frame, role) == (3, 6, 4)
    root = "(x / be-located-at-91 :ARG1 (b / boy) :ARG2 (c / city))"
    assert len(smatchpp_amr(Graph.of(root))) == 6  # a root frame is never replaced


def test_duplicates_of_smatchpp():  # A.5: multiplicity min; amr counts once
    text = "(w / want-01 :ARG0 (b / boy) :ARG0 b)"
    once = "(w / want-01 :ARG0 (b / boy))"
    for convention, whole in (("none", 5), ("generic", 5), ("amr", 4)):
        assert counts(convention, text, text) == (whole, whole, whole)
        assert counts(convention, text, once) == (4, whole, 4)


@pytest.mark.parametrize("view", OTHER_READERS.values())
def test_nothing_has_no_triples(view):
    assert len(view(Graph.nothing())) == 0


# -- a slash without blanks (A.2) --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["(a / b :c (d / e))", '(a / "x/y" :c "(d/ e)")', "(a / and/or :op1 1/2 :c (d / e))"]
)
def test_slashes_between_blanks_are_read_as_by_everyone(text):
    graph = Graph.of(text)
    assert as_smatchpp_reads(graph) == graph


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # What the reader of Smatch++ 1.8.0 returned for these texts.
        (
            "(a / and :op1 (h2/health) :op2 (b / boy))",
            [("a", ":op1", "h2/health"), ("a", ":op2", "b"), ("b", ":instance", "boy")],
        ),
        # The word behind the constant has no role at its depth: reading ends there.
        ("(a / and :op1 (h2/ health) :op2 (b / boy))", [("a", ":op1", "h2/")]),
        ("(a / and :op1 (h2 /health) :op2 (b / boy))", [("a", ":op1", "h2")]),
        # It takes the last role that was seen at its depth, and the last node there.
        (
            "(a / and :op0 (c / cat :p 1) :op1 (h2/ health) :op2 (b / boy))",
            [
                ("a", ":op0", "c"),
                ("c", ":instance", "cat"),
                ("c", ":p", "1"),
                ("a", ":op1", "h2/"),
                ("c", ":p", "health"),
                ("a", ":op2", "b"),
                ("b", ":instance", "boy"),
            ],
        ),
    ],
)
def test_a_glued_slash(text, expected):
    assert as_smatchpp_reads(Graph.of(text)).triples()[1:] == expected


def test_a_glued_root_is_lost():
    # The program keeps a root triple without any node here, and the nodes below; our preset reads nothing.
    assert len(smatchpp_none(Graph.of("(x/name :op1 (b / boy))"))) == 0


def test_other_programs_read_it():
    assert len(smatch_1_0_4(Graph.of("(x/name :op1 (b/boy))"))) == 4
