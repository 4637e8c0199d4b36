"""Explanations: what met what, what was missed, errors by kind."""

import tallystick as ts
from tallystick.tasks.coref.explain.words import ShownMention

WORDS = '"tokens": ["Ann", "met", "old", "Leo", "and", "she", "left"]'
GOLD = f'{{"id": "d", {WORDS}, "clusters": [[[0, 0], [5, 5]], [[2, 3]]]}}\n'
PRED = f'{{"id": "d", {WORDS}, "clusters": [[[0, 0]], [[3, 3], [5, 5]]]}}\n'


def alignment(metric, gold=GOLD, pred=PRED, **options):
    return ts.score(gold, pred, metric, task="coref", **options)[metric].items[0].alignment


def test_mentions_are_shown_by_their_words():
    found = alignment("mentions")
    assert [pair.gold for pair in found.matched] == [ShownMention("Ann", (0, 0)), ShownMention("she", (5, 5))]
    assert found.missed == (ShownMention("old Leo", (2, 3)),)
    assert found.spurious == (ShownMention("Leo", (3, 3)),)


def test_without_words_by_their_numbers():
    found = ts.score([[[(2, 3)]]], [[]], "mentions", task="coref")["mentions"].items[0].alignment
    assert found.missed == ((2, 3),)


def test_entities_earn_what_the_metric_gives():
    found = alignment("b3")
    # Ann, she: each found with half of the entity's two mentions, 1²/2 twice.
    assert [(pair.credit, pair.note) for pair in found.matched] == [
        (0.5, "split into 2"),
        (0.5, "1 spurious, split into 2"),
    ]
    assert [[mention.words for mention in entity] for entity in found.missed] == [["old Leo"]]
    assert found.spurious == ()
    assert [mention.words for mention in found.matched[1].inner[""].missed] == ["Ann"]


def test_matched_entities_of_ceaf_are_one_to_one():
    found = alignment("ceaf-e")
    assert len(found.matched) == 1
    assert len(found.missed) == 1
    assert len(found.spurious) == 1


def test_conll_is_explained_by_its_last_part():
    assert alignment("conll") == alignment("ceaf-e")


def test_sets_are_shown_with_their_elements():
    clusters = f'{WORDS}, "clusters": [[[0, 0]], [[3, 3]], [[5, 5]]]'
    sets = f'{{"id": "d", {clusters}, "components": [[], [], [0, 1]]}}\n'
    none = f'{{"id": "d", {clusters}}}\n'
    (pair,) = alignment("split.b3", sets, sets).matched
    assert pair.credit == 1
    assert [[mention.words for mention in element] for element in pair.gold.elements] == [["Ann"], ["Leo"]]
    assert alignment("split.b3", sets, none).missed == (pair.gold,)
    assert alignment("split.b3", none, sets).spurious == (pair.gold,)
    assert alignment("b3", sets, none).matched[2].note == "another set"


def test_every_metric_explains_itself():
    row = "{} {} _ _ _ _ _ _ _ _ {} {} _ _ _"
    lines = [
        row.format(1, "It", "(EntityID=9-Pseudo|MarkableID=m9)", "_"),
        row.format(2, "car", "(EntityID=1|MarkableID=m1)", "_"),
        row.format(3, "wheel", "(EntityID=2|MarkableID=m2)", "(MarkableID=m2|Rel=part|MentionAnchor=m1)"),
    ]
    text = "# newdoc id = d\n" + "\n".join(lines) + "\n"
    report = ts.score(text, text, "bridging,nonreferring,mor,zeros", task="coref")
    links = report["bridging.mention"].items[0].alignment.matched
    assert [{a.words: b.words for a, b in pair.gold.items()} for pair in links] == [{"wheel": "car"}]
    # Parts are looked up, so that each is shown once.
    assert len({pair.gold for pair in links} | {pair.pred for pair in links}) == 1
    (found,) = report["nonreferring"].items[0].alignment.matched
    assert found.gold == ShownMention("It", (0, 0))
    assert len(report["mor"].items[0].alignment.matched) == 2
    assert not report["zeros"].items[0].alignment
