"""How a graph becomes triples: conventions, roles that count, reification."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from tallystick.formats.penman.reader import Graph
from tallystick.lazy import Lazy
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import Options, Parameter
from tallystick.tasks.graphs.columns import TripleColumns, graph_columns, triple_columns
from tallystick.tasks.graphs.common import graphs_of
from tallystick.tasks.graphs.inversion import on_constant, turned
from tallystick.tasks.graphs.reification import dereified, reified
from tallystick.tasks.graphs.roles import ROLE_OPTIONS, Roles, narrow, role_filter, roles_of
from tallystick.tasks.graphs.triples import Triples
from tallystick.tasks.graphs.vocabulary import CASE_IGNORED, CASE_KEPT, Convention, Vocabulary, vocabulary

__all__ = [
    "OTHER_READERS",
    "REIFICATION",
    "TRIPLE_OPTIONS",
    "TripleReader",
    "as_we_read",
    "of_graph",
    "read_both",
    "triple_reader",
]

#: How other programs read a graph, by the name of the convention; loaded on demand.
OTHER_READERS: Lazy[Callable[[Graph], Triples]] = Lazy(
    {
        "smatch-1.0.4": "tallystick.compat.smatch.triples:smatch_1_0_4",
        "none": "tallystick.compat.smatchpp.triples:smatchpp_none",
        "generic": "tallystick.compat.smatchpp.triples:smatchpp_generic",
        "amr": "tallystick.compat.smatchpp.triples:smatchpp_amr",
    }
)

REIFICATION = (
    Parameter("reify", "no", "convert roles to frames before comparing", choices=("no", "yes"),
              flags={"--reify": "yes"}),
    Parameter("dereify", "no", "convert frames to roles before comparing", choices=("no", "yes"),
              flags={"--dereify": "yes"}),
)  # fmt: skip

TRIPLE_OPTIONS = (
    Parameter("root", "node", "value of the root's TOP triple: node (a fixed mark), concept, or none "
              "(no such triple)", choices=("node", "concept", "none")),
    Parameter("duplicates", "set", "identical triples count once (set), as often as they occur (count), or for "
              "every pair of them, which can exceed the total, as in Smatch 1.0.4 (multiply)",
              choices=("set", "count", "multiply")),
    Parameter("case", "ignore", "ignore or keep the case of concepts and constants; roles are case-insensitive",
              choices=("ignore", "keep")),
    Parameter("standardize", "default", "reading conventions: our own (default), those of Smatch++ 1.8.0 "
              "(none, generic, amr) or of Smatch 1.0.4", choices=("default", "none", "generic", "amr", "smatch-1.0.4")),
    *REIFICATION,
    *ROLE_OPTIONS,
)  # fmt: skip


class TripleReader:
    """A way to read graphs as triples. There is one object for each choice of options: see :func:`triple_reader`."""

    __slots__ = ("_changes", "_convention", "_counts", "_distinct", "_other", "_root")

    def __init__(self, options: Options) -> None:
        standardize = str(options["standardize"])
        own = standardize == "default"
        self._other = None if own else OTHER_READERS[standardize]
        self._convention = _convention(str(options["case"]))
        self._root = str(options["root"])
        self._distinct = options["duplicates"] == "set"
        self._counts = role_filter(options)
        self._changes: list[Callable[[Triples], Triples]] = []
        if options["dereify"] == "yes":
            self._changes += [dereified, as_we_read]
            if own and self._distinct:
                self._changes.append(Triples.once)  # a role may have been written beside its frame
        if options["reify"] == "yes":
            self._changes.append(reified)

    def __call__(self, graph: Graph, vocabulary: Vocabulary) -> TripleColumns:
        """Read a graph."""
        if self._counts is not None:
            graph = narrow(graph, self._counts)
        if self._other is None:
            table = vocabulary.table(self._convention)
            columns = graph_columns(graph, table, root=self._root, distinct=self._distinct)
            if not self._changes:
                return columns
            triples = columns.triples()
        else:
            triples = self._other(graph)
        for change in self._changes:
            triples = change(triples)
        return triple_columns(triples, vocabulary)


def _convention(case: str) -> Convention:
    return CASE_IGNORED if case == "ignore" else CASE_KEPT


def of_graph(graph: Graph, *, case: str = "ignore", root: str = "node", duplicates: str = "set") -> Triples:
    """The triples of a graph under our conventions."""
    table = vocabulary().table(_convention(case))
    return graph_columns(graph, table, root=root, distinct=duplicates == "set").triples()


def triple_reader(options: Options) -> TripleReader:
    """Return the reader that some options ask for; the same object for the same options."""
    values = [str(options[p.name]) for p in TRIPLE_OPTIONS if p not in ROLE_OPTIONS]
    return _reader(tuple(values), *(roles_of(options, p.name) for p in ROLE_OPTIONS))


@cache
def _reader(values: tuple[str, ...], only: Roles, without: Roles) -> TripleReader:
    names = [p.name for p in TRIPLE_OPTIONS if p not in ROLE_OPTIONS]
    return TripleReader(dict(zip(names, values, strict=True)) | {"only": only, "except": without})


def read_both(pair: PairAnalysis, reader: TripleReader) -> tuple[TripleColumns, TripleColumns]:
    """Read the gold graph and the pred graph: a step that all metrics of one reader share."""
    gold, pred = graphs_of(pair)
    words = vocabulary()
    return reader(gold, words), reader(pred, words)


def as_we_read(triples: Triples) -> Triples:
    """Spell roles that came from frames as if they had been written.

    A `mod` between nodes is a `domain` the other way round; what leads from a constant is an inverse role on it.
    """
    relations = tuple(
        [(t, "domain", s) if role == "mod" else (s, role, t) for s, role, t in triples.relations]
    )
    attributes = tuple(
        [
            (node, on_constant(*turned(f"{role[:-3]}-of")), value)
            if role.endswith(" of")
            else (node, role, value)
            for node, role, value in triples.attributes
        ]
    )
    return replace(triples, attributes=attributes, relations=relations)
