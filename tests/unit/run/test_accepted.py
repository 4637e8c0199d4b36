"""Items of a task given as what users have: strings, triples, objects of another library."""

from types import SimpleNamespace

import pytest

import tallystick as ts


@pytest.mark.parametrize(
    "given",
    [
        "(b / boy :mod (o / old))",
        [("b", "instance", "boy"), ("o", "instance", "old"), ("b", "mod", "o")],
        SimpleNamespace(
            top="b", triples=[("b", ":instance", "boy"), ("o", ":instance", "old"), ("b", ":mod", "o")]
        ),
    ],
    ids=["text", "triples", "like penman.Graph"],
)
def test_a_graph_in_any_form(given):
    report = ts.score(["(x / boy :mod (y / old))"], [given], "smatch", task="amr")
    assert report["smatch"].f1 == 1


def test_what_cannot_be_read_is_said_with_its_place():
    with pytest.raises(ts.DataError) as caught:
        ts.score(["(x / boy)", "(x / boy)"], ["(x / boy)", "(x / boy"], "smatch", task="amr")
    assert [problem.location for problem in caught.value.problems] == ["<pred>:2"]
    with pytest.raises(ts.DataError, match="cannot be read"):
        ts.score(["(x / boy)"], [17], "smatch", task="amr")
