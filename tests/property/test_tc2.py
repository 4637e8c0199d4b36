"""Closed graphs of temporal and coreference relations against a fixpoint of Table 3, applied one by one."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from tallystick.graphs.umr.relations import COMPOSITION, SYMMETRIC, converted
from tallystick.graphs.umr.tc2 import close, compare, tally

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


@settings(max_examples=400, deadline=None)
@given(graphs())
def test_closure_is_the_fixpoint(graph):
    component, relations = graph
    links = close(component, relations)
    listed = [canonical(*link) for cluster in range(len(links.clusters)) for link in links.links_of(cluster)]
    assert len(listed) == len(set(listed)) == sum(links.counts)
    assert set(listed) == fixpoint(component, relations)
    assert all(link in links for link in listed)


@settings(max_examples=400, deadline=None)
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
