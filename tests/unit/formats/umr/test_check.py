"""What is odd about UMR documents: a stable code, a place and a hint for each kind."""

from __future__ import annotations

import pytest

from tallystick.errors import Problem
from tallystick.formats.base import Source
from tallystick.formats.umr.reader import UmrReader

CLEAN = """# :: snt1\tBoys go .
# sentence level graph:
(s1g / go-01 :actor (s1b / boy))
# alignment:
s1g: 2-2
s1b: 1-1
# document level annotation:
(s1s0 / sentence
    :temporal ((document-creation-time :before s1g)))
# :: snt2
Words: They stop
# sentence level graph:
(s2s / stop-01 :actor (s2p / person))
# alignment:
s2s: 2-2
s2p: 0-0
# document level annotation:
(s2s0 / sentence
    :modal ((author :full-affirmative s2s))
    :coref ((s1b :same-entity s2p)))
"""


def problems(text: str) -> list[Problem]:
    reader = UmrReader()
    (block,) = reader.blocks(Source("x.umr", text))
    return list(reader.item(block).problems)


def test_a_clean_document_has_no_problems() -> None:
    assert problems(CLEAN) == []


@pytest.mark.parametrize(
    ("old", "new", "code", "place", "level"),
    [
        # Sentences
        ("# :: snt2", "# :: snt3", "umr-numbers", (10, 1), "warning"),
        ("# :: snt2", "# :: snt1", "umr-number-twice", (10, 1), "warning"),
        ("# :: snt2", "# :: snt", "umr-number", (10, 9), "warning"),
        ("snt1\tBoys go .", "snt1", "umr-no-words", (1, 1), "note"),
        ("They stop\n", "They stop\nmore words\n", "umr-line", (12, 1), "note"),
        ("# alignment:\ns1g", "\n\n\n# alignment:\ns1g", "umr-blank-lines", (4, 1), "note"),
        ("# alignment:\ns1g", "  # remark\n# alignment:\ns1g", "umr-comment", (4, 1), "note"),
        ("# :: snt1\t", "some text\n# :: snt1\t", "umr-before", (1, 1), "warning"),
        ("# alignment:\ns1g: ", "# alignment: s1g: ", "umr-fused-heading", (4, 13), "warning"),
        ("s1b: 1-1\n", "# alignment:\ns1b: 1-1\n", "umr-repeated-part", (6, 1), "warning"),
        ("# sentence level graph:\n(s2s", "(s2s", "umr-no-heading", (12, 1), "warning"),
        ("# alignment:\ns1g", "# alignment: # remark\ns1g", "umr-comment", (4, 13), "note"),
        # Graphs
        ("(s2s / stop-01 :actor (s2p / person))\n", "", "umr-empty-graph", (10, 1), "note"),
        ("(s2p /", "(s2p1s /", "umr-variable-form", (13, 24), "warning"),
        ("(s2p /", "(107h /", "umr-variable-form", (13, 24), "warning"),
        ("(s2p /", "(s22p /", "umr-variable-number", (13, 24), "warning"),
        ("(s2p /", "(s1b /", "umr-variable-reused", (13, 24), "warning"),
        ("(s2p / person)", "s1b", "umr-other-sentence", (13, 23), "warning"),
        ("(s2p / person)", "s2q", "umr-undeclared-variable", (13, 23), "warning"),
        ("/ person)", "/ ,)", "umr-concept", (13, 24), "note"),
        # Alignments
        ("s2p: 0-0", "s2p: 2-1", "umr-reversed-range", (16, 6), "warning"),
        ("s2p: 0-0", "s2p: 0-1", "umr-zero-in-range", (16, 6), "warning"),
        ("s2p: 0-0", "s2p: -5-1", "umr-range", (16, 6), "warning"),
        ("s2p: 0-0", "s2p 0-0", "umr-alignment", (16, 1), "warning"),
        ("s2p: 0-0", "s2p: 1-3", "umr-beyond-sentence", (16, 1), "warning"),
        ("s2p: 0-0", "s2q: 0-0", "umr-entry-variable", (16, 1), "warning"),
        ("s2p: 0-0", "s2s: 0-0", "umr-entry-twice", (16, 1), "warning"),
        ("s2p: 0-0\n", "", "umr-unaligned-nodes", (15, 1), "note"),
        ("s2s: 2-2\ns2p: 0-0\n", "", "umr-empty-alignment", (14, 13), "note"),
        # Terms
        ("(s2s0 /", "(s1s0 /", "umr-root-variable", (18, 2), "warning"),
        ("(s2s0 / sentence", "(s2s0 / graph", "umr-root-concept", (18, 2), "warning"),
        ("(s2s0 / sentence", "(", "umr-root-variable", (18, 1), "warning"),
        (":coref (", ":corefs (", "umr-unknown-group", (20, 5), "warning"),
        (":before s1g", ":verlap s1g", "umr-label-spelling", (9, 16), "warning"),
        (":before s1g", ":Before s1g", "umr-label-spelling", (9, 16), "warning"),
        (":before s1g", ":near s1g", "umr-unknown-label", (9, 16), "warning"),
        (":before s1g", ":same-event s1g", "umr-label-elsewhere", (9, 16), "warning"),
        (":same-entity s2p)", ":same-entity s1b)", "umr-self-loop", (20, 13), "warning"),
        (":same-entity s2p)", ":same-entity s2q)", "umr-unknown-variable", (20, 13), "warning"),
        (":before s1g", ":before s2s", "umr-later-sentence", (9, 16), "warning"),
        (":coref ((s1b :same-entity s2p))", "(s1b :same-entity s2p)", "umr-stray-triple", (20, 5), "warning"),
        ("s2p)))", "s2p) (s1b :same-entity s2p)))", "umr-duplicate-triple", (20, 36), "warning"),
        ("s2p)))", "s2p)\n (s1b :same-entity s2p)))", "umr-duplicate-triple", (21, 2), "warning"),
        ("s2p)))", "s2p)\n (s1b :subset-of s2p)))", "umr-two-relations", (21, 2), "warning"),
        (
            ":modal ((author :full-affirmative s2s))",
            ":temporal ((document-creation-time :after s1g))",
            "umr-two-relations-document",
            (19, 16),
            "warning",
        ),
        ("s2p)))", "s2p) (s1g :same-event s2s)))", "umr-several-on-line", (20, 36), "note"),
        ("\n    :modal", "(x :modal y)\n    :modal", "umr-stray-triple", (18, 17), "warning"),
        ("s2p)))", "s2p) here))", "umr-word", (20, 36), "warning"),
        ("s2p)))", "s2p) (s1b)))", "umr-triple", (20, 36), "warning"),
        ("s2p)))", "s2p) (s1g same-event s2s)))", "umr-triple-spelling", (20, 36), "warning"),
        ("s2p)))", "s2p)))\n :coref ((s1g :same-event s2s))", "umr-closed-early", (21, 2), "warning"),
    ],
)
def test_each_kind(old: str, new: str, code: str, place: tuple[int, int], level: str) -> None:
    text = CLEAN.replace(old, new, 1)
    assert text != CLEAN
    found = [problem for problem in problems(text) if problem.code == code]
    assert [(problem.line, problem.column, problem.level) for problem in found] == [(*place, level)]
    assert found[0].hint
    assert found[0].text == text.split("\n")[place[0] - 1]
    assert not any(problem.level == "error" for problem in problems(text))


