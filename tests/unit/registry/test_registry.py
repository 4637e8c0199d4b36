"""Names of tasks and metrics, expressions, signatures."""

import pytest

from tallystick.errors import UsageError
from tallystick.registry import (
    Chosen,
    all_parameters,
    choose,
    find_task,
    from_signature,
    recognise,
    split_expressions,
    tasks,
)
from tallystick.registry.marks import may_be_of


def test_the_tasks_of_records_and_coreference():
    names = {"coref", "spans", "relations", "dependencies", "events", "roles", "nary", "templates", "openie"}
    assert names <= set(tasks())


def test_every_example_is_recognised_as_its_own_task():
    for task in tasks().values():
        for side in task.example:
            assert recognise(side.read_text("utf-8")) == [task]


#: Beginnings of files in every format that tasks recognise, with as little in them as possible.
BEGINNINGS = [
    "(b / boy)", "# ::snt A boy .", "# ::save-date x ::id 1", "# :: snt1", "# ::SNT1\t", "# Sentence\n level graph",
    "# document level annotation", "# ::id x\n(d / document\n :snt1 (a / b))", "<?xml version='1'?>\n<document>",
    '{"clusters": [[[0, 0]]]}', '{"clusters_token_offsets": [[[0, 0]]]}', "# begin document x\nx 0 0 Ann -\n",
    "# global.columns = ID IDENTITY", "1 Ann _ _ _ _ _ _ _ _ (EntityID=1|MarkableID=m1) _ _ _ _", "Ann|[e1] left .",
    "# global.Entity = eid\n1\tAnn\t_\t_\t_\t_\t0\troot\t_\t_\n",
    "1\tAnn\t_\t_\t_\t_\t0\troot\t_\tEntity=(e1-person-1-)\n", "1\tGo\tgo\tVERB\t_\t_\t0\troot\t_\t_\n",
    '{"spans": [{"type": "A", "span": [0, 1]}]}', "Bonn O\n", "Bonn\tB-x y\n", "(\tU-A\n", '[{"title": 1, "h_idx": 0',
    '{"relations": [{"subj": 1, "obj": 2}]}', '{"relations": [{"args": []}]}', '{"edges": [{"gov": 1, "dep": 2}]}',
    '{"events": [{"trigger": 1, "args": []}]}', '{"\\u0072oles": [{"role": 1, "entity": 2}]}',
    '{"templates": [{"type": 1, "fillers": []}]}',
]  # fmt: skip


@pytest.mark.parametrize("head", BEGINNINGS)
def test_a_task_that_recognises_a_file_finds_its_mark_there(head):
    fitting = [
        task.name for task in tasks().values() if any(choice.recognises(head) for choice in task.formats)
    ]
    assert fitting
    assert all(may_be_of(name, head) for name in fitting)


@pytest.mark.parametrize("task", tasks().values(), ids=lambda task: task.name)
def test_every_metric_says_what_it_is(task):
    assert task.standard_set
    for metric in task.metrics:
        assert metric.summary
        assert metric.definition
        (chosen,) = choose(task, [metric.name])
        assert chosen.scorer().reading.fields


@pytest.mark.parametrize("task", tasks().values(), ids=lambda task: task.name)
def test_the_text_of_a_metric_parses_back(task):
    for metric in task.metrics:
        for parameter in metric.parameters:
            for value in parameter.choices:
                (chosen,) = choose(task, [f"{metric.name}({parameter.name}={value})"])
                assert chosen.options[parameter.name] == value
                (again,) = choose(task, [repr(chosen)])
                assert again.options == chosen.options


def test_expressions_are_cut_at_commas_outside_parentheses():
    assert split_expressions(["a,b(c=1,d=2)", " e "]) == ["a", "b(c=1,d=2)", "e"]
    assert split_expressions([]) == split_expressions([","]) == []


def test_groups_and_wild_cards():
    spans = tasks()["spans"]
    members = [metric.name for metric in spans.metrics if metric.name.startswith("span-")]
    assert set(members) >= {"span-boundary", "span-partial", "span-type"}
    assert [choice.key for choice in choose(spans, ["span-*"])] == members
    assert [one.key for one in choose(tasks()["roles"], ["ceaf-*(phi=3)"])] == [
        "ceaf-ree(phi=3)",
        "ceaf-rme(phi=3)",
    ]


def test_options_of_the_run_go_to_every_metric_that_has_them():
    roles = tasks()["roles"]
    chosen = choose(roles, [], {"phi": "3"})
    assert {one.options["phi"] for one in chosen} == {3}
    (near,) = choose(roles, ["ceaf-ree(phi=4)"], {"phi": "3"})
    assert near.options["phi"] == 4


@pytest.mark.parametrize(
    ("name", "texts", "options", "message"),
    [
        ("roles", ["ceaf-ree(phi=7)"], {}, "phi=7 is not one of subset, 3, 4"),
        ("roles", ["ceaf-ree(recall=literal)"], {}, "ceaf-ree has no parameter 'recall'; it has phi"),
        ("roles", ["ceaf-ree2"], {}, "did you mean 'ceaf-ree'"),
        ("roles", [""], {}, "no metric is given"),
        ("spans", [], {"phi": 3}, "none of the selected metrics has the option 'phi'"),
    ],
)
def test_refusals_say_what_is_possible(name, texts, options, message):
    with pytest.raises(UsageError, match=message.replace("(", r"\(")):
        choose(tasks()[name], texts, options)


def test_signatures_hold_all_options():
    (chosen,) = choose(tasks()["roles"], ["ceaf-rme(phi=3)"])
    text = chosen.signature(average="micro")
    assert text.startswith("ceaf-rme|phi:3|recall:covered|average:micro|v:")
    name, options = from_signature(text)
    assert name == "ceaf-rme"
    assert options["phi"] == "3"
    assert options["recall"] == "covered"
    assert isinstance(chosen, Chosen)


def test_parameters_of_one_name_are_one_option():
    """An option of the command line is made of each parameter: it offers what any metric can choose."""
    found = all_parameters()
    for task in tasks().values():
        for metric in task.metrics:
            for parameter in metric.parameters:
                option = found[parameter.name]
                assert set(parameter.choices) <= set(option.choices)
                assert bool(parameter.choices) == bool(option.choices)
                assert (parameter.kind, bool(parameter.flags)) == (option.kind, bool(option.flags))


def test_unknown_tasks():
    with pytest.raises(UsageError, match="did you mean 'events'"):
        find_task("event")
