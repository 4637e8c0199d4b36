"""Temporal relations and coreference as ancast 0.1.1 closes and compares them."""

import itertools
import random

import pytest

from tallystick import limits
from tallystick.compat.ancast.umr_links import released_clusters, released_links_tally
from tallystick.errors import TimeLimitError
from tallystick.limits import Limits, limited


def numbers(*triples):
    """The labels by pairs of numbers, given in the order of first mention."""
    place = {}
    return {
        (place.setdefault(parent, len(place)), place.setdefault(child, len(place))): label
        for parent, label, child in triples
    }


def links(component, *triples):
    return sum(cluster.count for cluster in released_clusters(component, numbers(*triples)))


@pytest.mark.parametrize(
    ("component", "label", "count"),
    [
        ("temporal", "after", 1),
        ("temporal", "before", 1),
        ("temporal", "contained", 1),
        ("temporal", "includes", 1),
        ("temporal", "overlap", 1),
        ("temporal", "depends-on", 1),
        ("coref", "same-entity", 1),
        ("coref", "same-event", 1),
        ("coref", "subset-of", 1),
        # All others are told in its log and make nothing, not even nodes.
        ("temporal", "contains", 0),
        ("temporal", "same-event", 0),
        ("temporal", "After", 0),
        ("coref", "after", 0),
        ("coref", "subset", 0),
    ],
)
def test_labels(component, label, count):
    clusters = released_clusters(component, {(0, 1): label})
    assert [(len(cluster.nodes), cluster.count) for cluster in clusters] == [(2, 1)] * count


def test_before_is_after_turned_round():
    assert released_clusters("temporal", {(0, 1): "before"}) == released_clusters(
        "temporal", {(1, 0): "after"}
    )


def test_containment_is_inverted():
    # a is after b. If b lies inside c, nothing follows for a and c, but the program derives that a is after c. If
    # c lies inside b, a is after c as well, which it does not find (units contain_invalid and contain_valid).
    assert links("temporal", ("b", "after", "a"), ("c", "contained", "b")) == 3
    assert links("temporal", ("b", "after", "a"), ("b", "contained", "c")) == 2


def test_same_event_depends_on_its_direction():
    # units coref_event_star_vs_chain: a chain closes, a star does not.
    assert links("coref", ("a", "same-event", "b"), ("b", "same-event", "c")) == 3
    assert links("coref", ("a", "same-event", "b"), ("a", "same-event", "c")) == 2
    assert links("coref", ("a", "same-entity", "b"), ("a", "same-entity", "c")) == 3


def test_links_get_lost_in_some_orders():
    # The gold temporal graph of the paper's Figure 1, containment written as the program wants it: in 30 of the
    # 120 orders of its triples the program finds 9 links instead of 11 (run with the program).
    triples = [
        ("a", "before", "y"),
        ("m", "overlap", "a"),
        ("m", "contained", "y"),
        ("D", "before", "n"),
        ("n", "before", "a"),
    ]
    counts = [links("temporal", *order) for order in itertools.permutations(triples)]
    assert sorted(counts) == [9] * 30 + [11] * 90


def test_a_node_that_follows_itself_is_linked_to_itself():
    (cluster,) = released_clusters("temporal", {(0, 0): "after"})
    assert (len(cluster.nodes), cluster.count) == (1, 1)


def test_a_node_that_is_the_same_as_itself_has_no_link():
    gold, pred = {(0, 1): "same-entity"}, {(0, 1): "same-entity", (2, 2): "same-entity"}
    tally = released_links_tally("coref", gold, pred)
    assert (tally.matched_pred, tally.pred_total, tally.matched_gold, tally.gold_total) == (2.0, 3, 2.0, 2)
    # With the sides exchanged the program divides by zero; the same numbers stand here, exchanged.
    assert released_links_tally("coref", pred, gold) == tally.swapped()


def test_sides_are_weighed_by_their_clusters():
    # pred: clusters of 3 nodes (3 links, 1 shared) and of 2 (1 link, shared); gold: two clusters of 2, shared.
    gold = {(0, 1): "same-entity", (3, 4): "same-event"}
    pred = {(0, 1): "same-entity", (1, 2): "same-entity", (3, 4): "same-event"}
    tally = released_links_tally("coref", gold, pred)
    assert (tally.matched_pred, tally.pred_total) == (pytest.approx(3 * 1 / 3 + 2), 5)
    assert (tally.matched_gold, tally.gold_total) == (4.0, 4)


def test_entities_need_not_be_listed():
    # With a far-off relation of another kind in its cluster an entity is listed, link by link: same numbers.
    random_source = random.Random(7)
    for _ in range(200):
        gold, pred = (
            {
                (random_source.randrange(9), random_source.randrange(9)): "same-entity"
                for _ in range(random_source.randint(1, 8))
            }
            for _ in range(2)
        )
        pairs = {
            side: {
                tuple(sorted(pair))
                for cluster in released_clusters("coref", labels)
                for pair in itertools.combinations(cluster.nodes, 2)
            }
            for side, labels in (("gold", gold), ("pred", pred))
        }
        tally = released_links_tally("coref", gold, pred)
        expected = 0.0
        for cluster in released_clusters("coref", pred):
            assert cluster.complete
            own = [tuple(sorted(pair)) for pair in itertools.combinations(cluster.nodes, 2)]
            if own:
                expected += len(cluster.nodes) * sum(pair in pairs["gold"] for pair in own) / len(own)
        assert tally.matched_pred == pytest.approx(expected)
        # Listed on one side only: (9, 8) hangs on node 8 by a subset relation.
        mixed = released_links_tally("coref", {**gold, (8, 9): "subset-of"}, pred)
        assert mixed.matched_pred == pytest.approx(expected)


def test_a_long_chain_is_no_trouble():
    chain = {(node, node + 1): "same-entity" for node in range(20_000)}
    tally = released_links_tally("coref", chain, chain)
    assert tally.matched_pred == tally.pred_total == 20_001


def test_no_walk_goes_on_after_the_deadline(monkeypatch):
    monkeypatch.setattr(limits, "LOOK_EVERY", 0)
    labels = {(node, node + 1): "after" for node in range(5)}
    with limited(Limits(seconds=-1.0)), pytest.raises(TimeLimitError):
        released_links_tally("temporal", labels, labels)
