"""Conventions: how a graph becomes triples. Ours, and those of other programs, faults included.

The others are here so that published numbers can be compared; what they do is described where it differs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from tallystick.formats.penman import Graph
from tallystick.graphs.glued import as_smatchpp_reads
from tallystick.graphs.reification import dereified
from tallystick.graphs.triples import TOP, Attribute, Relation, Triples
from tallystick.graphs.turning import NO_INVERSES

__all__ = ["FOREIGN"]


def smatch_1_0_4(graph: Graph) -> Triples:
    """The triples that Smatch 1.0.4 reads.

    Inverse roles are turned once; `mod` becomes `domain`, but `mod-of` stays `mod`; an inverse role on a constant
    loses its triple; a string with blanks is cut after its first word, which may then be taken for a variable.
    Alignment marks are part of what they stand at.
    """
    graph = with_marks(graph)
    place = {name: node for node, name in enumerate(graph.variables)}
    attributes: list[Attribute] = []
    relations: list[Relation] = []
    for source, role, target, constant in zip(
        graph.sources, graph.roles, graph.targets, graph.constants, strict=True
    ):
        if constant is not None:
            words = _unquoted(constant).split()
            if constant[:1] == '"' and len(words) > 1 and words[0] in place:
                target, constant = place[words[0]], None
        base, swap = role, False
        if role.endswith("-of") and role not in NO_INVERSES:
            base, swap = role[:-3], True
        elif role == "mod":
            base, swap = "domain", True
        if constant is None:
            relations.append((target, base.lower(), source) if swap else (source, base.lower(), target))
        elif not swap:
            attributes.append((source, base.lower(), _smatch_value(constant)))
    if graph.variables:
        attributes.append((0, TOP, "top"))
    concepts = tuple([_smatch_value(concept) for concept in graph.concepts])
    return Triples(graph.variables, concepts, tuple(attributes), tuple(relations))


def with_marks(graph: Graph) -> Graph:
    """The graph with its alignment marks as part of concepts, roles and values, as programs see it that know no marks.

    A variable with a mark behind it names no node any more.
    """
    if not graph.marks:
        return graph

    def marked(kind: str, texts: tuple[str, ...]) -> tuple[str, ...]:
        marks = [graph.marks.get((kind, place)) for place in range(len(texts))]
        return tuple(
            [text if mark is None else f"{text}~{mark}" for text, mark in zip(texts, marks, strict=True)]
        )

    targets, constants = list(graph.targets), list(graph.constants)
    for (kind, branch), mark in graph.marks.items():
        if kind == "target":
            constant = constants[branch]
            constants[branch] = f"{graph.variables[targets[branch]] if constant is None else constant}~{mark}"
            targets[branch] = -1
    return replace(
        graph,
        concepts=marked("concept", graph.concepts),
        roles=marked("role", graph.roles),
        targets=tuple(targets),
        constants=tuple(constants),
        marks={},
    )


def _unquoted(text: str) -> str:
    """A value as Smatch 1.0.4 keeps it: a quotation mark that closes a string is an underscore."""
    if text[:1] != '"':
        return text
    inside, _, rest = text[1:].rpartition('"')
    return f"{inside}_{rest}" if rest else inside


def _smatch_value(text: str) -> str:
    words = _unquoted(text).split()
    value = words[0] if text[:1] == '"' and len(words) > 1 else _unquoted(text)
    return value.lower().rstrip("_")


def smatchpp_none(graph: Graph) -> Triples:
    """The triples that Smatch++ 1.8.0 reads without a standardiser: as written, nothing turned round."""
    graph = as_smatchpp_reads(with_marks(graph))
    attributes: list[Attribute] = [(0, ":root", TOP)] if graph.variables else []
    relations: list[Relation] = []
    for source, role, target, constant in zip(
        graph.sources, graph.roles, graph.targets, graph.constants, strict=True
    ):
        if constant is None:
            relations.append((source, role, target))
        else:
            attributes.append((source, role, " ".join(constant.split())))
    return Triples(graph.variables, graph.concepts, tuple(attributes), tuple(relations))


def smatchpp_generic(graph: Graph) -> Triples:
    """Smatch++ 1.8.0 with its generic standardiser: lower case, no quotes, every -of turned round."""
    return _smatchpp(graph, amr=False)


def smatchpp_amr(graph: Graph) -> Triples:
    """Smatch++ 1.8.0 with its AMR standardiser.

    As generic, with `domain` as `mod-of`, the root's concept as the value of the root triple, reified frames
    made roles again where that loses nothing, identical triples once.
    """
    triples = dereified(_smatchpp(graph, amr=True))
    return triples.once()


def _smatchpp(graph: Graph, *, amr: bool) -> Triples:
    graph = as_smatchpp_reads(with_marks(graph))
    place = {_bare(name): node for node, name in enumerate(graph.variables)}
    concepts = tuple([_bare(concept) for concept in graph.concepts])
    attributes: list[Attribute] = [(0, ":root", concepts[0] if amr else TOP)] if concepts else []
    relations: list[Relation] = []
    for source, role, target, constant in zip(
        graph.sources, graph.roles, graph.targets, graph.constants, strict=True
    ):
        base, swap = _turned_completely(role.lower(), amr=amr)
        value = None
        if constant is not None:
            value = _bare(" ".join(constant.split()))
            if value in place:  # without its quotes a string may be taken for a variable
                target, value = place[value], None
        if value is None:
            relations.append((target, base, source) if swap else (source, base, target))
        else:
            # A constant can stand at the source of a triple here: the same role the other way round.
            attributes.append((source, f"{base} of" if swap else base, value))
    return Triples(graph.variables, concepts, tuple(attributes), tuple(relations))


def _bare(text: str) -> str:
    return text.lower().replace('"', "").replace("'", "")


def _turned_completely(role: str, *, amr: bool) -> tuple[str, bool]:
    if amr:
        role = {"domain": "mod-of", "domain-of": "mod"}.get(role, role)
    swap = False
    while role.endswith("-of"):
        role, swap = role[:-3], not swap
    return role, swap


#: Conventions of other programs: those of Smatch++ by the names of its standardisers.
FOREIGN: Mapping[str, Callable[[Graph], Triples]] = {
    "smatch-1.0.4": smatch_1_0_4,
    "none": smatchpp_none,
    "generic": smatchpp_generic,
    "amr": smatchpp_amr,
}
