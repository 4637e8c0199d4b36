"""Metrics that match heads say when the gold has none."""

import pytest

import tallystick as ts

CLUSTERS = [
    {"id": "a", "clusters": [[[0, 1], [4, 4]], [[6, 7], [9, 9]]]},
    {"id": "b", "clusters": [[[0, 1], [4, 4]]]},
]
WITH_HEADS = """# newdoc id = d
# global.Entity = eid-etype-head-other
# sent_id = 1
1\tthe\tthe\tDET\t_\t_\t2\tdet\t_\tEntity=(e1--2
2\tdog\tdog\tNOUN\t_\t_\t0\troot\t_\tEntity=e1)
3\tit\tit\tPRON\t_\t_\t2\tdep\t_\tEntity=(e1--1)

"""


def warnings(gold, **options):
    report = ts.score(gold, gold, task="coref", **options)
    return [str(problem) for problem in report.problems if problem.code == "no-heads"]


def test_the_table_of_crac_says_that_there_are_no_heads():
    for_heads, for_parts = warnings(CLUSTERS, preset="crac-table")
    assert for_heads.startswith("--match head: a document of the gold has no heads of mentions")
    assert for_parts.startswith("--match partial: ")


@pytest.mark.parametrize("metric", ["muc", "conll"])
def test_each_warning_is_given_once(metric):
    assert len(warnings(CLUSTERS, metrics=metric, match="head")) == 1
    assert warnings(CLUSTERS, metrics=metric) == []


def test_no_warning_where_there_are_heads_or_need_none():
    assert warnings(WITH_HEADS, preset="crac-table") == []
    words = [{"id": "a", "clusters": [[[0, 0], [4, 4]]]}]
    assert warnings(words, metrics="muc", match="head") == []