def test_plain_text_has_no_tokens_that_could_be_missing() -> None:
    text = CLEAN.replace("s1b: 1-1", "s1b: 1-9")
    assert not [problem for problem in problems(text) if problem.code == "umr-beyond-sentence"]


def test_a_document_without_document_level() -> None:
    text = "# :: snt1 a\n# sentence level graph:\n(s1a / b)\n# alignment:\ns1a: 1-1\n# document level annotation:\n"
    assert [(problem.line, problem.code, problem.level) for problem in problems(text)] == [
        (1, "umr-no-triples", "note"),
        (6, "umr-empty-document", "note"),
    ]


def test_problems_stand_in_the_order_of_the_text() -> None:
    text = (
        CLEAN.replace("(s1b / boy)", "s9x")
        .replace("s2p: 0-0", "s2p 0-0")
        .replace("Words: They stop", "Words:")
    )
    places = [(problem.line, problem.column) for problem in problems(text)]
    assert places == sorted(places)
    assert len(places) > 5


def test_each_mention_has_its_place() -> None:
    text = CLEAN.replace("(s2p / person)", "s9x :ARG1 s9x\n  :ARG2 s9y :ARG3 s9x")
    assert [
        (problem.line, problem.column)
        for problem in problems(text)
        if problem.code == "umr-undeclared-variable"
    ] == [(13, 23), (13, 33), (14, 9), (14, 19)]


def test_a_variable_of_several_sentences_belongs_to_the_nearest_before() -> None:
    """The third sentence mentions a variable that the first and the fourth declare: nothing points forward."""
    block = "# :: snt{0} a\n# sentence level graph:\n({1} / b)\n# document level annotation:\n(s{0}s0 / sentence{2})\n"
    text = "".join(
        [
            block.format(1, "s1x", ""),
            block.format(2, "s2x", ""),
            block.format(3, "s3x", " :coref ((s1x :same-entity s3x))"),
            block.format(4, "s1x", ""),
        ]
    )
    assert not [problem for problem in problems(text) if problem.code == "umr-later-sentence"]
    assert [
        problem.code for problem in problems(text) if problem.line > 15 and problem.level == "warning"
    ] == [
        "umr-variable-reused",
        "umr-variable-number",
    ]
