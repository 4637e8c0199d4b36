"""Small annotated documents for tests: sentences as PENMAN, chains as ``"1.b 2.h 3.a:ARG1"``."""

from tallystick.formats.msamr.document import (
    Bridging,
    IdentityChain,
    ImplicitRole,
    Link,
    Mention,
    MsAmr,
    SentenceReference,
)
from tallystick.formats.penman.reader import Graph, loads
from tallystick.tasks.docamr.build.build import build_docamr


def annotated(sentences, chains=(), singletons=(), bridging=()):
    """The annotations and the graphs. A chain lists mentions (sentence.variable) and implicit roles (with a role)."""
    graphs = []
    for number, text in enumerate(sentences, 1):
        graphs += loads(f"# ::id d.{number}\n{text}" if "::" not in text else text)
    listed = [_chain(f"rel-{number}", chain, False) for number, chain in enumerate(chains)]
    listed += [_chain(f"singleton-{number}", chain, True) for number, chain in enumerate(singletons)]
    relations = tuple(
        Bridging(f"bridge-{number}", role, Link(whole), tuple(Link(part) for part in parts))
        for number, (role, whole, parts) in enumerate(bridging)
    )
    order = tuple(SentenceReference(f"d.{number}", number) for number in range(1, len(graphs) + 1))
    return MsAmr("d", order, tuple(listed), relations), graphs


def _chain(name, text, singleton):
    members = []
    for word in text.split():
        place, _, role = word.partition(":")
        sentence, _, variable = place.partition(".")
        if role:
            members.append(ImplicitRole(f"d.{sentence}", variable, role))
        else:
            members.append(Mention(f"d.{sentence}", variable))
    return IdentityChain(name, tuple(members), singleton)


def build(sentences, chains=(), to="docamr", singletons=(), bridging=(), **options):
    """The graph of a document."""
    document, graphs = annotated(sentences, chains, singletons, bridging)
    return build_docamr(document, graphs, to=to, **options).graph


def edges(graph, *, upright=True):
    """The edges between nodes, inverse ones turned round, as strings: ``"s1.c :ARG1 s1.b"``."""
    found = set()
    for source, role, target, constant in zip(
        graph.sources, graph.roles, graph.targets, graph.constants, strict=True
    ):
        if constant is None:
            one, other = graph.variables[source], graph.variables[target]
            true_role = role in ("consist-of", "prep-out-of", "prep-on-behalf-of")
            if upright and role.endswith("-of") and not true_role:
                one, role, other = other, role[:-3], one
            found.add(f"{one} :{role} {other}")
    return found


def values(graph):
    """The attributes as strings: ``"s1.b :quant 2"``."""
    return {
        f"{graph.variables[source]} :{role} {constant}"
        for source, role, constant in zip(graph.sources, graph.roles, graph.constants, strict=True)
        if constant is not None
    }


def concepts(graph):
    """The concept of each variable."""
    return dict(zip(graph.variables, graph.concepts, strict=True))


def triples(graph):
    """Everything a graph says, with its variables."""
    return edges(graph) | values(graph) | {f"{name} / {concept}" for name, concept in concepts(graph).items()}


__all__ = ["Graph", "annotated", "build", "concepts", "edges", "triples", "values"]
