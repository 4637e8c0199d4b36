# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Writes two aligned graphs as JSON for a page: the drawings, the elements of the parts, the alignments by rows.

What is written are a `PageSide` and a `SystemDetail` of `tasks/views/schema.py`. The script of the page restores what
follows from the drawings (`web/src/completion.ts`).
"""

from __future__ import annotations

import json
from functools import lru_cache
from threading import local
from typing import TYPE_CHECKING

from tallystick.tasks.graphs.drawing import element_codes
from tallystick.tasks.graphs.graph_rows import show_row
from tallystick.tasks.graphs.triple_rows import element_number

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.formats.penman.scanned import ScannedGraph
    from cython.cimports.tallystick.formats.penman.signs import Signs, sign_at
    from cython.cimports.tallystick.solve.arena import thread_arena
    from cython.cimports.tallystick.tasks.graphs.row_alignment import RowAlignment
    from cython.cimports.tallystick.tasks.graphs.triple_rows import TripleRows
    from cython.cimports.tallystick.tasks.views.json_writer import JsonWriter
else:
    from tallystick.formats.penman.scanned import ScannedGraph
    from tallystick.formats.penman.signs import Signs, sign_at
    from tallystick.solve.arena import thread_arena
    from tallystick.tasks.graphs.row_alignment import RowAlignment
    from tallystick.tasks.graphs.triple_rows import TripleRows
    from tallystick.tasks.views.json_writer import JsonWriter

if TYPE_CHECKING:
    from tallystick.formats.penman.graph import Graph
    from tallystick.tasks.views.schema import Parts, SystemDetail

__all__ = ["GraphWriter", "thread_writer"]

NODE = cython.declare(cython.int, 0)
RELATION = cython.declare(cython.int, 1)
#: The kind of an element that is read from its end to its beginning, as in triple_rows.py.
TURNED_ELEMENT = cython.declare(cython.int, 2)
#: The names of modifiers in both directions.
_MODIFIERS = {"mod": "domain", "domain": "mod"}


@lru_cache(maxsize=4096)
def _inverse(role: str) -> str:
    """Return the role of a relation that is read in the other direction, as the page makes it."""
    lower = role.lower()
    return _MODIFIERS.get(lower) or lower.removesuffix("-of")


@cython.final
@cython.cclass
class GraphWriter:
    """Writes the pairs of graphs of a page, one after another."""

    writer: JsonWriter

    def __init__(self) -> None:
        self.writer = JsonWriter()

    def side(self, text: str, graph: Graph) -> bytes:
        """Return one side of an item."""
        # An exception may have left a part of the item before.
        self.writer.size = 0
        self.write_side(text, graph)
        return self.writer.value()

    def detail(
        self,
        text: str,
        graphs: tuple[Graph, Graph],
        alignments: dict[str, RowAlignment],
        others: SystemDetail | None,
    ) -> bytes:
        """Return the details of a system: its text, the graphs that are drawn, the alignments by metric.

        `others` are the alignments of the other metrics, whose parts have the first numbers.
        """
        k: cython.int
        writer: JsonWriter = self.writer
        tables = (None, None) if others is None else others["parts"]
        distinct: list[RowAlignment] = []
        indices: list[int] = [_index_of(rows, distinct) for rows in alignments.values()]
        writer.size = 0
        writer.text(b'{"pred":')
        self.write_side(text, graphs[1])
        writer.text(b',"parts":[')
        golds = self.write_parts(graphs[0], distinct, False, tables[0])
        writer.text(b",")
        preds = self.write_parts(graphs[1], distinct, True, tables[1])
        writer.text(b'],"alignments":[')
        rows: RowAlignment
        for k in range(len(distinct)):
            rows = distinct[k]
            writer.text(b",[[]," if k else b"[[],")
            writer.ints_from(rows.missed, rows.missed_size, golds[k])
            writer.text(b",")
            writer.ints_from(rows.spurious, rows.spurious_size, preds[k])
            writer.text(b"]")
        if others is not None:
            for alignment in others["alignments"]:
                writer.text(b",%s" % json.dumps(alignment, separators=(",", ":")).encode("ascii"))
        index_of = dict(zip(alignments, indices, strict=True))
        if others is not None:
            index_of.update({metric: len(distinct) + index for metric, index in others["metrics"].items()})
        writer.text(b'],"metrics":{')
        for k, metric in enumerate(index_of):
            if k:
                writer.text(b",")
            writer.string(metric)
            writer.text(b":")
            writer.integer(index_of[metric])
        writer.text(b'},"columns":[')
        for k in range(len(distinct)):
            rows = distinct[k]
            writer.text(b",[" if k else b"[")
            writer.ints_from(rows.gold_row, rows.size, golds[k])
            writer.text(b",")
            writer.ints_from(rows.pred_row, rows.size, preds[k])
            writer.text(b",")
            if rows.whole:
                writer.text(b"[]")
            else:
                writer.doubles(rows.credit, rows.size)
            writer.text(b"]")
        writer.text(b"]}")
        return writer.value()

    @cython.cfunc
    def write_side(self, text: str, graph: Graph) -> cython.void:
        """Write a text and the drawing of its graph."""
        writer: JsonWriter = self.writer
        writer.text(b'{"text":')
        writer.string(text)
        writer.text(b',"graph":[[')
        scanned: ScannedGraph | None = graph.scanned
        if scanned is None:
            self.write_words(graph)
        else:
            self.write_scanned(scanned)
        writer.text(b"]]}")

    @cython.cfunc
    def write_scanned(self, graph: ScannedGraph) -> cython.void:
        """Write the nodes and the branches of a graph from its text."""
        k: cython.int
        writer: JsonWriter = self.writer
        signs: Signs = graph.signs
        for k in range(graph.nodes):
            writer.text(b",[" if k else b"[")
            write_slice(writer, signs, graph.variable_start[k], graph.variable_end[k])
            writer.text(b",")
            write_slice(writer, signs, graph.concept_start[k], graph.concept_end[k])
            writer.text(b"]")
        writer.text(b"],[")
        for k in range(graph.branches):
            writer.text(b",[" if k else b"[")
            writer.integer(graph.source[k])
            writer.text(b",")
            write_slice(writer, signs, graph.role_start[k], graph.role_end[k])
            writer.text(b",")
            writer.integer(graph.target[k] if graph.target[k] >= 0 else -1)
            if graph.target[k] < 0:
                writer.text(b",")
                write_slice(writer, signs, graph.value_start[k], graph.value_end[k])
            writer.text(b"]")

    @cython.cfunc
    def write_words(self, graph: Graph) -> cython.void:
        """Write the nodes and the branches of a graph that was read elsewhere."""
        k: cython.int
        writer: JsonWriter = self.writer
        for k, (variable, concept) in enumerate(zip(graph.variables, graph.concepts, strict=True)):
            writer.text(b",[" if k else b"[")
            writer.string(variable)
            writer.text(b",")
            writer.string(concept)
            writer.text(b"]")
        writer.text(b"],[")
        for k, (source, role, target, constant) in enumerate(
            zip(graph.sources, graph.roles, graph.targets, graph.constants, strict=True)
        ):
            writer.text(b",[" if k else b"[")
            writer.integer(source)
            writer.text(b",")
            writer.string(role)
            writer.text(b",")
            writer.integer(target if constant is None else -1)
            if constant is not None:
                writer.text(b",")
                writer.string(constant)
            writer.text(b"]")

    @cython.cfunc
    def write_parts(
        self, graph: Graph, alignments: list[RowAlignment], of_pred: cython.bint, others: Parts | None
    ) -> list[int]:
        """Write the parts of one side, those of other metrics first; return the first number of each alignment."""
        k: cython.int
        row: cython.int
        size: cython.int = 0 if others is None else len(others["shown"])
        timed: cython.bint = False
        rows: RowAlignment
        own: TripleRows
        first: list[RowAlignment] = []
        known: dict[int, int] = {}
        offsets: list[int] = []
        texts: list[tuple[int, str]] = [] if others is None else list(enumerate(others["shown"]))
        writer: JsonWriter = self.writer
        for rows in alignments:
            own = rows.pred if of_pred else rows.gold
            if id(own) not in known:
                known[id(own)] = size
                first.append(rows)
                place(own, graph, size, texts)
                size += own.size
                if rows.rounds > 0:
                    timed = True
            offsets.append(known[id(own)])
        elements: cython.int[::1] = thread_arena().ints(size)
        size = 0
        if others is not None:
            for code in others["at"]:
                elements[size] = element_number(code)
                size += 1
        for rows in first:
            own = rows.pred if of_pred else rows.gold
            for row in range(own.size):
                elements[size] = own.element[row]
                size += 1
        writer.text(b'{"shown":[],"at":[],"elements":')
        writer.ints_from(elements, size, 0)
        if texts:
            writer.text(b',"texts":[')
            for k, (part, text) in enumerate(texts):
                writer.text(b",[" if k else b"[")
                writer.integer(part)
                writer.text(b",")
                writer.string(text)
                writer.text(b"]")
            writer.text(b"]")
        if of_pred and timed:
            size = 0 if others is None else len(others["shown"])
            for row in range(size):
                elements[row] = 0
            for rows in first:
                for row in range(rows.pred.size):
                    elements[size] = 0
                    if rows.rounds > 0:
                        elements[size] = -1 if rows.round[row] > rows.rounds else rows.round[row]
                    size += 1
            writer.text(b',"rounds":')
            writer.ints_from(elements, size, 0)
        writer.text(b"}")
        return offsets


_OF_THREAD = local()


def thread_writer() -> GraphWriter:
    """Return the writer of this thread, which keeps its memory."""
    known: GraphWriter | None = getattr(_OF_THREAD, "writer", None)
    if known is None:
        known = _OF_THREAD.writer = GraphWriter()
    return known


@cython.cfunc
def _index_of(rows: RowAlignment, distinct: list[RowAlignment]) -> cython.int:
    """Return the index of an alignment among those that are written, each once; add it if it is new."""
    k: cython.int
    known: RowAlignment
    for k in range(len(distinct)):
        known = distinct[k]
        if rows.same_rows(known) and rows.same_credits(known):
            return k
    distinct.append(rows)
    return len(distinct) - 1


@cython.cfunc
def write_slice(
    writer: JsonWriter, signs: Signs, start: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.void:
    """Write a part of a text as a string."""
    k: cython.Py_ssize_t
    sign: cython.Py_UCS4
    at: cython.Py_ssize_t = writer.size
    writer.reserve(end - start + 2)
    writer.buffer[at] = 34
    for k in range(start, end):
        sign = sign_at(signs, k)
        if not " " <= sign <= "~" or sign == '"' or sign == "\\":
            writer.string(signs.text[start:end])
            return
        at += 1
        writer.buffer[at] = ord(sign)
    writer.buffer[at + 1] = 34
    writer.size = at + 2


@cython.cfunc
def place(rows: TripleRows, graph: Graph, offset: cython.int, texts: list[tuple[int, str]]) -> cython.void:
    """Find the elements of a drawing that triples are, and the texts of those whose text the page cannot make."""
    row: cython.int
    of_facet: cython.bint = rows.whole is not None
    no_role: cython.int = rows.vocabulary.number("")
    if not rows.find_elements(graph):
        rows.set_elements(element_codes(graph, [rows.triple(row) for row in range(len(rows))]))
    concept: cython.int[::1] = rows.concept_numbers()
    for row in range(rows.size):
        if (
            rows.element[row] < 0
            or (rows.element[row] & 3 == TURNED_ELEMENT and not follows(rows, row, graph, concept))
            or (of_facet and changed(rows, row, concept, no_role))
        ):
            texts.append((offset + row, show_row(rows, row)))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def changed(rows: TripleRows, row: cython.int, concept: cython.int[::1], no_role: cython.int) -> cython.bint:
    """Whether a facet changed the concept of a node, or left out a role."""
    if rows.sort[row] == NODE:
        return rows.target[row] != concept[rows.source[row]]
    return rows.role[row] == no_role


@cython.cfunc
def follows(rows: TripleRows, row: cython.int, graph: Graph, concept: cython.int[::1]) -> cython.bint:
    """Whether the text of a relation that is read from its end to its beginning follows from the drawing."""
    branch: cython.int = rows.element[row] >> 2
    source: cython.int = rows.source[row]
    target: cython.int = rows.target[row]
    if rows.sort[row] != RELATION or concept[source] < 0 or concept[target] < 0:
        return False
    words: list[str] = rows.vocabulary.words
    role: str = words[rows.role[row]]
    concepts: tuple[str, str] = words[concept[source]], words[concept[target]]
    scanned: ScannedGraph | None = graph.scanned
    if scanned is None:
        return role == _inverse(graph.roles[branch]) and concepts == (
            graph.concepts[source],
            graph.concepts[target],
        )
    return (
        is_word(scanned.signs, scanned.concept_start[source], scanned.concept_end[source], concepts[0])
        and is_word(scanned.signs, scanned.concept_start[target], scanned.concept_end[target], concepts[1])
        and is_inverse(scanned.signs, scanned.role_start[branch], scanned.role_end[branch], role)
    )


@cython.cfunc
def is_word(signs: Signs, start: cython.Py_ssize_t, end: cython.Py_ssize_t, word: str) -> cython.bint:
    """Whether a part of a text is a word."""
    k: cython.Py_ssize_t = 0
    size: cython.Py_ssize_t = len(word)
    if end - start != size:
        return False
    while k < size and sign_at(signs, start + k) == word[k]:
        k += 1
    return k == size


@cython.cfunc
def is_inverse(signs: Signs, start: cython.Py_ssize_t, end: cython.Py_ssize_t, role: str) -> cython.bint:
    """Whether a role is the inverse of one in a text, as the page makes it."""
    k: cython.Py_ssize_t
    sign: cython.int
    size: cython.Py_ssize_t = len(role)
    if end - start == size + 3:
        for k in range(size):
            sign = ord(sign_at(signs, start + k))
            # Letters from A to Z become small.
            if (sign + 32 if 65 <= sign <= 90 else sign) != ord(role[k]):
                break
        else:
            if is_word(signs, end - 3, end, "-of"):
                return True
    return role == _inverse(signs.text[start:end])
