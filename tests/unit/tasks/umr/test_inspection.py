"""Contradictions as warnings with their places."""

from tallystick.formats.base import Source
from tallystick.formats.umr.reader import loads
from tallystick.run.check import check_source
from tallystick.tasks.umr.inspection import contradictory

TEXT = """# :: snt1 a b c

# sentence level graph:
(s1a / and :op1 (s1b / go-01) :op2 (s1c / stay-01) :op3 (s1d / end-01))

# document level annotation:
(s1s0 / sentence
    :temporal ((s1b :before s1c)
               (s1c :before s1d)
               (s1d :before s1b))
    :coref ((s1b :same-entity s1c)
            (s1b :same-event s1c)))
"""


def test_a_conflict_is_told_with_the_triples_that_lead_to_it():
    circle, kinds = contradictory(loads(TEXT))
    assert circle.message == "temporal relations contradict each other: s1b, s1c: each is before the other"
    assert (circle.line, circle.column, circle.level) == (10, 16, "warning")
    assert circle.hint == (
        "(s1b :before s1c) in line 8 against (s1c :before s1d) in line 9, (s1d :before s1b) in line 10"
    )
    assert "the same as an entity, and the same as an event" in kinds.message
    assert kinds.line == 12


def test_check_reports_them_with_the_file():
    found = [p for p in check_source(Source("x.umr", TEXT)) if p.code == "umr-contradiction"]
    assert [(problem.path, problem.line) for problem in found] == [("x.umr", 10), ("x.umr", 12)]


def test_names_declared_twice_are_different_nodes():
    # s1b of the first sentence is before s1c; that of the second, another node of that name, is after it.
    other = TEXT.replace("(s1d :before s1b)", "(s1d :before s1a)").replace(":same-event", ":same-entity")
    again = """
# :: snt2 d

# sentence level graph:
(s1b / go-01)

# document level annotation:
(s2s0 / sentence :temporal ((s1d :before s1b)))
"""
    assert list(contradictory(loads(other + again))) == []
