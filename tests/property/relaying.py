"""The same graph or document, laid out in another way: nothing that is scored may depend on it."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from tallystick.formats.penman.reader import Graph
from tallystick.formats.umr.document import DocumentTriple, Sentence, UmrDocument

#: Roles that end in -of and have no inverse.
TRUE_ROLES = ("consist-of", "prep-out-of", "prep-on-behalf-of")
SAME_EITHER_WAY = ("overlap", "overlaps", "same-entity", "same-event")
CONVERSE = {"before": "after", "after": "before", "contained": "contains", "contains": "contained"}


def respelled(role: str, random: Random) -> tuple[str, bool]:
    """Another way to write a role, and whether its ends change places."""
    written = role.lower()
    if written in ("mod", "domain"):
        other = "domain" if written == "mod" else "mod"
        return random.choice([(role, False), (f"{other}-of", False), (other, True), (f"{role}-of", True)])
    if written in TRUE_ROLES or random.random() < 0.5:
        return role, False
    return (role[:-3], True) if written.endswith("-of") else (f"{role}-of", True)


def reordered(graph: Graph, random: Random) -> tuple[Graph, list[int]]:
    """Nodes and branches in another order, roles respelled; and the old number of each node. The root stays first."""
    order = [0, *random.sample(range(1, len(graph)), max(0, len(graph) - 1))][: len(graph)]
    number = {old: new for new, old in enumerate(order)}
    branches = []
    for source, role, target, constant in zip(
        graph.sources, graph.roles, graph.targets, graph.constants, strict=True
    ):
        if constant is None:
            role, turned = respelled(role, random)
            source, target = (target, source) if turned else (source, target)
            branches.append((number[source], role, number[target], None))
        else:
            branches.append((number[source], role, -1, constant))
    random.shuffle(branches)
    sources, roles, targets, constants = zip(*branches, strict=True) if branches else ((),) * 4
    marks = {
        (kind, number[place]): mark
        for (kind, place), mark in graph.marks.items()
        if kind in ("variable", "concept")
    }
    made = replace(
        graph,
        variables=tuple(graph.variables[old] for old in order),
        concepts=tuple(graph.concepts[old] for old in order),
        sources=sources,
        roles=roles,
        targets=targets,
        constants=constants,
        marks=marks,
    )
    return made, order


def relaid(graph: Graph, random: Random) -> Graph:
    """The same graph: other names, another order, other spellings of its roles."""
    made, order = reordered(graph, random)
    return replace(made, variables=tuple(f"y{random.randrange(10**9)}x{new}" for new in range(len(order))))


def relaid_document(document: UmrDocument, random: Random) -> UmrDocument:
    """The same document: every graph relaid, other names, triples in another order and some of them turned round."""
    names = list(dict.fromkeys(name for sentence in document.sentences for name in sentence.declared))
    fresh = random.sample(range(10**6), len(names))
    new = {name: f"v{number}" for name, number in zip(names, fresh, strict=True)}

    def triple(old: DocumentTriple) -> DocumentTriple:
        parent, child = (new.get(end, end) for end in (old.parent, old.child))
        label = old.label
        if old.group != "modal" and random.random() < 0.5:
            if label in SAME_EITHER_WAY:
                parent, child = child, parent
            elif old.group == "temporal" and label in CONVERSE:
                parent, label, child = child, CONVERSE[label], parent
        return replace(old, parent=parent, label=label, child=child)

    def sentence(old: Sentence) -> Sentence:
        graph, _ = reordered(old.graph, random)
        return replace(
            old,
            graph=replace(
                graph,
                variables=tuple(new[name] for name in graph.variables),
                constants=tuple(None if text is None else new.get(text, text) for text in graph.constants),
            ),
            declared=tuple(new[name] for name in old.declared),
            alignments=tuple((new.get(name, name), ranges) for name, ranges in old.alignments),
            triples=tuple(random.sample([triple(one) for one in old.triples], len(old.triples))),
        )

    return replace(document, sentences=tuple(map(sentence, document.sentences)))


@st.composite
def symmetric_graphs(draw: st.DrawFn, graphs: Callable[[], st.SearchStrategy]) -> Graph:
    """Several copies of one graph under one root, perhaps joined in a ring: only their relations tell nodes apart."""
    pattern = draw(graphs())
    copies = draw(st.integers(2, 4))
    size = len(pattern)
    roles = st.sampled_from(["ARG0", "ARG1", "mod", "op1"])
    under, ring, ends = draw(roles), draw(st.none() | roles), draw(st.tuples(*[st.integers(0, size - 1)] * 2))
    concepts, branches = ["and"], []
    for copy in range(copies):
        first = 1 + copy * size
        concepts += pattern.concepts
        branches.append((0, under, first, None))
        for source, role, target, constant in zip(
            pattern.sources, pattern.roles, pattern.targets, pattern.constants, strict=True
        ):
            branches.append(
                (first + source, role, target if constant is not None else first + target, constant)
            )
        if ring is not None:
            following = 1 + (copy + 1) % copies * size
            branches.append((first + ends[0], ring, following + ends[1], None))
    sources, names, targets, constants = zip(*branches, strict=True)
    variables = tuple(f"x{node}" for node in range(len(concepts)))
    return Graph(variables, tuple(concepts), sources, names, targets, constants, {})
