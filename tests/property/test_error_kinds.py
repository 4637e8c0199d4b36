"""Errors by kind, for every registered metric: each missed and each spurious part is in exactly one error."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.property.strategies import strategy_for
from tests.property.test_metrics import EXEMPT, Variant, needs_words, quickly

from tallystick import registry
from tallystick.tasks.coref.explain.error_kinds import CorefErrors
from tallystick.tasks.events.task import Event
from tallystick.tasks.graphs.error_kinds import GRAPH_ERRORS
from tallystick.tasks.records.error_kinds import _differences
from tallystick.tasks.umr.explain.error_kinds import SentenceErrors

#: Every metric with its default options.
VARIANTS = [
    variant
    for task in registry.tasks().values()
    for metric in task.metrics
    if not needs_words(task, metric)
    for variant in [Variant(task, registry.Chosen(metric.name, metric, metric.settle({})))]
    if not any(option in repr(variant) for option in EXEMPT)
]


@pytest.mark.parametrize("variant", VARIANTS, ids=repr)
@quickly
@given(data=st.data())
def test_each_part_is_in_exactly_one_error(variant, data):
    gold, pred = data.draw(strategy_for(variant.hint)), data.draw(strategy_for(variant.hint))
    alignment = variant.task.with_error_kinds(variant.chosen.scorer().align(gold, pred))
    errors = alignment.error_list
    assert alignment.errors == Counter(error.kind for error in errors)
    if isinstance(alignment.typology, CorefErrors):
        assert mentions_add_up(alignment)
        return
    typology = alignment.typology
    sentences = typology.alignments if isinstance(typology, SentenceErrors) else ()
    parts = [replace(sentence, typology=GRAPH_ERRORS) for sentence in sentences] or [alignment]
    assert all(map(is_complete, parts))


def is_complete(alignment):
    """Whether each missed and each spurious part is in exactly one error."""
    # Equal parts that earned nothing have nothing in them that counts.
    unequal = _differences(alignment.missed, alignment.spurious)
    for side, parts in zip(("gold", "pred"), unequal, strict=True):
        listed = Counter(id(getattr(error, side)) for error in alignment.error_list)
        paired = Counter(id(getattr(pair, side)) for pair in alignment.matched)
        for part, times in Counter(map(id, parts)).items():
            whole = next(own for own in parts if id(own) == part)
            # Where the trigger of an event is right, its arguments are errors in its stead.
            if listed[part] not in (times, times + paired[part]) and not isinstance(whole, Event):
                return False
    return True


def mentions_add_up(alignment):
    """Each mention without a partner is an error of its own, or belongs to an entity that is missing or spurious."""
    explainer = alignment.typology.explainer
    golds, preds = set(explainer.gold_entity), set(explainer.pred_entity)
    kinds = alignment.errors
    sizes = Counter()
    for error in alignment.error_list:
        if error.kind == "missing entity":
            sizes["gold"] += len(getattr(error.gold, "mentions", error.gold))
        elif error.kind == "spurious entity":
            sizes["pred"] += len(getattr(error.pred, "mentions", error.pred))
    boundaries = kinds.get("wrong boundary", 0)
    return (
        len(golds - preds) == boundaries + kinds.get("missing mention", 0) + sizes["gold"]
        and len(preds - golds) == boundaries + kinds.get("spurious mention", 0) + sizes["pred"]
    )


@pytest.mark.parametrize("variant", VARIANTS, ids=repr)
@quickly
@given(data=st.data())
def test_what_is_right_is_no_error(variant, data):
    value = data.draw(strategy_for(variant.hint))
    scorer = variant.chosen.scorer()
    score = scorer.score(value, value)
    alignment = variant.task.with_error_kinds(score.alignment)
    # An entity without mentions is missed even where everything that counts is right.
    if set(score.values.values()) == {1} and not alignment.missed:
        assert alignment.errors == {}
