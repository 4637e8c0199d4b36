"""The kernels of coreference pages: columns are counted and written as plain sets and lists are."""

import json
from array import array
from itertools import accumulate

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.property.strategies import coreference
from tests.tiers import examples

from tallystick.tasks.coref.entities.comparison import EntityComparison
from tallystick.tasks.coref.explain.chain_writer import (
    write_credits,
    write_entities,
    write_mentions,
    write_partners,
    write_steps,
)
from tallystick.tasks.coref.explain.entities import Explainer
from tallystick.tasks.coref.explain.error_kinds import CorefErrors
from tallystick.tasks.coref.mentions.matching import MatchOptions, match
from tallystick.tasks.views.json_writer import JsonWriter

OPTIONS = [
    MatchOptions(match=how, singletons=singletons, repeated=repeated)
    for how in ("exact", "head")
    for singletons in ("keep", "drop")
    for repeated in ("first", "reference")
]


def plain_errors(explainer):
    """The errors with sets, by the definitions in error_kinds.py."""
    compared = explainer.compared
    sides = (explainer.gold, compared.gold), (explainer.pred, compared.pred)
    golds, preds = ({m for own in entities.mentions for m in own} for _, entities in sides)
    alone = golds - preds, preds - golds

    def keys(words, number):
        at, layer = words.index[number], words.layer
        if layer.is_zero(at):
            return set()
        detail = layer.details.get(at)
        if detail is not None and detail.head:
            return {("head", detail.head)}
        return {("first", layer.first[at]), ("last", layer.last[at])}

    def share(gold, pred):
        ends = [
            (words.layer.first[words.index[m]], words.layer.last[words.index[m]])
            for words, m in ((explainer.gold, gold), (explainer.pred, pred))
        ]
        common = min(last for _, last in ends) - max(first for first, _ in ends) + 1
        return max(0, common) / (max(last for _, last in ends) - min(first for first, _ in ends) + 1)

    boundaries = {}
    candidates = sorted(
        (-share(gold, pred), gold, pred)
        for gold in alone[0]
        for pred in alone[1]
        if keys(explainer.gold, gold) & keys(explainer.pred, pred)
    )
    for _, gold, pred in candidates:
        if gold not in boundaries and pred not in boundaries.values():
            boundaries[gold] = pred
    left = alone[0] - boundaries.keys(), alone[1] - set(boundaries.values())
    whole = [
        [index for index, own in enumerate(entities.mentions) if own and set(own) <= mentions]
        for (_, entities), mentions in zip(sides, left, strict=True)
    ]
    rest = [
        sorted(mentions - {m for index in indices for m in entities.mentions[index]})
        for (_, entities), mentions, indices in zip(sides, left, whole, strict=True)
    ]
    cells = sorted(compared.cells)
    split = [(i, tuple(j for k, j in cells if k == i)) for i in range(len(compared.gold.mentions))]
    merged = [(j, tuple(i for i, k in cells if k == j)) for j in range(len(compared.pred.mentions))]
    return {
        "wrong boundary": sorted(boundaries.items()),
        "missing mention": [(mention, None) for mention in rest[0]],
        "spurious mention": [(None, mention) for mention in rest[1]],
        "missing entity": [(~index, None) for index in whole[0]],
        "spurious entity": [(None, ~index) for index in whole[1]],
        "split entity": [(~i, tuple(~j for j in parts)) for i, parts in split if len(parts) > 1],
        "merged entity": [(tuple(~i for i in parts), ~j) for j, parts in merged if len(parts) > 1],
    }


@settings(max_examples=examples(60), deadline=None, derandomize=True, database=None)
@given(coreference(), coreference(), st.sampled_from(OPTIONS), st.integers(0, 3))
def test_errors_are_those_of_plain_sets(gold, pred, options, most):
    compared = EntityComparison(*match(gold, pred, options))
    explainer = Explainer.of((gold, pred), options.layer, compared)
    plain = plain_errors(explainer)
    found = CorefErrors(explainer).first(most)
    for kind, errors in plain.items():
        assert found.get(kind, (0, [])) == (len(errors), errors[:most] if errors else []), kind


integers = st.integers(-(2**30), 2**30)


@given(st.lists(integers))
def test_steps_add_up(numbers):
    writer = JsonWriter()
    write_steps(writer, array("i", numbers))
    assert list(accumulate(json.loads(writer.value()))) == numbers


@given(st.lists(st.integers(-1, 2**30)))
def test_partners(partners):
    writer = JsonWriter()
    write_partners(writer, array("i", partners))
    before, expected = -1, []
    for partner in partners:
        expected.append(partner - before if partner >= 0 else 0)
        before = partner if partner >= 0 else before
    assert writer.value() == json.dumps(expected, separators=(",", ":")).encode("ascii")


@given(st.lists(st.tuples(st.integers(0, 2**20), st.integers(0, 50))))
def test_mentions(spans):
    writer = JsonWriter()
    first = array("q", [(start + 1) << 20 for start, _ in spans])
    last = array("q", [(start + more + 1) << 20 for start, more in spans])
    write_mentions(writer, first, last, array("i", range(len(spans))), 20)
    data = json.loads(b"{%s}" % writer.value())
    assert list(accumulate(data["starts"])) == [start for start, _ in spans]
    assert data["more_words"] == [more for _, more in spans]


@given(st.lists(st.lists(st.integers(0, 2**30))))
def test_entities(entities):
    writer = JsonWriter()
    members = array("i", [mention for own in entities for mention in own])
    write_entities(writer, members, array("i", accumulate(map(len, entities), initial=0)))
    before, found = 0, []
    for steps in json.loads(writer.value()):
        own = list(accumulate(steps, initial=before))[1:]
        before = own[0] if own else before
        found.append(own)
    assert found == entities


@given(st.lists(st.floats(0, 1e6)), st.randoms(use_true_random=False))
def test_credits_are_rounded_as_the_library_rounds(credits, random):
    writer = JsonWriter()
    order = random.sample(range(len(credits)), len(credits))
    write_credits(writer, array("d", credits), array("i", order))
    assert json.loads(writer.value()) == [round(credits[index], 6) for index in order]
