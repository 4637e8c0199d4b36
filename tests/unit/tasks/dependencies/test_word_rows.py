"""Words on a page by what agrees: the same as their explanation says."""

import pytest
from tests.tree_columns import aligned, with_trees

import tallystick as ts
from tallystick.report.page.items import ReportItems
from tallystick.tasks.dependencies.enhanced import EnhancedScorer
from tallystick.tasks.dependencies.scorers import UnitScorer, WordScorer

METRICS = (
    "tokens", "sentences", "words", "upos", "xpos", "ufeats", "alltags", "lemmas", "uas", "las", "clas", "mlas", "blex",
    "elas", "eulas",
)  # fmt: skip
GOLD = """\
1\tAnn\tAnn\tPROPN\tNNP\tNumber=Sing\t2\tnsubj\t2:nsubj|4:nsubj:xsubj\t_
2\ttook\ttake\tVERB\tVBD\tTense=Past\t0\troot\t0:root\t_
3\t10 000\t10 000\tNUM\tCD\t_\t4\tnummod\t_\t_
4\tsteps\tstep\tNOUN\tNNS\tNumber=Plur\t2\tobj\t2:obj\t_
"""
PRED = """\
1\tAnn\tAnn\tNOUN\tNN\tNumber=Sing\t4\tnsubj\t2:nsubj|4:nsubj\t_
2\ttook\ttook\tVERB\tVBD\tTense=Past\t0\troot\t0:root|4:conj\t_
3\t10 000\t_\tNUM\tCD\tNumType=Card\t4\tdet\t_\t_
4\tsteps\tstep\tNOUN\tNNS\tNumber=Plur\t2\tobl\t1:obl|2:iobj\t_
"""
OTHER_WORDS = "1\tAnn\tAnn\tPROPN\tNNP\t_\t0\troot\t_\t_\n2\ttook10000steps\t_\tX\t_\t_\t1\tdep\t_\t_\n"


def content(pred, metrics, gold=GOLD):
    report = ts.score(gold + "\n", pred + "\n", metrics, task="dependencies", items=True)
    (page,) = ReportItems(report)
    page.totals.spell()
    errors = {
        metric: {kind: (own.counts[kind], own.first_examples(kind)) for kind in sorted(own.counts)}
        for metric, own in page.totals.errors.items()
    }
    confused = {metric: (own.confused, own.labels) for metric, own in page.totals.confusions.items()}
    item = with_trees({"gold": page.gold_side(), "systems": [page.detail()]})
    return page.text, item["gold"], aligned(item["systems"][0]), errors, confused


def explain(monkeypatch):
    """Let pages show explanations instead of rows."""
    for kind in (UnitScorer, WordScorer, EnhancedScorer):
        monkeypatch.setattr(kind, "rows", lambda self, pair: None)


@pytest.mark.parametrize("pred", [GOLD, PRED, OTHER_WORDS])
@pytest.mark.parametrize("metrics", [METRICS, *[(metric,) for metric in METRICS]])
def test_rows_say_what_the_explanation_says(monkeypatch, pred, metrics):
    short = content(pred, metrics)
    explain(monkeypatch)
    assert short == content(pred, metrics)


@pytest.mark.parametrize("by_rows", [True, False])
def test_a_word_with_its_tag_and_one_with_its_features_are_two_parts(monkeypatch, by_rows):
    if not by_rows:
        explain(monkeypatch)
    # Both are shown as "Ann-1 _".
    sentence = "1\tAnn\t_\t_\t_\t_\t0\troot\t_\t_\n"
    page = next(
        iter(ReportItems(ts.score(sentence, sentence, ("upos", "ufeats"), task="dependencies", items=True)))
    )
    assert page is not None
    page.totals.spell()
    assert list(page.totals.confusions["ufeats"].labels) == [(("features", "_"), 1, 1, 1)]
