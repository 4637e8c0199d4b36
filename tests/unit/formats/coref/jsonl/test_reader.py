"""JSON lines of clusters as documents."""

from __future__ import annotations

import pytest

from tallystick.formats.base import Block
from tallystick.formats.coref.document import CorefDocument, position
from tallystick.formats.coref.jsonl.reader import ClusterDocuments

READER = ClusterDocuments()


def test_a_document() -> None:
    line = '{"doc_key": "d", "clusters": [[[2, 3], [0, 0]], [[1, 1]]], "tokens": [["a", "b"], ["c", "d"]]}'
    found = READER.item(Block(line, id="d")).value
    assert isinstance(found, CorefDocument)
    assert found.identity.names == ("0", "1")
    assert list(found.identity.first) == [position(0), position(1), position(2)]
    assert list(found.identity.entity) == [0, 1, 0]
    assert found.tokens.count == 4


def test_sets_and_names() -> None:
    line = '{"clusters": [[[0, 0]], [[1, 1]]], "names": ["a", "b"], "components": [[], [0]]}'
    found = READER.item(Block(line)).value
    assert isinstance(found, CorefDocument)
    assert found.identity.names == ("a", "b")
    assert found.identity.components == {1: (0,)}
    assert found.tokens.count == -1


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('{"clusters": [[[3, 1]]]}', "value"),
        ('{"clusters": [[[0, 99999999999999999999]]]}', "coref-clusters"),
        ('{"clusters": [[[0, 0]]], "names": []}', "coref-clusters"),
        ('{"clusters": [[[0, 0]], [[1, 1]]], "names": ["a", "a"]}', "coref-clusters"),
        ('{"clusters": [[[0, 0]]], "components": [[3]]}', "coref-clusters"),
        ('{"clusters": [[[0, 0]]], "components": [[0]]}', "coref-cycle"),
        ('{"clusters": [[[0, 4]]], "tokens": ["a"]}', "coref-clusters"),
    ],
)
def test_bad_input(line: str, code: str) -> None:
    item = READER.item(Block(line))
    assert item.value is None
    assert [problem.code for problem in item.problems] == [code]
