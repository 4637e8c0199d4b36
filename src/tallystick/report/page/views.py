"""One item for the page: what stands on each side, and what every metric makes of it.

There are four ways to show an item: a graph, a document of graphs (UMR), a text with chains, and records.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tallystick.core.describe import describe
from tallystick.core.values import field_names
from tallystick.formats.coref.document import CorefDocument, word_number
from tallystick.formats.json.choice import Offsets
from tallystick.formats.penman.graph import Graph
from tallystick.formats.umr.document import Sentence, UmrDocument
from tallystick.report.page.drawing import Triple, drawn, element_codes, end_names
from tallystick.report.page.parts import PartTable, encode
from tallystick.run.plan import Original
from tallystick.tally import Alignment
from tallystick.tasks.coref.explain.entities import ShownMention, ShownSet
from tallystick.tasks.umr.explain.parts import Told
from tallystick.tasks.umr.pairing import pair

__all__ = ["ItemView", "kind_of", "text_of", "view_of"]

#: Ranges of words, both ends inside.
Ranges = list[list[int]]


@dataclass(frozen=True, slots=True)
class ItemView:
    """One item under one system."""

    gold: dict[str, object]
    """What stands on the side of the gold: the same for every system."""
    pred: dict[str, object]
    alignments: list[object]
    """What each metric makes of it, in numbers of parts."""
    tables: list[dict[str, object]]
    """The parts of the gold and of the prediction: how they are shown, and where they stand."""

    def as_data(self) -> dict[str, object]:
        """Everything but the gold side."""
        return {"pred": self.pred, "parts": self.tables, "metrics": self.alignments}


def kind_of(value: object) -> str:
    """How an item is shown: ``graph``, ``umr``, ``coref`` or ``records``."""
    kinds = {Graph: "graph", UmrDocument: "umr", CorefDocument: "coref"}
    return next((name for kind, name in kinds.items() if isinstance(value, kind)), "records")


def text_of(original: Original) -> str:
    """What the item is about, in its own words; empty where it does not say."""
    value = original.value
    if isinstance(value, Graph):
        return value.metadata.get("snt") or value.metadata.get("tok") or ""
    if isinstance(value, UmrDocument):
        return " ".join(sentence.text for sentence in value.sentences if sentence.text)
    text = _around(original).get("text")
    return text if isinstance(text, str) else " ".join(_tokens(original))


def view_of(originals: tuple[Original, Original], alignments: Sequence[Alignment | None]) -> ItemView:
    """One item with all its alignments, None for metrics that were not computed."""
    sides = [side.value for side in originals]
    kind = kind_of(sides[0])
    tokens = [_tokens(side) for side in originals] if kind in ("coref", "records") else [[], []]
    # A prediction may come without the words that it is about.
    tokens = [own or tokens[0] or tokens[1] for own in tokens]
    show = _ShownChain if kind == "coref" else _Shown
    tables = [PartTable(show(own)) if kind in ("coref", "records") else PartTable() for own in tokens]
    encoded: list[object] = [None if one is None else encode(one, *tables) for one in alignments]
    shown = [
        _side(value, own, text_of(side)) for value, own, side in zip(sides, tokens, originals, strict=True)
    ]
    if isinstance(sides[0], UmrDocument) and isinstance(sides[1], UmrDocument):
        found = pair(sides[0], sides[1])
        shown[0]["pairs"] = [list(places) for places in (*found.pairs, *found.left_out)]
        shown[0]["left_out"] = len(found.left_out)
    places = [_places(value, table, kind) for value, table in zip(sides, tables, strict=True)]
    if kind in ("coref", "records"):
        for at, side, own in zip(places, shown, tokens, strict=True):
            # Where a part speaks of words beyond the text, its words are counted otherwise.
            if own and max((last for one in at for last in _last_words(one)), default=-1) < len(own):
                side["tokens"] = own
    listed = [{"shown": table.shown, "at": at} for table, at in zip(tables, places, strict=True)]
    if kind == "records":
        for one, table, own in zip(listed, tables, tokens, strict=True):
            one["fields"] = [_fields(part, own) for part in table.parts]
    return ItemView(shown[0], shown[1], encoded, listed)


def _side(value: object, tokens: Sequence[str], text: str) -> dict[str, object]:
    if isinstance(value, Graph):
        return {"text": text, "graph": drawn(value)}
    if isinstance(value, UmrDocument):
        return {"sentences": [_sentence(sentence) for sentence in value.sentences]}
    side: dict[str, object] = {} if tokens else {"text": text}
    if isinstance(value, CorefDocument) and len(value.sentences):
        side["breaks"] = [word_number(place) for place in value.sentences]
    return side


def _sentence(sentence: Sentence) -> dict[str, object]:
    return {"number": sentence.number, "text": sentence.text, "graph": drawn(sentence.graph)}


def _places(value: object, table: PartTable, kind: str) -> list[object]:
    """Where each part stands: an element of a drawing, a relation of a document, words of a text."""
    if isinstance(value, Graph):
        return list(element_codes(value, [_triple(part) for part in table.parts]))
    if isinstance(value, UmrDocument):
        return _in_documents(value, table.parts)
    if kind == "coref":
        found: list[object] = []
        # The mentions of an entity that nothing met are named here for the first time: the table grows.
        while len(found) < len(table.parts):
            found.append(_of_chain(table.parts[len(found)], table))
        return found
    return [_ranges(part) for part in table.parts]


def _triple(part: object) -> Triple | None:
    if type(part) is tuple and len(part) == 3 and all(isinstance(word, str) for word in part):
        return part
    return None


def _in_documents(document: UmrDocument, parts: Sequence[object]) -> list[object]:
    """Of each part: component, sentence, cluster, words, what it is inferred from, element of its sentence."""
    graphs = {sentence.number: sentence.graph for sentence in document.sentences}
    found: list[object] = []
    for part in parts:
        if not isinstance(part, Told):
            found.append(None)
            continue
        graph = graphs.get(part.sentence or 0)
        inside = part.component == "sentence" and graph is not None and len(part.words) == 3
        codes = element_codes(graph, [end_names(part.words)]) if graph is not None and inside else [None]
        found.append(
            [part.component, part.sentence, part.cluster, list(part.words), [list(o) for o in part.origin], codes[0]]
        )  # fmt: skip
    return found


def _of_chain(part: object, table: PartTable) -> list[object] | None:
    """Of a mention its ranges of words; of an entity the numbers of its mentions, after the word ``entity``."""
    if isinstance(part, ShownMention):
        return ["mention", *_pairs(part.places)]
    if isinstance(part, ShownSet):
        elements = [mention for element in part.elements for mention in _members(element)]
        return [
            "set",
            [table.number(mention) for mention in part.mentions],
            [table.number(one) for one in elements],
        ]
    if type(part) is tuple and part and all(isinstance(one, int) for one in part) and len(part) % 2 == 0:
        return ["mention", *_pairs(part)]
    if type(part) is tuple and part and all(isinstance(one, (tuple, ShownMention)) for one in part):
        return ["entity", *(table.number(mention) for mention in part)]
    return None


def _members(element: object) -> Sequence[object]:
    return element if isinstance(element, tuple) else ()


def _pairs(places: Sequence[int]) -> Ranges:
    return [list(one) for one in zip(places[::2], places[1::2], strict=True)]


def _around(original: Original) -> Mapping[str, object]:
    """What a line of JSON holds beside the structure itself."""
    if not original.text.lstrip().startswith("{"):
        return {}
    try:
        found = json.loads(original.text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _tokens(original: Original) -> list[str]:
    """The words of an item: those that are given, else its text, cut at blanks."""
    value = original.value
    if isinstance(value, CorefDocument) and value.tokens.forms is not None:
        return [form for _, form in value.tokens.forms(value.origin.text)]
    around = _around(original)
    tokens, text = around.get("tokens"), around.get("text")
    if isinstance(tokens, list):
        return [word for part in tokens for word in (part if isinstance(part, list) else [part])]
    return text.split() if isinstance(text, str) else []


def _ranges(part: object) -> Ranges:
    """The words that a record speaks of: every pair of offsets in it."""
    if isinstance(part, Offsets):
        return [[part.left, part.right]]
    names = field_names(type(part))
    if names == ("start", "end"):  # without its last word
        return [[getattr(part, "start", 0), getattr(part, "end", 0) - 1]]
    inner = [getattr(part, name) for name in names] if names is not None else part
    if not isinstance(inner, (list, tuple)):
        return []
    return [one for element in inner for one in _ranges(element)]


def _last_words(place: object) -> list[int]:
    """The last word of each range of a part."""
    return [one[1] for one in place if type(one) is list and len(one) == 2] if isinstance(place, list) else []


def _fields(part: object, tokens: Sequence[str]) -> list[list[object]]:
    """The fields of a record by name: a line each, or a line for each element."""
    names = field_names(type(part)) or ()
    show = _Shown(tokens)
    found: list[list[object]] = []
    for name in names:
        value = getattr(part, name)
        many = isinstance(value, (list, tuple)) and field_names(type(value)) is None
        found.append([name, [show(element) for element in value] if many else show(value)])
    return found


class _Shown:
    """Records in words, with the words of the text that they speak of."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self.tokens = tokens

    def __call__(self, part: object) -> str:
        words = [
            " ".join(self.tokens[left : right + 1])
            for left, right in _ranges(part)
            if 0 <= left <= right < len(self.tokens)
        ]
        return f"{describe(part)}  “{'” “'.join(words)}”" if words else describe(part)


class _ShownChain:
    """Mentions in words where they are given as the numbers of their words; entities as their mentions.

    An entity stands in braces, so that it differs from its only mention.
    """

    def __init__(self, tokens: Sequence[str]) -> None:
        self.tokens = tokens
        self._known: dict[object, str] = {}

    def __call__(self, part: object) -> str:
        # Every metric speaks of the same mentions and entities, and there are thousands.
        known = self._known.get(part)
        if known is None:
            known = self._known[part] = self._shown(part)
        return known

    def _shown(self, part: object) -> str:
        if isinstance(part, ShownMention):
            return f"{part.words} {describe(part.places)}"
        if type(part) is not tuple or not part:
            return describe(part)
        if all(isinstance(one, (tuple, ShownMention)) for one in part):
            return f"{{{', '.join(map(self, part))}}}"
        if len(part) % 2 or not all(isinstance(one, int) and one < len(self.tokens) for one in part):
            return describe(part)
        words = [" ".join(self.tokens[first : last + 1]) for first, last in _pairs(part)]
        return f"{' … '.join(words)} {describe(part)}"
