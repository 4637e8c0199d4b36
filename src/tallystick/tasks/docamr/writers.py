"""Conversion targets of documents: the four representations, and back to sentences and annotations.

Every run reads these declarations, but few build graphs: the code that does the work is imported on demand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import PurePath
from typing import TYPE_CHECKING

from tallystick.errors import UsageError
from tallystick.formats.base import Item
from tallystick.formats.penman.reader import Graph, dumps
from tallystick.tasks.base import Options, Parameter, Writer, Written
from tallystick.tasks.docamr.build.targets import RELEASED, REPRESENTATIONS
from tallystick.tasks.graphs.writers import WRITERS as PLAIN

if TYPE_CHECKING:
    from tallystick.tasks.docamr.build.cluster_files import DocumentClusters
    from tallystick.tasks.docamr.build.sentences import Sentences
    from tallystick.tasks.docamr.reverse.reverse import Apart

__all__ = ["DOCUMENT_WRITERS", "SENTENCE_WRITERS"]


@lru_cache(maxsize=1)
def _sentences(path: str) -> Sentences:
    """The AMRs at a path, read once for all documents of a run."""
    from tallystick.tasks.docamr.build.sentences import read_sentences

    return read_sentences(path)


def _clusters(path: str) -> list[DocumentClusters]:
    from tallystick.tasks.docamr.build.cluster_files import read_clusters

    return read_clusters(path)


def _order(path: str) -> dict[str, int]:
    from tallystick.tasks.docamr.build.tables import read_order

    return read_order(path)


PARAMETERS = (
    Parameter("amr", None, "the sentence AMRs that MS-AMR annotations refer to: a file or a directory",
              load=_sentences),
    Parameter("clusters", None, "predicted clusters of the sentences' text, as JSON lines or CoNLL-2012",
              load=_clusters),
    Parameter("pairwise-role", None, "the role of edges between two mentions, such as same-as"),
    Parameter("type-table", None, "named-entity types, the most specific first", load=_order),
    Parameter("pronoun-table", None, "pronouns, the most specific first", load=_order),
    Parameter("preset", None, "build graphs as another program does", choices=(RELEASED,)),
)  # fmt: skip


def _building(representation: str) -> Callable[[Sequence[Item], Options], Written]:
    def write(items: Sequence[Item], options: Options) -> Written:
        from tallystick.tasks.docamr.build.build import Ingredients, build_all
        from tallystick.tasks.docamr.build.tables import Tables, standard_pronouns, standard_types

        tables = Tables(
            options["type-table"] or standard_types(),  # type: ignore[arg-type]
            options["pronoun-table"] or standard_pronouns(),  # type: ignore[arg-type]
        )
        ingredients = Ingredients(
            options["amr"], options["clusters"], options["pairwise-role"], tables, options["preset"],  # type: ignore[arg-type]
            options.get("on-error") == "skip",
        )  # fmt: skip
        name = PurePath(items[0].path).name.partition(".")[0] if items else ""
        built = build_all([item.value for item in items], representation, ingredients, name)
        left_out = built.left_out if built.graphs else len(items)
        return Written(built.text, {}, built.problems, left_out)

    return write


def _apart(items: Sequence[Item]) -> list[Apart]:
    from tallystick.tasks.docamr.reverse.reverse import take_apart

    parts = []
    for item in items:
        if not isinstance(item.value, Graph):
            raise UsageError("expected document graphs, not annotations")
        parts.append(take_apart(item.value))
    return parts


def _amr(items: Sequence[Item], _options: Options) -> Written:
    parts = _apart(items)
    # The annotations themselves are written by --to msamr.
    lost = {
        "chains": sum(len(part.document.chains) for part in parts),
        "bridging relations": sum(len(part.document.bridging) for part in parts),
    }
    problems = tuple(problem for part in parts for problem in part.problems)
    return Written(dumps([graph for part in parts for graph in part.sentences]), lost, problems)


def _msamr(items: Sequence[Item], _options: Options) -> Written:
    from tallystick.formats.msamr.document import MsAmr
    from tallystick.formats.msamr.write import dumps as dumps_annotations

    if len(items) != 1:
        raise UsageError(f"a file of annotations must have one document; this one has {len(items)}")
    value = items[0].value
    if isinstance(value, MsAmr):
        return Written(dumps_annotations(value) + "\n")
    (part,) = _apart(items)
    return Written(dumps_annotations(part.document) + "\n", {}, part.problems)


def _json(items: Sequence[Item], options: Options) -> Written:
    if any(not isinstance(item.value, Graph) for item in items):
        raise UsageError("annotations are not converted to JSON: build a document graph first")
    return PLAIN["json"].write(items, options)


def _coref(items: Sequence[Item], options: Options) -> Written:
    from tallystick.tasks.coref.chains import write_chains
    from tallystick.tasks.docamr.chains import chains_of_document

    if any(not isinstance(item.value, Graph) for item in items):
        raise UsageError("annotations are not converted to coreference: build a document graph first")
    return write_chains([(item.id or "", *chains_of_document(item.value)) for item in items], options)  # type: ignore[arg-type]


_REPRESENTATIONS = {
    name: Writer(f"document graphs: {summary}", _building(name), ".amr", PARAMETERS)
    for name, summary in REPRESENTATIONS.items()
}

#: Targets of sentence graphs: a document, with predicted clusters or without coreference.
SENTENCE_WRITERS = {**PLAIN, **_REPRESENTATIONS}

#: Targets of document graphs and annotations.
DOCUMENT_WRITERS = {
    **_REPRESENTATIONS,
    "amr": Writer("the sentences of document graphs, in PENMAN notation", _amr, ".amr"),
    "msamr": Writer("the coreference of a document graph as MS-AMR annotations", _msamr, ".xml"),
    "coref": Writer("the coreference chains alone, as JSON lines of mentions and clusters", _coref, ".jsonl"),
    "json": Writer(PLAIN["json"].summary, _json, ".json"),
}
