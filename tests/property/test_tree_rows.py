"""Trees by rows: pages say the same as explanations, whatever the words, the metrics and the options."""

from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tiers import examples
from tests.tree_columns import aligned, with_trees

import tallystick as ts
from tallystick.report.page.items import ReportItems
from tallystick.tasks.dependencies.enhanced import EnhancedScorer
from tallystick.tasks.dependencies.scorers import UnitScorer, WordScorer

EDGE_METRICS = (
    "elas", "eulas", "elas(enhanced-edges=multiply,empty-nodes=ignore)", "eulas(enhanced-edges=multiply)",
)  # fmt: skip
METRICS = (
    "tokens", "sentences", "words", "upos", "xpos", "ufeats", "ufeats(features=all)", "alltags", "lemmas", "uas", "las",
    "las(subtypes=ignore)", "clas", "clas(subtypes=ignore)", "mlas", "blex", *EDGE_METRICS,
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
#: Labels of enhanced edges that lose a subtype, several, or everything.
LABELS = ("nsubj", "nsubj:pass", "conj:and>nsubj:pass", ":x", "a b", '"', "\u200b")
ODD_RELATIONS = (*RELATIONS, "a b", "\u200b", "\u96e8", ":x", "a:b>c:d")


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

    heads = [*map(str, range(len(forms) + 1)), "1.1"]
    # Of few heads and labels, so that several edges of a word are partners that differ in more or less.
    few = draw(st.sampled_from([2, 3, len(LABELS)]))
    enhanced = st.lists(st.tuples(st.sampled_from(heads[:few]), st.sampled_from(LABELS[:few])), max_size=3)

    def written(edges, basic):
        """The column DEPS: some edges, that of the tree, or none."""
        return "|".join(f"{head}:{label}" for head, label in edges or basic) or "_"

    def words(columns):
        return [
            (number, form, *own[:-1], written(own[-1], draw(st.sampled_from([[own[4:6]], []]))), "_")
            for number, (form, own) in enumerate(zip(forms, columns, strict=True), 1)
        ]

    same = [draw(st.booleans()) for _ in range(7)]
    annotated = [
        [
            sides(values, equal)
            for values, equal in zip(
                (
                    *map(st.sampled_from, (LEMMAS, TAGS, TAGS, FEATURES)),
                    st.integers(0, len(forms)),
                    st.sampled_from(relations),
                    enhanced,
                ),
                same,
                strict=True,
            )
        ]
        for _ in forms
    ]
    both = [words([[pair[side] for pair in word] for word in annotated]) for side in (0, 1)]
    empty = ("1.1", *"_" * 7, draw(st.sampled_from(["0:root", "1:obj", "_"])), "_")
    for rows in both:
        rows.insert(1, empty)
    token = (f"{first}-{last}", "".join(forms[first - 1 : last]), *"_" * 8)
    for rows, inserted in zip(
        both, draw(st.sampled_from([(0, 0), (0, 0), (1, 1), (1, 0), (0, 1)])), strict=True
    ):
        if inserted:
            rows.insert(first - 1 if first == 1 else first, token)
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
    assert_pages_agree(pairs, metrics)


@st.composite
def graphs(draw):
    """The rows of a sentence of two words with the same tree on both sides, and with few different enhanced edges."""
    edges = st.lists(st.sampled_from(["0:a", "0:a:x", "1:a", "1:a:x", "2:b"]), max_size=3).map("|".join)
    return [
        "\n".join(f"{word}\tform\t_\t_\t_\t_\t{word - 1}\ta\t{draw(edges) or '_'}\t_" for word in (1, 2))
        for _ in range(2)
    ]


@settings(max_examples=examples(200), deadline=None)
@given(
    st.lists(graphs(), min_size=1, max_size=4),
    st.lists(st.sampled_from(EDGE_METRICS), min_size=1, max_size=2, unique=True),
)
def test_pages_by_rows_say_which_enhanced_edges_are_partners(pairs, metrics):
    assert_pages_agree(pairs, metrics)


def assert_pages_agree(pairs, metrics):
    """Pages by rows say what explanations say of each pair, and of all together."""
    gold, pred = ("".join(f"{pair[side]}\n\n" for pair in pairs) for side in (0, 1))
    by_rows = content(gold, pred, metrics)
    with (
        patch.object(WordScorer, "rows", lambda self, pair: None),
        patch.object(UnitScorer, "rows", lambda self, pair: None),
        patch.object(EnhancedScorer, "rows", lambda self, pair: None),
    ):
        assert by_rows == content(gold, pred, metrics)
