"""Ontologies of templates as files: what is wrong with one is said, with its place."""

import pytest

from tallystick.errors import DataError
from tallystick.tasks.templates.task import Ontology

DEEP = '{"parent": ' + '{"a": ' * 100_000


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        (b"{", 1, "not JSON: Expecting property name enclosed in double quotes"),
        (b'{"parent": {},\n\n "x" 1}', 3, "not JSON: Expecting ':' delimiter"),
        (b"\xff\xfe\x00", 1, "expected UTF-8 text, not binary data"),
        (DEEP.encode(), 1, "the value is nested too deeply to be read"),
        (b"[]", 0, "expected an object (Ontology), not an empty list"),
        (b'{"parent": 1}', 0, "parent: expected an object whose values are strings, not the integer 1"),
        (b'{"parent": {"a": "b", "b": "c", "c": "b"}}', 0, "parent: 'b' is more general than itself"),
        (b'{"parent": {"a": "a"}}', 0, "parent: 'a' is more general than itself"),
    ],
)
def test_what_is_no_ontology(tmp_path, content, line, message):
    path = tmp_path / "ontology.json"
    path.write_bytes(content)
    with pytest.raises(DataError) as caught:
        Ontology.read(str(path))
    (problem,) = caught.value.problems
    assert (problem.path, problem.line, problem.message) == (str(path), line, message)
    assert problem.hint


def test_values_with_the_same_ancestor_are_no_cycle(tmp_path):
    path = tmp_path / "ontology.json"
    path.write_text('{"parent": {"a": "c", "b": "c", "c": "d"}}', "utf-8")
    assert Ontology.read(str(path)).is_below("a", "d")
