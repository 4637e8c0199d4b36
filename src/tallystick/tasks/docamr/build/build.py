"""Build document graphs from annotations, document graphs, or sentences with clusters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path, PurePath

from tallystick.dataclass import dataclass
from tallystick.errors import DataError, Problem, UsageError
from tallystick.formats.msamr import reader as msamr
from tallystick.formats.msamr.document import MsAmr
from tallystick.formats.penman.reader import Graph, dumps, load, loads
from tallystick.tasks.docamr.build.cluster_files import DocumentClusters, located, read_clusters
from tallystick.tasks.docamr.build.clusters import Cluster
from tallystick.tasks.docamr.build.documents import is_document
from tallystick.tasks.docamr.build.files import source_at
from tallystick.tasks.docamr.build.routes import (
    Built,
    from_annotations,
    from_document,
    from_sentences,
)
from tallystick.tasks.docamr.build.sentences import Sentences, read_sentences
from tallystick.tasks.docamr.build.tables import Tables, read_order, standard_pronouns, standard_types
from tallystick.tasks.docamr.build.targets import check_preset, check_representation

__all__ = ["DocumentGraphs", "Ingredients", "build_all", "build_docamr"]


@dataclass(frozen=True, slots=True)
class DocumentGraphs:
    """The graphs of some documents, and their problems."""

    graphs: tuple[Graph, ...]
    problems: tuple[Problem, ...] = ()
    """Warnings and notes; under ``on_error="skip"`` also why something was left out."""
    left_out: int = 0
    """How many documents could not be built."""

    @property
    def graph(self) -> Graph:
        """The only graph."""
        if len(self.graphs) != 1:
            raise UsageError(f"expected one document, not {len(self.graphs) or 'none'}")
        return self.graphs[0]

    @property
    def text(self) -> str:
        """All graphs in PENMAN notation."""
        return dumps(self.graphs)


@dataclass(frozen=True, slots=True)
class Ingredients:
    """The settings and further data with which documents are built."""

    sentences: Sentences | None = None
    clusters: Sequence[DocumentClusters] | None = None
    pairs: str | None = None
    tables: Tables = field(default_factory=Tables)
    preset: str | None = None
    lenient: bool = False


def build_docamr(
    source: MsAmr | Graph | Iterable[Graph] | str | Path,
    amr: Iterable[Graph] | str | Path | None = None,
    *,
    to: str = "docamr",
    clusters: Iterable[Cluster] | str | Path | None = None,
    pairwise_role: str | None = None,
    type_table: Mapping[str, int] | str | Path | None = None,
    pronoun_table: Mapping[str, int] | str | Path | None = None,
    preset: str | None = None,
    on_error: str = "fail",
) -> DocumentGraphs:
    """Document graphs in one of these representations: no-merge, merge-names, docamr, merge-all, flipped.

    `source` is MS-AMR annotations (their sentences are looked up in `amr`, a file, a directory or graphs), document
    graphs (with coreference in chains, or in edges of the role `pairwise_role`), or the sentence graphs of a document
    (with alignments, if there are `clusters`). Paths and texts are read.

    >>> sentences = ["# ::id 1\\n# ::snt A boy came\\n(c / come-01~e.2 :ARG1 (b / boy~e.1))",
    ...              "# ::id 2\\n# ::snt He left\\n(l / leave-11~e.1 :ARG0 (h / he~e.0))"]
    >>> built = build_docamr("\\n\\n".join(sentences), clusters=[[(0, 1, 1), (1, 0, 0)]])
    >>> print(built.text.partition("\\n(")[2].rstrip())
    d / document
        :snt1 (s1.c / come-01~e.2
            :ARG1 (s1.b / boy~e.1,4))
        :snt2 (s2.l / leave-11~e.5
            :ARG0 s1.b))
    """
    if on_error not in ("fail", "skip"):
        raise UsageError(f"on_error={on_error!r} is not one of fail, skip")
    values, name = _values(source)
    if clusters is not None and not isinstance(clusters, (str, Path)):
        listed = tuple(tuple(tuple(mention) for mention in cluster) for cluster in clusters)
        known: list[DocumentClusters] | None = [DocumentClusters("", listed)]
    else:
        known = None if clusters is None else read_clusters(clusters)
    ingredients = Ingredients(
        None if amr is None else _sentences(amr), known, pairwise_role,
        Tables(_order(type_table, standard_types()), _order(pronoun_table, standard_pronouns())),
        preset, on_error == "skip",
    )  # fmt: skip
    return build_all(values, to, ingredients, name)


def _values(source: MsAmr | Graph | Iterable[Graph] | str | Path) -> tuple[list[MsAmr | Graph], str]:
    """The contents of a source, and the name of the document if nothing else names it."""
    if isinstance(source, (MsAmr, Graph)):
        return [source], ""
    if isinstance(source, str) and source.lstrip()[:1] in ("<", "(", "#"):
        return ([msamr.read_msamr(source)] if source.lstrip().startswith("<") else [*loads(source)]), ""
    if not isinstance(source, (str, Path)):
        return [*source], ""
    start = next((line.text for line in source_at(source).lines() if line.text.strip()), "")
    name = PurePath(source).name.partition(".")[0]
    return ([msamr.load(source)] if start.lstrip().startswith("<") else [*load(source)]), name


def _sentences(amr: Iterable[Graph] | str | Path) -> Sentences:
    if isinstance(amr, str) and amr.lstrip()[:1] in ("(", "#"):
        return Sentences.of(loads(amr))
    return read_sentences(amr) if isinstance(amr, (str, Path)) else Sentences.of(amr)


def _order(order: Mapping[str, int] | str | Path | None, standard: Mapping[str, int]) -> Mapping[str, int]:
    if order is None:
        return standard
    return read_order(order) if isinstance(order, (str, Path)) else order


def build_all(
    values: Sequence[object], representation: str, ingredients: Ingredients, name: str = ""
) -> DocumentGraphs:
    """Build the documents of one source."""
    check_representation(representation)
    check_preset(ingredients.preset, representation)
    graphs: list[Graph] = []
    problems: list[Problem] = []
    left_out = 0
    for built in _each(values, representation, ingredients, name):
        if isinstance(built, Built):
            graphs.append(built.graph)
            problems += built.problems
        else:
            left_out += 1
            problems += built.problems
    errors = [problem for problem in problems if problem.level == "error"]
    if errors and not ingredients.lenient:
        raise DataError(errors)
    return DocumentGraphs(tuple(graphs), tuple(problems), left_out)


def _each(
    values: Sequence[object], representation: str, ingredients: Ingredients, name: str
) -> Iterator[Built | DataError]:
    sentences: list[Graph] = []
    for value in values:
        try:
            if isinstance(value, MsAmr):
                yield _of_annotations(value, representation, ingredients)
            elif isinstance(value, Graph) and is_document(value):
                _refuse(ingredients, "a document graph", amr=True, clusters=True)
                yield from_document(
                    value,
                    representation,
                    pairs=ingredients.pairs,
                    tables=ingredients.tables,
                    preset=ingredients.preset,
                )
            elif isinstance(value, Graph):
                sentences.append(value)
            else:
                raise UsageError(f"expected annotations or graphs, not {type(value).__name__}")
        except DataError as error:
            yield error
    if sentences:
        yield from _of_sentences(sentences, representation, ingredients, name)


def _of_annotations(document: MsAmr, representation: str, ingredients: Ingredients) -> Built:
    _refuse(ingredients, "annotations", clusters=True, pairs=True)
    if ingredients.sentences is None:
        raise UsageError("annotations need their sentence AMRs: pass --amr PATH")
    return from_annotations(
        document,
        ingredients.sentences,
        representation,
        tables=ingredients.tables,
        lenient=ingredients.lenient,
        preset=ingredients.preset,
    )


def _of_sentences(
    sentences: Sequence[Graph], representation: str, ingredients: Ingredients, name: str
) -> Iterator[Built | DataError]:
    _refuse(ingredients, "sentence graphs", amr=True, pairs=True, preset=True)
    for document, graphs in _divided(sentences, ingredients.clusters, name):
        try:
            clusters, problems = located(document, graphs)
            built = from_sentences(
                graphs, clusters, representation, name=document.name or name, tables=ingredients.tables
            )
            yield replace(built, problems=(*problems, *built.problems))
        except DataError as error:
            yield error


def _divided(
    sentences: Sequence[Graph], clusters: Sequence[DocumentClusters] | None, name: str
) -> Iterator[tuple[DocumentClusters, list[Graph]]]:
    """The sentences of each document: all, if there is one; else those whose ids begin with its name."""
    if clusters is None:
        yield DocumentClusters(name, ()), list(sentences)
        return
    if len(clusters) == 1:
        yield clusters[0], list(sentences)
        return
    homes: dict[str, list[Graph]] = {document.name: [] for document in clusters}
    problems: list[Problem] = []
    for number, graph in enumerate(sentences, 1):
        home = (graph.id or "").rpartition(".")[0]
        if home in homes:
            homes[home].append(graph)
        else:
            message = f"sentence {number} belongs to none of the {len(homes)} documents that have clusters"
            hint = "if there are several documents, ids of sentences must be DOCUMENT.NUMBER"
            problems.append(Problem(message, item=graph.id, code="docamr-clusters", hint=hint))
    problems += [
        document.problem(f"the document {document.name} has no sentences")
        for document in clusters
        if not homes[document.name]
    ]
    if problems:
        raise DataError(problems)
    for document in clusters:
        yield document, homes[document.name]


def _refuse(
    ingredients: Ingredients,
    what: str,
    *,
    amr: bool = False,
    clusters: bool = False,
    pairs: bool = False,
    preset: bool = False,
) -> None:
    """Reject options that do not apply to a kind of source."""
    wrong = {
        "--amr": amr and ingredients.sentences is not None,
        "--clusters": clusters and ingredients.clusters is not None,
        "--pairwise-role": pairs and ingredients.pairs is not None,
        "--preset": preset and ingredients.preset is not None,
    }
    for option, is_wrong in wrong.items():
        if is_wrong:
            raise UsageError(f"{option} does not apply to {what}")
