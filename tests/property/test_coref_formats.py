"""Coreference formats: any input is read and every problem has a place; documents survive being written."""

from __future__ import annotations

from array import array
from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tiers import examples

from tallystick.formats.base import Reader, Source
from tallystick.formats.coref.builder import LayerBuilder, MentionDraft, Nodes
from tallystick.formats.coref.conll.reader import ConllDocuments, looks_like_conll
from tallystick.formats.coref.corefud.reader import CorefudDocuments, looks_like_corefud
from tallystick.formats.coref.document import SLOT_BITS, CorefDocument, Tokens
from tallystick.formats.coref.jsonl.reader import ClusterDocuments
from tallystick.formats.coref.ua.reader import UaDocuments, looks_like_ua
from tallystick.formats.coref.write import write
from tallystick.tasks.coref.anaphora.mention_overlap import mention_overlap
from tallystick.tasks.coref.mentions.matching import MatchOptions, match
from tallystick.tasks.coref.mentions.sides import MentionSide

READERS: dict[str, Reader] = {
    "conll": ConllDocuments(),
    "conllu": CorefudDocuments(),
    "ua": UaDocuments(),
    "jsonl": ClusterDocuments(),
}
VALID = {
    "conll": (
        "#begin document (a); part 000\na 0 0 Änn (1)|(2\na 0 1 saw 2)|(x-1\n\na 0 0 her (1)|x-1)\n"
        "#end document\n#begin document b\nb\t0\t0\tw\t(1+2)\n#end document\n"
    ),
    "conllu": (
        "# newdoc id = a\n# global.Entity = eid-etype-head-other\n"
        "1\tAna\t_\t_\t_\t_\t0\troot\t_\tEntity=(e1-person-1-)(e4--2-\n"
        "1.1\t_\t_\t_\t_\t_\t_\t_\t1:nsubj\tEntity=(e3--1-)|SplitAnte=e1<e3,e2<e3\n"
        "2\tä\t_\t_\t_\t_\t1\tx\t_\tBridge=e1<e2:part|Entity=e4)(e2[1/2]--1-)\n"
        "3\tb\t_\t_\t_\t_\t1\tx\t_\t_\n4\tc\t_\t_\t_\t_\t1\tx\t_\tEntity=(e2[2/2]--1-)\n\n"
        "# newdoc id = b\n1\tx\t_\t_\t_\t_\t0\troot\t_\tEntity=(e1--1-)\n\n"
    ),
    "ua": (
        "# global.columns = ID FORM IDENTITY\n# newdoc id = a\n"
        "1 Ana _ _ _ _ _ _ _ _ (EntityID=1|MarkableID=m1|Min=1|ElementOf=3(EntityID=5|MarkableID=m9 _ _ _ _\n"
        "2 ä _ _ _ _ _ _ _ _ ) _ (EntityID=1|MarkableID=d1) _ _\n"
        "2.1 _ _ _ _ _ _ _ 2:x _ (EntityID=2-Pseudo|MarkableID=m2) _ _ _ _\n"
        "3 They _ _ _ _ _ _ _ _ m1)(EntityID=3|MarkableID=m3) (MarkableID=m3|Rel=p|MentionAnchor=m1) _ _ _\n"
    ),
    "jsonl": '{"id": "a", "tokens": ["ä", "b"], "clusters": [[[0, 0]], [[0, 1]]], "components": [[], [0]]}\n',
}  # fmt: skip
PIECES = st.sampled_from(
    [*"()|-_<:=,#[]\n\t .0123aeä", "(1", "1)", "(e1--1-)", "e1)", "Entity=", "[1/2]", "[2/2]", "1.1\t", "\n\n",
     "#begin document x\n", "#end document\n", "# newdoc id = z\n", "ElementOf=1", "Min=2,3", "MarkableID=m1", "\r\n"]
)  # fmt: skip


@st.composite
def mutations(draw: st.DrawFn, name: str) -> str:
    """Well-formed text with some parts taken out, doubled or put in."""
    text = VALID[name]
    for _ in range(draw(st.integers(1, 5))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 8)))
        text = text[:start] + draw(st.one_of(PIECES, st.just(""), st.just(text[start:end] * 2))) + text[end:]
    return text


def check(name: str, text: str) -> list[CorefDocument]:
    """The documents, after checking what holds for every input."""
    reader = READERS[name]
    lines = text.split("\n")
    found = []
    for block in reader.blocks(Source("x", text)):
        item = reader.item(block)
        assert (item.value is None) == item.malformed
        for problem in item.problems:
            assert 1 <= problem.line <= len(lines), problem
            # A place in the header that is repeated for a block may lie outside; no problem stands there.
            assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1, problem
            assert problem.code
            problem.shown()
        if isinstance(item.value, CorefDocument):
            check_document(item.value)
            found.append(item.value)
    return found


