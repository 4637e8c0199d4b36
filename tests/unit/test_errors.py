"""Problems point at their place; errors carry all of them."""

import pickle

from tallystick.errors import DataError, Problem


def test_places():
    assert Problem("x").location == "<data>"
    assert Problem("x", "a.jsonl").location == "a.jsonl"
    assert Problem("x", "a.jsonl", 3).location == "a.jsonl:3"
    assert Problem("x", "a.jsonl", 3, 7).location == "a.jsonl:3:7"
    assert (
        str(Problem("expected an object", "a.jsonl", 3, 7, item="s1"))
        == "a.jsonl:3:7: expected an object (item s1)"
    )


def test_the_caret_stands_under_the_place():
    for text, column in (("abcdef", 3), ("\tabcdef", 3), ("x" * 500 + "HERE" + "y" * 500, 501), ("abc", 4)):
        _, line, caret = Problem("x", "a", 1, column, text=text).shown().split("\n")
        assert caret.strip() == "^"
        wanted = text[column - 1 : column].strip()
        assert line[caret.index("^") :][:1].strip() == wanted
        assert len(line) <= 110


def test_no_caret_where_the_line_is_not_that_long():
    assert Problem("x", "a", 1, 400, text="short").shown() == "a:1:400: x"


def test_hints_stand_last():
    assert Problem("x", "a", 1, 1, hint="try y", text="z").shown().splitlines()[-1] == "    hint: try y"


def test_a_problem_is_listed_once():
    error = DataError([Problem("x", "a"), Problem("y", "a"), Problem("x", "a")], unlisted=7)
    assert [problem.message for problem in error.problems] == ["x", "y"]
    assert str(error) == "a: x\na: y"
    assert DataError("just words").problems[0].message == "just words"


def test_hints_are_notes_of_the_exception():
    error = DataError([Problem("x", "a", hint="try y"), Problem("z", "a", hint="try y"), Problem("z", "b")])
    assert error.__notes__ == ["hint: try y"]
    assert pickle.loads(pickle.dumps(error)).__notes__ == ["hint: try y"]


def test_errors_travel_between_processes():
    error = pickle.loads(pickle.dumps(DataError([Problem("x", "a", 1, 2)], unlisted=3)))
    assert (error.problems, error.unlisted) == ((Problem("x", "a", 1, 2),), 3)
