"""Graphs from triples, such as other libraries keep them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from tallystick.errors import DataError, Problem
from tallystick.formats.penman.graph import Graph

__all__ = ["graph_of_triples"]

_STRING = re.compile(r'"(?:\\["\\]|[^"])*"')
#: Values that can be written unquoted: one word that is not a role, a comment or a string.
_SYMBOL = re.compile(r'[^\s()":#][^\s()"]*')
_VARIABLE = re.compile(r'[^\s()":/][^\s()"/]*')
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")


def graph_of_triples(
    triples: Iterable[tuple[object, object, object]],
    top: object = None,
    metadata: Mapping[str, str] | None = None,
) -> Graph:
    """The graph of triples (source, role, target): ``instance`` triples declare, roles may have a colon.

    The root is `top`, else the variable declared first. A value of several words is put in quotation marks.

    >>> graph_of_triples([("a", ":instance", "b"), ("a", "mod", "two words")]).constants
    ('"two words"',)
    """
    problems: list[Problem] = []
    concepts: dict[str, str] = {}
    branches: list[tuple[str, str, object]] = []
    for number, triple in enumerate(triples, 1):
        if not isinstance(triple, (tuple, list)) or len(triple) != 3:
            _note(problems, number, "expected a triple (source, role, target)", "triple-form")
            continue
        source, role, target = str(triple[0]), str(triple[1]).removeprefix(":"), triple[2]
        if role != "instance":
            branches.append((source, role, target))
            if target is None:
                _note(problems, number, f"the role :{role} of {source} has no value", "penman-target")
            elif not role or not _SYMBOL.fullmatch(role.replace(":", "_").replace("#", "_")):
                _note(problems, number, f"{role!r} is not a role", "penman-name")
        elif source in concepts:
            _note(problems, number, f"the variable {source} is already declared", "penman-twice")
        elif target is None or target == "":
            _note(problems, number, f"the node {source} has no concept", "penman-concept")
            concepts[source] = ""
        elif not _VARIABLE.fullmatch(source):
            _note(problems, number, f"{source!r} is not a variable", "penman-variable")
        else:
            concepts[source] = _written(target)
    if not concepts and not problems:
        problems.append(Problem("the graph has no nodes", code="penman-empty"))
    root = str(top) if top is not None else next(iter(concepts), "")
    undeclared = dict.fromkeys([root, *(source for source, _, _ in branches)])
    for name in undeclared:
        if name not in concepts and concepts:
            problems.append(
                Problem(f"no instance triple declares the variable {name}", code="penman-undeclared")
            )
    if problems:
        raise DataError(problems)
    names = [root, *(name for name in concepts if name != root)]
    index = {name: node for node, name in enumerate(names)}
    targets = [index.get(target, -1) if isinstance(target, str) else -1 for _, _, target in branches]
    return Graph(
        tuple(names),
        tuple(concepts[name] for name in names),
        tuple(index[source] for source, _, _ in branches),
        tuple(role for _, role, _ in branches),
        tuple(targets),
        tuple(
            None if node >= 0 else _written(target)
            for node, (_, _, target) in zip(targets, branches, strict=True)
        ),
        {str(key): str(value) for key, value in (metadata or {}).items()},
    )


def _written(value: object) -> str:
    """A constant or concept as written in a text."""
    text = str(value)
    if _SYMBOL.fullmatch(text) or (_STRING.fullmatch(text) and not _BLANK_LINE.search(text)):
        return text
    text = _BLANK_LINE.sub("\n", text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


def _note(problems: list[Problem], number: int, message: str, code: str) -> None:
    problems.append(Problem(f"triple {number}: {message}", code=code))