def check_document(document: CorefDocument) -> None:
    """Mentions are in order, inside the text, and belong to entities."""
    for layer in (document.identity, document.deixis):
        assert len(layer.first) == len(layer.last) == len(layer.entity)
        ends = list(zip(layer.first, layer.last, strict=True))
        assert ends == sorted(ends)
        assert all(0 < first <= last for first, last in ends)
        assert all(0 <= entity < len(layer.names) for entity in layer.entity)
        for at in range(len(layer)):
            parts = layer.parts(at)
            assert (parts[0][0], parts[-1][1]) == ends[at]
            assert document.size(layer, at) >= 1
    if document.tokens.forms is not None:
        assert len(list(document.tokens.forms(document.origin.text))) == document.tokens.count


@pytest.mark.parametrize("name", list(VALID))
def test_the_examples_are_valid(name: str) -> None:
    assert check(name, VALID[name])


@given(st.data())
@pytest.mark.parametrize("name", list(VALID))
def test_any_change_of_a_file_is_read(name: str, data: st.DataObject) -> None:
    text = data.draw(mutations(name))
    for document in check(name, text):
        options = MatchOptions(match="head", repeated="first")
        gold, pred = match(document, document, options)
        assert gold == pred


@given(st.one_of(st.text(), st.lists(PIECES).map("".join)))
@pytest.mark.parametrize("name", list(VALID))
def test_any_text_is_read(name: str, text: str) -> None:
    text = text.encode("utf-8", "replace").decode().replace("\0", "").removeprefix("\ufeff")
    check(name, text)
    for recognises in (looks_like_conll, looks_like_corefud, looks_like_ua):
        assert recognises(text) in (True, False)


@st.composite
def documents(draw: st.DrawFn, *, plain: bool = False, most: int = 6) -> CorefDocument:
    """A document of a few words, with empty nodes and discontinuous mentions unless it is plain.

    Its words are counted, but their forms are not known.
    """
    nodes = Nodes()
    nodes.begin_sentence()
    for _ in range(draw(st.integers(1, 6))):
        nodes.add_word("w")
        if not plain:
            for slot in range(1, draw(st.integers(0, 2)) + 1):
                nodes.add_empty(slot)
    builder = LayerBuilder()
    taken: set[tuple[tuple[int, int], ...]] = set()
    for _ in range(draw(st.integers(0, most))):
        cuts = draw(
            st.lists(st.integers(0, len(nodes) - 1), min_size=1, max_size=1 if plain else 2, unique=True)
        )
        parts = []
        free = 0
        for start in sorted(cuts):
            if start < free:
                break
            end = draw(st.integers(start, min(len(nodes) - 1, start + 2)))
            parts.append((start, end))
            free = end + 2
        if tuple(parts) in taken:
            continue
        taken.add(tuple(parts))
        draft = builder.add(MentionDraft(builder.entity(f"e{draw(st.integers(1, 3))}"), 0, parts))
        if not plain:
            draft.head = draw(st.integers(1, draft.size))
    layer = builder.layer(nodes)
    relation = st.sampled_from(["x", "y"])
    words = [place for place in nodes.positions if place not in set(nodes.empty)]
    dependencies = {
        node: frozenset(draw(st.lists(st.tuples(st.sampled_from([0, *words]), relation), max_size=2)))
        for node in nodes.empty
    }
    return CorefDocument(
        "d",
        Tokens(len(nodes.forms)),
        layer,
        empty_nodes=nodes.empty,
        dependencies=dependencies,
        sentences=array("q", nodes.sentences),
    )


def read_back(document: CorefDocument, name: str) -> tuple[CorefDocument, tuple[str, ...]]:
    """What is read from a document that was written, and what the writer said was lost."""
    reader = READERS[name]
    written = write([document], name)
    (block,) = reader.blocks(Source("x", written.text))
    item = reader.item(block)
    assert isinstance(item.value, CorefDocument), item.problems
    return item.value, written.notes


def described(document: CorefDocument, *, heads: bool) -> list[object]:
    """All mentions with their words, heads and the names of their entities."""
    layer = document.identity
    return sorted(
        (layer.parts(at), layer.head(at) if heads else (), layer.names[layer.entity[at]])
        for at in range(len(layer))
    )


@given(documents())
def test_documents_survive_corefud(document: CorefDocument) -> None:
    found, notes = read_back(document, "conllu")
    all_there = described(found, heads=True) == described(document, heads=True)
    assert all_there != any("cross" in note for note in notes)
    assert found.dependencies == document.dependencies
    assert found.empty_nodes == document.empty_nodes


@given(documents(plain=True))
@pytest.mark.parametrize("name", ["ua", "jsonl", "conllu"])
def test_plain_documents_survive_every_format(name: str, document: CorefDocument) -> None:
    found, notes = read_back(document, name)
    all_there = described(found, heads=False) == described(document, heads=False)
    assert all_there != any("cross" in note for note in notes)


