"""Metrics that are counted together have the tallies that each of them counts alone."""

from functools import partialmethod

import pytest

import tallystick as ts
from tallystick.registry import choose, find_preset, find_task
from tallystick.tasks.dependencies.together import CountTogether, count_together

TASK = find_task("dependencies")
PRESET = find_preset(TASK, "conll-2018")
TREES = '{"edges": [{"gov": 0, "dep": 1, "rel": "root"}, {"gov": 1, "dep": 2, "rel": "obj"}]}'
ROWS = """\
1\tLet\tlet\tVERB\tVB\tMood=Imp\t0\troot\t_\t_
2\tus\twe\tPRON\tPRP\t_\t1\tobj\t_\t_
3\tgo\tgo\tVERB\tVB\tVerbForm=Inf\t1\txcomp\t_\t_

1\tIn\tin\tADP\tIN\t_\t3\tcase\t_\t_
2\tthe\tthe\tDET\tDT\tDefinite=Def\t3\tdet\t_\t_
3\thouse\thouse\tNOUN\tNN\tNumber=Sing\t0\troot\t_\t_

"""
CHANGES = [
    ("same", "same"),
    ("1\tobj", "1\tnsubj"),
    ("2\tthe\tthe\tDET", "2\tthe\tthe\tPRON"),
    ("Let\tlet\tVERB\tVB\tMood=Imp\t0\troot\t_\t_\n2\tus", "L\tlet\tVERB\tVB\t_\t0\troot\t_\t_\n2\tetus"),
    ("xcomp\t_\t_\n\n1\tIn\tin\tADP\tIN\t_\t3", "xcomp\t_\t_\n4\tIn\tin\tADP\tIN\t_\t3"),
]


def scorers(options=None):
    return [choice.scorer() for choice in choose(TASK, list(PRESET.metrics), options or {}, PRESET)]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("preset", ["conll-2018", "iwpt-2020"])
def test_counted_together_or_alone(change, preset, tmp_path, monkeypatch):
    gold, pred = tmp_path / "gold.conllu", tmp_path / "pred.conllu"
    text = ROWS.replace(*change)
    if change == CHANGES[-1]:  # the second sentence goes on with the numbers of the first
        text = text.replace("2\tthe", "5\tthe").replace("3\thouse", "6\thouse")
        text = (
            text.replace("_\t3\tcase", "_\t6\tcase")
            .replace("Def\t3\t", "Def\t6\t")
            .replace("0\troot\t_\t_\n\n", "1\tobl\t_\t_\n\n")
        )
    gold.write_text(ROWS)
    pred.write_text(text)
    asked = []
    monkeypatch.setattr(CountTogether, "__call__", partialmethod(counted, asked, CountTogether.__call__))
    together = ts.score(str(gold), str(pred), preset=preset, task="dependencies")
    assert asked
    monkeypatch.setattr(CountTogether, "__call__", lambda _self, _pair, count: count())
    alone = ts.score(str(gold), str(pred), preset=preset, task="dependencies")
    assert list(together) == list(alone)
    for name in together:
        assert alone[name].tally == together[name].tally
        assert [item.f1 for item in alone[name].items] == [item.f1 for item in together[name].items]


def counted(together, asked, call, pair, count):
    """Note that metrics were counted together."""
    asked.append(pair)
    return call(together, pair, count)


def test_what_is_compared_differently_is_counted_alone():
    options = {"subtypes": "keep"}
    mixed = [*scorers(), *(choice.scorer() for choice in choose(TASK, ["las"], options))]
    assert count_together(mixed) is None
    assert count_together([choice.scorer() for choice in choose(TASK, ["tokens", "elas"], {})]) is None


def test_lists_of_edges_are_counted_by_each_metric():
    report = ts.score(TREES, TREES.replace("obj", "nsubj"), metrics=["uas", "las"], task="dependencies")
    assert (report["uas"].f1, report["las"].f1) == (1.0, 0.5)
