"""AnCast++ on generated and on real documents: exact under exchange of the sides, other names, other orders."""

import os
import re
from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.property.relaying import relaid_document
from tests.property.strategies import strategy_for
from tests.shared import SHARED, needs_shared
from tests.tiers import examples

from tallystick.formats.base import Source
from tallystick.formats.umr.document import UmrDocument
from tallystick.formats.umr.reader import UmrReader
from tallystick.tasks.umr.comparison import DocumentComparison
from tallystick.tasks.umr.explain.document import DocumentExplainer
from tallystick.tasks.umr.identity import Existing
from tallystick.tasks.umr.repair import mend
from tallystick.tasks.umr.selection import EVERYTHING
from tallystick.tasks.umr.tc2.score import compare

documents = strategy_for(UmrDocument)
anchors = st.sampled_from(["lemma", "alignment"])
quickly = settings(
    max_examples=int(os.environ.get("TALLYSTICK_EXAMPLES", examples(100))),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


def tallies(gold, pred, by="lemma"):
    return DocumentComparison(gold, pred, by).tallies()


def is_perfect(tally):
    return tally.matched_pred == tally.matched_gold == tally.pred_total == tally.gold_total


@quickly
@given(gold=documents, pred=documents, by=anchors)
def test_exchanging_the_sides_exchanges_all_counts_exactly(gold, pred, by):
    there, back = tallies(gold, pred, by), tallies(pred, gold, by)
    assert there == {part: tally.swapped() for part, tally in back.items()}


@quickly
@given(gold=documents, pred=documents, by=anchors, seed=st.integers(0, 10**6))
def test_names_and_the_order_of_triples_change_nothing_at_all(gold, pred, by, seed):
    random = Random(seed)
    assert tallies(relaid_document(gold, random), relaid_document(pred, random), by) == tallies(
        gold, pred, by
    )


@quickly
@given(document=documents, by=anchors, seed=st.integers(0, 10**6))
def test_a_renamed_document_matches_completely(document, by, seed):
    for part, tally in tallies(document, relaid_document(document, Random(seed)), by).items():
        assert is_perfect(tally), part


@quickly
@given(gold=documents, pred=documents)
def test_matched_never_exceeds_the_totals(gold, pred):
    for part, tally in tallies(gold, pred).items():
        assert 0 <= tally.matched_pred <= tally.pred_total * (1 + 1e-12), part
        assert 0 <= tally.matched_gold <= tally.gold_total * (1 + 1e-12), part


@quickly
@given(gold=documents, pred=documents)
def test_what_is_told_is_what_is_counted(gold, pred):
    """Each relation and triple is told once: in gold as matched or missed, in pred as matched or spurious."""
    comparison = DocumentComparison(gold, pred)
    for part in ("sentence", "modal"):
        alignment, tally = DocumentExplainer(comparison, EVERYTHING).explain(part), comparison.tally(part)
        pairs = [(pair.gold, pair.pred) for pair in alignment.matched]
        # A part of a sentence graph may hold several labels between two nodes.
        golds = [one for one, _ in pairs] + list(alignment.missed)
        preds = [other for _, other in pairs] + list(alignment.spurious)
        assert sum(len(one.words[1].split(", ")) for one in golds) == tally.gold_total
        assert sum(len(one.words[1].split(", ")) for one in preds) == tally.pred_total
        assert sum(pair.credit for pair in alignment.matched) == pytest.approx(tally.matched_pred)


@quickly
@given(gold=documents, pred=documents)
def test_every_link_is_told_once(gold, pred):
    comparison = DocumentComparison(gold, pred)
    for part in ("temporal", "coref"):
        alignment = DocumentExplainer(comparison, EVERYTHING).explain(part)
        links = [comparison.links(side, part) for side in (0, 1)]
        clusters = compare(*links, *(Existing(comparison.identity, side) for side in (0, 1)))
        listed = [
            [one for one in side if len(one.words) == 3] for side in (alignment.missed, alignment.spurious)
        ]
        assert len(alignment.matched) == sum(cluster.matched for cluster in clusters.gold)
        assert len(alignment.matched) + len(listed[0]) == sum(cluster.links for cluster in clusters.gold)
        assert len(alignment.matched) + len(listed[1]) == sum(cluster.links for cluster in clusters.pred)
        # The others are nodes alone.
        alone = sum(cluster.links == 0 for side in (clusters.gold, clusters.pred) for cluster in side)
        assert len(alignment.missed) + len(alignment.spurious) == len(listed[0]) + len(listed[1]) + alone
        for one in (*listed[0], *listed[1]):
            assert (one.sentence is None) == bool(one.origin)


@quickly
@given(gold=documents, pred=documents, data=st.data())
def test_leaving_out_what_cannot_be_read_is_symmetric(gold, pred, data):
    def broken(document):
        sentences = [
            replace(sentence, readable=data.draw(st.integers(0, 3)) > 0) for sentence in document.sentences
        ]
        return replace(document, sentences=tuple(sentences))

    gold, pred = broken(gold), broken(pred)
    there, back = mend(gold, pred, "skip"), mend(pred, gold, "skip")
    assert (there.gold, there.pred, there.parts) == (back.pred, back.gold, back.parts)
    assert all(sentence.readable for side in (there.gold, there.pred) for sentence in side.sentences)
    assert tallies(there.gold, there.pred) == {
        part: tally.swapped() for part, tally in tallies(back.gold, back.pred).items()
    }


# Real documents: what the released files have and no generator thinks of.


def files():
    if not SHARED.is_dir():
        return []
    found = []
    for folder in sorted((SHARED / "data" / "umr-3.0").iterdir()):
        ordered = sorted(folder.glob("*.umr"), key=lambda path: (-path.stat().st_size, path.name))
        # The largest, and some in between.
        found += ordered[:2] + ordered[2 :: max(1, len(ordered) // 3)][:3]
    return sorted({path for path in found if path.stat().st_size})


def read(text):
    reader = UmrReader()
    (block,) = reader.blocks(Source("<text>", text))
    document = reader.item(block).value
    return mend(document, document, "skip").gold


def pairs():
    folder = SHARED / "goldens" / "umr" / "data"
    return sorted(folder.glob("*__heavy__test.umr")) if SHARED.is_dir() else []


@needs_shared
@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_a_real_document_matches_itself_whatever_its_names(path):
    document = read(path.read_text("utf-8"))
    for other in (document, relaid_document(document, Random(1))):
        for part, tally in tallies(document, other).items():
            assert is_perfect(tally), part


@needs_shared
@pytest.mark.parametrize("path", pairs(), ids=lambda path: path.stem)
def test_real_predictions(path):
    """Swapped sides, other names, and lines set in another way."""
    gold_path = path.with_name(path.name.replace("__heavy__test", "__gold"))
    gold, pred = (read(file.read_text("utf-8")) for file in (gold_path, path))
    expected = tallies(gold, pred)
    assert 0 < expected["sentence"].matched_pred < expected["sentence"].pred_total
    assert {part: tally.swapped() for part, tally in tallies(pred, gold).items()} == expected
    random = Random(2)
    assert tallies(relaid_document(gold, random), relaid_document(pred, random)) == expected
    assert tallies(read(reflowed(gold_path)), read(reflowed(path))) == expected


def reflowed(path):
    """The text of a file with all indentation changed and blank lines doubled."""
    text = path.read_text("utf-8")
    return re.sub(r"\n\n", "\n\n\n", re.sub(r"\n[ \t]+", "\n  ", text))