OPTIONS = st.builds(
    MatchOptions,
    match=st.sampled_from(["exact", "head", "partial"]),
    singletons=st.sampled_from(["keep", "drop"]),
    zero_match=st.sampled_from(["dependent", "linear"]),
)


def mentions(side: MentionSide) -> list[int]:
    return [mention for own in side.entities for mention in own]


@given(documents(), documents(), OPTIONS)
def test_sides_are_well_formed(one: CorefDocument, two: CorefDocument, options: MatchOptions) -> None:
    gold, pred = match(one, two, options)
    count = len(mentions(gold))
    assert sorted(mentions(gold)) == list(range(count))
    assert len(set(mentions(pred))) == len(mentions(pred))
    assert all(own for side in (gold, pred) for own in side.entities)
    alone = sorted(mention for mention in mentions(pred) if mention >= count)
    assert alone == list(range(count, count + len(alone)))
    assert [own[0] for own in gold.entities] == sorted(own[0] for own in gold.entities)


@given(documents(), OPTIONS)
def test_a_document_matches_itself(document: CorefDocument, options: MatchOptions) -> None:
    gold, pred = match(document, document, options)
    if options.zero_match == "linear" or not document.empty_nodes:
        assert gold == pred
    assert len(mentions(gold)) == len(mentions(pred))


@given(documents(), documents())
def test_lenient_modes_match_no_less(one: CorefDocument, two: CorefDocument) -> None:
    found = {
        mode: len(set(mentions(gold)) & set(mentions(pred)))
        for mode in ("exact", "partial")
        for gold, pred in [match(one, two, MatchOptions(match=mode, zero_match="linear"))]
    }
    assert found["partial"] >= found["exact"]


@given(documents(), documents())
def test_overlap_is_symmetric_and_bounded(one: CorefDocument, two: CorefDocument) -> None:
    options = MatchOptions()
    forth, back = mention_overlap(one, two, options), mention_overlap(two, one, options)
    assert (forth.common, forth.gold_words, forth.pred_words) == (
        back.common,
        back.pred_words,
        back.gold_words,
    )
    assert forth.common <= min(forth.gold_words, forth.pred_words)
    assert mention_overlap(one, one, options).common == forth.gold_words


def word_sets(document: CorefDocument) -> list[frozenset[int]]:
    """The words of each mention one by one: the positions of words and of the document's own empty nodes."""
    step = 1 << SLOT_BITS
    words = [step * number for number in range(1, document.tokens.count + 1)]
    nodes = sorted([*words, *document.empty_nodes])
    layer = document.identity
    return [
        frozenset(node for node in nodes if any(first <= node <= last for first, last in layer.parts(at)))
        for at in range(len(layer))
    ]


def best_pairs(gold: CorefDocument, pred: CorefDocument, mode: str) -> dict[int, int]:
    """By definition: identical mentions, then of all pairings the best, and of those the first."""
    golds, preds = word_sets(gold), word_sets(pred)
    heads = [
        [document.identity.head(at)[0] for at in range(len(document.identity))] for document in (gold, pred)
    ]
    pairs = {}
    for one, two in product(range(len(golds)), range(len(preds))):
        if golds[one] == preds[two] and (mode != "head" or heads[0][one] == heads[1][two]):
            pairs[one] = two
    free = [one for one in range(len(golds)) if one not in pairs]
    others = [two for two in range(len(preds)) if two not in pairs.values()]
    if mode == "exact":
        return pairs

    def weight(one: int, two: int) -> Fraction:
        close = heads[0][one] == heads[1][two]
        if mode == "partial":
            close = heads[0][one][0] in preds[two] <= golds[one]
        return Fraction(len(golds[one] & preds[two]) if close else 0, len(golds[one]))

    # A place beyond all others stands for no partner: it comes last in order.
    nobody = len(preds)
    best: tuple[Fraction, tuple[int, ...]] | None = None
    for chosen in set(permutations([*others, *[nobody] * len(free)], len(free))):
        weights = [
            weight(one, two) if two < nobody else Fraction(1) for one, two in zip(free, chosen, strict=True)
        ]
        if not all(weights):
            continue
        total = sum((w for w, two in zip(weights, chosen, strict=True) if two < nobody), Fraction(0))
        if best is None or total > best[0] or (total == best[0] and chosen < best[1]):
            best = (total, chosen)
    assert best is not None
    return pairs | {one: two for one, two in zip(free, best[1], strict=True) if two < nobody}


@settings(max_examples=examples(60))
@given(documents(most=4), documents(most=4), st.sampled_from(["exact", "head", "partial"]))
def test_matching_is_as_defined(gold: CorefDocument, pred: CorefDocument, mode: str) -> None:
    _, side = match(gold, pred, MatchOptions(match=mode, zero_match="linear"))
    count = len(gold.identity)
    found = {number: at for at, number in enumerate(side.numbers) if 0 <= number < count}
    assert found == best_pairs(gold, pred, mode)
