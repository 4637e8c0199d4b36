"""Alignment marks (``~e.3``) as programs see them that do not know them: part of the text."""

from __future__ import annotations

from dataclasses import replace

from tallystick.formats.penman.reader import Graph

__all__ = ["with_marks"]


def with_marks(graph: Graph) -> Graph:
    """The graph with its alignment marks as part of concepts, roles and values, for programs without marks.

    A variable followed by a mark no longer names a node.
    """
    if not graph.marks:
        return graph

    def marked(kind: str, texts: tuple[str, ...]) -> tuple[str, ...]:
        marks = [graph.marks.get((kind, index)) for index in range(len(texts))]
        return tuple(
            [text if mark is None else f"{text}~{mark}" for text, mark in zip(texts, marks, strict=True)]
        )

    targets, constants = list(graph.targets), list(graph.constants)
    for (kind, branch), mark in graph.marks.items():
        if kind == "target":
            constant = constants[branch]
            constants[branch] = f"{graph.variables[targets[branch]] if constant is None else constant}~{mark}"
            targets[branch] = -1
    return replace(
        graph,
        concepts=marked("concept", graph.concepts),
        roles=marked("role", graph.roles),
        targets=tuple(targets),
        constants=tuple(constants),
        marks={},
    )
