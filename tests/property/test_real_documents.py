"""Real graphs and documents in other layouts, orders and files: no score moves, not even in its last digit."""

import json
from random import Random

import pytest
from tests.property.relaying import relaid, relaid_document
from tests.property.strategies import shuffled
from tests.shared import SHARED, needs_shared

import tallystick as ts
from tallystick import registry
from tallystick.formats.base import Source
from tallystick.formats.coref.corefud.reader import CorefudDocuments
from tallystick.formats.coref.document import CorefDocument
from tallystick.formats.penman.reader import dumps, load
from tallystick.formats.umr.reader import UmrReader
from tallystick.tasks.umr.repair import mend

pytestmark = needs_shared
GOLDENS = SHARED / "goldens"
#: Graphs of each file that are looked at: every so many.
STEP = 12


def scorers(task):
    """All metrics of a task under their defaults; SemBleu and the like are asymmetric by definition."""
    return {
        metric.name: (metric.build(metric.settle({})), bool(metric.asymmetric))
        for metric in registry.tasks()[task].metrics
    }


def check(task, gold, pred, relay, random):
    """Relaying either side and exchanging the sides must give the very same counts."""
    for name, (scorer, asymmetric) in scorers(task).items():
        expected = scorer.tally(gold, pred)
        assert scorer.tally(relay(gold, random), relay(pred, random)) == expected, name
        if not asymmetric:
            assert scorer.tally(pred, gold).swapped() == expected, name
        same = scorer.reading(scorer.tally(gold, relay(gold, random)))
        assert set(same.values()) <= {1.0, None}, name


def graph_pairs(folder, pattern, step):
    found = []
    for path in sorted((GOLDENS / folder).glob(pattern)) if SHARED.is_dir() else []:
        golds = {graph.id: graph for graph in load(path)}
        preds = {graph.id: graph for graph in load(path.with_name(path.name.replace(".gold.", ".pred.")))}
        common = sorted(golds.keys() & preds.keys())[::step]
        found += [pytest.param(golds[name], preds[name], id=f"{path.stem}-{name}") for name in common]
    return found


@pytest.mark.parametrize(("gold", "pred"), graph_pairs("amr", "*.gold.amr", STEP))
def test_sentence_graphs(gold, pred):
    check("amr", gold, pred, relaid, Random(1))


@pytest.mark.parametrize(("gold", "pred"), graph_pairs("docamr", "docAMR.*.gold.amr", 2))
def test_document_graphs(gold, pred):
    check("docamr", gold, pred, relaid, Random(2))


def umr_pairs():
    folder = GOLDENS / "umr" / "data"
    return sorted(folder.glob("*__heavy__test.umr"))[::4] if SHARED.is_dir() else []


def document(path):
    """A document as it was read, with the sentences that cannot be read."""
    reader = UmrReader()
    (block,) = reader.blocks(Source.of(path))
    return reader.item(block).value


@pytest.mark.parametrize("path", umr_pairs(), ids=lambda path: path.stem)
def test_documents(path):
    gold = document(path.with_name(path.name.replace("__heavy__test", "__gold")))
    mended = mend(gold, document(path), "skip")
    check("umr", mended.gold, mended.pred, relaid_document, Random(3))


def coreference_pairs():
    folder = GOLDENS / "coref" / "data" / "gum"
    found = sorted(folder.rglob("*gold*.conllu"))[:6] if SHARED.is_dir() else []
    return [(gold, gold.with_name(gold.name.replace("gold", "pred"))) for gold in found]


def coreference(path):
    reader = CorefudDocuments()
    return [reader.item(block).value for block in reader.blocks(Source.of(path))]


@pytest.mark.parametrize(("gold", "pred"), coreference_pairs(), ids=str)
def test_coreference(gold, pred):
    """Entities in another order and under other numbers, and the sides exchanged."""

    def relay(document, random):
        return shuffled(document, CorefDocument, random)

    for ours, theirs in zip(coreference(gold), coreference(pred), strict=True):
        check("coref", ours, theirs, relay, Random(5))


def scores(gold, pred):
    report = ts.score(gold, pred, task="amr")
    return json.dumps(report.to_dict()["scores"], sort_keys=True)


def test_shuffled_items_and_divided_files_give_the_same_digits(tmp_path):
    golds = load(GOLDENS / "amr" / "lpp300.gold.amr")
    preds = load(GOLDENS / "amr" / "lpp300.pred.amr")
    random = Random(4)
    whole = tmp_path / "whole.gold.amr", tmp_path / "whole.pred.amr"
    for path, graphs in zip(whole, (golds, preds), strict=True):
        path.write_text(dumps(graphs), "utf-8")
    expected = scores(*whole)
    shuffled = tmp_path / "shuffled.gold.amr", tmp_path / "shuffled.pred.amr"
    for path, graphs in zip(shuffled, (golds, preds), strict=True):
        path.write_text(dumps(random.sample(graphs, len(graphs))), "utf-8")
    assert scores(*shuffled) == expected
    half = len(golds) // 3
    for side, graphs in (("gold", golds), ("pred", preds)):
        folder = tmp_path / side
        folder.mkdir()
        (folder / "a.amr").write_text(dumps(graphs[half:]), "utf-8")
        (folder / "b.amr").write_text(dumps(graphs[:half]), "utf-8")
    assert scores(tmp_path / "gold", tmp_path / "pred") == expected
