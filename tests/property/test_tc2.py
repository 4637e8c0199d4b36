"""Closed graphs of temporal and coreference relations against a fixpoint of Table 3, applied one by one."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tiers import examples

from tallystick.tasks.umr.tc2.contradictions import MEANINGS, contradictions
from tallystick.tasks.umr.tc2.relations import COMPOSITION, SYMMETRIC, converted
from tallystick.tasks.umr.tc2.score import close, tally

LABELS = {
    "temporal": ["before", "after", "contained", "contains", "includes", "overlap", "depends-on", "near"],
    "coref": ["same-entity", "same-event", "subset-of", "contains", "related"],
    # Nothing keeps an annotator from writing any label in any group.
    "any": ["before", "after", "contained", "subset-of", "same-entity", "same-event", "overlap", "near"],
}
COMPONENT = {"temporal": "temporal", "coref": "coref", "any": "temporal"}


@st.composite
def relations(draw, family, nodes="abcdef", most=9):
    node = st.sampled_from(nodes)
    return draw(st.lists(st.tuples(node, st.sampled_from(LABELS[family]), node), max_size=most))


@st.composite
def graphs(draw, **options):
    family = draw(st.sampled_from(sorted(LABELS)))
    return COMPONENT[family], draw(relations(family, **options))


@st.composite
def pairs_of_graphs(draw):
    family = draw(st.sampled_from(sorted(LABELS)))
    return COMPONENT[family], draw(relations(family)), draw(relations(family))


def canonical(source, kind, target):
    """A link in the form in which it counts once."""
    if kind == "up":
        source, kind, target = target, "dn", source
    if kind in SYMMETRIC and source > target:
        source, target = target, source
    return source, kind, target


def both_ways(source, kind, target):
    """A link and what it says about the way back."""
    yield source, kind, target
    if kind in SYMMETRIC:
        yield target, kind, source
    elif kind in ("up", "dn"):
        yield target, "dn" if kind == "up" else "up", source


def fixpoint(component, relations):
    """All links that follow, by applying Table 3 until nothing is new; those of a node to itself compose too."""
    waiting = []
    for parent, label, child in relations:
        if parent != child:
            kind, turned = converted(component, label)
            waiting += both_ways(*((child, kind, parent) if turned else (parent, kind, child)))
    known = set()
    while waiting:
        link = waiting.pop()
        if link in known:
            continue
        known.add(link)
        one, kind, other = link
        for source, another, target in list(known):
            if other == source and (kind, another) in COMPOSITION:
                waiting += both_ways(one, COMPOSITION[kind, another], target)
            if target == one and (another, kind) in COMPOSITION:
                waiting += both_ways(source, COMPOSITION[another, kind], other)
    return {canonical(*link) for link in known if link[0] != link[2]}


def clusters(relations):
    """Weakly connected components, by merging sets."""
    found = []
    for parent, _, child in relations:
        if parent != child:
            meeting = [group for group in found if group & {parent, child}]
            found = [group for group in found if group not in meeting]
            found.append({parent, child}.union(*meeting))
    return found


def side(component, mine, theirs, nodes):
    """Numerator and denominator of Equation 5 or 6, from the definitions."""
    links, others = fixpoint(component, mine), fixpoint(component, theirs)
    groups = clusters(mine)
    credit = Fraction(0)
    for group in groups:
        own = {link for link in links if link[0] in group}
        credit += len(group) * Fraction(len(own & others), len(own))
    here = set().union(*groups)
    there = set().union(*clusters(theirs))
    return credit, len(here) + len((there - here) & nodes)


@settings(max_examples=examples(400), deadline=None)
@given(graphs())
def test_closure_is_the_fixpoint(graph):
    component, relations = graph
    links = close(component, relations)
    listed = [canonical(*link) for cluster in range(len(links.clusters)) for link in links.links_of(cluster)]
    assert len(listed) == len(set(listed)) == sum(links.counts)
    assert set(listed) == fixpoint(component, relations)
    assert all(link in links for link in listed)


@settings(max_examples=examples(400), deadline=None)
@given(pairs_of_graphs(), st.sets(st.sampled_from("abcdef")), st.sets(st.sampled_from("abcdef")))
def test_tally_is_equations_5_and_6(graphs, gold_nodes, pred_nodes):
    component, gold, pred = graphs
    numbers = tally(close(component, gold), close(component, pred), gold_nodes, pred_nodes)
    gold_credit, gold_total = side(component, gold, pred, gold_nodes)
    pred_credit, pred_total = side(component, pred, gold, pred_nodes)
    assert (numbers.gold_total, numbers.pred_total) == (gold_total, pred_total)
    # The sums are of shares in floating point.
    assert abs(numbers.matched_gold - gold_credit) < 1e-12
    assert abs(numbers.matched_pred - pred_credit) < 1e-12


@settings(max_examples=examples(300), deadline=None)
@given(pairs_of_graphs(), st.data())
def test_order_and_names_never_matter_and_sides_swap(graphs, data):
    component, gold, pred = graphs
    before = tally(close(component, gold), close(component, pred), "abcde", "abcf")
    swapped = tally(close(component, pred), close(component, gold), "abcf", "abcde")
    assert swapped == before.swapped()
    names = dict(zip("abcdef", data.draw(st.permutations(range(6))), strict=True))

    def other(relations):
        shuffled = data.draw(st.permutations(relations))
        return close(component, [(names[parent], label, names[child]) for parent, label, child in shuffled])

    exist = [{names[node] for node in nodes} for nodes in ("abcde", "abcf")]
    assert tally(other(gold), other(pred), *exist) == before


@settings(max_examples=examples(300), deadline=None)
@given(graphs())
def test_a_graph_against_itself_scores_one(graph):
    component, relations = graph
    numbers = tally(close(component, relations), close(component, relations))
    assert numbers.matched_pred == numbers.pred_total == numbers.matched_gold == numbers.gold_total


@settings(max_examples=examples(300), deadline=None)
@given(graphs())
def test_what_is_closed_stays_as_it_is(graph):
    component, relations = graph
    once = close(component, relations)
    label = {"r": "before", "dn": "contained", "sn": "same-entity", "sv": "same-event", "o": "overlap"}
    written = [
        (source, label.get(kind, "depends-on" if kind == "d" else kind.removeprefix(":")), target)
        for cluster in range(len(once.clusters))
        for source, kind, target in once.links_of(cluster)
    ]
    again = close(component, written)
    assert sorted(again.counts) == sorted(once.counts)
    assert fixpoint(component, written) == fixpoint(component, relations)


def chain_lengths(component, relations):
    """The least number of annotated relations that lead to each link, by shortening until nothing changes."""
    least = {}
    for parent, label, child in relations:
        if parent != child:
            kind, turned = converted(component, label)
            for link in both_ways(*((child, kind, parent) if turned else (parent, kind, child))):
                least[link] = 1
    changed = True
    while changed:
        changed = False
        for (one, first, middle), before in list(least.items()):
            for (other, second, target), after in list(least.items()):
                if middle == other and (first, second) in COMPOSITION:
                    for link in both_ways(one, COMPOSITION[first, second], target):
                        if before + after < least.get(link, before + after + 1):
                            least[link] = before + after
                            changed = True
    return least


@settings(max_examples=examples(200), deadline=None)
@given(graphs(nodes="abcde", most=7))
def test_explanations_are_shortest_and_sufficient(graph):
    component, relations = graph
    links = close(component, relations)
    least = chain_lengths(component, relations)
    for link, length in least.items():
        chain = links.explain(link)
        assert set(chain) <= set(relations)
        if link[0] != link[2]:
            assert len(chain) == length
            assert canonical(*link) in fixpoint(component, chain)
            assert links.is_annotated(link) == (length == 1)
    assert links.explain(("a", "r", "nowhere")) == ()
    for source in links.nodes:
        for kind in ("r", "up", "sn", "o"):
            for target in links.nodes:
                if (source, kind, target) not in least:
                    assert links.explain((source, kind, target)) == ()


def conflicts(component, relations):
    """Pairs of nodes that carry two links which cannot both hold."""
    kinds = {}
    for source, kind, target in fixpoint(component, relations):
        way = "" if kind in SYMMETRIC else source
        kinds.setdefault(frozenset([source, target]), set()).add((kind, way))
    for pair, found in kinds.items():
        names = {kind for kind, _ in found}
        circle = any(len([way for kind, way in found if kind == each]) > 1 for each in ("r", "dn"))
        if (
            circle
            or {"sn", "sv"} <= names
            or ("r" in names and names & {"dn", "o", "sn", "sv"})
            or ("dn" in names and names & {"sn", "sv"})
        ):
            yield pair


@settings(max_examples=examples(400), deadline=None)
@given(graphs())
def test_contradictions_are_found_where_there_are_any(graph):
    component, relations = graph
    found = list(contradictions(close(component, relations)))
    assert bool(found) == any(conflicts(component, relations))
    assert len(found) <= len(set(relations))
    for each in found:
        assert each.kind in MEANINGS
        one, other = each.chains
        assert one
        assert other
        assert set(one + other) <= set(relations)
        # The two chains alone are enough.
        assert any(conflicts(component, one + other))


@pytest.mark.parametrize("family", sorted(LABELS))
def test_a_graph_without_relations_is_empty(family):
    links = close(COMPONENT[family], [("a", LABELS[family][0], "a")])
    assert (links.nodes, links.clusters, list(contradictions(links))) == ((), (), [])
    assert tally(links, links, "a", "a").pred_total == 0
