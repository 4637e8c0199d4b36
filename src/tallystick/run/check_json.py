"""Checking documents of any shape: with repairs, and against a schema."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tallystick.errors import Problem, UsageError
from tallystick.formats.base import Block, Item
from tallystick.formats.json.document import Document
from tallystick.formats.json.documents import JsonDocuments
from tallystick.registry import find_task
from tallystick.run.inputs.reading import with_repair
from tallystick.tasks.base import Task

__all__ = ["checked_as_predictions"]


def checked_as_predictions(
    task: Task | None, schema: str | None, repair: str | None, pointer: str | None
) -> Task:
    """Return the task whose items are read like predictions, and validated against a schema.

    Without a task, the items are JSON documents: the options apply to no others.
    """
    task = task or find_task("json")
    formats = task.formats
    if repair is not None or pointer:
        formats = with_repair(task, repair or "none", pointer or "").formats_of("pred")
    if schema is not None:
        readers = [choice.reader for choice in formats]
        if not all(isinstance(reader, JsonDocuments) for reader in readers):
            raise UsageError(f"--schema applies to JSON documents (--task json), not to the task {task.name}")
        formats = tuple(
            replace(choice, check=_validating(choice.reader, schema))  # type: ignore[arg-type]
            for choice in formats
        )
    return replace(task, formats=formats)


def _validating(reader: JsonDocuments, schema: str) -> Callable[[Block], Item]:
    """Return a function that reads a document and lists its violations of the schema."""
    # Imported here: few checks validate.
    from tallystick.tasks.json.schema.load import load_schema
    from tallystick.tasks.json.schema.validate import Validator

    validator = Validator(load_schema(schema))

    def read(block: Block) -> Item:
        item = reader.item(block)
        if not isinstance(item.value, Document):
            return item
        errors = list(validator.errors(item.value.value))
        located = reader.locations(block, [path for path, _ in errors]) if errors else []
        lines = block.text.split("\n")
        problems = [
            Problem(
                f"{_written(path)}{message}", block.path, line, column, block.id, None, "invalid",
                text=lines[line - block.line],
            )
            for (path, message), (line, column) in zip(errors, located, strict=True)
        ]  # fmt: skip
        return replace(item, problems=(*item.problems, *problems))

    return read


def _written(path: tuple[str | int, ...]) -> str:
    steps = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return f"{steps.lstrip('.')}: " if steps else ""
