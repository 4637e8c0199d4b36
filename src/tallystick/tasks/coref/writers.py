"""Conversion targets of documents with coreference."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from tallystick.errors import DataError, Problem
from tallystick.formats.base import Item
from tallystick.tasks.base import Options, Writer, Written
from tallystick.tasks.coref.clusters import as_document

__all__ = ["WRITERS"]


def _write(items: Sequence[Item], options: Options, *, to: str) -> Written:
    """The documents of one file; what the format cannot express is reported once."""
    from tallystick.formats.coref.write import write  # only `convert` needs it

    documents = [as_document(item.value) for item in items]
    faults = [
        problem for document in documents for problems in document.faults.values() for problem in problems
    ]
    if faults and options["on-error"] == "fail":
        raise DataError(faults)
    readable = [document for document in documents if not document.faults]
    made = write(readable, to)
    path = items[0].path if items else "<data>"
    notes = (Problem(note, path, code="coref-lost", level="warning") for note in made.notes)
    return Written(made.text, problems=(*faults, *notes), left_out=len(documents) - len(readable))


WRITERS = {
    "conll": Writer("CoNLL-2012: brackets in the last column", partial(_write, to="conll"), ".conll"),
    "conllu": Writer(
        "CoNLL-U of CorefUD: Entity= in the last column", partial(_write, to="conllu"), ".conllu"
    ),
    "ua": Writer("CoNLL-UA of Universal Anaphora", partial(_write, to="ua"), ".ua"),
    "jsonl": Writer("JSON lines of clusters", partial(_write, to="jsonl"), ".jsonl"),
    "jsonl-sentences": Writer(
        "JSON lines with doc_key, sentences, clusters", partial(_write, to="jsonl-sentences"), ".jsonl"
    ),
    "crac-json": Writer(
        "JSON lines with doc_id, tokens, clusters_token_offsets", partial(_write, to="crac-json"), ".jsonl"
    ),
    "crac-text": Writer(
        "plain text with word|[e1], one document per line", partial(_write, to="crac-text"), ".txt"
    ),
}
