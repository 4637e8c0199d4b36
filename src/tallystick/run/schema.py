"""`schema`: the JSON Schema that scoring infers from gold documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from tallystick.errors import DataError, Problem
from tallystick.formats.base import Item, Source
from tallystick.formats.json.documents import JsonDocuments
from tallystick.run.inputs.items import files_of
from tallystick.run.inputs.optional_ids import settled_ids
from tallystick.run.inputs.pairing import Side, no_items
from tallystick.run.inputs.sides import refuse_missing
from tallystick.run.inputs.sources import open_source, readable_blocks
from tallystick.tasks.json.schema.describe import describe_documents

__all__ = ["infer_schema"]


def infer_schema(paths: Sequence[str]) -> dict[str, object]:
    """Return the schema of the documents in files and folders, or raise an error that lists all problems."""
    refuse_missing(paths)
    reader = JsonDocuments()
    items = [item for source in _sources(paths, reader) for item in _items(source, reader)]
    problems = [problem for item in items for problem in item.problems if problem.level == "error"]
    if problems:
        raise DataError(problems)
    return describe_documents(item.value for item in items)


def _sources(paths: Sequence[str], reader: JsonDocuments) -> Iterator[Source]:
    problems: list[Problem] = []
    for path in paths:
        if path != "-" and Path(path).is_dir() and reader.reads_folder(Path(path)):
            yield Source(path)
            continue
        files = files_of([path])
        problems += files.problems
        yield from map(open_source, files.paths)
    if problems:
        raise DataError(problems)


def _items(source: Source, reader: JsonDocuments) -> Iterator[Item]:
    """The documents of a source; an id is a field of a document unless all have one, as in scoring."""
    blocks: list[Side] = list(readable_blocks(source, reader))
    if not blocks:
        raise DataError(no_items(source.shown))
    settled, _, _ = settled_ids(iter(blocks), iter(blocks), [reader, reader], "auto")
    for block in settled:
        if isinstance(block, Item):
            yield block
        elif block.problems:
            yield Item(None, block.id, block.problems)
        else:
            yield reader.item(block)
