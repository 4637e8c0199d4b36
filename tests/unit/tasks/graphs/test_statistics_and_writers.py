"""What is counted in sentence graphs, and what they are converted to."""

import json

from tallystick.formats.base import Item
from tallystick.formats.penman.reader import Graph, loads
from tallystick.tasks.graphs.statistics import statistics
from tallystick.tasks.graphs.writers import WRITERS, as_json_object

TEXT = '# ::id 1\n# ::snt a b  c\n(x~e.0 / y-01~e.1 :ARG0-of~e.2 (z / w) :consist-of z~e.3 :mod "v w"~e.4 :mod-of z)'


def test_statistics_by_hand():
    found = statistics(Graph.of(TEXT))
    assert found == {
        "graphs": 1,
        "tokens": 3,
        "nodes": 2,
        "frames": 1,
        "relations": 3,
        "attributes": 1,
        "inverse_relations": 2,  # ARG0-of and mod-of, not consist-of
        "reentrancies": 2,  # z is written out once and mentioned twice more
        "aligned_nodes": 1,  # x: at its variable and at its concept
    }


def test_nothing_counts_as_nothing():
    assert set(statistics(Graph.nothing()).values()) == {0, 1}
    assert statistics(Graph.nothing())["graphs"] == 1


def rebuilt(data):
    """The graph that a JSON object stands for, from nothing but the object."""
    place = {node["variable"]: number for number, node in enumerate(data["nodes"])}
    marks = {
        (kind, number): mark
        for owners in (data["nodes"], data["edges"])
        for number, owner in enumerate(owners)
        for kind, mark in owner.get("alignment", {}).items()
    }
    return Graph(
        tuple(place),
        tuple(node["concept"] for node in data["nodes"]),
        tuple(place[edge["source"]] for edge in data["edges"]),
        tuple(edge["role"] for edge in data["edges"]),
        tuple(place[edge["target"]] if "target" in edge else -1 for edge in data["edges"]),
        tuple(edge.get("value") for edge in data["edges"]),
        data["metadata"],
        marks,
    )


def test_json_loses_nothing():
    graph = Graph.of(TEXT)
    assert rebuilt(json.loads(json.dumps(as_json_object(graph)))) == graph


def test_writers():
    items = [Item(graph, graph.id) for graph in loads(TEXT + "\n\n(a / b)")]
    assert loads(WRITERS["amr"].write(items, {}).text) == [item.value for item in items]
    found = json.loads(WRITERS["json"].write(items, {}).text)
    assert [rebuilt(one) for one in found] == [item.value for item in items]
    assert [one["id"] for one in found] == ["1", None]
    assert json.loads(WRITERS["json"].write([], {}).text) == []
    assert not WRITERS["amr"].write(items, {}).lost
