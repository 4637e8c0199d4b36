import json

from tallystick.coref.task import TASK
from tallystick.formats.base import Block

READER = TASK.formats[0].reader


def item(*clusters):
    return READER.item(Block(json.dumps({"id": "d", "clusters": clusters}), "gold.jsonl", 3, id="d"))


def test_documents_are_read():
    found = item([[0, 0], [2, 3]], [[1, 1]])
    assert not found.problems
    assert found.value.clusters == (((0, 0), (2, 3)), ((1, 1),))


def test_a_repeat_in_one_cluster_is_collapsed_with_a_warning():
    found = item([[0, 0], [0, 0], [1, 1]])
    assert found.value.clusters == (((0, 0), (1, 1)),)
    (problem,) = found.problems
    assert (problem.level, problem.code, problem.line) == ("warning", "repeated-in-cluster", 3)
    assert not found.malformed


def test_a_mention_of_two_clusters_is_an_error():
    (problem,) = item([[0, 0]], [[0, 0], [1, 1]]).problems
    assert (problem.level, problem.code) == ("error", "repeated-mention")
    assert "clusters 0 and 1" in problem.message


def test_a_malformed_document_is_not_looked_into():
    assert item([[3, 1]]).malformed
    assert TASK.empty().clusters == ()
