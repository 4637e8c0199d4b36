"""Write documents with coreference in any of the formats, and note what a format cannot express."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tallystick.dataclass import dataclass
from tallystick.formats.coref.conll.write import conll_text
from tallystick.formats.coref.corefud.write import HEADER as COREFUD_HEADER
from tallystick.formats.coref.corefud.write import corefud_text
from tallystick.formats.coref.document import CorefDocument
from tallystick.formats.coref.jsonl.write import crac_json_text, jsonl_text, plain_text, sentences_jsonl_text
from tallystick.formats.coref.ua.write import HEADER as UA_HEADER
from tallystick.formats.coref.ua.write import ua_text
from tallystick.formats.coref.writing import Losses

__all__ = ["WRITERS", "WrittenDocuments", "write"]


@dataclass(frozen=True, slots=True)
class WrittenDocuments:
    """The text of a file, and notes on what it cannot express."""

    text: str
    notes: tuple[str, ...] = ()


#: By name: what a file begins with, and how a document is written.
WRITERS: dict[str, tuple[str, Callable[[CorefDocument, Losses], str]]] = {
    "conll": ("", conll_text),
    "conllu": (COREFUD_HEADER, corefud_text),
    "ua": (UA_HEADER, ua_text),
    "jsonl": ("", jsonl_text),
    "jsonl-sentences": ("", sentences_jsonl_text),
    "crac-json": ("", crac_json_text),
    "crac-text": ("", plain_text),
}


def write(documents: Iterable[CorefDocument], to: str) -> WrittenDocuments:
    """The documents in one of the formats of `WRITERS`, and notes on what is lost.

    >>> from tallystick.formats.coref.jsonl.reader import ClusterDocuments
    >>> from tallystick.formats.base import Block
    >>> line = '{"id": "d", "tokens": ["Ann", "and", "Rex"], "clusters": [[[0, 0]], [[0, 2]]]}'
    >>> print(write([ClusterDocuments().item(Block(line)).value], "conll").text)
    #begin document (d); part 000
    d	0	0	Ann	(0)|(1
    d	0	1	and	-
    d	0	2	Rex	1)
    <BLANKLINE>
    #end document
    <BLANKLINE>
    """
    header, write_document = WRITERS[to]
    losses = Losses()
    text = header + "".join(write_document(document, losses) for document in documents)
    return WrittenDocuments(text, losses.notes)
