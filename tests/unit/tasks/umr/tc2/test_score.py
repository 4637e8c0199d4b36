"""TC² on the worked examples of the AnCast++ paper, and where cases meet."""

import json
from fractions import Fraction

import pytest
from tests.shared import SHARED, needs_shared

from tallystick.formats.umr.labels import component_of, spelled
from tallystick.formats.umr.reader import load
from tallystick.tasks.umr.tc2.score import close, compare, tally

FIGURES = SHARED / "goldens" / "umr" / "data"

# Table 1: the gold variable of each test variable; s4g has none.
TABLE_1 = {
    "s3a": "s1a",
    "s3a2": "s1a2",
    "s3m": "s1m",
    "s3p": "s1p",
    "s3y": "s1y",
    "s4n": "s2n",
    "s4p2": "s2p2",
    "s4p": "s2p",
    "s4a": "s2a",
}
DCT = "document-creation-time"


def relations_of(name, component, rename):
    return [
        (
            rename.get(triple.parent, triple.parent),
            spelled(component, triple.label),
            rename.get(triple.child, triple.child),
        )
        for sentence in load(FIGURES / name).sentences
        for triple in sentence.triples
        if component_of(triple.group, triple.label) == component
    ]


def figure_1(component):
    gold = close(component, relations_of("fig1_gold.umr", component, {}))
    pred = close(component, relations_of("fig1_test.umr", component, TABLE_1))
    gold_nodes = {*TABLE_1.values(), DCT}
    return gold, pred, gold_nodes, {*gold_nodes, "s4g"}


def all_links(links):
    return {link for cluster in range(len(links.clusters)) for link in links.links_of(cluster)}


def ratios(numbers):
    return (
        Fraction(numbers.matched_pred).limit_denominator(10**6) / numbers.pred_total,
        Fraction(numbers.matched_gold).limit_denominator(10**6) / numbers.gold_total,
    )


@needs_shared
def test_figure_3_links():
    # Figure 3 as told in Section 2.4.2: s1m is contained by yesterday, which is before s1a, s2n and the time of
    # creation. r runs from the later to the earlier.
    gold, pred, *_ = figure_1("temporal")
    y, a, n, m, g = "s1y", "s1a", "s2n", "s1m", "s4g"
    later = {(a, y), (n, y), (DCT, y), (n, a), (DCT, a), (DCT, n), (a, m), (n, m), (DCT, m)}
    assert all_links(gold) == {(late, "r", early) for late, early in later} | {(y, "dn", m), (a, "o", m)}
    later = {(a, m), (g, m), (DCT, m), (n, m), (g, a), (DCT, a), (n, a), (DCT, g), (DCT, n)}
    assert all_links(pred) == {(late, "r", early) for late, early in later} | {
        (g, "dn", n),
        (y, "dn", m),
        (DCT, "d", y),
    }
    assert (sum(gold.counts), sum(pred.counts)) == (11, 12)


@needs_shared
def test_equations_7_and_8():
    found = compare(*figure_1("temporal"))
    assert [(len(cluster.nodes), cluster.matched, cluster.links) for cluster in found.pred] == [(6, 7, 12)]
    assert [(len(cluster.nodes), cluster.matched, cluster.links) for cluster in found.gold] == [(5, 7, 11)]
    assert ratios(found.tally()) == (Fraction(7, 12), Fraction(7, 11))


@needs_shared
def test_equations_9_and_10():
    # Figure 4: the test graph has three clusters, two of one node: activist and person exist there without a link.
    found = compare(*figure_1("coref"))
    assert [(len(cluster.nodes), cluster.matched, cluster.links) for cluster in found.pred] == [
        (2, 1, 1),
        (1, 0, 0),
        (1, 0, 0),
    ]
    assert sorted((len(cluster.nodes), cluster.matched, cluster.links) for cluster in found.gold) == [
        (2, 0, 1),
        (2, 1, 1),
    ]
    assert ratios(found.tally()) == (Fraction(1, 2), Fraction(1, 2))


def figure_5(component):
    """Figures 5b (gold) and 5a (test): horizontal lines are order or identity, vertical ones containment."""
    drawn = json.loads((FIGURES / "fig5.json").read_text("utf-8"))
    horizontal, vertical = {"temporal": ("before", "contained"), "coref": ("same-entity", "subset-of")}[
        component
    ]

    def closed(lines):
        relations = [(one, horizontal, other) for one, other in lines["horizontal"]]
        for child, parent in lines["vertical"]:
            relations.append(
                (parent, vertical, child) if vertical == "contained" else (child, vertical, parent)
            )
        return close(component, relations)

    return closed(drawn["b"]), closed(drawn["a"]), drawn["nodes"], drawn["nodes"]


