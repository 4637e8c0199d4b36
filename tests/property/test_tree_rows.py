"""Trees by rows: pages say the same as explanations, whatever the words, the metrics and the options."""

from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tiers import examples
from tests.tree_columns import aligned, with_trees

import tallystick as ts
from tallystick.report.page.items import ReportItems
from tallystick.tasks.dependencies.scorers import UnitScorer, WordScorer

METRICS = (
    "tokens", "sentences", "words", "upos", "xpos", "ufeats", "ufeats(features=all)", "alltags", "lemmas", "uas", "las",
    "las(subtypes=ignore)", "clas", "clas(subtypes=ignore)", "mlas", "blex", "elas",
)  # fmt: skip
FORMS = (
    "Ann",
    "a",
    "10 000",
    "a\u00a0b",
    "\u96e8",
    "\u1112\u1161",
    'say "x"',
    "\\",
    "\u200b",
    "\x7f",
    "é",
    "_",
)
PLAIN_FORMS = ("Ann", "a", "é", "10")
LEMMAS = ("_", "a", "10 000", "\u2028", '"')
TAGS = ("_", "X", "NOUN", "two words")
FEATURES = ("_", "Case=Nom", "Number=Sing", "Case=Nom|Typo=Yes")
RELATIONS = ("root", "nsubj", "nsubj:pass", "case", "punct")
ODD_RELATIONS = (*RELATIONS, "a b", "\u200b", "\u96e8")


@st.composite
def sentences(draw):
    """The rows of a sentence and of its prediction, which may be without multiword tokens."""
    known = draw(st.sampled_from([FORMS, PLAIN_FORMS]))
    forms = draw(st.lists(st.sampled_from(known), min_size=1, max_size=6))
    relations = draw(st.sampled_from([RELATIONS, RELATIONS, ODD_RELATIONS]))
    first = draw(st.integers(1, len(forms)))
    last = draw(st.integers(first, len(forms)))

    def sides(values, same):
        gold = draw(values)
        return gold, gold if same else draw(values)

    def words(columns):
        return [
            (number, form, *own, "_", "_")
            for number, (form, own) in enumerate(zip(forms, columns, strict=True), 1)
        ]

    same = [draw(st.booleans()) for _ in range(6)]
    annotated = [
        [
            sides(values, equal)
            for values, equal in zip(
                (
                    *map(st.sampled_from, (LEMMAS, TAGS, TAGS, FEATURES)),
                    st.integers(0, len(forms)),
                    st.sampled_from(relations),
                ),
                same,
                strict=True,
            )
        ]
        for _ in forms
    ]
    both = [words([[pair[side] for pair in word] for word in annotated]) for side in (0, 1)]
    token = (f"{first}-{last}", "".join(forms[first - 1 : last]), *"_" * 8)
    for rows, inserted in zip(
        both, draw(st.sampled_from([(0, 0), (0, 0), (1, 1), (1, 0), (0, 1)])), strict=True
    ):
        if inserted:
            rows.insert(first - 1, token)
    return ["\n".join("\t".join(map(str, row)) for row in rows) for rows in both]


def content(gold, pred, metrics):
    """What a page has of two files: its items, and what is counted over them."""
    report = ts.score(gold, pred, metrics, task="dependencies", items=True)
    pages = list(ReportItems(report))
    counted = []
    for page in pages:
        page.totals.spell()
        errors = {
            metric: {kind: (own.counts[kind], own.first_examples(kind)) for kind in own.counts}
            for metric, own in page.totals.errors.items()
        }
        confused = {metric: (own.confused, own.labels) for metric, own in page.totals.confusions.items()}
        counted.append((page.text, errors, confused))
    items = [with_trees({"gold": page.gold_side(), "systems": [page.detail()]}) for page in pages]
    return [(item["gold"], aligned(item["systems"][0])) for item in items], counted


@settings(max_examples=examples(200), deadline=None)
@given(
    st.lists(sentences(), min_size=1, max_size=4),
    st.lists(st.sampled_from(METRICS), min_size=1, max_size=5, unique=True),
)
def test_pages_by_rows_say_what_explanations_say(pairs, metrics):
    gold, pred = ("".join(f"{pair[side]}\n\n" for pair in pairs) for side in (0, 1))
    by_rows = content(gold, pred, metrics)
    with (
        patch.object(WordScorer, "rows", lambda self, pair: None),
        patch.object(UnitScorer, "rows", lambda self, pair: None),
    ):
        assert by_rows == content(gold, pred, metrics)
