"""Conversion targets and statistics of UMR documents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePath

from tallystick.formats.base import Item
from tallystick.formats.umr.document import UmrDocument
from tallystick.formats.umr.statistics import statistics
from tallystick.formats.umr.write import dumps, to_amr, to_json
from tallystick.tasks.base import Options, Writer, Written

__all__ = ["WRITERS", "counts"]


def counts(document: object) -> Mapping[str, int]:
    """The numbers of a document."""
    assert isinstance(document, UmrDocument)
    return statistics(document)


def _documents(items: Sequence[Item]) -> Iterator[UmrDocument]:
    for item in items:
        assert isinstance(item.value, UmrDocument)
        yield item.value


def _in_layout(layout: str) -> Callable[[Sequence[Item], Options], Written]:
    def write(items: Sequence[Item], _options: Options) -> Written:
        return Written("\n".join(dumps(document, layout) for document in _documents(items)))

    return write


def _as_amr(items: Sequence[Item], _options: Options) -> Written:
    """The sentence graphs alone."""
    lost = {"document-level relations": 0, "alignments": 0, "header lines": 0}
    for document in _documents(items):
        for sentence in document.sentences:
            lost["document-level relations"] += len(sentence.triples)
            lost["alignments"] += len(sentence.alignments)
            # The words are kept: as the text of the graph.
            lost["header lines"] += sum(name not in ("Index", "Words") for name, _ in sentence.headers)
    return Written("\n".join(to_amr(document) for document in _documents(items)), lost)


def _as_json(items: Sequence[Item], _options: Options) -> Written:
    return Written("".join(to_json(document) + "\n" for document in _documents(items)))


def _as_coref(items: Sequence[Item], options: Options) -> Written:
    """The chains alone, as coreference over the nodes that are their mentions."""
    from tallystick.tasks.coref.chains import write_chains
    from tallystick.tasks.umr.chains import chains_of_document

    return write_chains(
        [
            (PurePath(item.path).name.partition(".")[0], *chains_of_document(document))
            for item, document in zip(items, _documents(items), strict=True)
        ],
        options,
    )


WRITERS = {
    "umr": Writer("UMR in the layout of the releases since 2.0", _in_layout("umr"), ".umr"),
    "umr-1.0": Writer(
        "UMR in the layout of 1.0, the words on the line of the sentence", _in_layout("umr-1.0"), ".umr"
    ),
    "amr": Writer("the sentence graphs alone, in PENMAN notation", _as_amr, ".amr"),
    "coref": Writer(
        "the coreference chains alone, as JSON lines of mentions and clusters", _as_coref, ".jsonl"
    ),
    "json": Writer("JSON: one object for the document", _as_json, ".json"),
}
