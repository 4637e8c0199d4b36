from tallystick import Var, bag, exact, similarity
from tallystick.core.latent.graph import as_graph

X, Y, Z = map(Var, "xyz")


def test_labels_edges_and_loops():
    graph = as_graph(
        bag(exact),
        [(Z, "is", "boy"), (Z, "to", Z), (Z, "to", Y)],
        [(X, "is", "boy"), (X, "to", Y), (Y, "to", X), (X, "to", X), ("k", "k")],
    )
    assert graph.pred == ["x", "y"]
    assert list(graph.cells) == [(0, 0, 2.0)]  # the loop is a label
    assert sorted((source, target) for source, target, _ in graph.pred_edges) == [(0, 1), (1, 0)]
    assert not graph.has_duplicates


def test_multiplicities():
    graph = as_graph(bag(exact), [(Y, "is")], [(X, "is"), (X, "is")])
    assert graph.has_duplicates
    result = graph.align(None)
    assert (result.partner, result.optimal, result.slack) == ({"x": "y"}, True, 0)


def test_other_shapes_are_no_graphs():
    assert as_graph(bag(exact), [(X, Y, Z)], [(X,)]) is None
    assert as_graph(bag(exact), [frozenset({X, Y})], [(X,)]) is None
    assert as_graph(bag(exact), [("a", frozenset({X}))], [(X,)]) is None
    assert as_graph(bag(similarity(lambda g, p: 1.0)), [X], [Y]) is None
    assert as_graph(exact, X, Y) is None


def test_sets_without_variables_are_constants():
    graph = as_graph(bag(exact), [(Y, frozenset({2, 1}))], [(X, frozenset({1, 2}))])
    assert graph.align(None).partner == {"x": "y"}
