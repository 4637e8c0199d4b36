"""The view of UMR documents: sentence by sentence, then the relations of the document level."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from tallystick.formats.umr.document import Sentence, UmrDocument
from tallystick.tasks.graphs.drawing import drawn, drawn_columns, element_codes, end_names
from tallystick.tasks.umr.explain.parts import ShownPart
from tallystick.tasks.umr.pairing import Pairing, pair_sentences
from tallystick.tasks.views.base import Original, Relation, SideView, View
from tallystick.tasks.views.parts import PartTable
from tallystick.tasks.views.relation_schema import UmrLocation
from tallystick.tasks.views.schema import PageSide, PartLocation, Parts, SentenceGraph, SentencePair

__all__ = ["VIEW", "UmrView"]


class UmrView(View):
    """Draws the graphs of paired sentences and lists the relations of the document level."""

    kind = "umr"

    def sides(self, gold: Original, pred: Original) -> tuple[SideView, SideView]:
        """Return the two sides of a pair."""
        documents = _document(gold), _document(pred)
        return _UmrSide(documents[0]), _UmrSide(documents[1], pair_sentences(*documents))

    def relation(self, part: object) -> Relation | None:
        """Return a relation of a sentence graph or of the document level."""
        if not isinstance(part, ShownPart):
            return super().relation(part)
        return Relation(*part.words, f"{part.component} relation") if len(part.words) == 3 else None


class _UmrSide(SideView):
    def __init__(self, document: UmrDocument, pairing: Pairing | None = None) -> None:
        self.document = document
        self.pairing = pairing
        self.text = " ".join(sentence.text for sentence in document.sentences if sentence.text)

    def show(self, part: object) -> str:
        """Return a part in one line."""
        return str(part) if isinstance(part, ShownPart) else super().show(part)

    def data(self, table: PartTable) -> tuple[PageSide, Parts]:
        """Return the sentences, on the prediction's side with their pairs, and the location of each part."""
        side: PageSide = {"sentences": [_sentence(sentence) for sentence in self.document.sentences]}
        if self.pairing is not None:
            left_out = self.pairing.left_out
            side["pairs"] = [SentencePair(*indices) for indices in (*self.pairing.pairs, *left_out)]
            side["left_out"] = len(left_out)
        # Parts by rows are written in columns.
        objects = dict(table.objects())
        parts: Parts = {
            "shown": [table.shown[number] for number in objects],
            "at": self._locations([*objects.values()]),
        }
        relations = [
            columns
            for rows, offset in table.lists.items()
            for columns in rows.page_parts(self, offset).get("relations", ())
        ]
        if relations:
            parts["relations"] = relations
        return side, parts

    def _locations(self, parts: Sequence[object]) -> list[PartLocation]:
        elements = self._elements(parts)
        return [
            UmrLocation(
                part.component,
                part.sentence,
                part.cluster,
                list(part.words),
                [list(words) for words in part.origin],
                elements.get(index),
            )
            if isinstance(part, ShownPart)
            else None
            for index, part in enumerate(parts)
        ]

    def _elements(self, parts: Sequence[object]) -> dict[int, str | None]:
        """The elements of the drawings that parts are, by the indices of the parts."""
        graphs = {sentence.number: sentence.graph for sentence in self.document.sentences}
        drawable: defaultdict[int, list[int]] = defaultdict(list)
        triples: defaultdict[int, list[tuple[str, str, str]]] = defaultdict(list)
        for index, part in enumerate(parts):
            if isinstance(part, ShownPart) and part.component == "sentence" and len(part.words) == 3:
                sentence = part.sentence or 0
                drawable[sentence].append(index)
                triples[sentence].append(end_names(part.words))
        return {
            index: code
            for sentence, indices in drawable.items()
            if sentence in graphs
            for index, code in zip(indices, element_codes(graphs[sentence], triples[sentence]), strict=True)
        }


def _sentence(sentence: Sentence) -> SentenceGraph:
    """A sentence with its graph in columns, unless a word of it has a line feed."""
    columns = drawn_columns(sentence.graph)
    if columns is None:
        return {"number": sentence.number, "text": sentence.text, "graph": drawn(sentence.graph)}
    return {"number": sentence.number, "text": sentence.text, "columns": columns}


def _document(item: Original) -> UmrDocument:
    assert isinstance(item.value, UmrDocument)
    return item.value


VIEW = UmrView()
