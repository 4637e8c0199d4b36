"""Which roles count: `only` and `except` of Smatch, its facets and AnCast."""

import pytest

import tallystick as ts
from tallystick.formats.penman.reader import Graph
from tallystick.tasks.amr.task import TASK
from tallystick.tasks.graphs.roles import Roles, narrow, role_filter, roles_of

GOLD = '(w / want-01 :ARG0 (b / boy :mod (o / old) :wiki "Q1") :ARG1 (g / go-02 :ARG0 b) :polarity -)'
PRED = '(w / want-01 :ARG0 (b / boy :wiki "Q2" :domain-of (o / old)) :ARG1 (g / go-02) :time (n / now))'


def test_a_list_of_roles_however_it_is_written():
    assert Roles(" :wiki ,ARG1,,arg1") == Roles(["ARG1", ":wiki"]) == ("arg1", "wiki")
    assert str(Roles("b,a")) == "a,b"
    assert roles_of({}, "only") == ()


@pytest.mark.parametrize(
    ("only", "without", "counted"),
    [
        ("", "", None),
        ("ARG0", "", {"ARG0", "ARG0-of", "arg0"}),
        ("ARG0-of", "", {"ARG0", "ARG0-of", "arg0"}),
        ("mod", "", {"mod", "domain", "domain-of"}),
        ("", "domain", {"ARG0", "ARG0-of", "arg0", "consist-of"}),
        ("mod,consist-of", "mod", {"consist-of"}),
    ],
)
def test_inverse_roles_are_turned_round_before(only, without, counted):
    roles = ("ARG0", "ARG0-of", "arg0", "mod", "domain", "domain-of", "consist-of")
    counts = role_filter({"only": Roles(only), "except": Roles(without)})
    assert (counts and {role for role in roles if counts(role)}) == counted


def test_nodes_and_marks_stay():
    graph = Graph.of("(a~e.1 / b~e.2 :c~e.3 (d / e~e.4) :f~e.5 g~e.6)")
    kept = narrow(graph, lambda role: role == "f")
    assert kept.triples() == [("a", ":instance", "b"), ("a", ":f", "g"), ("d", ":instance", "e")]
    assert kept.marks == {
        ("variable", 0): "e.1", ("concept", 0): "e.2", ("concept", 1): "e.4", ("role", 0): "e.5", ("target", 0): "e.6",
    }  # fmt: skip
    assert narrow(graph, lambda _role: True) is graph


def counts(metric, **options):
    found = ts.score(GOLD, PRED, metric, task="amr", **options)[metric].score
    return found.matched, found.pred_total, found.gold_total


def test_smatch_counts_what_is_left():
    # 4 concepts and TOP on both sides; pred has `now` as well. All: ARG0, ARG1, mod are found again; gold also has
    # wiki, the second ARG0 and polarity, pred another wiki, and time.
    assert counts("smatch") == (8, 11, 11)
    assert counts("smatch", only="ARG0,ARG1") == (7, 8, 8)
    assert counts("smatch", only=["mod"]) == (6, 7, 6)
    assert counts("smatch", **{"except": "wiki"}) == (8, 10, 10)
    assert counts("smatch", only="ARG0,ARG1", **{"except": "ARG1"}) == (6, 7, 7)
    assert counts("smatch", only="no-such-role") == (5, 6, 5)


@pytest.mark.parametrize("standardize", ["none", "generic", "amr", "smatch-1.0.4"])
def test_conventions_of_other_programs_have_them_too(standardize):
    matched, pred, gold = counts("smatch", only="wiki", standardize=standardize)
    # Concepts, the root and one wiki each, which differ.
    assert (matched, pred, gold) == (5, 7, 6)


def test_facets_and_bags():
    assert counts("smatch.relation", only="ARG0") == (1, 1, 2)
    assert counts("smatch.wiki") == (0, 1, 1)
    # Where a side has nothing left that counts, there is nothing to be found.
    assert counts("smatch.wiki", **{"except": "wiki"}) == (0, 0, 0)


def test_ancast_counts_what_is_left():
    # Relations and attributes: gold ARG0, mod, wiki, ARG1, ARG0, polarity; pred ARG0, wiki, mod, ARG1, time.
    # ARG0, mod and ARG1 are found again; two different wikis lower the credit of what `boy` takes part in.
    assert counts("ancast.relation")[1:] == (5, 6)
    assert counts("ancast.relation")[0] < 3
    assert counts("ancast.relation", **{"except": "wiki,time"}) == (3, 3, 5)
    assert counts("ancast.relation", only="arg1") == (1, 1, 1)
    assert counts("ancast.relation", only="arg1", convention="ancast-0.1.1")[1:] == (1, 1)


@pytest.mark.parametrize("metric", [m for m in TASK.metrics if any(p.name == "only" for p in m.parameters)])
def test_naming_every_role_changes_nothing(metric):
    every = "ARG0,ARG1,mod,wiki,polarity,time"
    assert counts(metric.name, only=every) == counts(metric.name)


def test_explanations_leave_the_same_out():
    report = ts.score(GOLD, PRED, ["smatch", "ancast.relation"], task="amr", only="ARG0")
    for key in report:
        alignment = report[key].items[0].alignment
        shown = str([*alignment.missed, *alignment.spurious])
        assert "arg0" in shown.lower()
        assert "wiki" not in shown
