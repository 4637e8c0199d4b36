"""Writing CoNLL-2012."""

from __future__ import annotations

import re

from tallystick.formats.coref.document import CorefDocument, is_empty_node
from tallystick.formats.coref.writing import Losses, brackets, names_for, sentences_of, separable

__all__ = ["conll_text"]

_NAME = re.compile(r"[0-9]+")
_PART = re.compile(r"\(.+\);[ \t]*part[ \t]+[0-9]+")


def conll_text(document: CorefDocument, losses: Losses) -> str:
    """The document in five columns: name, part, number in the sentence, word, entities."""
    losses.layers(
        document, deixis=True, bridging=True, nonreferring=True, heads=True, sets=True, markables=True
    )
    layer = document.identity
    kept = []
    for at, entity in enumerate(layer.entity):
        ends = (layer.first[at], layer.last[at])
        if len(layer.parts(at)) > 1 or any(map(is_empty_node, ends)):
            losses.note("mentions that are discontinuous or begin or end with an empty node are left out")
        elif entity not in layer.nonreferring:
            kept.append(at)
    names = names_for(layer, _NAME, "", losses)
    marks = brackets(layer, separable(layer, kept, losses))
    # A row that began with # would be a comment.
    first_column = re.sub(r"\s+|^#", "_", document.name) or "_"
    name = document.name or "_"
    lines = [f"#begin document {name if _PART.fullmatch(name) else f'({name}); part 000'}"]
    for sentence in sentences_of(document, losses):
        words = [(position, form) for position, form in sentence if form is not None]
        for number, (position, form) in enumerate(words):
            mark = marks.get(position)
            cell = "-"
            if mark is not None:
                cells = [f"{names[layer.entity[at]]})" for at, _ in mark.closing]
                cells += [f"({names[layer.entity[at]]}{')' if ends else ''}" for at, _, ends in mark.opening]
                cell = "|".join(cells)
            lines.append(f"{first_column}\t0\t{number}\t{form}\t{cell}")
        lines.append("")
    if document.empty_nodes:
        losses.note("the format has no empty nodes: they are left out")
    return "\n".join([*lines, "#end document\n"])
