"""The triples that smatch 1.0.4 reads."""

from __future__ import annotations

from tallystick.compat.alignment_marks import with_marks
from tallystick.formats.penman.reader import Graph
from tallystick.tasks.graphs.inversion import NO_INVERSES
from tallystick.tasks.graphs.triples import TOP, Attribute, Relation, Triples

__all__ = ["smatch_1_0_4"]


def smatch_1_0_4(graph: Graph) -> Triples:
    """The triples that Smatch 1.0.4 reads.

    Inverse roles are turned once; `mod` becomes `domain`, but `mod-of` stays `mod`; an inverse role on a constant
    loses its triple; a string with blanks is cut after its first word, which may then be read as a variable.
    Alignment marks are part of the text that they follow.
    """
    graph = with_marks(graph)
    node_of = {name: node for node, name in enumerate(graph.variables)}
    attributes: list[Attribute] = []
    relations: list[Relation] = []
    for source, role, target, constant in zip(
        graph.sources, graph.roles, graph.targets, graph.constants, strict=True
    ):
        if constant is not None:
            words = _unquoted(constant).split()
            if constant[:1] == '"' and len(words) > 1 and words[0] in node_of:
                target, constant = node_of[words[0]], None
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
