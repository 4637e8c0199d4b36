"""AnCast by the paper: worked examples, and what may never matter."""

import random
from array import array

import pytest

from tallystick.errors import UsageError
from tallystick.formats.penman.reader import Graph
from tallystick.tally import Tally
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import Metric
from tallystick.tasks.graphs.ancast import METRICS, explain_rounds
from tallystick.tasks.graphs.ancast.aligner import GraphAligner, align, align_alone
from tallystick.tasks.graphs.ancast.graph import GraphNumbers, ancast_graph
from tallystick.tasks.graphs.ancast.numbering import number_nodes
from tallystick.tasks.graphs.ancast.similarity import intrinsic

BY_NAME: dict[str, Metric] = {metric.name.removeprefix("ancast."): metric for metric in METRICS}


def scorer(name, **options):
    return BY_NAME[name].build(BY_NAME[name].settle(options))


def tallies(gold, pred, **options):
    pair = PairAnalysis(gold, pred)
    return {name: scorer(name, **options).count(pair) for name in BY_NAME}


def numbers(gold, pred, **options):
    result = {}
    for name in BY_NAME:
        made = scorer(name, **options)
        result |= {f"{name}.{key}": value for key, value in made.reading(made.tally(gold, pred)).items()}
    return result


def similarity(one, other):
    shared = GraphNumbers()
    return intrinsic(ancast_graph(Graph.of(one), shared), ancast_graph(Graph.of(other), shared)).at(0, 0)


def aligned_names(gold, pred, **options):
    result = align(gold, pred, **options)
    return {
        pred.variables[row]: (gold.variables[column], result.note(row))
        for row, column in enumerate(result.columns)
        if column >= 0
    }


def test_example_4_of_the_paper():
    # S(l) = 3/8, the senses differ, one of two shared attributes is equal: (0.375 · 0.9 + 0.5) / 2.
    one = "(s / sun-01 :quant 2 :polarity - :mode imperative)"
    other = "(t / sunlight-02 :quant 3 :polarity - :li 1)"
    assert similarity(one, other) == pytest.approx(0.41875, abs=1e-15)
    assert similarity(other, one) == similarity(one, other)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("(a / go-01)", "(b / go-02)", 0.9),
        ("(a / go-01)", "(b / go)", 0.9),
        ("(a / go)", "(b / GO)", 1.0),
        ("(a / go-100)", "(b / go-10)", 0.9),  # two or more digits are a sense
        ("(a / route-6)", "(b / route)", 5 / 7),  # one digit is not
        ("(a / boat)", "(b / lifeboats)", 4 / 9),  # anywhere in the longer one
        ("(a / go)", "(b / come)", 0.0),
        ('(a / x :op1 "A" :op1 "B")', '(b / x :op1 "b" :op1 "a")', 1.0),  # the set of values
        ('(a / x :op1 "A" :op1 "B")', '(b / x :op1 "a")', 0.5),
        ("(a / žluťoučký)", "(b / žlu)", 3 / 9),  # code points
        ('(a / "")', '(b / "")', 0.0),
    ],
)
def test_intrinsic_similarity(one, other, expected):
    assert similarity(one, other) == pytest.approx(expected, abs=1e-15)


FIGURE_2 = "# ::snt She is reading my book in the house .\n"


def test_figure_2_has_one_initial_anchor():
    gold = Graph.of(
        FIGURE_2 + "(r / read-01 :ARG0 (s / she) :ARG1 (b / book :poss (i / i)) :location (h / house))"
    )
    pred = Graph.of(
        FIGURE_2 + "(x / read-01 :ARG0 (y / he) :ARG1 (z / paper :poss (w / i)) :location (v / home))"
    )
    # "i" is not a word of the sentence, although the letter occurs in it.
    assert list(GraphAligner(gold, pred).anchors) == [0, -1, -1, -1, -1]
    found = aligned_names(gold, pred)
    assert found["x"] == ("r", "anchor")
    assert found["w"] == ("i", "round 1")
    assert {name: gold for name, (gold, _) in found.items()} == {
        "x": "r",
        "y": "s",
        "z": "b",
        "w": "i",
        "v": "h",
    }


