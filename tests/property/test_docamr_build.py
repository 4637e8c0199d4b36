"""What holds for the building of any document graph."""

from collections import Counter
from dataclasses import replace
from random import Random

import networkx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.tiers import examples

from tallystick.formats.msamr.document import (
    Bridging,
    IdentityChain,
    ImplicitRole,
    Link,
    Mention,
    MsAmr,
    SentenceReference,
)
from tallystick.formats.msamr.reader import read_msamr
from tallystick.formats.msamr.write import dumps as dumps_annotations
from tallystick.formats.penman.reader import Graph, dumps, loads
from tallystick.tasks.docamr.build.base import of_sentences
from tallystick.tasks.docamr.build.build import build_docamr
from tallystick.tasks.docamr.build.chains import Linking, add_annotations
from tallystick.tasks.docamr.build.children import _CorrespondenceSearch
from tallystick.tasks.docamr.build.colours import colours_of
from tallystick.tasks.docamr.build.model import COREF, Draft
from tallystick.tasks.docamr.build.represent import represent
from tallystick.tasks.docamr.build.tables import Tables
from tallystick.tasks.docamr.reverse.reverse import take_apart

quickly = settings(max_examples=examples(80), deadline=None, derandomize=True, database=None,
                   suppress_health_check=list(HealthCheck))  # fmt: skip
representations = st.sampled_from(["no-merge", "merge-names", "docamr", "merge-all", "flipped"])

CONCEPTS = ["see-01", "boy", "person", "city", "he", "he", "i", "someone", "nobody", "old", "old"]


@st.composite
def sentences(draw, number):
    """A sentence of up to eight nodes, some of them named."""
    lines = []
    count = draw(st.integers(1, 6))
    below = {node: [] for node in range(count)}
    for node in range(1, count):
        below[draw(st.integers(0, node - 1))].append(node)
    roles = st.sampled_from(["ARG0", "ARG1", "mod", "ARG0-of", "domain", "consist-of", "time"])

    def written(node):
        parts = [f"(x{node} / {draw(st.sampled_from(CONCEPTS))}"]
        if draw(st.integers(0, 2)) == 0:
            parts.append(f':name (n{node} / name :op1 "{draw(st.sampled_from("AB"))}")')
            parts.append(draw(st.sampled_from([":wiki -", ':wiki "W"', ""])))
        if draw(st.integers(0, 5)) == 0:
            parts.append(draw(st.sampled_from([":polarity -", ":quant 2", ':quant "2"'])))
        if draw(st.integers(0, 5)) == 0:
            parts.append(f":{draw(roles)} x{draw(st.integers(0, count - 1))}")
        parts += [f":{draw(roles)} {written(child)}" for child in below[node]]
        return " ".join(parts) + ")"

    lines.append(f"# ::id d.{number}\n{written(0)}")
    return Graph.of("\n".join(lines))


@st.composite
def annotated(draw):
    """A document of up to four sentences with chains, singletons and bridging relations."""
    graphs = [draw(sentences(1))]
    for number in range(2, draw(st.integers(1, 4)) + 1):
        # A sentence that is there already, said again, has mentions whose children are equal.
        again = replace(draw(st.sampled_from(graphs)), metadata={"id": f"d.{number}"})
        graphs.append(draw(st.one_of(sentences(number), st.just(again))))
    places = [(graph.id, name) for graph in graphs for name in graph.variables if name.startswith("x")]
    mentions = st.sampled_from(places).map(lambda place: Mention(*place))
    roles = st.sampled_from(places).map(lambda place: ImplicitRole(*place, "ARG2"))
    members = st.lists(st.one_of(mentions, mentions, mentions, roles), min_size=1, max_size=5, unique=True)
    same = st.sampled_from([name for _, name in places]).map(
        lambda wanted: [Mention(*place) for place in places if place[1] == wanted]
    )
    found = draw(st.lists(st.one_of(members, same, same), max_size=4))
    chains = [IdentityChain(f"rel-{number}", tuple(chain)) for number, chain in enumerate(found)]
    single = draw(st.lists(st.one_of(mentions, roles), max_size=2))
    chains += [IdentityChain(f"singleton-{k}", (member,), True) for k, member in enumerate(single)]
    bridging = []
    if chains:
        names = st.sampled_from([chain.id for chain in chains]).map(Link)
        pairs = draw(st.lists(st.tuples(names, st.lists(names, min_size=1, max_size=2)), max_size=2))
        bridging = [Bridging(f"b-{k}", "part", whole, tuple(parts)) for k, (whole, parts) in enumerate(pairs)]
    order = tuple(SentenceReference(graph.id, number) for number, graph in enumerate(graphs, 1))
    return MsAmr("d", order, tuple(chains), tuple(bridging)), graphs


