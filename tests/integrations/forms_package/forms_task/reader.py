"""Forms in text: a line ``form ID``, lines ``name = value``, and a blank line between forms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tallystick.errors import Problem
from tallystick.formats.base import Block, Item, Line, Source

__all__ = ["Field", "Form", "FormReader", "looks_like_forms", "parse"]


@dataclass(frozen=True)
class Field:
    """A field that was filled in."""

    name: str
    value: str


@dataclass(frozen=True)
class Form:
    """A form with its fields."""

    fields: tuple[Field, ...] = ()


def looks_like_forms(head: str) -> bool:
    """Tell whether the beginning of a file is certainly a list of forms."""
    return head.lstrip().startswith("form ") and " = " in head


def parse(lines: list[str], path: str = "<data>", first: int = 1) -> tuple[Form, list[Problem]]:
    """Return the fields of a form, and what is wrong with its lines."""
    fields, problems = [], []
    for number, line in enumerate(lines, first):
        name, equals, value = line.partition(" = ")
        if equals:
            fields.append(Field(name, value))
        else:
            problems.append(Problem("expected 'name = value'", path, number, 1, code="form", text=line))
    return Form(tuple(fields)), problems


class FormReader:
    """Reads forms."""

    name = "forms"

    def blocks(self, source: Source) -> Iterator[Block]:
        """Cut a file at blank lines."""
        lines: list[Line] = []
        for line in source.lines():
            if line.text.strip():
                lines.append(line)
            elif lines:
                yield self._block(lines, source)
                lines = []
        if lines:
            yield self._block(lines, source)

    def _block(self, lines: list[Line], source: Source) -> Block:
        text = "\n".join(line.text for line in lines)
        name = lines[0].text.removeprefix("form ").split("\t")[0].strip()
        problems = tuple(line.problem for line in lines if line.problem)
        return Block(text, source.shown, lines[0].number, name, problems, lines[-1].end)

    def item(self, block: Block) -> Item:
        """Read one form; after its id, a tab and the office that it was sent to."""
        head, *lines = block.text.split("\n")
        _, _, office = head.partition("\t")
        form, problems = parse(lines, block.path, block.line + 1)
        meta = {"office": office} if office else {}
        return Item(form, block.id, tuple(problems), meta, block.path, block.line)