@pytest.mark.parametrize(
    ("text", "pred", "gold", "anchors"),
    [
        ("", "(a / dog)", "(b / dog)", 1),
        ("", "(a / go-01)", "(b / go-05)", 1),  # the sense does not matter
        ("", "(a / person)", "(b / person)", 0),  # abstract: an entity type
        ("", "(a / contrast-01)", "(b / contrast-01)", 0),  # a structural lemma
        ("", "(a / date-entity)", "(b / date-entity)", 0),  # a suffix
        ("", "(a / have-org-role-91)", "(b / have-org-role-91)", 1),  # -91 frames are concrete
        ("", "(a / dog :mod (c / dog))", "(b / dog)", 0),  # not the only one
        ("it went unnoticed", "(a / notice-01)", "(b / notice-01)", 1),
        ("it went unnoticed", "(a / no)", "(b / no)", 0),  # short: only as a word
        ("No!", "(a / no)", "(b / no)", 1),
        ("the dogs", "(a / cat)", "(b / cat)", 0),
        ("a middle-of-the road view", "(a / middle-of)", "(b / middle-of)", 1),
    ],
)
def test_initial_anchors(text, pred, gold, anchors):
    said = f"# ::snt {text}\n" if text else ""
    found = GraphAligner(Graph.of(said + gold), Graph.of(said + pred)).anchors
    assert sum(column >= 0 for column in found) == anchors


def test_anchors_from_alignment_to_tokens():
    gold = Graph.of("(r / read-01~e.1 :ARG0 (s / she~e.0) :ARG1 (b / thing :mod (t / thing~e.3)))")
    pred = Graph.of("(x / study-01~e.1 :ARG0 (y / she~e.0) :ARG1 (z / thing~e.2))")
    assert list(GraphAligner(gold, pred, "alignment").anchors) == [0, 1, -1]
    assert list(GraphAligner(gold, pred, "lemma").anchors) == [-1, 1, -1]
    bare = Graph.of("(x / study-01 :ARG0 (y / she))")
    # Without marks on both sides lemmas decide.
    assert list(GraphAligner(gold, bare, "alignment").anchors) == [-1, 1]
    assert tallies(gold, pred, anchors="alignment")["concept"].pred_total == 3


def test_modifiers_are_children_and_constants_are_ends():
    gold = Graph.of("(b / ball :mod (r / red) :quant 2)")
    pred = Graph.of("(r / red :domain (b / ball :quant 2))")
    result = tallies(gold, pred)
    assert result["relation"] == Tally(2.0, 2.0, 2, 2)
    # Both nodes, the two relations; the roots differ.
    assert result["smatch"] == Tally(4, 4, 5, 5)


def test_counts_by_hand():
    gold = Graph.of("(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b :time (n / now)))")
    pred = Graph.of("(x / want-01 :ARG0 (y / boy) :ARG1 (z / go-01 :ARG1 y))")
    result = numbers(gold, pred)
    # Nodes: 1 + 1 + 0.9 of 3 and of 4.
    assert result["concept.precision"] == pytest.approx(2.9 / 3)
    assert result["concept.recall"] == pytest.approx(2.9 / 4)
    # ARG0 counts 1, ARG1 (1 + 0.9)/2; the edge from go to boy has another label.
    assert result["relation.precision"] == pytest.approx(1.95 / 3)
    assert result["relation.recall"] == pytest.approx(1.95 / 4)
    assert result["unlabeled.precision"] == pytest.approx(2.9 / 3)
    # Descendants of pred: want 2, go 1, boy 0; of gold: want 3, go 2, boy 0, now 0.
    pred_weights = (1, 2**0.5 + 1, 1)
    gold_weights = (1, 6**0.5 + 1, 1, 1)
    assert result["weighted.precision"] == pytest.approx((1 + 0.95 * pred_weights[1]) / sum(pred_weights))
    assert result["weighted.recall"] == pytest.approx((1 + 0.95 * gold_weights[1]) / sum(gold_weights))
    # want, boy, TOP, ARG0, ARG1 of 7 and 9 triples.
    assert result["smatch.precision"] == pytest.approx(5 / 7)
    assert result["smatch.recall"] == pytest.approx(5 / 9)


