"""UMR documents by rows: pages say the same as explanations."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.property.test_umr import documents, quickly
from tests.relation_columns import with_relations
from tests.unit.tasks.umr.documents import document

from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.umr.overlap import in_common
from tallystick.tasks.umr.page_view import VIEW
from tallystick.tasks.umr.task import TASK
from tallystick.tasks.views.base import Original
from tallystick.tasks.views.confusions import KnownParts, confusions_of
from tallystick.tasks.views.item import page_item
from tallystick.tasks.views.parts import Encoder, PartTable, rounded

NAMES = "ancast++", "ancast++.sentence", "ancast++.modal", "ancast++.temporal", "ancast++.coref"


def check(gold, pred, by="lemma", overlap="all"):
    """Compare what a page has of two documents with their explanations."""
    scorers = {}
    for name in NAMES:
        metric = TASK.metric(name)
        scorers[name] = metric.scorer(metric.settle({"anchors": by, "overlap": overlap}))
    analysis = PairAnalysis(gold, pred)
    rows = {name: scorer.rows(analysis) for name, scorer in scorers.items()}
    if overlap == "common" and None in rows.values():
        # Pages show sentences that are not compared, which rows do not number.
        assert [*map(len, in_common(gold, pred))] != [len(gold), len(pred)]
        return
    item = page_item(
        VIEW,
        Original(gold, text=""),
        Original(pred, text=""),
        rows,
    )
    detail = with_relations(item.detail(), item.gold_side())
    shown = [table["shown"] for table in detail["parts"]]
    for name, scorer in scorers.items():
        alignment = TASK.with_error_kinds(scorer.explain(analysis))
        matched, missed, spurious = detail["alignments"][detail["metrics"][name]]
        assert [(shown[0][own], shown[1][other], credit, note) for own, other, credit, note in matched] == [
            (str(pair.gold), str(pair.pred), rounded(pair.credit), pair.note) for pair in alignment.matched
        ]
        assert [shown[0][part] for part in missed] == [str(part) for part in alignment.missed]
        assert [shown[1][part] for part in spurious] == [str(part) for part in alignment.spurious]
        assert dict(item.totals.errors[name].counts) == alignment.errors
        tables = PartTable(str), PartTable(str)
        encoded = Encoder(*tables).encode(alignment)
        expected = confusions_of(KnownParts(VIEW, *tables), alignment, encoded)
        found = item.totals.confusions[name]
        assert found.confused == expected.confused
        counted = [Counter(own) for own in expected.labels]
        assert {label: counts for label, *counts in found.labels} == {
            label: [own[label] for own in counted] for label in set().union(*counted)
        }


@quickly
@given(
    gold=documents,
    pred=documents,
    by=st.sampled_from(["lemma", "alignment"]),
    overlap=st.sampled_from(["all", "common"]),
)
def test_any_documents(gold, pred, by, overlap):
    # Explanations in words cannot tell nodes of two sentences apart that have the same variable.
    for side in (gold, pred):
        names = [name for sentence in side.sentences for name in sentence.graph.variables]
        if len(set(names)) < len(names):
            return
    check(gold, pred, by, overlap)


SENTENCES = (
    '(s{n}a / leave-11 :ARG0 (s{n}b / ferry :mod (s{n}c / old) :quant 2) :ARG1-of s{n}d :wiki "A/b C")',
    "(s{n}a / see-01 :ARG0 (s{n}b / person :ARG0-of (s{n}d / sing-01)) :ARG1 s{n}b :ARG0 s1a :domain (s{n}c / it))",
)
LABELS = {
    "temporal": ("before", "after", "overlap", "contained", "depends-on"),
    "modal": ("full-affirmative", "partial-negative"),
    "coref": ("same-entity", "same-event", "subset-of"),
}


def written(random, sentences, relations):
    """A document with some relations between any of its nodes."""
    blocks = []
    for n in range(1, sentences + 1):
        groups = {group: [] for group in LABELS}
        for _ in range(relations):
            group = random.choice(tuple(LABELS))
            ends = [f"s{random.randint(1, sentences)}{random.choice('abc')}" for _ in range(2)]
            ends[0] = random.choice((ends[0], ends[0], "author", "document-creation-time", f"s{n}z"))
            groups[group].append(f"({ends[0]} :{random.choice(LABELS[group])} {ends[1]})")
        terms = "\n".join(f":{group} ({' '.join(own)})" for group, own in groups.items() if own)
        graph = random.choice(SENTENCES).format(n=n).replace("ARG0", random.choice(("ARG0", "ARG2")))
        blocks.append(f"{graph}\n---\n{terms}")
    return document(*blocks)


@pytest.mark.parametrize("seed", range(30))
def test_relations_between_sentences(seed):
    random = Random(seed)
    sentences = random.randint(1, 6)
    check(*(written(random, sentences, random.randint(0, 4)) for _ in range(2)))


def test_a_cluster_too_large_to_list():
    def chained(size, missing=()):
        return document(
            *(
                f"(s{n}a / boy)\n---\n:coref ((s{n - 1}a :same-entity s{n}a))"
                if n > 1 and n not in missing
                else f"(s{n}a / boy)\n---\n"
                for n in range(1, size + 1)
            )
        )

    check(chained(50), chained(50))
    check(chained(50), chained(50, missing=(20,)))
    check(chained(50, missing=(3,)), chained(50))