def laid_out_anew(graph, random):
    """The same graph with the same names: branches in another order, some written the other way round."""
    places = list(range(1, len(graph.variables)))
    random.shuffle(places)
    places = [0, *places]
    new = {old: place for place, old in enumerate(places)}
    branches = []
    for source, role, target, constant in zip(
        graph.sources, graph.roles, graph.targets, graph.constants, strict=True
    ):
        end = -1 if constant is not None else new[target]
        source = new[source]
        if constant is None and random.random() < 0.5:
            turned = role[:-3] if role.endswith("-of") and role != "consist-of" else f"{role}-of"
            source, role, end = end, turned, source
        branches.append((source, role, end, constant))
    random.shuffle(branches)
    sources, roles, targets, constants = zip(*branches, strict=True) if branches else ((), (), (), ())
    shuffled = replace(
        graph,
        variables=tuple(graph.variables[old] for old in places),
        concepts=tuple(graph.concepts[old] for old in places),
        sources=sources, roles=roles, targets=targets, constants=constants, written="",
    )  # fmt: skip
    # Through a text: this is what files hold.
    return loads(dumps(shuffled))[0]


def of_graph(graph, prefix, draft):
    for name, concept in zip(graph.variables, graph.concepts, strict=True):
        draft.add_node(prefix + name, concept)
    for source, role, target, constant in zip(
        graph.sources, graph.roles, graph.targets, graph.constants, strict=True
    ):
        if constant is not None:
            draft.add_value(prefix + graph.variables[source], role, constant)
            continue
        one, other = prefix + graph.variables[source], prefix + graph.variables[target]
        if role.endswith("-of") and role != "consist-of":
            draft.add_edge(other, role[:-3], one)
        else:
            draft.add_edge(one, role, other)


def alike(first, second):
    """Whether two graphs look the same but for their names: colour refinement over both together."""
    draft = Draft(root="")
    of_graph(first, "1", draft)
    of_graph(second, "2", draft)
    colours = colours_of(draft)
    sides = [Counter(colour for node, colour in colours.items() if node[0] == side) for side in "12"]
    return sides[0] == sides[1]


@quickly
@given(annotated(), representations, st.integers(0, 2**32))
def test_the_layout_of_the_sentences_means_nothing(found, to, seed):
    document, graphs = found
    random = Random(seed)
    anew = [laid_out_anew(graph, random) for graph in graphs]
    assert build_docamr(document, anew, to=to).text == build_docamr(document, graphs, to=to).text


@quickly
@given(annotated(), representations, st.integers(0, 2**32))
def test_the_order_of_chains_and_their_members_means_nothing(found, to, seed):
    document, graphs = found
    random = Random(seed)
    chains = [
        replace(chain, members=tuple(random.sample(chain.members, len(chain.members)))) for chain in document.chains
    ]  # fmt: skip
    random.shuffle(chains)
    other = build_docamr(replace(document, chains=tuple(chains)), graphs, to=to).graph
    assert alike(other, build_docamr(document, graphs, to=to).graph)


@quickly
@given(annotated(), representations)
def test_annotations_that_are_written_and_read_build_the_same(found, to):
    document, graphs = found
    again = read_msamr(dumps_annotations(document))
    assert again == document
    assert build_docamr(again, graphs, to=to).text == build_docamr(document, graphs, to=to).text


