"""Smatch: the optimum against every map there is; the climber; limits; explanations."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest
from tests.unit.tasks.graphs.graphs_at_random import graph_at_random, rewritten

from tallystick.errors import UsageError
from tallystick.formats.penman.reader import Graph
from tallystick.solve.align import NodePairs, align
from tallystick.tasks.graphs.columns import triple_columns
from tallystick.tasks.graphs.metrics import FACETS, SMATCH
from tallystick.tasks.graphs.problem import graph_pair
from tallystick.tasks.graphs.to_triples import of_graph
from tallystick.tasks.graphs.vocabulary import Vocabulary


def scorer(metric=SMATCH, **options):
    return metric.build(metric.settle(options))


def bag(triples, name):
    """The triples as a bag, their nodes named by a function."""
    found = Counter((name(n), c) for n, c in enumerate(triples.concepts) if c is not None)
    found.update((name(n), role, value, "constant") for n, role, value in triples.attributes)
    found.update((name(s), role, name(t)) for s, role, t in triples.relations)
    return found


def brute_force(pred, gold, *, multiply=False):
    """The most triples in common, over all one-to-one maps, from the definition alone."""
    theirs = bag(gold, lambda node: node)
    places = [*range(len(gold.names)), *[f"none {node}" for node in range(len(pred.names))]]
    best = 0
    for images in permutations(places, len(pred.names)):
        ours = bag(pred, lambda node, images=images: images[node])
        common = sum(ours[t] * theirs[t] for t in ours) if multiply else (ours & theirs).total()
        best = max(best, common)
    return best


PAIRS = [
    (graph_at_random(Random(seed), 3), graph_at_random(Random(-1 - seed), 3), seed) for seed in range(60)
]
LARGER = [
    (graph_at_random(Random(seed), 12, extra=8), graph_at_random(Random(-1 - seed), 12, extra=8))
    for seed in range(25)
]


@pytest.mark.parametrize(("pred", "gold", "seed"), PAIRS)
def test_exact_is_the_best_of_all_maps(pred, gold, seed):
    duplicates = ("set", "count", "multiply")[seed % 3]
    ours, theirs = (of_graph(Graph.of(text), duplicates=duplicates) for text in (pred, gold))
    tally = scorer(duplicates=duplicates).tally(Graph.of(gold), Graph.of(pred))
    assert tally.matched_pred == brute_force(ours, theirs, multiply=duplicates == "multiply")
    assert (tally.pred_total, tally.gold_total) == (len(ours), len(theirs))
    assert tally.proved == 1
    assert tally.slack == 0


@pytest.mark.parametrize(
    "facet", [m for m in FACETS if m.parameters == SMATCH.parameters], ids=lambda m: m.name
)
def test_facets_are_the_best_of_all_maps(facet):
    for pred, gold, _ in PAIRS[:12]:
        build = scorer(facet)
        ours, theirs = (
            build.facet(build.graphs(Graph.of(graph), Vocabulary())).triples() for graph in (pred, gold)
        )
        assert build.tally(Graph.of(gold), Graph.of(pred)).matched_pred == brute_force(ours, theirs)


def test_loops_count_once():
    loop = Graph.of("(w / want-01 :ARG1 w :ARG1-of w)")
    assert len(of_graph(loop)) == 3
    assert scorer().tally(loop, loop).matched_pred == 3
    # A loop is no relation between two nodes, nor the other way round.
    two = Graph.of("(w / want-01 :ARG1 (v / want-01))")
    assert scorer().tally(two, loop).matched_pred == 2
    # Loops of different roles differ.
    assert scorer().tally(Graph.of("(w / want-01 :ARG2 w)"), loop).matched_pred == 2


def problem(pred, gold, *, multiply=False, allowed=None):
    """The problem of two graphs."""
    vocabulary = Vocabulary()
    columns = triple_columns(gold, vocabulary), triple_columns(pred, vocabulary)
    return graph_pair(*columns, multiply, allowed)


def earned(pred, gold, multiply):
    """What each pair of nodes earns by itself, all of it together."""
    total = Counter()
    for column, row, weight in zip(*problem(pred, gold, multiply=multiply).cells, strict=True):
        total[row, column] += weight
    return total


def test_the_problem_has_loops_in_cells_and_never_in_edges():
    triples = of_graph(Graph.of("(w / want-01 :ARG1 w :ARG0 (b / boy))"))
    assert earned(triples, triples, False) == {(0, 0): 3.0, (1, 1): 1.0}
    edges = problem(triples, triples).pred
    assert (edges.nodes, *map(list, edges[1:])) == (2, [0], [1], [0], [1])


def test_equal_roles_have_equal_labels_on_both_sides():
    gold = of_graph(Graph.of("(a / x :ARG0 (b / y) :ARG1 (c / z))"))
    pred = of_graph(Graph.of("(a / x :ARG2 (b / y) :ARG1 (c / z) :ARG0 c)"))
    pair = problem(pred, gold)
    assert list(pair.gold.labels) == [0, 1]
    assert list(pair.pred.labels) == [2, 1, 0]


def test_repeated_triples():
    text = "(w / want-01 :ARG0 (b / boy) :ARG0 b :polarity - :polarity -)"
    graph = of_graph(Graph.of(text), duplicates="count")
    one = of_graph(Graph.of(text))
    # Instance, polarity, TOP: of the polarities the rarer side's, or every pair of them.
    assert earned(graph, one, False) == {(0, 0): 3.0, (1, 1): 1.0}
    assert earned(graph, one, True) == {(0, 0): 4.0, (1, 1): 1.0}
    assert earned(graph, graph, True) == {(0, 0): 6.0, (1, 1): 1.0}
    assert list(problem(graph, graph).gold.counts) == [2]


@pytest.mark.parametrize(("pred", "gold"), LARGER)
def test_climbing_is_reproducible_and_never_above_exact(pred, gold):
    gold, pred = Graph.of(gold), Graph.of(pred)
    exact = scorer().tally(gold, pred)
    for seed in (0, 7):
        climbed = scorer(solver="climb", seed=seed, restarts=2).tally(gold, pred)
        assert climbed == scorer(solver="climb", seed=seed, restarts=2).tally(gold, pred)
        assert climbed.matched_pred <= exact.matched_pred <= climbed.matched_pred + climbed.slack
        if climbed.proved:
            assert climbed.matched_pred == exact.matched_pred


def test_a_time_limit_gives_bounds():
    # Many nodes that only their relations tell apart: not solved before the clock is looked at.
    def tangle(seed):
        random = Random(seed)
        parts = [f":ARG{random.randint(0, 2)} v{random.randint(1, 40)}" for _ in range(6)]
        nodes = " ".join(
            f":op (v{n} / thing {' '.join(f':ARG{random.randint(0, 2)} v{random.randint(1, 40)}' for _ in range(4))})"
            for n in range(1, 41)
        )
        return Graph.of(f"(v0 / thing {' '.join(parts)} {nodes})")

    gold, pred = tangle(1), tangle(2)
    tally = scorer().tally(gold, pred, time_limit=1e-6)
    assert not tally.proved
    assert tally.slack > 0
    assert tally.matched_pred + tally.slack <= min(tally.pred_total, tally.gold_total)
    longer = scorer().tally(gold, pred, time_limit=0.5)
    assert longer.matched_pred <= tally.matched_pred + tally.slack
    assert tally.matched_pred <= longer.matched_pred + longer.slack


@pytest.mark.parametrize(("pred", "gold"), LARGER)
@pytest.mark.parametrize("solver", ["exact", "climb"])
def test_explanations_count_what_the_tally_counts(pred, gold, solver):
    gold, pred = Graph.of(gold), Graph.of(pred)
    for metric in (SMATCH, *FACETS):
        options = {"solver": solver} if metric.parameters == SMATCH.parameters else {}
        build = scorer(metric, **options)
        tally, alignment = build.tally(gold, pred), build.align(gold, pred)
        assert len(alignment.matched) == tally.matched_pred
        assert len(alignment.matched) + len(alignment.missed) == tally.gold_total
        assert len(alignment.matched) + len(alignment.spurious) == tally.pred_total


def test_an_explanation():
    gold = Graph.of("(w / want-01 :ARG0 (b / boy) :polarity -)")
    pred = Graph.of("(x / want-01 :ARG0 (y / girl))")
    alignment = scorer().align(gold, pred)
    assert [(pair.gold, pair.pred) for pair in alignment.matched] == [
        (("w", "instance", "want-01"), ("x", "instance", "want-01")),
        (("w", "TOP", "top"), ("x", "TOP", "top")),
        (("w", "arg0", "b"), ("x", "arg0", "y")),
    ]
    assert alignment.missed == (("b", "instance", "boy"), ("w", "polarity", "-"))
    assert alignment.spurious == (("y", "instance", "girl"),)
    assert alignment.sides[1].startswith("(x / want-01")


def test_an_attribute_named_instance_is_no_concept():
    gold, pred = Graph.of("(a / b)"), Graph.of("(a / c :instance b)")
    tally, alignment = scorer().tally(gold, pred), scorer().align(gold, pred)
    assert tally.matched_pred == len(alignment.matched) == 1


@pytest.mark.parametrize(("pred", "gold"), LARGER)
def test_names_order_and_sides_do_not_matter(pred, gold):
    tally = scorer().tally(Graph.of(gold), Graph.of(pred))
    assert scorer().tally(Graph.of(pred), Graph.of(gold)) == tally.swapped()
    other = rewritten(pred, Random(5))
    assert scorer().tally(Graph.of(gold), Graph.of(other)) == tally


def test_empty_graphs():
    nothing, graph = Graph.nothing(), Graph.of("(a / b)")
    tally = scorer().tally(nothing, nothing)
    assert scorer().reading(tally) == {"precision": None, "recall": None, "f1": None}
    assert scorer().reading(scorer().tally(graph, nothing)) == {"precision": None, "recall": 0.0, "f1": 0.0}
    assert scorer().align(graph, nothing).sides[1] == "(no graph)"


def test_allowed_cells_only():
    triples = of_graph(Graph.of("(a / x :r (b / x))"))
    result = align(problem(triples, triples, allowed=NodePairs(gold=[1], pred=[0])))
    assert list(result.mapping) == [1, -1]
    assert result.score == 1


def test_only_graphs_are_compared():
    with pytest.raises(UsageError, match="expected a graph, not str"):
        scorer().tally(Graph.nothing(), "(a / b)")
