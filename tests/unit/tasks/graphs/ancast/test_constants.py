"""The constants of AnCast: what each of them does, and what signatures say of them."""

import pytest

import tallystick as ts
from tallystick.errors import UsageError
from tallystick.tasks.graphs.ancast.constants import Constants


def concept(gold, pred, **options):
    return ts.score(gold, pred, "ancast.concept", task="amr", **options)["ancast.concept"].f1


def test_a_different_sense_costs_its_weight():
    gold, pred = "(r / read-01)", "(r / read-02)"
    assert concept(gold, pred) == pytest.approx(0.9)
    assert concept(gold, pred, sense_weight=0.5) == pytest.approx(0.5)
    assert concept(gold, pred, sense_weight=0) == 1.0


def test_neighbourhoods():
    # The two dogs of the gold differ in their grandparents only.
    first = "(s / see-01 :ARG0 (t / thing :part (d / dog)))"
    second = "(h / hear-01 :ARG0 (u / thing :part (e / dog)))"
    gold, pred = f"(a / and :op1 {first} :op2 {second})", f"(a / and :op2 {second} :op1 {first})"
    for neighbourhood in (1, 2):
        report = ts.score(gold, pred, "ancast.relation", task="amr", neighbourhood=neighbourhood)
        assert report["ancast.relation"].f1 == 1.0


@pytest.mark.parametrize(
    "options", [{"alpha": 0}, {"beta": 0.05}, {"alpha": 0.4, "beta": 0.1}, {"neighbourhood": 1}]
)
@pytest.mark.parametrize("metric", ["ancast.relation", "ancast.smatch"])
def test_identical_graphs_score_1(metric, options):
    graph = "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b :time (n / now)))"
    assert ts.score(graph, graph, metric, task="amr", **options)[metric].f1 == 1.0


def test_signatures_name_what_differs_from_the_paper():
    graph = "(d / dog)"
    default = ts.score(graph, graph, "ancast.concept", task="amr")["ancast.concept"].signature
    assert not any(name in default for name in ("alpha", "beta", "sense-weight", "neighbourhood"))
    given = ts.score(graph, graph, "ancast.concept(alpha=0.3,neighbourhood=1)", task="amr")
    (own,) = given.metrics.values()
    assert "|alpha:0.3|neighbourhood:1|" in own.signature


def test_a_signature_with_constants_works_as_input(tmp_path, capsys):
    from tallystick.cli.app import run

    for name, text in (("gold.amr", "(r / read-01)"), ("pred.amr", "(r / read-02)")):
        (tmp_path / name).write_text(text + "\n")
    paths = [str(tmp_path / "gold.amr"), str(tmp_path / "pred.amr")]
    signature = ts.score(*paths, "ancast.concept(sense-weight=0.4)").metrics.popitem()[1].signature
    assert run(["score", *paths, "--signature", signature]) == 0
    assert "60.00" in capsys.readouterr().out


def test_nonsense_is_refused():
    for options in ({"alpha": -0.1}, {"beta": 1.5}, {"alpha": 0.9}, {"sense_weight": float("nan")}):
        with pytest.raises(UsageError):
            Constants(**options)
    with pytest.raises(UsageError, match="has its own constants"):
        concept("(d / dog)", "(d / dog)", alpha=0.3, convention="ancast-0.1.1")
    with pytest.raises(UsageError, match="neighbourhood=3"):
        concept("(d / dog)", "(d / dog)", neighbourhood=3)


def test_reification():
    gold, pred = "(d / dog :location (h / house))", "(b / be-located-at-91 :ARG1 (d / dog) :ARG2 (h / house))"
    assert ts.score(gold, pred, "ancast.relation", task="amr")["ancast.relation"].f1 < 1
    report = ts.score(gold, pred, "ancast.relation", task="amr", reify="yes")
    assert report["ancast.relation"].f1 == 1.0
    assert "|reify:yes|" in report["ancast.relation"].signature
    inner = (
        f"(s / see-01 :ARG1 {gold})",
        "(s / see-01 :ARG1 (d / dog :ARG1-of (b / be-located-at-91 :ARG2 (h / house))))",
    )
    assert ts.score(*inner, "ancast.relation", task="amr")["ancast.relation"].f1 < 1
    for options in ({"dereify": "yes"}, {"reify": "yes"}):
        assert ts.score(*inner, "ancast.relation", task="amr", **options)["ancast.relation"].f1 == 1.0
    with pytest.raises(UsageError, match="without reification"):
        ts.score(gold, pred, "ancast.relation", task="amr", reify="yes", convention="ancast-0.1.1")
