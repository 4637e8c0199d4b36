"""The triples that Smatch++ 1.8.0 reads, by the names of its standardisers."""

from __future__ import annotations

from functools import lru_cache

from tallystick.compat.alignment_marks import with_marks
from tallystick.compat.smatchpp.unspaced_slashes import as_smatchpp_reads
from tallystick.formats.penman.reader import Graph
from tallystick.tasks.graphs.reification import dereified
from tallystick.tasks.graphs.triples import TOP, Attribute, Relation, Triples

__all__ = ["smatchpp_amr", "smatchpp_generic", "smatchpp_none"]


def smatchpp_none(graph: Graph) -> Triples:
    """The triples that Smatch++ 1.8.0 reads without a standardiser: as written, inverse roles included."""
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
    """Smatch++ 1.8.0 with its generic standardiser: lower case, no quotes, every -of normalised."""
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
    node_of = {_bare(name): node for node, name in enumerate(graph.variables)}
    concepts = tuple([_bare(concept) for concept in graph.concepts])
    attributes: list[Attribute] = [(0, ":root", concepts[0] if amr else TOP)] if concepts else []
    relations: list[Relation] = []
    for source, role, target, constant in zip(
        graph.sources, graph.roles, graph.targets, graph.constants, strict=True
    ):
        base, swap = _turned_completely(role, amr)
        value = None
        if constant is not None:
            value = _bare(" ".join(constant.split()))
            if value in node_of:  # without its quotes a string may be read as a variable
                target, value = node_of[value], None
        if value is None:
            relations.append((target, base, source) if swap else (source, base, target))
        else:
            # A constant can be the source of a triple here: the same role the other way round.
            attributes.append((source, f"{base} of" if swap else base, value))
    return Triples(graph.variables, concepts, tuple(attributes), tuple(relations))


@lru_cache(maxsize=1 << 16)
def _bare(text: str) -> str:
    return text.lower().replace('"', "").replace("'", "")


@lru_cache(maxsize=4096)
def _turned_completely(role: str, amr: bool) -> tuple[str, bool]:
    role = role.lower()
    if amr:
        role = {"domain": "mod-of", "domain-of": "mod"}.get(role, role)
    swap = False
    while role.endswith("-of"):
        role, swap = role[:-3], not swap
    return role, swap