@quickly
@given(annotated(), representations)
def test_the_way_through_the_unmerged_graph_gives_the_same(found, to):
    document, graphs = found
    unmerged = loads(build_docamr(document, graphs, to="no-merge").text)[0]
    assert alike(build_docamr(unmerged, to=to).graph, build_docamr(document, graphs, to=to).graph)


@quickly
@given(annotated(), representations)
def test_no_edge_and_no_attribute_is_lost(found, to):
    document, graphs = found
    drafts = []
    for _ in range(2):
        draft = of_sentences(graphs)
        add_annotations(draft, Linking(document, {graph.id: graph for graph in graphs}))
        drafts.append(draft)
    before, after = drafts
    represent(after, to, Tables())
    for source, role, target in before.edges():
        here, there = after.resolve(source), after.resolve(target)
        # In a flipped graph the entity of a mention takes its place.
        entities = [entity for coref, entity in after.incoming[there] if coref == COREF and to == "flipped"]
        kept = any((role, end) in after.outgoing[here] for end in (there, *entities))
        assert kept or (role == COREF and here == there)
    for node, values in before.values.items():
        missing = values.keys() - after.values[after.resolve(node)].keys()
        assert missing <= {("wiki", "-")}
    for node in after.concepts:
        assert node in before.concepts or node.endswith("/type") or node.startswith("pro")


@quickly
@given(annotated(), representations)
def test_a_graph_that_was_built_is_a_readable_text(found, to):
    document, graphs = found
    built = build_docamr(document, graphs, to=to)
    assert loads(built.text)[0].triples() == built.graph.triples()


@quickly
@given(annotated())
def test_an_unmerged_graph_comes_apart_and_together(found):
    document, graphs = found
    graph = build_docamr(document, graphs, to="no-merge").graph
    apart = take_apart(graph)
    again = build_docamr(apart.document, apart.sentences, to="no-merge").graph
    if not any(problem.level != "note" for problem in apart.problems):
        assert alike(again, graph)


@st.composite
def any_documents(draw):
    """Any graph under a root with sentences: entities as sentences, links from anywhere, roles that mean something."""
    concepts = ["document"]
    branches = []
    for number in range(1, draw(st.integers(1, 3)) + 1):
        branches.append((0, f"snt{number}", len(concepts)))
        concepts.append(draw(st.sampled_from(["see-01", "he", "coref-entity", "implicit-role"])))
    kinds = ["see-01", "boy", "he", "nobody", "name", "coref-entity", "coref-entity", "implicit-role"]
    roles = st.sampled_from(
        ["ARG0", "mod", "name", "part", "coref", "coref", "same-as", "same-as", "additional-type"]
    )
    for node in range(len(concepts), len(concepts) + draw(st.integers(0, 6))):
        ends = [draw(st.integers(0, node - 1)), node]
        if draw(st.booleans()):
            ends.reverse()
        concepts.append(draw(st.sampled_from(kinds)))
        branches.append((ends[0], draw(roles), ends[1]))
    anywhere = st.integers(0, len(concepts) - 1)
    branches += draw(st.lists(st.tuples(anywhere, roles, anywhere), max_size=5))
    sources, names, targets = zip(*branches, strict=True)
    named = draw(st.booleans())
    variables = tuple(
        f"s{draw(st.integers(1, 3))}.x{node}" if named else f"x{node}" for node in range(len(concepts))
    )
    return Graph(variables, tuple(concepts), sources, names, targets, (None,) * len(branches))


@settings(quickly, max_examples=examples(200))
@given(any_documents(), representations, st.sampled_from([None, "same-as"]))
def test_any_document_graph_is_converted_and_taken_apart(graph, to, pairs):
    built = build_docamr(graph, to=to, pairwise_role=pairs)
    assert len(built.graph) <= len(graph) + 3
    assert loads(built.text)[0].triples() == built.graph.triples()
    apart = take_apart(built.graph)
    assert build_docamr(apart.document, apart.sentences, to=to).graph.concepts[0] == "document"