@needs_shared
def test_equations_15_and_16():
    found = compare(*figure_5("temporal"))
    assert [(len(cluster.nodes), cluster.matched, cluster.links) for cluster in found.pred] == [
        (7, 3, 12),
        (1, 0, 0),
    ]
    assert [(len(cluster.nodes), cluster.matched, cluster.links) for cluster in found.gold] == [
        (4, 2, 3),
        (4, 1, 4),
    ]
    precision, recall = ratios(found.tally())
    assert precision == (7 * Fraction(3, 12) + 1 * 0) / 8
    assert recall == (4 * Fraction(2, 3) + 4 * Fraction(1, 4)) / 8


@needs_shared
def test_equations_17_and_18():
    found = compare(*figure_5("coref"))
    assert [(len(cluster.nodes), cluster.matched, cluster.links) for cluster in found.gold] == [
        (4, 6, 6),
        (4, 2, 6),
    ]
    precision, recall = ratios(found.tally())
    assert recall == (4 * Fraction(6, 6) + 4 * Fraction(2, 6)) / 8
    # Equation 17 has (7 · 6/17 + 1 · 0) / 8, which contradicts Equation 18. All links of the test graph lie in one
    # cluster, so that what matches is the same set of links from either side: 6 of 17 there cannot be 6 + 2 here.
    # From the lines of the figure follow 20 links in the test graph, 8 of them in the gold graph.
    assert [(len(cluster.nodes), cluster.matched, cluster.links) for cluster in found.pred] == [
        (7, 8, 20),
        (1, 0, 0),
    ]
    assert precision == (7 * Fraction(8, 20) + 1 * 0) / 8 == Fraction(35, 100)


@needs_shared
def test_figure_5_links_from_node_1():
    # Appendix C: in time 1 is connected to 2, 3, 4 and 6, but not to 5 or 7; by coreference it reaches all nodes.
    _, pred, *_ = figure_5("temporal")
    assert [node for node in range(2, 8) if (1, "r", node) in pred] == [2, 3, 4, 6]
    assert not any((1, kind, node) in pred for kind in ("up", "dn") for node in (5, 7))
    _, pred, *_ = figure_5("coref")
    assert [node for node in range(2, 8) if (1, "sn", node) in pred] == [2, 3, 4, 6]
    # "sn + up = up"
    assert (1, "up", 5) in pred
    chain = ((1, "same-entity", 2), (2, "same-entity", 3), (3, "same-entity", 4), (4, "subset-of", 7))
    assert pred.explain((1, "up", 7)) == chain
    assert pred.explain((7, "dn", 1)) == chain[::-1]


def numbers_of(gold, pred, component="coref", gold_nodes=(), pred_nodes=()):
    found = tally(close(component, gold), close(component, pred), gold_nodes, pred_nodes)
    return found.matched_pred, found.pred_total, found.matched_gold, found.gold_total


def test_star_and_chain_say_the_same():
    for label in ("same-entity", "same-event"):
        star = [("a", label, node) for node in "bcde"]
        chain = [(one, label, other) for one, other in zip("abcd", "bcde", strict=True)]
        assert numbers_of(star, chain) == (5, 5, 5, 5)


def test_a_node_may_exist_without_taking_part():
    gold = [("a", "same-entity", "b")]
    # Nothing is known of a and b on the other side: they add nothing there.
    assert numbers_of(gold, []) == (0, 0, 0, 2)
    # Both exist there: two clusters of one node.
    assert numbers_of(gold, [], pred_nodes="ab") == (0, 2, 0, 2)
    # A node that takes part is no cluster of its own, and one that takes part nowhere adds nothing.
    assert numbers_of(gold, [("b", "same-entity", "c")], "coref", "abcz", "abcz") == (0, 3, 0, 3)


def test_a_relation_of_a_node_to_itself_is_left_out():
    links = close("coref", [("a", "same-entity", "a"), ("b", "subset-of", "b"), ("c", "same-event", "d")])
    assert links.nodes == ("c", "d")
    assert links.relations == (("c", "same-event", "d"),)


def test_what_follows_from_a_circle_is_not_counted_at_a_single_node():
    # a before b before a: r both ways between the two, and nothing from a to a.
    links = close("temporal", [("a", "before", "b"), ("b", "before", "a")])
    assert all_links(links) == {("a", "r", "b"), ("b", "r", "a")}
    assert ("a", "r", "a") not in links
    assert links.explain(("a", "r", "a")) == (("a", "before", "b"), ("b", "before", "a"))


def test_several_relations_on_one_pair():
    links = close("temporal", [("a", "before", "b"), ("a", "overlap", "b"), ("b", "depends-on", "a")])
    assert all_links(links) == {("a", "r", "b"), ("a", "o", "b"), ("b", "d", "a")}


