"""The document level: terms of any layout, brackets that do not balance, triples that are none."""

from __future__ import annotations

import pytest

from tallystick.formats.base import Block
from tallystick.formats.umr.parts import Part
from tallystick.formats.umr.sheet import Sheet
from tallystick.formats.umr.term import Term, read_term

TWO = [("temporal", "a", "before", "b"), ("temporal", "b", "overlap", "c")]


def term(text: str) -> tuple[Term, list[str]]:
    sheet = Sheet(Block(text))
    found = read_term(sheet, Part(text), "snt1", [])
    return found, [
        f"{problem.line}:{problem.column} {problem.level} {problem.code}" for problem in sheet.ordered()
    ]


def triples(text: str) -> list[tuple[str, str, str, str]]:
    return [(triple.group, triple.parent, triple.label, triple.child) for triple in term(text)[0].triples]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("(s1s0 / sentence :temporal ((a :before b) (b :overlap c)))", id="one line"),
        pytest.param(
            "(s1s0 / sentence\n\t:temporal ((a :before b)\n\t\t(b :overlap c)))", id="several lines"
        ),
        pytest.param("(s1s0/sentence:x :temporal((a :before b)(b :overlap c)))", id="no blanks"),
        pytest.param(
            "( s1s0 / sentence :temporal ( ( a\n:before\nb ) ( b :overlap c ) ) )", id="many blanks"
        ),
        pytest.param(
            "(s1s0 / sentence :temporal ((a :before b)) :temporal ((b :overlap c)))", id="repeated group"
        ),
        pytest.param(
            "(s1s0 / sentence :TEMPORAL (a :before b) :temporal (b :overlap c))", id="single brackets"
        ),
        pytest.param(
            "(s1s0 / sentence :modal () :temporal ((a :before b) (b :overlap c)) :coref ())", id="empty"
        ),
    ],
)
def test_layout_never_matters(text: str) -> None:
    found, problems = term(text)
    assert triples(text) == TWO
    assert found.readable
    assert problems == []


@pytest.mark.parametrize("text", ["", " \n\t\n"])
def test_nothing(text: str) -> None:
    found, problems = term(text)
    assert found == Term()
    assert problems == []


def test_a_term_without_groups() -> None:
    found, problems = term("(s1s0 / sentence)")
    assert (found.triples, found.empty, found.readable, problems) == ([], False, True, [])
    assert found.head == [("s1s0", 1), ("/", 6), ("sentence", 8)]


def test_groups_of_any_name() -> None:
    assert triples("(s1s0 / sentence :Topic ((a :about b)))") == [("topic", "a", "about", "b")]
    assert term("(s1s0 / sentence :Topic ((a :about b)))")[0].groups == [("Topic", 17)]


def test_triples_outside_of_groups() -> None:
    text = "(s1s0 / sentence (a :before b) :temporal ((c :after d)) (e :modal f) :modal ((g :modal h)))"
    assert triples(text) == [
        ("", "a", "before", "b"),
        ("temporal", "c", "after", "d"),
        ("", "e", "modal", "f"),
        ("modal", "g", "modal", "h"),
    ]
    assert term(text)[1] == []


def test_a_list_without_name() -> None:
    assert triples("(s1s0 / sentence ((a :before b) (c :after d)))") == [
        ("", "a", "before", "b"),
        ("", "c", "after", "d"),
    ]


def test_places() -> None:
    found, _ = term("(s1s0 / sentence\n :modal ((a :modal b)\n  (c :modal d)))")
    assert [(triple.line, triple.column) for triple in found.triples] == [(2, 10), (3, 3)]
    assert found.starts == [26, 41]


# --- Brackets


def test_groups_after_the_end_of_a_term() -> None:
    """As in chinese_umr-0008.umr:629 of UMR 3.0: the brackets balance, but the term closes too early."""
    text = "(s1s0 / sentence\n :temporal ((a :before b) (b :overlap c)))\n :modal ((root :modal author))"
    found, problems = term(text)
    assert triples(text) == [*TWO, ("modal", "root", "modal", "author")]
    assert found.readable
    assert problems == ["3:2 warning umr-closed-early"]


