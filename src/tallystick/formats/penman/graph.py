"""The graph model of PENMAN text: a graph as it was read, without normalisation of roles or spelling."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from tallystick.dataclass import dataclass
from tallystick.formats.penman.scanned import ScannedGraph

__all__ = ["ForeignGraph", "Graph", "Mark", "Triple"]

#: Source, role and target.
Triple = tuple[str, str, str]
#: The owner of an alignment mark: the variable or concept of a node, the role or target of a branch.
Mark = tuple[str, int]


@runtime_checkable
class ForeignGraph(Protocol):
    """A graph of another library, such as ``penman.Graph``."""

    @property
    def triples(self) -> Iterable[tuple[object, object, object]]:
        """Source, role and target; ``:instance`` for the concepts."""

    @property
    def top(self) -> object:
        """The variable of the root."""


_NEW, _SET = object.__new__, object.__setattr__
#: Attributes that are derived from the text of a graph on demand.
_MADE = ("variables", "concepts", "sources", "roles", "targets", "constants")


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph as it was read, without normalisation of roles or spelling.

    >>> graph = Graph.of('(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b :time "now"))')
    >>> graph.variables, graph.concepts
    (('w', 'b', 'g'), ('want-01', 'boy', 'go-02'))
    >>> graph.triples()[-2:]
    [('g', ':ARG0', 'b'), ('g', ':time', '"now"')]
    """

    variables: tuple[str, ...]
    """In the order of declaration: the first is the root."""
    concepts: tuple[str, ...]
    """Of each variable, as written; a quoted one keeps its quotation marks."""
    sources: tuple[int, ...]
    """Of each branch, in the order of the text: the index of the variable it starts from."""
    roles: tuple[str, ...]
    """Of each branch, as written, without the colon."""
    targets: tuple[int, ...]
    """Of each branch: the index of the variable it points at, -1 for a constant."""
    constants: tuple[str | None, ...]
    """Of each branch: the constant as written, with its quotation marks; None if it points at a variable."""
    metadata: Mapping[str, str] = field(default_factory=dict, hash=False)
    """``# ::id x ::date y`` is ``{"id": "x", "date": "y"}``; ``snt`` takes the rest of its line."""
    marks: Mapping[Mark, str] = field(default_factory=dict, hash=False)
    """Alignment marks such as ``e.1,2``, by owner: ``("concept", node)``, ``("role", branch)``,
    ``("target", branch)``, ``("variable", node)``. They are kept and never compared."""
    written: str = field(default="", compare=False, repr=False)
    """The text it was read from, for other ways of reading it."""
    scanned: ScannedGraph | None = field(default=None, init=False, compare=False, repr=False)
    """The positions of its parts, if it was read from a text. Strings are made on demand."""

    @classmethod
    def read(cls, scanned: ScannedGraph, metadata: Mapping[str, str], written: str | None = None) -> Graph:
        """The graph that was found in a text, its words not made yet."""
        graph = _NEW(cls)
        _SET(graph, "scanned", scanned)
        _SET(graph, "metadata", metadata)
        _SET(graph, "marks", scanned.marks)
        _SET(graph, "written", scanned.signs.text if written is None else written)
        return graph

    if not TYPE_CHECKING:  # to a type checker, every field is there from the beginning

        def __getattr__(self, name: str) -> object:
            """Make the words of a graph that was read, on demand."""
            if name not in _MADE:
                raise AttributeError(
                    f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self
                )
            assert self.scanned is not None
            values = dict(zip(_MADE, self.scanned.parts(), strict=True))
            for field_name, value in values.items():
                _SET(self, field_name, value)
            return values[name]

    def __getstate__(self) -> list[object]:
        """The fields for a copy elsewhere, which has the words and not the positions."""
        return [None if name == "scanned" else getattr(self, name) for name in self.__slots__]

    @classmethod
    def nothing(cls) -> Graph:
        """The graph without nodes: what a missing prediction counts as."""
        return cls((), (), (), (), (), ())

    @classmethod
    def of(cls, value: Graph | ForeignGraph | str | Iterable[tuple[object, object, object]]) -> Graph:
        """The graph of a PENMAN string, of triples (source, role, target), or of a graph of another library.

        >>> Graph.of([("b", "instance", "boy"), ("b", ":age", 7)]).triples()
        [('b', ':instance', 'boy'), ('b', ':age', '7')]
        """
        # The readers import this model, so they are imported late.
        if isinstance(value, Graph):
            return value
        if isinstance(value, str):
            from tallystick.formats.penman.reader import read_graph

            return read_graph(value)
        from tallystick.formats.penman.triples import graph_of_triples

        if isinstance(value, ForeignGraph):
            metadata = getattr(value, "metadata", {})
            return graph_of_triples(value.triples, top=value.top, metadata=metadata)
        return graph_of_triples(value)

    @property
    def id(self) -> str | None:
        """The ``# ::id``, None if there is none."""
        return self.metadata.get("id") or None

    @property
    def text(self) -> str | None:
        """The sentence: the rest of the ``# ::snt`` line, None if there is none."""
        return self.metadata.get("snt")

    @property
    def top(self) -> int:
        """The index of the root."""
        return 0

    def triples(self) -> list[Triple]:
        """Source, role with colon and target of all branches, each node's ``:instance`` before its branches.

        >>> Graph.of("(a / b :c (d / e))").triples()
        [('a', ':instance', 'b'), ('a', ':c', 'd'), ('d', ':instance', 'e')]
        """
        names = self.variables
        listed: list[Triple] = []
        written = 0
        for source, role, target, constant in zip(
            self.sources, self.roles, self.targets, self.constants, strict=True
        ):
            while written <= source:
                listed.append((names[written], ":instance", self.concepts[written]))
                written += 1
            listed.append((names[source], f":{role}", names[target] if constant is None else constant))
        listed += [(names[node], ":instance", self.concepts[node]) for node in range(written, len(names))]
        return listed

    def without(self, branches: Container[int]) -> Graph:
        """The graph without some of its branches, given by their indices.

        >>> Graph.of("(a / b :c d :e f)").without([0]).triples()
        [('a', ':instance', 'b'), ('a', ':e', 'f')]
        """
        if not branches:
            return self
        kept = [branch for branch in range(len(self.roles)) if branch not in branches]
        return replace(
            self,
            sources=tuple([self.sources[branch] for branch in kept]),
            roles=tuple([self.roles[branch] for branch in kept]),
            targets=tuple([self.targets[branch] for branch in kept]),
            constants=tuple([self.constants[branch] for branch in kept]),
            marks={key: mark for key, mark in self.marks.items() if key[0] in ("variable", "concept")},
        )

    def __len__(self) -> int:
        """The number of nodes."""
        return len(self.variables) if self.scanned is None else self.scanned.nodes
