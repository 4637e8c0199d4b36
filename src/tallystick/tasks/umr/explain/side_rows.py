"""The parts of one document as rows of numbers: relations of sentences, then those of the document level."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain

from tallystick.formats.umr.document import UmrDocument
from tallystick.tasks.graphs.drawing import element_codes, end_names
from tallystick.tasks.graphs.vocabulary import Vocabulary
from tallystick.tasks.umr.comparison import PARTS
from tallystick.tasks.umr.explain.parts import ShownPart, Words
from tallystick.tasks.umr.explain.sentence_rows import SentenceRows
from tallystick.tasks.umr.identity import Identity, Node
from tallystick.tasks.umr.tc2.links import Relation
from tallystick.tasks.views.base import SideView
from tallystick.tasks.views.relation_schema import RelationColumns, RelationRows, UmrLocation
from tallystick.tasks.views.rows import PartRows
from tallystick.tasks.views.schema import Parts

__all__ = ["NO_ORIGIN", "TEXT", "SideRows"]

#: The ends and the role of a part that is only a text. A node is its number in the document, a word −1 less its number.
TEXT = -(1 << 40)
#: The origin of what is annotated; nothing is ever added to it.
NO_ORIGIN: list[int] = []
#: The ends of a relation and its role, as numbers.
Numbers = tuple[int, int, int]


class SideRows(PartRows):
    """The parts of one document, component by component."""

    def __init__(
        self, side: int, document: UmrDocument, identity: Identity, words: Vocabulary, room: int
    ) -> None:
        """Make room for so many relations of the sentence component."""
        self.side = side
        self.document = document
        self.identity = identity
        self.vocabulary = words
        graphs = [sentence.graph for sentence in document.sentences]
        self.offsets = [0, *accumulate(len(graph.variables) for graph in graphs)]
        self.variables = list(chain.from_iterable([graph.variables for graph in graphs]))
        self.concepts = list(chain.from_iterable([graph.concepts for graph in graphs]))
        self.graphs = SentenceRows(words, len(self.variables), room)
        self.graph_starts: list[tuple[int, int]] = []
        """The sentences whose graphs are compared, and the first row of each."""
        self.in_graphs = 0
        """The number of relations of sentence graphs; the columns below begin with the part after them."""
        self.sentences: list[int] = []
        """The sentence with which each part is annotated, −1 if it is inferred."""
        self.clusters: list[int] = []
        """The number of its cluster, 0 for none."""
        self.origins: list[list[int]] = []
        """The annotated relations that it is inferred from, by index."""
        self.starts = [0]
        """The first row of each component."""
        self.source: list[int] = []
        self.role: list[int] = []
        self.target: list[int] = []
        self.annotated: dict[int, list[Numbers]] = {}
        """The annotated relations of components with inferred links."""
        self._texts: dict[int, str] = {}
        self._ends: dict[Node, int] = {}
        self._nodes: dict[int, dict[str, int]] = {}

    def __len__(self) -> int:
        return len(self.source)

    def end(self, node: Node) -> int:
        """Return a node or a constant as a number."""
        known = self._ends.get(node)
        if known is None:
            known = self._ends[node] = self._numbered(node)
        return known

    def _numbered(self, node: Node) -> int:
        if isinstance(node, str):
            return self._word(node)
        _, index, name = self.identity.own(self.side, node)
        names = self._nodes.get(index)
        if names is None:
            variables = self.document.sentences[index].graph.variables
            names = self._nodes[index] = {
                name: number for number, name in enumerate(variables, self.offsets[index])
            }
        # A variable may be declared without a node.
        return names[name] if name in names else self._word(name)

    def _word(self, text: str) -> int:
        number: int = self.vocabulary.number(text)
        return -1 - number

    def numbers(self, relation: Relation) -> Numbers:
        """Return a relation as numbers."""
        parent, label, child = relation
        return self.end(parent), self.vocabulary.number(label), self.end(child)  # type: ignore[arg-type]

    def crossing(self, relation: Relation) -> Numbers:
        """Return a relation between sentences as numbers.

        A node of a sentence that is not compared is a word, which it is in explanations, too.
        """
        source, role, target = self.numbers(relation)
        if target >= 0:
            sentence = bisect_right(self.offsets, target) - 1
            if all(index != sentence for index, _ in self.graph_starts):
                target = self._word(self.end_text(target))
        return source, role, target

    def take_graphs(self) -> None:
        """Begin the columns with the relations of sentence graphs, once all are added."""
        self.source, self.role, self.target = self.graphs.columns()

    def add(
        self, numbers: Numbers, *, sentence: int = -1, cluster: int = 0, origin: list[int] = NO_ORIGIN
    ) -> int:
        """Add a part; return its row."""
        self.source.append(numbers[0])
        self.role.append(numbers[1])
        self.target.append(numbers[2])
        self.place(sentence, cluster, origin)
        return len(self.source) - 1

    def place(self, sentence: int, cluster: int = 0, origin: list[int] = NO_ORIGIN) -> None:
        """Add the location of a part."""
        self.sentences.append(sentence)
        self.clusters.append(cluster)
        self.origins.append(origin)

    def add_text(self, text: str, cluster: int = 0) -> int:
        """Add a part that is only a text; return its row."""
        row = self.add((TEXT, -1, TEXT), cluster=cluster)
        self._texts[row] = text
        return row

    def component(self, row: int) -> int:
        """Return the index of the component of a part."""
        return bisect_right(self.starts, row) - 1

    def is_alone(self, row: int) -> bool:
        """Return whether a part is a node that only the other side relates to others."""
        return row in self._texts and not self.clusters[row - self.in_graphs]

    def end_text(self, end: int) -> str:
        """Return an end as it is shown: a node with its concept."""
        return f"{self.variables[end]}/{self.concepts[end]}" if end >= 0 else self.vocabulary.words[-1 - end]

    def _words(self, numbers: Numbers) -> Words:
        source, role, target = numbers
        return self.end_text(source), self.vocabulary.words[role], self.end_text(target)

    def part(self, row: int) -> ShownPart:
        """Return a part in words."""
        component = self.component(row)
        index, cluster = self.sentence_of(row), 0
        origin: Sequence[int] = ()
        if row >= self.in_graphs:
            cluster, origin = self.clusters[row - self.in_graphs], self.origins[row - self.in_graphs]
        text = self._texts.get(row)
        return ShownPart(
            PARTS[component],
            self._words((self.source[row], self.role[row], self.target[row])) if text is None else (text,),
            sentence=None if index < 0 else self.document.sentences[index].number,
            cluster=cluster or None,
            origin=tuple([self._words(self.annotated[component][step]) for step in origin]),
        )

    def sentence_of(self, row: int) -> int:
        """Return the index of the sentence with which a part is annotated, −1 if it is inferred."""
        if row >= self.in_graphs:
            return self.sentences[row - self.in_graphs]
        return self.graph_starts[bisect_right(self.graph_starts, (row, len(self)), key=_turned) - 1][0]

    def show(self, row: object) -> str:
        """Return a part in one line."""
        assert isinstance(row, int)
        return str(self.part(row))

    def page_parts(self, side: SideView, offset: int) -> Parts:
        """Return the parts in columns."""
        return {"shown": [], "at": [], "relations": [self.relation_rows(offset)]}

    def relation_rows(self, offset: int) -> RelationRows:
        """Return the parts in columns; the page has the words of what is drawn."""
        codes, words = self.graphs.codes, _PageWords(self.vocabulary)
        ends = [start for _, start in (*self.graph_starts, (-1, self.in_graphs))][1:]
        written: RelationRows = {
            "part": offset,
            "sizes": [
                after - start for start, after in zip(self.starts, [*self.starts[1:], len(self)], strict=True)
            ],
            "graphs": [
                [index, *codes[start:after]]
                for (index, start), after in zip(self.graph_starts, ends, strict=True)
                if after > start
            ],
            "columns": [self._columns(component, words) for component in range(1, len(PARTS))],
            "words": words.listed,
            "others": self._others(),
        }
        return written

    def _columns(self, component: int, words: _PageWords) -> RelationColumns:
        start, after = (*self.starts, len(self))[component : component + 2]
        rows = (
            [row for row in range(start, after) if row not in self._texts]
            if self._texts
            else range(start, after)
        )
        own = slice(start - self.in_graphs, start - self.in_graphs + len(rows))
        columns: RelationColumns = {
            "sources": words.ends([self.source[row] for row in rows]),
            "roles": words.indices([self.role[row] for row in rows]),
            "targets": words.ends([self.target[row] for row in rows]),
            "sentences": self.sentences[own],
        }
        if component in self.annotated:
            columns["clusters"] = self.clusters[own]
            origins = self.origins[own]
            if any(origins):
                relations = self.annotated[component]
                columns["origins"] = origins
                columns["annotated"] = [
                    words.ends([relation[0] for relation in relations]),
                    words.indices([relation[1] for relation in relations]),
                    words.ends([relation[2] for relation in relations]),
                ]
        return columns

    def _others(self) -> list[tuple[int, UmrLocation]]:
        """The parts that the page cannot write itself, by row."""
        unusual = [row for row, code in enumerate(self.graphs.codes) if code < 0]
        elements = self._elements(unusual)
        found = []
        for row in (*unusual, *self._texts):
            part = self.part(row)
            location = UmrLocation(
                part.component, part.sentence, part.cluster, [*part.words], [], elements.get(row)
            )
            found.append((row, location))
        return found

    def _elements(self, rows: Iterable[int]) -> dict[int, str | None]:
        """The elements of the drawings that relations are; those with several roles are left out."""
        in_sentence: defaultdict[int, list[int]] = defaultdict(list)
        for row in rows:
            if ", " not in self.vocabulary.words[self.role[row]]:
                in_sentence[self.sentence_of(row)].append(row)
        elements: dict[int, str | None] = {}
        for index, own in in_sentence.items():
            triples = [end_names(self.part(row).words) for row in own]
            codes = element_codes(self.document.sentences[index].graph, triples)
            elements.update(zip(own, codes, strict=True))
        return elements


def _turned(start: tuple[int, int]) -> tuple[int, int]:
    return start[1], start[0]


class _PageWords:
    """The words of the relations on a page, each once."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.listed: list[str] = []
        self._indices: dict[int, int] = {}

    def index(self, number: int) -> int:
        """Return the index of a word on the page."""
        known = self._indices.get(number)
        if known is None:
            known = self._indices[number] = len(self.listed)
            self.listed.append(self.vocabulary.words[number])
        return known

    def indices(self, numbers: Sequence[int]) -> list[int]:
        """Return the indices of words."""
        return [self.index(number) for number in numbers]

    def ends(self, ends: Sequence[int]) -> list[int]:
        """Return ends: the numbers of nodes, and −1 less the index of each word."""
        return [end if end >= 0 else -1 - self.index(-1 - end) for end in ends]
