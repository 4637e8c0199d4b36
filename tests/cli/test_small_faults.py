"""Inputs that are odd in a small way, and what is said about each."""

import json

import pytest

from tallystick.registry import tasks

DOCRED = [{"title": "A", "vertexSet": [[], []], "labels": [{"h": 0, "t": 1, "r": "P17"}]}]


@pytest.mark.parametrize("text", ["[]", " [ ]\n", "\ufeff[]"])
def test_a_submission_to_docred_without_predictions(command, folder, text):
    gold, pred = folder.write("gold.json", json.dumps(DOCRED)), folder.write("pred.json", text)
    failed = command("score", gold, pred)
    assert failed.status == 3
    assert "no items" in failed.err
    zeroed = command("score", gold, pred, "--on-error", "zero", "-m", "relation", "-f", "json").json
    assert (zeroed["items"], zeroed["zeroed"], zeroed["scores"]["relation"]["gold_total"]) == (1, 1, 1)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Bonn B-LOC\nlies\nthere O\n", "2:1: expected a token and its tag, not one column"),
        ("Bonn NNP B-LOC\nlies VB\nthere RB O\n", "2:6: expected a tag such as B-PER or O"),
        ("Bonn NNP B-LOC\nlies VB O\nthere O\n", "3:7: this row has 2 columns, but the rows above have 3"),
        ("Bonn\nlies O\n", "1:1: expected a token and its tag, not one column"),
    ],
)
def test_columns_of_which_one_is_missing(command, folder, text, place):
    result = command("check", folder.write("x.iob", text), "--task", "spans")
    assert result.status == 3
    assert f"x.iob:{place}" in result.out
    assert "JSON" not in result.out


@pytest.mark.parametrize("task", ["amr", "docamr"])
def test_variables_that_no_node_declares(command, folder, task):
    graph = (
        '# ::id g\n(a / b :ARG0 x2 :ARG1 (c / d :op1 z :op2 c :mode imperative :quant 3 :op3 "z" :li a))\n'
    )
    result = command("check", folder.write("x.amr", graph), "--task", task, "-f", "json")
    assert result.status == 0
    found = [problem for problem in json.loads(result.out) if problem["code"] == "penman-undeclared"]
    assert [problem["message"].split(" looks")[0] for problem in found] == [":ARG0 x2", ":op1 z"]
    assert {(problem["line"], problem["item"], problem["level"]) for problem in found} == {
        (1, "g", "warning")
    }


def test_annotations_without_sentences(command, folder):
    path = folder.write("x.xml", "<document><a/></document>")
    result = command("check", path)
    assert result.status == 3
    assert "the document lists no sentences" in result.out
    assert command("convert", path, "--to", "docamr", "--amr", tasks()["amr"].example[0]).status == 3


@pytest.mark.parametrize("solver", ["exact", "climb"])
def test_a_negative_number_of_restarts(command, solver):
    arguments = ("score", *tasks()["amr"].example, "-m", "smatch", "--solver", solver, "--restarts")
    result = command(*arguments, "-1")
    assert (result.status, result.out) == (2, "")
    assert "restarts=-1 is less than 0" in result.err
    assert command(*arguments, "0").status == 0


def test_a_directory_converted_to_the_name_of_a_file(command, folder):
    folder.write("in/a.amr", "(a / b)\n")
    result = command("convert", "in", "--to", "amr", "-o", "one.amr")
    assert result.status == 2
    assert (
        "looks like a file, but IN is a directory; to create a directory of this name, write one.amr/"
        in result.err
    )
    assert not (folder.path / "one.amr").exists()
    assert command("convert", "in", "--to", "amr", "-o", "one.amr/").status == 0
    assert (folder.path / "one.amr" / "a.amr").is_file()
    # It is a directory now.
    assert command("convert", "in", "--to", "amr", "-o", "one.amr").status == 0
