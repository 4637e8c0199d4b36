"""Coreference by rows: pages say the same as explanations, whatever the documents and the options."""

from collections import Counter
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.chain_columns import with_chains, with_tokens
from tests.property.strategies import coreference
from tests.tiers import examples

from tallystick.errors import DataError
from tallystick.formats.coref.document import Tokens
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.coref.explain.error_kinds import MENTION_ERRORS
from tallystick.tasks.coref.page_view import VIEW
from tallystick.tasks.coref.task import TASK
from tallystick.tasks.views.base import Original
from tallystick.tasks.views.item import page_item
from tallystick.tasks.views.rows import WrittenRows

NAMES = (
    "mentions", "muc", "b3", "ceaf-m", "ceaf-e", "lea", "blanc", "conll", "mor", "zeros", "split.muc", "split.lea",
    "split.links", "distributed.b3", "success", "nonreferring", "bridging.mention",
)  # fmt: skip
CHOICES = {
    "match": ("exact", "head", "partial", "partial-craft"),
    "singletons": ("keep", "drop"),
    "repeated-mentions": ("error", "first", "reference"),
    "layer": ("identity", "discourse-deixis"),
    "split-antecedents": ("score", "ignore"),
    "zero-match": ("dependent", "linear"),
    "nonreferring-elements": ("keep", "drop"),
    "set-credit": ("sides", "f1"),
}


@st.composite
def scorers(draw):
    """Some metrics, each with options of its own, because metrics share the rows of a page."""
    made = {}
    for name in draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=5)):
        metric = TASK.metric(name)
        known = {parameter.name for parameter in metric.parameters}
        options = {
            option: draw(st.sampled_from(choices)) for option, choices in CHOICES.items() if option in known
        }
        made[f"{name} {options}"] = metric.scorer(metric.settle(options))
    return made


@st.composite
def documents(draw):
    """Two documents with words; mentions may be repeated in several entities."""
    words = draw(st.lists(st.sampled_from(["Ann", "she", "it"]), min_size=8, max_size=8))

    def forms(_text):
        return enumerate(words)

    pair = draw(coreference()), draw(coreference())
    return [
        replace(own, tokens=replace(own.tokens, forms=forms, digest=digest))
        for own, digest in zip(pair, draw(st.sampled_from([(1, 1), (-1, -1)])), strict=True)
    ]


def texts(item):
    """What a page shows of an item, as text."""
    tokens = with_tokens(item.gold_side()).get("tokens", [])
    system = with_chains(item.detail(), tokens)
    golds, preds = (table["shown"] for table in system["parts"])

    def shown(alignment):
        matched, missed, spurious = alignment
        pairs = [
            (
                golds[pair[0]],
                preds[pair[1]],
                *(pair[2:4] + [1, ""][max(0, len(pair) - 2) :]),
                [shown(own) for _, own in (pair[4] if len(pair) > 4 else ())],
            )
            for pair in matched
        ]
        return (
            sorted(pairs, key=repr),
            sorted(golds[part] for part in missed),
            sorted(preds[part] for part in spurious),
        )

    return {metric: shown(system["alignments"][index]) for metric, index in system["metrics"].items()}


def counted(item):
    """What is counted over items: labels, errors with their examples."""
    totals = item.totals
    totals.spell()
    return {
        metric: (
            totals.confusions[metric].labels,
            totals.confusions[metric].confused,
            totals.errors[metric].counts,
            {kind: totals.errors[metric].first_examples(kind) for kind in totals.errors[metric].counts},
        )
        for metric in totals.confusions
    }


@settings(max_examples=examples(150), deadline=None, derandomize=True, database=None)
@given(documents(), scorers())
def test_pages_by_rows_say_what_explanations_say(pair, metrics):
    analysis = PairAnalysis(*pair)
    try:
        explained = {
            name: replace(alignment, typology=alignment.typology or MENTION_ERRORS)
            for name, scorer in metrics.items()
            for alignment in [scorer.explain(analysis)]
        }
    except DataError:  # The options forbid these documents.
        return
    rows = {name: scorer.rows(analysis) or explained[name] for name, scorer in metrics.items()}
    originals = [Original(own) for own in pair]
    by_parts, by_rows = page_item(VIEW, *originals, explained), page_item(VIEW, *originals, rows)
    assert texts(by_rows) == texts(by_parts)
    assert counted(by_rows) == counted(by_parts)
    for name, alignment in rows.items():
        if type(alignment) is WrittenRows:  # Neither document has anything to align.
            parts = explained[name]
            assert not parts.matched
            assert not parts.missed
            assert not parts.spurious
        elif alignment is not explained[name]:
            kinds = Counter(kind for kind, _, _ in alignment.errors())
            assert kinds == alignment.item_errors().counts == Counter(explained[name].errors)


@settings(max_examples=examples(30), deadline=None, derandomize=True, database=None)
@given(documents())
def test_rows_need_words(pair):
    """Metrics on mentions and entities have rows if the words are known, and all of them have none otherwise."""
    bare = [replace(own, tokens=Tokens(8)) for own in pair]
    for name in ("mentions", "b3", "conll", "zeros", "mor", "split.b3", "distributed.b3"):
        scorer = TASK.metric(name).scorer(TASK.metric(name).settle({}))
        assert scorer.rows(PairAnalysis(*pair)) is not None
        has_mentions = any(len(own.identity) for own in bare)
        assert (scorer.rows(PairAnalysis(*bare)) is None) == has_mentions