def test_nothing_to_count_is_undefined():
    single, pair = Graph.of("(a / dog)"), Graph.of("(b / dog :ARG0 (c / cat))")
    result = numbers(single, single)
    assert result["relation.precision"] is result["relation.recall"] is result["relation.f1"] is None
    result = numbers(pair, single)
    assert (result["relation.precision"], result["relation.recall"], result["relation.f1"]) == (
        None,
        0.0,
        0.0,
    )
    nothing = Graph.nothing()
    result = numbers(pair, nothing)
    assert (result["concept.precision"], result["concept.recall"], result["concept.f1"]) == (None, 0.0, 0.0)
    assert set(numbers(nothing, nothing).values()) == {None}


def test_only_graphs_are_compared():
    with pytest.raises(UsageError, match="expected a graph, not str"):
        scorer("concept").tally("(a / dog)", "(b / dog)")


def test_five_metrics_cost_one_alignment(monkeypatch):
    from tallystick.tasks.graphs.ancast import metrics

    calls = []

    def counting(gold, pred, *options):
        calls.append((gold, pred))
        return align_alone(gold, pred, *options)

    monkeypatch.setattr(metrics, "align_alone", counting)
    gold, pred = Graph.of("(a / dog :mod (b / big))"), Graph.of("(a / dog)")
    tallies(gold, pred)
    assert len(calls) == 1
    tallies(pred, gold)
    assert len(calls) == 2


def test_alignments_say_when():
    gold = Graph.of("(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b :time (n / now)))")
    pred = Graph.of("(x / want-01 :ARG0 (y / boy) :ARG1 (z / go-01 :ARG1 y :polarity -))")
    found = scorer("concept").align(gold, pred)
    assert [(pair.gold, pair.pred, pair.credit, pair.note) for pair in found.matched] == [
        (("w", "instance", "want-01"), ("x", "instance", "want-01"), 1.0, "anchor"),
        (("b", "instance", "boy"), ("y", "instance", "boy"), 1.0, "anchor"),
        (("g", "instance", "go-02"), ("z", "instance", "go-01"), 0.9, "anchor"),
    ]
    assert found.missed == (("n", "instance", "now"),)
    for name in BY_NAME:
        made = scorer(name)
        found = made.align(gold, pred)
        assert sum(pair.credit for pair in found.matched) == pytest.approx(
            made.tally(gold, pred).matched_pred
        )
    found = scorer("smatch").align(gold, pred)
    assert ("x", "TOP", "top") in [pair.pred for pair in found.matched]
    assert ("z", "polarity", "-") in found.spurious


