import networkx
import pytest

from tallystick import Digraph, UsageError, digraph, exact, sequence, similarity

SAME = exact.of(lambda node: str(node).partition("#")[0])


def test_sequences():  # Part 2 (e)
    assert sequence(exact).compare([1, 2, 3, 4, 5], [1, 3, 5, 7, 9]) == 3
    assert sequence(exact).compare([1, 2], [2, 1]) == 1


@pytest.mark.parametrize(("match", "order", "value"), [
    ("N:1", "strict", 2), ("N:1", "noncrossing", 3), ("N:N", "strict", 2), ("N:N", "noncrossing", 4),
])  # fmt: skip
def test_repeats(match, order, value):  # trap 3: [1,1,2] vs [1,2,2]
    assert sequence(exact, match, order).compare([1, 1, 2], [1, 2, 2]) == value


def test_empty_sequences_and_graphs():  # Part 2 (d) 6: these raised elsewhere
    assert sequence(exact).score([], []).f1 is None
    assert sequence(exact).score([1], []).f1 == 0
    assert sequence(exact).score([], [1]).f1 == 0
    assert digraph(exact).score(Digraph([]), Digraph([])).f1 is None
    assert digraph(exact).score(Digraph([1]), Digraph([])).f1 == 0


def test_the_alignment_of_a_sequence():
    alignment = sequence(exact).score([1, 2, 3], [3, 1, 2]).alignment
    assert [pair.gold for pair in alignment.matched] == [1, 2]
    assert (alignment.missed, alignment.spurious) == ((3,), (3,))


def test_sets_have_no_order():
    with pytest.raises(UsageError, match="a set has no order"):
        sequence(exact).score({1}, [1])


def test_orders_that_do_not_exist():
    with pytest.raises(UsageError, match="order='loose' is not one of strict, noncrossing"):
        sequence(exact, order="loose")


@pytest.mark.parametrize("match", ["N:1", "1:N"])
def test_a_sequence_with_repeats_covers_itself(match):
    score = sequence(exact, match, "noncrossing").score([1, 1, 2], [1, 1, 2])
    assert (score.precision, score.recall) == (1, 1)


@pytest.mark.parametrize("match", ["N:1", "1:N"])
def test_a_cycle_covers_itself(match):
    cycle = Digraph(["a", "a", "a"], [(0, 1), (1, 2), (2, 0)])
    score = digraph(exact, match).score(cycle, cycle)
    assert (score.precision, score.recall) == (1, 1)


def graph(text, nodes="abc"):
    return Digraph(list(nodes), [(nodes.index(one), nodes.index(two)) for one, two in text.split()])


@pytest.mark.parametrize(("pred", "gold", "value"), [
    (graph("ab bc"), graph("ac"), 2),  # a>b>c vs a>c, b alone
    (graph("ab ba", "ab"), graph("ab", "ab"), 1),  # 2-cycle vs edge
    (graph("ab ac bd cd", "abcd"), graph("ab bc cd", "abcd"), 3),  # diamond vs chain
])  # fmt: skip
def test_digraphs(pred, gold, value):  # Part 2 (e)
    assert digraph(exact).compare(gold, pred) == value
    assert digraph(exact).compare(gold, pred) == value


def test_a_chain_as_a_graph_is_strict():  # trap 3
    one, two = Digraph([1, 1, 2], [(0, 1), (1, 2)]), Digraph([1, 2, 2], [(0, 1), (1, 2)])
    assert (
        digraph(exact, "N:1").compare(one, two) == sequence(exact, "N:1").compare([1, 1, 2], [1, 2, 2]) == 2
    )


def test_graphs_of_another_library():
    one = networkx.DiGraph([("a", "b"), ("b", "c")])
    score = digraph(exact).score(one, networkx.DiGraph([("a", "c")]))
    assert (score.matched, score.pred_total, score.gold_total) == (2, 2, 3)
    assert score.alignment.missed == ("b",)


def test_what_is_no_graph():
    with pytest.raises(UsageError, match="anything with nodes"):
        digraph(exact).score(Digraph([1]), [1])
    with pytest.raises(UsageError, match="leads out of a graph of 2 nodes"):
        Digraph("ab", [(0, 2)])


def test_weights_decide():
    soft = similarity(lambda gold, pred: 1 / (1 + abs(pred - gold)))
    assert sequence(soft).compare([1, 5], [5, 1]) == pytest.approx(1.0)
    assert sequence(soft).compare([1, 5], [2, 5]) == pytest.approx(1.5)


def test_representations():
    assert repr(sequence(exact, "N:1", "noncrossing")) == "sequence(exact, match='N:1', order='noncrossing')"
    assert repr(digraph(SAME)) == "digraph(exact.of(<lambda>))"


@pytest.mark.parametrize("match", ["N:1", "1:N"])
def test_a_strict_order_covers_as_much_as_it_can(match):
    # "a" earns 1 from either partner, of which "b" is worth ½ and "c" 1: one more than "b" can take.
    worth = {("b", "b"): 0.5, ("c", "c"): 1.0, ("a", "a"): 1.0}
    unlike = similarity(lambda gold, pred: worth.get((gold, pred), 1.0))
    for others in (["b", "c"], ["c", "b"]):
        pred, gold = (["a"], others) if match == "N:1" else (others, ["a"])
        score = sequence(unlike, match).score(gold, pred)
        assert (score.matched_pred, score.matched_gold) == (1, 1)
