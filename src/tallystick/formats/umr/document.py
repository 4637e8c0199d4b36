"""The model of a UMR document: sentences with their graphs, and what is annotated between them.

Everything is kept as it was written. What a label means, which variable is which in another document and what
follows from a relation is computed when documents are compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from tallystick.dataclass import dataclass
from tallystick.formats.penman.graph import Graph, Mark

__all__ = ["Alignments", "DocumentTriple", "Sentence", "UmrDocument"]

#: The tokens of each variable that has an entry: ranges of token numbers from 1, both ends included; empty if
#: the entry says that the variable is aligned with no token.
Alignments = tuple[tuple[str, tuple[tuple[int, int], ...]], ...]


@dataclass(frozen=True, slots=True)
class DocumentTriple:
    """A relation of the document level, as written: ``(s1a :before s2b)``."""

    parent: str
    label: str
    """Without the colon."""
    child: str
    group: str = ""
    """The name of its group, in lower case: mostly ``temporal``, ``modal``, ``coref``.

    Empty if it is outside of all groups."""
    line: int = field(default=0, compare=False, repr=False)
    column: int = field(default=0, compare=False, repr=False)

    def __str__(self) -> str:
        return f"({self.parent} :{self.label} {self.child})"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One block of a document."""

    number: int
    """The N of ``# :: sntN``."""
    graph: Graph = field(default_factory=Graph.nothing)
    """Without nodes where the part is empty or cannot be read. A value that is not a variable of this sentence is a
    constant here, even if another sentence declares a variable of that name."""
    declared: tuple[str, ...] = ()
    """The variables declared here; of a graph that cannot be read, those that could be made out."""
    alignments: Alignments = ()
    triples: tuple[DocumentTriple, ...] = ()
    text: str = ""
    """The words, separated by spaces."""
    metadata: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The fields of the line ``# meta-info``: ``sent_id``, ``type``."""
    headers: tuple[tuple[str, str], ...] = ()
    """The lines between ``# :: sntN`` and the graph: ``Words``, ``Morphemes``, ``Translation(English)``, …"""
    readable: bool = True
    """Whether the graph and the document-level part could be read completely."""
    parts: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False, hash=False)
    """The text as written in the file, by part: ``preface`` (everything before the heading of the graph),
    ``graph``, ``alignment``, ``document``; for other ways of reading it."""
    line: int = field(default=0, compare=False, repr=False)
    """The line of ``# :: sntN``."""

    @property
    def released(self) -> bool:
        """Whether the annotation is part of the release: not so under ``type = not_in_release``."""
        return self.metadata.get("type") != "not_in_release"

    def emptied(self) -> Sentence:
        """The sentence without annotation. What it declares stays declared, but has no node."""
        return replace(self, graph=Graph.nothing(), alignments=(), triples=(), readable=True, parts={})

    def aligned_graph(self) -> Graph:
        """The graph with the tokens of its nodes as alignment marks."""
        indices = {name: index for index, name in enumerate(self.graph.variables)}
        marks: dict[Mark, str] = {}
        for name, ranges in self.alignments:
            tokens = sorted({token for first, last in ranges for token in range(first, last + 1)})
            if tokens and name in indices:
                marks["variable", indices[name]] = "e." + ",".join(map(str, tokens))
        return replace(self.graph, marks=marks)


@dataclass(frozen=True, slots=True)
class UmrDocument:
    """A document: one file."""

    sentences: tuple[Sentence, ...] = ()
    name: str = ""
    """The name of its file without the ending."""

    @classmethod
    def nothing(cls) -> UmrDocument:
        """The document without sentences: what a missing prediction counts as."""
        return cls()

    def __len__(self) -> int:
        """The number of sentences."""
        return len(self.sentences)
