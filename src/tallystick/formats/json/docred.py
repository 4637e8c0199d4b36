"""DocRED's own files: one JSON list, of annotated documents or of predicted relations.

A document is ``{"title", "vertexSet", "labels": [{"h", "t", "r"}, …]}``; a prediction, as the shared task
wants it, ``{"title", "h_idx", "t_idx", "r"}``. Predictions with one title make one item. Entities are known
by their numbers. The file is one JSON text, so it is checked as a whole; then each title becomes one block.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace

from tallystick.dataclass import dataclass
from tallystick.errors import Problem
from tallystick.formats.base import Block, Item, Source
from tallystick.formats.json import value_names as words
from tallystick.formats.json.locations import Lines, offsets
from tallystick.formats.json.mismatch import Mismatch, Path
from tallystick.formats.json.text import parse_json

__all__ = ["DocRed", "empty_docred", "looks_like_docred"]

#: Type, number of the head entity, number of the tail entity.
Relation = tuple[str, int, int]


@dataclass(slots=True)
class _Document:
    """The document of one title."""

    title: str | None
    path: Path
    relations: list[Relation] = field(default_factory=list)
    names: list[list[str]] = field(default_factory=list)
    """The names of each entity; empty if the file has no entities."""
    wrong: list[Mismatch] = field(default_factory=list)


class DocRed:
    """Reads DocRED's files; `build` makes the value of the relations of one document and the names of its entities.

    >>> reader = DocRed(lambda relations, names: relations)
    >>> source = Source("x", '[{"title": "A", "h_idx": 0, "t_idx": 1, "r": "P17"}]')
    >>> [reader.item(block).value for block in reader.blocks(source)]
    [[('P17', 0, 1)]]
    """

    name = "docred"

    def __init__(self, build: Callable[[Sequence[Relation], Sequence[frozenset[str]]], object]) -> None:
        self.build = build

    def blocks(self, source: Source) -> Iterator[Block]:
        """One block per title: its relations, and the problems with them, located in the file."""
        lines = list(source.lines())
        end = lines[-1].end if lines else 0
        unreadable = [line.problem for line in lines if line.problem]
        if unreadable:
            yield Block("", source.shown, unreadable[0].line, None, tuple(unreadable), end)
            return
        text = "\n".join(line.text for line in lines)
        if not text.strip():
            return
        text_lines = Lines(text)
        parsed = parse_json(text)
        if parsed.flaws:
            problems = []
            for flaw in parsed.flaws:
                line, column = text_lines.location(min(flaw.offset, max(0, len(text) - 1)))
                shown = text_lines.line(line)
                problems.append(
                    Problem(flaw.message, source.shown, line, column, None, flaw.hint, flaw.code, text=shown)
                )
            yield Block("", source.shown, problems[0].line, None, tuple(problems), end)
            return
        yield from self._checked(source.shown, parsed.value, text_lines, end)

    def _checked(self, path: str, value: object, lines: Lines, end: int) -> Iterator[Block]:
        documents = list(_documents(value))
        starts = offsets(lines.text, [document.path for document in documents])
        wrong = [(document, mismatch) for document in documents for mismatch in document.wrong]
        problems_of: dict[int, list[Problem]] = {}
        for (document, mismatch), offset in zip(
            wrong, offsets(lines.text, [mismatch.path for _, mismatch in wrong]), strict=True
        ):
            line, column = lines.location(offset)
            problem = Problem(
                mismatch.message,
                path,
                line,
                column,
                document.title,
                mismatch.hint,
                "value",
                text=lines.line(line),
            )
            problems_of.setdefault(id(document), []).append(problem)
        for document, offset in zip(documents, starts, strict=True):
            line, _ = lines.location(offset)
            problems = tuple(problems_of.get(id(document), ()))
            content = {"title": document.title, "relations": document.relations, "names": document.names}
            text = json.dumps(content, ensure_ascii=False)
            yield Block(text, path, line, document.title, problems, end)

    def item(self, block: Block) -> Item:
        """Make the item of one title."""
        problems = tuple(replace(problem, item=block.id) for problem in block.problems)
        if any(problem.level == "error" for problem in problems):
            return Item(None, block.id, problems, path=block.path, line=block.line)
        content = json.loads(block.text)
        relations = [(kind, head, tail) for kind, head, tail in content["relations"]]
        names = [frozenset(entity) for entity in content["names"]]
        return Item(self.build(relations, names), block.id, problems, path=block.path, line=block.line)


def _documents(value: object) -> Iterator[_Document]:
    if not isinstance(value, list):
        wrong = Mismatch(
            (), f"expected a list of documents or of predictions, not {words.describe_value(value)}"
        )
        yield _Document(None, (), wrong=[wrong])
        return
    documents: list[_Document] = []
    predicted: dict[str, _Document] = {}
    for index, entry in enumerate(value):
        title = entry.get("title") if isinstance(entry, dict) else None
        if not isinstance(entry, dict) or not isinstance(title, str):
            message = f"expected an object with a title, not {words.describe_value(entry)}"
            documents.append(_Document(None, (index,), wrong=[Mismatch((index,), message)]))
        elif "labels" in entry or "vertexSet" in entry:
            documents.append(_annotated(index, title, entry))
        else:
            if title not in predicted:
                predicted[title] = _Document(title, (index,))
                documents.append(predicted[title])
            _relation(entry, ("h_idx", "t_idx", "r"), (index,), None, predicted[title])
    yield from documents


def _annotated(index: int, title: str, entry: dict[str, object]) -> _Document:
    document = _Document(title, (index,))
    entities, labels = entry.get("vertexSet"), entry.get("labels")
    if "labels" not in entry:
        hint = "is this the test set, which comes without labels?"
        document.wrong.append(Mismatch((index,), "missing key 'labels'", hint))
    elif not isinstance(labels, list):
        document.wrong.append(
            Mismatch((index, "labels"), f"expected a list of labels, not {words.describe_value(labels)}")
        )
    if "vertexSet" in entry and not isinstance(entities, list):
        message = f"expected a list of entities, not {words.describe_value(entities)}"
        document.wrong.append(Mismatch((index, "vertexSet"), message))
    if isinstance(entities, list):
        document.names = [_names(entity) for entity in entities]
    if isinstance(labels, list):
        size = len(entities) if isinstance(entities, list) else None
        for number, label in enumerate(labels):
            _relation(label, ("h", "t", "r"), (index, "labels", number), size, document)
    return document


def _names(entity: object) -> list[str]:
    """The names of an entity: those of its mentions, each once."""
    mentions = entity if isinstance(entity, list) else []
    names = [mention.get("name") for mention in mentions if isinstance(mention, dict)]
    return [name for name in dict.fromkeys(names) if isinstance(name, str)]


def _relation(
    entry: object, keys: tuple[str, str, str], path: Path, size: int | None, document: _Document
) -> None:
    """Add a relation to a document, or what is wrong with it."""
    if not isinstance(entry, dict):
        document.wrong.append(
            Mismatch(path, f"expected an object with {', '.join(keys)}, not {words.describe_value(entry)}")
        )
        return
    before = len(document.wrong)
    for key in keys:
        part = entry.get(key)
        if key not in entry:
            document.wrong.append(Mismatch(path, f"missing key {key!r}; a relation needs {', '.join(keys)}"))
        elif key == "r":
            if not isinstance(part, str):
                document.wrong.append(
                    Mismatch((*path, key), f"expected a string, not {words.describe_value(part)}")
                )
        elif type(part) is not int or part < 0:
            message = f"expected the number of an entity, not {words.describe_value(part)}"
            document.wrong.append(Mismatch((*path, key), message))
        elif size is not None and part >= size:
            message = f"unknown entity {part}: the document has {words.counted(size, 'entity', 'entities')}"
            document.wrong.append(Mismatch((*path, key), message))
    if len(document.wrong) == before:
        head, tail, kind = (entry[key] for key in keys)
        document.relations.append((kind, head, tail))


def empty_docred(head: str) -> bool:
    """Whether a file may be a submission without a single prediction: ``[]``."""
    return bool(re.fullmatch(r"\s*\[\s*\]\s*", head.lstrip("\ufeff")))


def looks_like_docred(head: str) -> bool:
    """Whether the beginning of a file is certainly of this format.

    >>> looks_like_docred('[{"title": "A", "h_idx": 0, "t_idx": 1'), looks_like_docred('[[1, 2]]')
    (True, False)
    """
    start = head.lstrip("\ufeff \t\r\n")
    return bool(re.match(r"\[\s*\{", start)) and any(
        f'"{key}"' in start for key in ("vertexSet", "labels", "h_idx", "t_idx")
    )