def test_rounds_are_shown():
    gold = Graph.of("(r / read-01 :ARG0 (s / she) :ARG1 (b / book))")
    pred = Graph.of("(x / read-01 :ARG0 (y / he) :ARG1 (z / paper))")
    shown = explain_rounds(gold, pred)
    names = [matrix.name for matrix in shown]
    assert names[:4] == [
        "intrinsic similarity",
        "initial anchors",
        "round 1: broadcast",
        "round 1: adjusted similarity",
    ]
    assert names[-1] == "alignment"
    assert shown[1].values == ((1.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    # Equation 13 at the anchor: (1 + 0.2)(1 + 0.01).
    assert shown[3].values[0][0] == 1.212
    assert shown[-1].values == ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    released = explain_rounds(gold, pred, {"convention": "ancast-0.1.1-umr"})
    assert released[0].values == shown[0].values


def test_node_numbers_do_not_depend_on_layout():
    one = Graph.of("(a / and :op1 (b / dog :mod (c / big)) :op2 (d / dog))")
    other = Graph.of("(a / and :op2 (d / dog) :op1 (b / dog :mod (c / big)))")
    for graph in (one, other):
        # By lemma first: and, big, dog. The dogs by their labels: `<` op1 comes before `<` op2.
        order = number_nodes(ancast_graph(graph, GraphNumbers())).order
        assert [graph.variables[node] for node in order] == ["a", "c", "b", "d"]


LEMMAS = ("go-01", "go-02", "goer", "dog", "dog", "big", "person", "name", "and")
ROLES = ("ARG0", "ARG1", "mod", "op1", "ARG0-of", "domain", "consist-of")


def random_graph(generator, size):
    """The branches of each node: (role, node or constant, whether it is declared there)."""
    concepts = [generator.choice(LEMMAS) for _ in range(size)]
    branches = [[] for _ in range(size)]
    for node in range(1, size):
        branches[generator.randrange(node)].append((generator.choice(ROLES), node, True))
    for _ in range(generator.randrange(1 + size // 3)):
        branches[generator.randrange(size)].append(
            (generator.choice(ROLES), generator.randrange(size), False)
        )
    for node in range(size):
        if generator.random() < 0.2:
            branches[node].append(
                (generator.choice(("quant", "op1")), generator.choice(["1", "2", '"x"']), False)
            )
    return concepts, branches


def written(graph, generator=None):
    """The graph as PENMAN text; with a generator, its branches shuffled and its variables renamed."""
    concepts, branches = graph
    names = [f"n{node}" for node in range(len(concepts))]
    if generator:
        generator.shuffle(names)

    def node_text(node):
        mine = list(branches[node])
        if generator:
            generator.shuffle(mine)
        rest = [
            f":{role} {node_text(end) if declared else names[end] if isinstance(end, int) else end}"
            for role, end, declared in mine
        ]
        return f"({names[node]} / {concepts[node]} {' '.join(rest)})"

    return Graph.of(node_text(0))


def test_sides_names_and_layout_never_matter():
    generator = random.Random(7)
    for _ in range(250):
        one, other = (random_graph(generator, generator.randrange(1, 13)) for _ in range(2))
        gold, pred = written(one), written(other)
        expected = tallies(gold, pred)
        assert {name: tally.swapped() for name, tally in tallies(pred, gold).items()} == expected
        assert tallies(written(one, generator), written(other, generator)) == expected
        for name, value in numbers(gold, gold).items():
            assert value in (1.0, None), name
        for value in numbers(gold, pred).values():
            assert value is None or 0 <= value <= 1


def test_self_loops_and_cycles():
    graph = Graph.of("(a / dog :ARG0 a :ARG1 (b / cat :ARG0 a :ARG1 b))")
    assert set(numbers(graph, graph).values()) == {1.0}
    assert list(align(graph, graph).columns) == [0, 1]


def test_alignment_is_one_to_one_and_uses_the_smaller_side_up():
    generator = random.Random(3)
    for _ in range(60):
        gold, pred = (written(random_graph(generator, generator.randrange(1, 15))) for _ in range(2))
        columns = align(gold, pred).columns
        used = [column for column in columns if column >= 0]
        assert isinstance(columns, array)
        assert len(set(used)) == len(used) == min(len(gold), len(pred))


TWINS = (
    "(a / and :op1 (b / boy) :op1 (b2 / boy) :op2 (g / girl :ARG1-of (s / see-01 :ARG0 b))"
    " :op2 (g2 / girl :ARG1-of (s2 / see-01 :ARG0 b2)))"
)
EXCHANGED = (
    "(a / and :op1 (b2 / boy) :op1 (b / boy) :op2 (g / girl :ARG1-of (s / see-01 :ARG0 b))"
    " :op2 (g2 / girl :ARG1-of (s2 / see-01 :ARG0 b2)))"
)


def test_nodes_that_nothing_distinguishes_follow_their_neighbours():
    gold, pred = Graph.of(TWINS), Graph.of(EXCHANGED)
    assert set(numbers(gold, pred).values()) == {1.0}


def ring(size, step, first="dog"):
    """A ring of equal nodes under a root, each joined to the one `step` further on."""
    members = "".join(f" :op1 (n{k} / {first})" for k in range(size))
    edges = "".join(f" :ARG0-of (n{k}x / see-01 :ARG1 n{(k + step) % size} :ARG0 n{k})" for k in range(size))
    return Graph.of(f"(a / and{members} :mod (t / thing{edges}))")


def test_rings_of_equal_nodes_match_themselves_in_any_order():
    # Colour refinement tells none of the members apart: only the exchange finds the rotation.
    for size, step in ((3, 2), (5, 2), (5, 3), (7, 4)):
        assert set(numbers(ring(size, 1), ring(size, step)).values()) == {1.0}


def test_an_exchange_keeps_the_similarities_of_aligned_nodes():
    generator = random.Random(23)
    for _ in range(100):
        gold, pred = (written(random_graph(generator, generator.randrange(2, 14))) for _ in range(2))
        before, after = align(gold, pred), align_alone(gold, pred)
        width = len(gold)

        def similarities(found, width=width):
            pairs = [(row, column) for row, column in enumerate(found.columns) if column >= 0]
            return sorted(found.similarity.at(row, column) for row, column in pairs)

        assert similarities(before) == similarities(after)