@st.composite
def small_graphs(draw):
    """Up to seven nodes of two concepts, with edges of two roles: many of them look alike."""
    draft = Draft(root="0")
    count = draw(st.integers(3, 7))
    for node in range(count):
        draft.add_node(str(node), draw(st.sampled_from("xxy")) if node else "root")
    node = st.integers(0, count - 1)
    for source, role, target in draw(st.lists(st.tuples(node, st.sampled_from("rrs"), node), max_size=12)):
        draft.add_edge(str(source), role, str(target))
    return draft


def naive_colours(draft):
    colour = {node: repr((concept, node == draft.root)) for node, concept in draft.concepts.items()}
    for _ in range(len(colour)):
        seen = {}
        described = {
            node: (
                colour[node],
                sorted((out, role, colour[end]) for out, role, end in draft.neighbours(node)),
            )
            for node in colour
        }
        colour = {node: str(seen.setdefault(repr(text), len(seen))) for node, text in described.items()}
    return colour


@settings(quickly, max_examples=examples(300))
@given(small_graphs())
def test_colours_are_those_of_naive_refinement(draft):
    ours, naive = colours_of(draft), naive_colours(draft)
    for one in draft.concepts:
        for other in draft.concepts:
            assert (ours[one] == ours[other]) == (naive[one] == naive[other])


def can_change_places(draft, first, second):
    """By definition, from all isomorphisms of the graph onto itself: one that exchanges two separate parts."""
    graph = networkx.MultiDiGraph()
    for node, concept in draft.concepts.items():
        graph.add_node(node, concept=concept)
    graph.add_edges_from((source, target, role) for source, role, target in draft.edges())
    matcher = networkx.algorithms.isomorphism.MultiDiGraphMatcher(
        graph, graph, node_match=lambda one, other: one == other
    )
    for mapping in matcher.isomorphisms_iter():
        roles_fit = all(
            (role, mapping[end]) in draft.outgoing[mapping[source]] for source, role, end in draft.edges()
        )
        if not roles_fit or mapping[first] != second:
            continue
        if any(mapping[mapping[node]] != node for node in mapping):
            continue
        moved = graph.subgraph(node for node in mapping if mapping[node] != node).to_undirected()
        part = networkx.node_connected_component(moved, first)
        if part.isdisjoint(mapping[node] for node in part):
            return True
    return False


@settings(quickly, max_examples=examples(400))
@given(small_graphs())
def test_equal_parts_are_found_exactly(draft):
    colours = colours_of(draft)
    for first in draft.concepts:
        for second in draft.concepts:
            if first != second:
                found = _CorrespondenceSearch(draft, colours).correspondence(first, second)
                assert (found is not None) == can_change_places(draft, first, second)


def test_equal_parts_do_occur():
    """The test before would prove little if nothing were ever equal."""
    draft = Draft(root="0")
    for node, concept in enumerate(["root", "x", "x", "y", "y"]):
        draft.add_node(str(node), concept)
    for source, role, target in (("0", "r", "1"), ("0", "r", "2"), ("1", "s", "3"), ("2", "s", "4")):
        draft.add_edge(source, role, target)
    assert can_change_places(draft, "1", "2")
    assert _CorrespondenceSearch(draft, colours_of(draft)).correspondence("1", "2") == {"1": "2", "3": "4"}
    draft.add_edge("3", "r", "4")
    assert not can_change_places(draft, "1", "2")
    assert _CorrespondenceSearch(draft, colours_of(draft)).correspondence("1", "2") is None


@pytest.mark.parametrize("to", ["no-merge", "docamr"])
def test_alike_tells_graphs_apart(to):
    one = build_docamr([Graph.of("(a / b :c (d / e))")], to=to).graph
    other = build_docamr([Graph.of("(a / b :c-of (d / e))")], to=to).graph
    assert alike(one, one)
    assert not alike(one, other)
