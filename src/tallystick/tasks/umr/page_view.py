"""The view of UMR documents: sentence by sentence, then the relations of the document level."""

from __future__ import annotations

from tallystick.formats.umr.document import UmrDocument
from tallystick.tasks.graphs.drawing import drawn, element_codes, end_names
from tallystick.tasks.umr.explain.parts import ShownPart
from tallystick.tasks.umr.pairing import Pairing, pair_sentences
from tallystick.tasks.views.base import Original, Relation, SideView, View
from tallystick.tasks.views.parts import PartTable
from tallystick.tasks.views.schema import (
    PageSide,
    PartLocation,
    Parts,
    SentenceGraph,
    SentencePair,
    UmrLocation,
)

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

    def data(self, table: PartTable) -> tuple[PageSide, Parts]:
        """Return the sentences, on the prediction's side with their pairs, and the location of each part."""
        side: PageSide = {
            "sentences": [
                SentenceGraph(number=sentence.number, text=sentence.text, graph=drawn(sentence.graph))
                for sentence in self.document.sentences
            ]
        }
        if self.pairing is not None:
            left_out = self.pairing.left_out
            side["pairs"] = [SentencePair(*indices) for indices in (*self.pairing.pairs, *left_out)]
            side["left_out"] = len(left_out)
        return side, {"shown": table.shown, "at": self._locations(table.parts)}

    def _locations(self, parts: list[object]) -> list[PartLocation]:
        graphs = {sentence.number: sentence.graph for sentence in self.document.sentences}
        locations: list[PartLocation] = []
        for part in parts:
            if not isinstance(part, ShownPart):
                locations.append(None)
                continue
            graph = graphs.get(part.sentence or 0)
            drawable = part.component == "sentence" and graph is not None and len(part.words) == 3
            codes = (
                element_codes(graph, [end_names(part.words)]) if graph is not None and drawable else [None]
            )
            origin = [list(words) for words in part.origin]
            locations.append(
                UmrLocation(part.component, part.sentence, part.cluster, list(part.words), origin, codes[0])
            )
        return locations


def _document(item: Original) -> UmrDocument:
    assert isinstance(item.value, UmrDocument)
    return item.value


VIEW = UmrView()
