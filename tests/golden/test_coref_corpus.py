"""A whole corpus: what is counted from tables equals the definitions of the algebra, and LEA and BLANC by links."""

from itertools import combinations

import pytest
from tests.shared import SHARED, needs_shared

import tallystick as ts
from tallystick.formats.base import Source
from tallystick.formats.coref.conll.reader import ConllDocuments
from tallystick.tally import total
from tallystick.tasks.coref.algebra import OVER_ENTITIES
from tallystick.tasks.coref.mentions.matching import match

pytestmark = needs_shared
BENCH = SHARED / "data" / "bench"


@pytest.fixture(scope="module")
def sides():
    """The entities of both sides of every document, mentions as numbers."""
    reader = ConllDocuments()
    gold, pred = (
        [reader.item(b).value for b in reader.blocks(Source(name, (BENCH / name).read_text("utf-8")))]
        for name in ("gum.gold.conll", "gum.pred.conll")
    )
    found = [match(*pair) for pair in zip(gold, pred, strict=True)]
    return [(ours.entities, theirs.entities) for ours, theirs in found]


@pytest.fixture(scope="module")
def report():
    return ts.score(
        BENCH / "gum.gold.conll", BENCH / "gum.pred.conll", "mentions,muc,b3,ceaf-m,ceaf-e,lea,blanc,conll",
        task="coref", items=False,
    )  # fmt: skip


def counts(tally):
    return tally.matched_gold, tally.gold_total, tally.matched_pred, tally.pred_total


@pytest.mark.parametrize("name", sorted(OVER_ENTITIES))
def test_the_corpus_is_counted_as_the_algebra_counts_it(sides, report, name):
    metric = OVER_ENTITIES[name]
    expected = total(metric.score(gold=gold, pred=pred).tally for gold, pred in sides)
    assert counts(report[name].tally) == pytest.approx(counts(expected), rel=1e-9)


def links(entities):
    return [set(combinations(own, 2)) or {(own[0], own[0])} for own in map(sorted, entities)]


def test_lea_and_coreference_links_are_counted_link_by_link(sides, report):
    resolved = within = 0.0
    for gold, pred in sides:
        ours, theirs = links(gold), links(pred)
        claimed = set().union(*theirs) if theirs else set()
        for own in ours:
            size = 1 if any(one == two for one, two in own) else 0.5 + (0.25 + 2 * len(own)) ** 0.5
            resolved += size * len(own & claimed) / len(own)
            within += sum(one != two for one, two in own & claimed)
    assert report["lea"].tally.matched_gold == pytest.approx(resolved, rel=1e-9)
    assert report["blanc"].tally.parts[0].matched_gold == within


def test_conll_is_the_mean_of_three(report):
    assert report["conll"].f1 == pytest.approx(sum(report[name].f1 for name in ("muc", "b3", "ceaf-e")) / 3)
    # 263 documents, 71,035 gold mentions: as the description of the data says.
    assert (report.items, report["mentions"].tally.gold_total) == (263, 71035)
