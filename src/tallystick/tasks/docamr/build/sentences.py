"""Finding the sentence AMRs of a document by their ids, in a file or in all files of a directory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from pathlib import Path

from tallystick.dataclass import dataclass
from tallystick.errors import Problem
from tallystick.formats.base import Block
from tallystick.formats.msamr.document import MsAmr
from tallystick.formats.penman.reader import Graph, PenmanReader
from tallystick.tasks.docamr.build.files import files_at

__all__ = ["Sentences", "read_sentences"]


@dataclass(slots=True)
class Sentences:
    """Sentence AMRs by id. They are parsed on demand: a corpus has many, a document few."""

    blocks: dict[str, list[Block]] = field(default_factory=dict)
    graphs: dict[str, list[Graph]] = field(default_factory=dict)
    """Those that were given as objects."""
    where: str = "<data>"
    without_id: int = 0

    @classmethod
    def of(cls, graphs: Iterable[Graph]) -> Sentences:
        """Graphs that are at hand."""
        sentences = cls()
        for graph in graphs:
            if graph.id:
                sentences.graphs.setdefault(graph.id, []).append(graph)
            else:
                sentences.without_id += 1
        return sentences

    def of_document(self, document: MsAmr) -> tuple[dict[str, Graph], list[Problem]]:
        """The graphs of a document by id, and what is wrong with them or missing."""
        reader = PenmanReader()
        graphs: dict[str, Graph] = {}
        problems: list[Problem] = []
        for sentence in document.sentences:
            candidates: list[Graph] = list(self.graphs.get(sentence.id, ()))
            blocks = self.blocks.get(sentence.id, [])
            for block in blocks[:1]:
                item = reader.item(block)
                problems += item.problems
                if isinstance(item.value, Graph):
                    candidates.append(item.value)
            if len(blocks) + len(self.graphs.get(sentence.id, ())) > 1:
                problems.append(_twice(sentence.id, blocks))
            elif candidates:
                graphs[sentence.id] = candidates[0]
            elif not blocks:
                problems.append(
                    Problem(
                        f"the sentence {sentence.id} of the document {document.id} has no AMR in {self.where}",
                        document.path, sentence.line, sentence.column, document.id, self._hint(),
                        "docamr-no-sentence",
                    )
                )  # fmt: skip
        return graphs, problems

    def _hint(self) -> str | None:
        if not self.without_id:
            return None
        return f"{self.without_id} AMRs there have no # ::id and cannot be found"


def _twice(name: str, blocks: Sequence[Block]) -> Problem:
    second = blocks[1] if len(blocks) > 1 else Block("")
    first = f" at {blocks[0].path}:{blocks[0].line}" if blocks else ""
    return Problem(
        f"the id {name} was already given to another AMR{first}", second.path, second.line, 1, name,
        "ids must be unique", "docamr-twice",
    )  # fmt: skip


def read_sentences(path: str | Path) -> Sentences:
    """The AMRs of a file, or of all files of a directory and its subdirectories."""
    sentences = Sentences(where=str(path))
    for source in files_at(path):
        for block in PenmanReader().blocks(source):
            if block.id:
                sentences.blocks.setdefault(block.id, []).append(block)
            else:
                sentences.without_id += 1
    return sentences
