import pytest

from tallystick.core.forests import as_forest, match_as_forests
from tallystick.core.pairs import Pairs
from tallystick.solve.reach import reachability


def test_preorder_and_ranges():
    # 2 is above 0 and 3, 3 above 1; 4 stands alone.
    forest = as_forest(reachability(5, [(2, 0), (2, 3), (3, 1)]))
    assert [forest.order[0], set(forest.order[:4]), forest.order[4]] == [2, {0, 1, 2, 3}, 4]
    assert dict(zip(forest.order, forest.end, strict=True))[2] == 4
    assert not forest.is_chain


def test_what_follows_from_other_edges_does_not_matter():
    chain = as_forest(reachability(4, [(0, 1), (1, 2), (2, 3), (0, 2), (0, 3), (1, 3)]))
    assert (chain.order, chain.is_chain) == ([0, 1, 2, 3], True)


@pytest.mark.parametrize(
    "edges",
    [[(0, 1), (0, 2), (1, 3), (2, 3)], [(0, 1), (1, 0)], [(0, 2), (1, 2)], [(0, 1), (1, 2), (2, 0)]],
    ids=["diamond", "two nodes in a cycle", "two parents", "cycle"],
)
def test_other_orders(edges):
    assert as_forest(reachability(4, edges)) is None


def test_trees_whose_edges_lead_to_the_root():
    gold, pred = reachability(3, [(1, 0), (2, 0)]), reachability(3, [(0, 2), (1, 2)])
    pairs = Pairs([0, 1, 2], [2, 0, 1], [1.0, 1.0, 1.0])
    assert match_as_forests(gold, pred, pairs) == ([0, 1, 2], True)
    assert match_as_forests(gold, reachability(3, [(2, 0), (2, 1)]), pairs) is None


def test_chains_are_sequences():
    down, up = reachability(3, [(0, 1), (1, 2)]), reachability(3, [(2, 1), (1, 0)])
    pairs = Pairs([0, 1, 2], [0, 1, 2], [1.0, 2.0, 1.0])
    assert match_as_forests(down, down, pairs) == ([0, 1, 2], True)
    assert match_as_forests(down, up, pairs) == ([1], True)
