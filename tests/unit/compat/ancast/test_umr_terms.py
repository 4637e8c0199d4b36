"""The document level as ancast 0.1.1 reads it, against the patterns that it was found to follow."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.compat.ancast.umr_terms import GROUPS, released_group, released_triples

#: Found by running the program on odd texts: these read 4000 random ones as it does. They take exponential and
#: cubic time, which is why they are not used as they stand.
GROUP = {name: re.compile(rf":{name}\s*\(((?:\(.*:.*\)\s*)*)\)") for name in GROUPS}
TRIPLE = re.compile(r"\((\S*)\s*:(\S*)\s*([^\s)]*)\)")


def groups(text):
    return {name: list(released_triples(released_group(text, name))) for name in GROUPS}


def test_groups_on_one_line_leak():
    # goldens/umr/units/same_line__test.umr
    found = groups("(s1s0 / sentence :temporal ((s1a :before s1b)) :modal ((author :full-affirmative s1a)))")
    assert found["temporal"] == [("s1a", "before", "s1b"), ("(author", "full-affirmative", "s1a")]
    assert found["modal"] == [("author", "full-affirmative", "s1a")]
    assert found["coref"] == []


def test_only_the_first_group_of_a_kind_counts():
    # goldens/umr/units/repeat_group__test.umr
    assert groups("(s1s0 / sentence\n :modal ((a :b c))\n :modal ((d :e f)))")["modal"] == [("a", "b", "c")]
    assert groups("(s1s0 / sentence\n :modal ()\n :modal ((d :e f)))")["modal"] == []


@pytest.mark.parametrize(
    "group", ["((a :b c)\n (d :e f)", "( (a :b c))", "((a :b\nc))", "((a b c)\n(d :e f))", "(a :b c)"]
)
def test_groups_that_get_lost(group):
    assert groups(f"(s1s0 / sentence\n :modal {group}\n :coref ((g :h i)))") == {
        "temporal": [],
        "modal": [],
        "coref": [("g", "h", "i")],
    }


@pytest.mark.parametrize(
    ("text", "triples"),
    [
        ("(a :b c)", [("a", "b", "c")]),
        ("(a  :b\tc)", [("a", "b", "c")]),
        # goldens/umr/units/space_in_triple__test.umr
        ("( a :b c )", []),
        ("(a :b c )", []),
        ("(a:b c)", [("a", "b", "c")]),
        ("(a :b)", [("a", "b", "")]),
        ("(a :b c d)", []),
        ("((a :b c)", [("(a", "b", "c")]),
        ("(x (a :B c)", [("a", "B", "c")]),
    ],
)
def test_triples(text, triples):
    assert list(released_triples(text)) == triples


@given(st.text(alphabet="(): ab\n", max_size=20))
def test_triples_as_by_the_pattern(text):
    assert list(released_triples(text)) == TRIPLE.findall(text)


@given(
    st.lists(
        st.sampled_from(["(", ")", " ", "\n", "x", "(a :b c)", "((a :b c)", ":modal (", ":modal (("]),
        max_size=9,
    )
)
def test_groups_as_by_the_pattern(pieces):
    text = "".join(pieces)
    found = GROUP["modal"].search(text)
    assert released_group(text, "modal") == (found[1] if found else "")


def test_long_texts_are_no_trouble():
    # The program would need more than a minute for the first with twenty triples.
    assert released_group(":modal (" + "(a :b c)" * 50_000, "modal") == ""
    assert released_group(":modal ((a :b c)\n" * 20_000, "modal") == ""
    assert released_group(":modal ((" * 50_000, "modal") == ""
    assert list(released_triples("(" * 300_000)) == []
    assert list(released_triples("(a:" * 100_000)) == []
