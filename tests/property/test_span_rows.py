"""Typed spans by rows: pages say the same as explanations, whatever the documents."""

import json
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.chain_columns import with_tokens
from tests.tiers import examples
from tests.typed_spans import with_spans

from tallystick.formats.spans import CharacterSpan, Offsets
from tallystick.report.page.tables import confusion_table, error_table
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.spans.document import SpanDocument, TypedSpan
from tallystick.tasks.spans.error_kinds import ERRORS
from tallystick.tasks.spans.forms import tagged_document
from tallystick.tasks.spans.task import TASK
from tallystick.tasks.views.base import Original
from tallystick.tasks.views.item import page_item
from tallystick.tasks.views.totals import PageTotals

NAMES = (
    "span", "span-boundary", "span-partial", "span-type", "ner-strict", "ner-exact", "ner-partial", "ner-type",
)  # fmt: skip
#: Options of the metrics of categories.
PAIRINGS = ({}, {"pairing": "greedy"}, {"min-overlap": 60.0}, {"pairing": "greedy", "min-overlap": 60.0})
#: Types and words that need quotation marks, escapes or more than a byte.
TYPES = ("A", "B", "a b", "", 'q"', "\u3000", "é\n", "\ud800", "-", "[0, 0]")
TAGS = ("O", "B-A", "I-A", "B-B", "I-B")
READINGS = ("auto", "seqeval", "conlleval", "nervaluate", "strict")
WORDS = ("Ann", "", "a b", "“", "é", "\u2028", "\ud800", "</script>")


@st.composite
def documents(draw, unit):
    """A document of spans; some are empty, some overlap, some are there twice."""
    ends = st.integers(0, draw(st.sampled_from([2, 9])))
    spans = draw(
        st.lists(st.tuples(st.sampled_from(TYPES[: draw(st.sampled_from([2, 10]))]), ends, ends), max_size=6)
    )
    if draw(st.integers(0, 5)):
        spans = list(dict.fromkeys(spans))
    if unit is CharacterSpan:
        return SpanDocument(tuple(TypedSpan(kind, unit(min(a, b), max(a, b) + 1)) for kind, a, b in spans))
    # One that ends before it starts has no token.
    return SpanDocument(tuple(TypedSpan(kind, unit(a, max(a - 1, b))) for kind, a, b in spans))


@st.composite
def originals(draw, unit):
    """Both sides, each with words, with text, or with neither."""
    sides = []
    for _ in range(2):
        words = draw(st.lists(st.sampled_from(WORDS), max_size=12))
        text = draw(
            st.sampled_from(["", json.dumps({"tokens": words}), json.dumps({"text": " ".join(words)})])
        )
        own = draw(st.sampled_from([(), tuple(words)]))
        sides.append(Original(draw(documents(unit)), {}, text, own))
    if draw(st.booleans()):
        sides[1] = replace(sides[1], text=sides[0].text, words=sides[0].words)
    return sides


def shown(item):
    """What a page shows of an item, whatever the numbers of the parts."""
    gold = item.gold_side()
    system = with_spans(gold, item.detail())
    tables = [
        list(zip(parts["shown"], parts["at"], parts["fields"], strict=True)) for parts in system["parts"]
    ]
    aligned = {}
    for metric, index in system["metrics"].items():
        matched, missed, spurious = system["alignments"][index]
        aligned[metric] = (
            [(tables[0][own], tables[1][other], rest) for own, other, *rest in matched],
            [tables[0][own] for own in missed],
            [tables[1][other] for other in spurious],
        )
    return item.text, with_tokens(gold), with_tokens(system["pred"]), aligned


def counted(totals):
    """What a page shows of the totals."""
    totals.spell()
    return {
        metric: (confusion_table(totals.confusions[metric]), error_table(own))
        for metric, own in totals.errors.items()
    }


def assert_pages_agree(scorers, pairs):
    """Pages by rows say what explanations say of each pair, and of all together."""
    view = TASK.page_view()
    by_parts, by_rows = PageTotals(), PageTotals()
    for sides in pairs:
        analysis = PairAnalysis(*[side.value for side in sides])
        explained = {
            name: replace(scorer.explain(analysis), typology=ERRORS) for name, scorer in scorers.items()
        }
        rows = {name: scorer.rows(analysis) or explained[name] for name, scorer in scorers.items()}
        assert shown(page_item(view, *sides, rows, by_rows)) == shown(
            page_item(view, *sides, explained, by_parts)
        )
    assert counted(by_rows) == counted(by_parts)


def scorer_of(name, **options):
    metric = TASK.metric(name)
    return metric.scorer(metric.settle(options))


@settings(max_examples=examples(400), deadline=None)
@given(
    st.lists(st.sampled_from((*NAMES, "tag-accuracy")), min_size=1, unique=True),
    st.sampled_from(PAIRINGS),
    st.sampled_from([Offsets, CharacterSpan]).flatmap(lambda unit: st.lists(originals(unit), max_size=5)),
)
def test_pages_by_rows_say_what_explanations_say(names, options, pairs):
    assert_pages_agree(
        {name: scorer_of(name, **(options if name.startswith("ner-") else {})) for name in names}, pairs
    )


@st.composite
def tagged(draw):
    """A tagged sentence on both sides, or without a prediction."""
    known = st.sampled_from(draw(st.sampled_from([TAGS, TAGS, (*TAGS, "B-a b", "I-\u200b")])))
    tags = draw(st.lists(st.tuples(known, known), min_size=1, max_size=9))
    words = tuple(f"word{index}" for index in range(len(tags)))
    sides = [Original(tagged_document(side), {}, "", words) for side in zip(*tags, strict=True)]
    if not draw(st.integers(0, 5)):
        sides[1] = replace(sides[1], value=SpanDocument(()))
    return sides


@settings(max_examples=examples(200), deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(NAMES), st.sampled_from(READINGS)), min_size=1, max_size=4, unique=True
    ),
    st.booleans(),
    st.lists(tagged(), max_size=5),
)
def test_tags_may_be_read_in_several_ways(metrics, of_tokens, pairs):
    assert_pages_agree(
        {
            **({"tag-accuracy": scorer_of("tag-accuracy")} if of_tokens else {}),
            **{
                f"{name} {reading}": scorer_of(
                    name, tags=reading, scheme="iob2" if reading == "strict" else "any"
                )
                for name, reading in metrics
            },
        },
        pairs,
    )


@settings(max_examples=examples(100), deadline=None)
@given(
    st.lists(st.sampled_from(("tag-accuracy", "span", "ner-type")), min_size=1, unique=True),
    st.lists(tagged(), min_size=1, max_size=5),
)
def test_tags_are_written_beside_spans_and_alone(names, pairs):
    assert_pages_agree({name: scorer_of(name) for name in names}, pairs)


def test_metrics_of_tags_and_categories_have_rows():
    tags = [tagged_document(side) for side in (("B-A", "I-A", "O"), ("B-A", "O", "B-B"))]
    for name in (*NAMES, "tag-accuracy"):
        assert scorer_of(name).rows(PairAnalysis(*tags)) is not None


def test_types_in_a_hierarchy_have_alignments_of_their_own():
    documents = [SpanDocument((TypedSpan(kind, Offsets(0, 1)),)) for kind in ("a.b", "a.c")]
    scorer = scorer_of("span-partial", **{"type-credit": "levels"})
    assert scorer.rows(PairAnalysis(*documents)) is None
    assert_pages_agree({"span-partial": scorer}, [[Original(own) for own in documents]])
