"""A graph as the program ancast 0.1.1 reads it, for numbers that can be compared with published ones."""

from __future__ import annotations

import re
from array import array
from functools import partial

from tallystick.dataclass import dataclass
from tallystick.formats.penman.reader import Graph
from tallystick.solve.broadcast.shape import Shape

__all__ = ["Fact", "ReleasedView", "lemma_and_number", "released_view"]

#: A relation or attribute: head, role, tail. Heads and tails are variables or constants, and only their
#: spelling distinguishes the two.
Fact = tuple[str, str, str]

_FIRST_NUMBER = re.compile(r"-([0-9]{2})")
#: Bare values that the program takes for constants; all others it takes for variables yet to come.
_PLAIN_VALUE = re.compile(r"imperative|expressive|[0-9.:+-]+")
#: In its UMR mode these alone are variables yet to come.
_UMR_VARIABLE = re.compile(r"s[0-9]+[a-z]+[0-9]*")


@dataclass(frozen=True, slots=True, eq=False)
class ReleasedView:
    """One side of a comparison."""

    variables: tuple[str, ...]
    lemmas: tuple[str, ...]
    senses: tuple[int, ...]
    strings: tuple[str, ...]
    """The values of the roles that begin with `op`, one after another; they count as part of the lemma."""
    attributes: tuple[dict[str, str], ...]
    labels: tuple[frozenset[str], ...]
    """The names of the roles at each node, as written; incoming roles are inverted."""
    facts: frozenset[Fact]
    shape: Shape
    text: str

    @property
    def size(self) -> int:
        """The number of nodes."""
        return len(self.variables)


def lemma_and_number(concept: str) -> tuple[str, int]:
    """The concept up to its first hyphen with two digits, and these digits.

    >>> lemma_and_number("read-01"), lemma_and_number("x-100"), lemma_and_number("read")
    (('read', 1), ('x', 10), ('read', 0))
    """
    concept = concept.lower()
    match = _FIRST_NUMBER.search(concept)
    return (concept[: match.start()], int(match.group(1))) if match else (concept, 0)


def _constant(text: str, umr: bool) -> str | None:
    """A constant as the program keeps it; None if it loses it."""
    if text.startswith('"'):
        return text.strip('"').lower()
    if umr:
        return None if _UMR_VARIABLE.fullmatch(text) else text.lower()
    return text.lower() if _PLAIN_VALUE.fullmatch(text) else None


def _fact(head: str, role: str, tail: str) -> Fact:
    """A triple with its role turned to its base form; `mod` becomes `mod-of`, and `domain` is never `mod`."""
    role = role.lower()
    if role == "mod":
        return tail, "mod-of", head
    if role.endswith("-of") and role != "mod-of":
        return tail, role[:-3], head
    return head, role, tail


def _marked(graph: Graph, kind: str, index: int, text: str) -> str:
    """A text with its alignment mark, which the program takes for a part of it."""
    mark = graph.marks.get((kind, index))
    return text if mark is None else f"{text}~{mark}"


def released_view(graph: Graph, *, umr: bool, text: str | None = None) -> ReleasedView:
    """The graph as the program reads it, in its AMR mode or in its UMR mode.

    The text in which lemmas are looked up is the sentence of the graph, none at all in the UMR mode; `text`
    replaces it where it is passed, as in comparisons of whole documents.
    """
    if text is None:
        text = "" if umr else graph.metadata.get("snt", "")
    names = [name.lower() for name in graph.variables]
    marked = partial(_marked, graph)
    parts = [lemma_and_number(marked("concept", node, text)) for node, text in enumerate(graph.concepts)]
    strings = [""] * len(names)
    attributes: list[dict[str, str]] = [{} for _ in names]
    labels: list[set[str]] = [set() for _ in names]
    facts: set[Fact] = set()
    for branch, (source, role, target, constant) in enumerate(
        zip(graph.sources, graph.roles, graph.targets, graph.constants, strict=True)
    ):
        role = marked("role", branch, role)
        if ("target", branch) in graph.marks:
            # With its mark a value is neither a known variable nor a number.
            constant = marked("target", branch, graph.variables[target] if constant is None else constant)
        if constant is None:
            labels[source].add(role)
            labels[target].add(role[:-3] if role.endswith("-of") else role + "-of")
            facts.add(_fact(names[source], role, names[target]))
            continue
        value = _constant(constant, umr)
        if value is None:
            continue
        labels[source].add(role)
        facts.add(_fact(names[source], role, value))
        base = role.lower()
        if base.startswith("op"):
            strings[source] += value
        elif base != "mod":
            attributes[source][base] = value
    numbers = {name: number for number, name in enumerate(names)}
    edges = array("i")
    for head, _, tail in facts:
        if head in numbers and tail in numbers:
            edges.extend((numbers[head], 0, numbers[tail]))
    return ReleasedView(
        tuple(names),
        tuple([lemma for lemma, _ in parts]),
        tuple([sense for _, sense in parts]),
        tuple(strings),
        tuple(attributes),
        tuple(map(frozenset, labels)),
        frozenset(facts),
        Shape(len(names), 1, edges),
        text.lower(),
    )
