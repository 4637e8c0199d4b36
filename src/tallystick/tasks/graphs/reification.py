"""Reification: a role written as a node, and back (table: ``data/reification.tsv``)."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tallystick.tasks.graphs.triples import Attribute, Relation, Triples

__all__ = ["Reification", "dereified", "reified", "table"]


class Reification(NamedTuple):
    """A role and the frame that says the same: whose source and target are these arguments."""

    role: str
    frame: str
    source: str
    target: str


@cache
def table() -> tuple[Reification, ...]:
    """The table of reifications, in lower case."""
    path = Path(__file__).parent / "data" / "reification.tsv"
    with path.open(encoding="utf-8") as stream:
        rows = csv.reader(stream, delimiter="\t")
        next(rows)
        return tuple(Reification(*(cell.lower() for cell in row)) for row in rows)


def dereified(triples: Triples) -> Triples:
    """Frames made roles again, where that loses nothing.

    A node is replaced by one edge if its concept is a frame of the table, nothing points to it, and besides its
    instance triple it has exactly one of each of the frame's two arguments. The root is never replaced, whether
    a triple marks it or not.
    """
    frames = {frame.frame: frame for frame in table()}
    outgoing: defaultdict[int, list[tuple[str, int | str]]] = defaultdict(list)
    pointed_to: set[int] = set()
    for source, role, target in triples.relations:
        outgoing[source].append((role, target))
        pointed_to.add(target)
    for node, role, value in triples.attributes:
        outgoing[node].append((role, value))
    gone: dict[int, tuple[Reification, int | str, int | str]] = {}
    for node, concept in enumerate(triples.concepts):
        frame = frames.get(concept or "")
        if frame is None or node == 0 or node in pointed_to or len(outgoing[node]) != 2:
            continue
        ends = dict(outgoing[node])
        if set(ends) == {frame.source, frame.target}:
            gone[node] = (frame, ends[frame.source], ends[frame.target])
    return _replaced(triples, gone)


def _replaced(triples: Triples, gone: Mapping[int, tuple[Reification, int | str, int | str]]) -> Triples:
    relations: list[Relation] = [relation for relation in triples.relations if relation[0] not in gone]
    attributes: list[Attribute] = [attribute for attribute in triples.attributes if attribute[0] not in gone]
    for frame, source, target in gone.values():
        if isinstance(source, int) and isinstance(target, int):
            relations.append((source, frame.role, target))
        elif isinstance(source, int):
            attributes.append((source, frame.role, str(target)))
        elif isinstance(target, int):
            attributes.append((target, f"{frame.role} of", source))
    concepts = tuple([None if node in gone else concept for node, concept in enumerate(triples.concepts)])
    return Triples(triples.names, concepts, tuple(attributes), tuple(relations))


def reified(triples: Triples) -> Triples:
    """Roles of the table made frames: the same meaning in the longer spelling."""
    frames = {frame.role: frame for frame in reversed(table())}
    names, concepts = list(triples.names), list(triples.concepts)
    relations: list[Relation] = []
    attributes: list[Attribute] = []

    def new_node(frame: Reification) -> int:
        names.append(f"{frame.frame}#{len(names)}")
        concepts.append(frame.frame)
        return len(names) - 1

    for source, role, target in triples.relations:
        frame = frames.get(role)
        if role == "domain":  # inverted mod
            frame, source, target = frames.get("mod"), target, source
        if frame is None:
            relations.append((source, role, target))
        else:
            node = new_node(frame)
            relations += [(node, frame.source, source), (node, frame.target, target)]
    for node, role, value in triples.attributes:
        frame = frames.get(role)
        if frame is None:
            attributes.append((node, role, value))
        else:
            middle = new_node(frame)
            relations.append((middle, frame.source, node))
            attributes.append((middle, frame.target, value))
    return Triples(tuple(names), tuple(concepts), tuple(attributes), tuple(relations))