def test_relations_said_twice_count_once():
    once = [("a", "before", "b"), ("a", "contained", "c"), ("a", "overlap", "b")]
    again = [("b", "after", "a"), ("c", "contains", "a"), ("b", "overlap", "a"), ("a", "includes", "c")]
    # The three, and that c, inside a, is after b.
    assert close("temporal", once).counts == close("temporal", once + again).counts == (4,)
    assert numbers_of(once, again, "temporal") == (3, 3, 3, 3)


def test_mixed_identity_holds_both_ways_on_every_pair():
    # sn ∘ sv = sn and sv ∘ sn = sv (Table 3, starred): three nodes have six links.
    links = close("coref", [("a", "same-entity", "b"), ("b", "same-event", "c")])
    assert links.counts == (6,)
    assert all((one, kind, other) in links for one, other in ("ab", "bc", "ca") for kind in ("sn", "sv"))


def test_other_relations_join_clusters_and_do_not_compose():
    links = close(
        "temporal", [("a", "before", "b"), ("b", "near", "c"), ("c", "before", "d"), ("x", "far", "y")]
    )
    assert [[links.nodes[node] for node in cluster] for cluster in links.clusters] == [
        list("abcd"),
        list("xy"),
    ]
    assert links.counts == (3, 1)
    assert links.explain(("b", ":near", "c")) == (("b", "near", "c"),)
    # They have a direction.
    assert ("c", ":near", "b") not in links


def test_containment_goes_with_order_as_the_guidelines_have_it():
    # c is before b, b contains d: d is later than c. But what contains b need not be.
    links = close("temporal", [("b", "before", "c"), ("b", "contained", "d"), ("e", "contained", "b")])
    assert ("d", "r", "c") in links
    assert ("e", "r", "c") not in links
    assert ("e", "dn", "d") in links
    assert links.explain(("d", "r", "c")) == (("b", "contained", "d"), ("b", "before", "c"))


def test_r_goes_on_after_going_up():
    # r ∘ up is undefined, up ∘ r is r: a chain may be composed from its end.
    links = close("temporal", [("a", "before", "b"), ("c", "contained", "b"), ("c", "before", "d")])
    assert links.explain(("a", "r", "d")) == (
        ("a", "before", "b"),
        ("c", "contained", "b"),
        ("c", "before", "d"),
    )


def test_inferred_and_annotated():
    links = close("coref", [("a", "same-entity", "b"), ("b", "same-entity", "c")])
    assert links.is_annotated(("b", "sn", "a"))
    assert not links.is_annotated(("a", "sn", "c"))
    assert ("c", "sn", "a") in links


def test_great_clusters_are_counted_without_being_listed():
    # n(n − 1)/2 links of one chain; in pred it is cut in two.
    n = 20_000
    chain = [(i, "same-entity", i + 1) for i in range(n - 1)]
    gold = close("coref", chain)
    assert gold.counts == (n * (n - 1) // 2,)
    pred = close("coref", [relation for relation in chain if relation[0] != n // 2 - 1])
    numbers = tally(gold, pred)
    half = n // 2
    assert (numbers.matched_pred, numbers.pred_total) == (n, n)
    assert numbers.matched_gold == n * (2 * (half * (half - 1) // 2)) / gold.counts[0]
    assert next(gold.links_of(0)) == (0, "sn", 1)


def test_long_chains_in_time():
    n = 1_000
    links = close("temporal", [(i, "before", i + 1) for i in range(n - 1)])
    assert links.counts == (n * (n - 1) // 2,)
    assert tally(links, links).matched_gold == n
    assert len(links.explain((0, "r", n - 1))) == n - 1


def test_classes_inside_classes():
    # Two classes of 300 and 200 nodes, one a subset of the other: 300 · 200 links between them.
    whole = [("w0", "same-entity", f"w{i}") for i in range(1, 300)]
    part = [("p0", "same-entity", f"p{i}") for i in range(1, 200)]
    links = close("coref", [*whole, *part, ("p7", "subset-of", "w9")])
    assert links.counts == (300 * 299 // 2 + 200 * 199 // 2 + 300 * 200,)
    assert ("p100", "up", "w200") in links
    other = close("coref", [*whole, *part, ("p8", "subset-of", "w2")])
    assert tally(links, other).matched_pred == 500


@pytest.mark.parametrize("component", ["temporal", "coref"])
def test_nothing_is_nothing(component):
    links = close(component, [])
    numbers = tally(links, links, "ab", "ab")
    assert (numbers.pred_total, numbers.gold_total, numbers.matched_pred) == (0, 0, 0)