def test_a_triple_that_closes_late() -> None:
    """As in english_umr-0005.umr:689 of UMR 3.0."""
    text = "(s1s0 / sentence :temporal ((a :before b\n(b :overlap c)))\n:coref ((d :same-entity e)))"
    found, problems = term(text)
    assert triples(text) == [*TWO, ("coref", "d", "same-entity", "e")]
    assert found.readable
    assert problems == ["2:1 warning umr-nested-triple"]


def test_a_group_inside_another_one() -> None:
    text = "(s1s0 / sentence :temporal ((a :before b)\n:modal ((root :modal author))))"
    assert triples(text) == [TWO[0], ("modal", "root", "modal", "author")]
    assert term(text)[1] == ["2:1 warning umr-nested-group"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(s1s0 / sentence", ["1:17 error umr-unclosed-term"]),
        ("(s1s0 / sentence :modal ((a :modal b))", ["1:39 error umr-unclosed-term"]),
        ("(s1s0 / sentence :modal ((a :modal b))))", ["1:40 error umr-unopened-term"]),
        ("(s1s0 / sentence :coref ))\n", ["1:26 error umr-unopened-term"]),
        (")", ["1:1 error umr-unopened-term"]),
        ("none", ["1:1 error umr-outside-term"]),
        ("a b (s1s0 / sentence)", ["1:1 error umr-outside-term"]),
    ],
)
def test_terms_that_cannot_be_read(text: str, expected: list[str]) -> None:
    found, problems = term(text)
    assert not found.readable
    assert problems == expected


def test_where_the_open_bracket_is() -> None:
    text = "(s1s0 / sentence\n :modal ((a :modal b)"
    sheet = Sheet(Block(text))
    read_term(sheet, Part(text), "snt1", [])
    assert sheet.problems[0].message == "two closing brackets are missing"
    assert sheet.problems[0].hint == "the innermost open bracket is in line 2, column 9"


def test_an_open_group_of_many_triples_is_reported_once() -> None:
    text = "(s1s0 / sentence :modal (" + "(a :modal b) " * 10_000
    found, problems = term(text)
    assert len(found.triples) == 10_000
    assert [problem.split()[-1] for problem in problems] == ["umr-unclosed-term"]


# --- Triples and words


@pytest.mark.parametrize(
    "written", ["(a)", "(a b c)", "(a :b)", "(:b a)", "(a :b :c)", "(a : b)", "(a :b c d)", "()"]
)
def test_what_is_no_triple_is_left_out(written: str) -> None:
    text = f"(s1s0 / sentence :temporal ((a :before b) {written} (b :overlap c)))"
    found, problems = term(text)
    assert triples(text) == TWO
    assert found.readable
    assert problems == ["1:43 warning umr-triple"]


@pytest.mark.parametrize("written", ["(a before b)", "(a:before b)"])
def test_slips_that_leave_no_doubt(written: str) -> None:
    """Without the colon before a known relation, or without the blank before it."""
    text = f"(s1s0 / sentence :temporal ({written} (b :overlap c)))"
    assert triples(text) == TWO
    assert term(text)[1] == ["1:29 warning umr-triple-spelling"]


def test_other_words_are_left_out() -> None:
    """As in english_umr-0005.umr:1969 of UMR 3.0."""
    text = "(s1s0 / sentence :temporal ((a :before b) here (b :overlap c) there) end)"
    assert triples(text) == TWO
    assert term(text)[1] == [
        "1:43 warning umr-word",
        "1:63 warning umr-word",
        "1:70 warning umr-word",
    ]


def test_very_many_problems_are_counted() -> None:
    found, problems = term("(s1s0 / sentence" + " (a)" * 150 + ")")
    assert found.readable
    assert len(problems) == 101
    assert sum(problem.endswith("umr-more") for problem in problems) == 1
    found, problems = term("(s1s0 / sentence" + " (a)" * 150)
    assert not found.readable
    assert sum(problem.endswith("umr-unclosed-term") for problem in problems) == 1
