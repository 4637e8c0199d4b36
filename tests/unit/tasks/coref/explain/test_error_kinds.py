"""The errors of coreference by kind."""

import pytest

import tallystick as ts
from tallystick.tally import PartError
from tallystick.tasks.coref.explain.words import ShownMention

TEXT = "The old mayor of Rome met Ann and her sister , and she thanked him and them"
WORDS = TEXT.split()
MAYOR, ANN = [(0, 4), (14, 14)], [(6, 6), (8, 8), (12, 12)]


def document(*clusters, **more):
    return {"id": "d", "tokens": WORDS, "clusters": [list(map(list, own)) for own in clusters], **more}


def alignment(gold, pred, metric="mentions"):
    sides = (gold, pred) if isinstance(gold, str) else ([gold], [pred])
    return ts.score(*sides, metric, task="coref")[metric].items[0].alignment


@pytest.mark.parametrize(
    ("pred", "expected"),
    [
        ([MAYOR, ANN], {}),
        ([[(0, 2), (14, 14)], ANN], {"wrong boundary": 1}),
        ([MAYOR, ANN[:2]], {"missing mention": 1}),
        ([MAYOR, [*ANN, (10, 10)]], {"spurious mention": 1}),
        ([ANN], {"missing entity": 1}),
        ([MAYOR, ANN, [(10, 10), (13, 13)]], {"spurious entity": 1}),
        ([MAYOR, ANN[:1], ANN[1:]], {"split entity": 1}),
        ([[*MAYOR, *ANN]], {"merged entity": 1}),
        ([[MAYOR[0], *ANN], [MAYOR[1]]], {"split entity": 1, "merged entity": 1}),
        # A mention inside another one is another mention, unless they begin or end with the same word.
        ([[(1, 3), (14, 14)], ANN], {"missing mention": 1, "spurious mention": 1}),
        # Of an entity with a wrong boundary something is left: its other mentions are missing, not the entity.
        ([[(0, 3)], ANN], {"wrong boundary": 1, "missing mention": 1}),
        ([], {"missing entity": 2}),
    ],
)  # fmt: skip
def test_one_error_is_of_one_kind(pred, expected):
    assert alignment(document(MAYOR, ANN), document(*pred)).errors == expected


def test_errors_are_the_same_under_every_metric():
    gold, pred = document(MAYOR, ANN), document([MAYOR[0], *ANN])
    kinds = {"missing mention": 1, "merged entity": 1}
    for metric in ("muc", "b3", "ceaf-e", "lea", "blanc", "conll", "mentions"):
        assert alignment(gold, pred, metric).errors == kinds


def test_errors_show_their_mentions_and_entities():
    boundary, split = alignment(
        document(MAYOR, ANN), document([(0, 2), MAYOR[1]], ANN[:2], ANN[2:])
    ).error_list
    assert boundary == PartError(
        "wrong boundary", ShownMention("The old mayor of Rome", (0, 4)), ShownMention("The old mayor", (0, 2))
    )
    assert split.kind == "split entity"
    assert [mention.words for mention in split.gold] == ["Ann", "her", "she"]
    assert [[mention.words for mention in entity] for entity in split.pred] == [["Ann", "her"], ["she"]]


def test_the_mention_with_most_words_in_common_is_the_partner():
    errors = alignment(document([(0, 4), (6, 6)]), document([(0, 1), (6, 6)], [(0, 3), (8, 8)])).error_list
    assert PartError(
        "wrong boundary", ShownMention("The old mayor of Rome", (0, 4)), ShownMention("The old mayor of", (0, 3))
    ) in errors  # fmt: skip


def test_annotated_heads_decide():
    """Where heads are annotated, a wrong boundary is a mention with the same head."""
    row = "{0}\t{1}\t_\t_\t_\t_\t{2}\tdep\t_\t{3}"
    words = ["the", "old", "mayor", "spoke"]
    heads = [3, 3, 0, 3]

    def text(cells):
        rows = [row.format(at + 1, word, heads[at], cells.get(at, "_")) for at, word in enumerate(words)]
        header = "# newdoc id = d\n# global.Entity = eid-etype-head-other\n# sent_id = 1\n"
        return header + "\n".join(rows) + "\n\n"

    gold = text({0: "Entity=(e1-person-3-", 2: "Entity=e1)", 3: "Entity=(e1-person-1-)"})
    same = text({1: "Entity=(e1-person-2-", 2: "Entity=e1)", 3: "Entity=(e1-person-1-)"})
    other = text({0: "Entity=(e1-person-2-", 1: "Entity=e1)", 3: "Entity=(e1-person-1-)"})
    assert alignment(gold, same).errors == {"wrong boundary": 1}
    assert alignment(gold, other).errors == {"missing mention": 1, "spurious mention": 1}


def test_wrong_sets():
    sets = document([(0, 0)], [(6, 6)], [(15, 15)], components=[[], [], [0, 1]])
    plain = document([(0, 0)], [(6, 6)], [(15, 15)])
    assert alignment(sets, plain, "b3").errors == {"wrong set": 1}
    assert alignment(sets, sets, "b3").errors == {}


def test_links():
    row = "{} {} _ _ _ _ _ _ _ _ {} {} _ _ _"

    def text(anchor):
        lines = [
            row.format(1, "car", "(EntityID=1|MarkableID=m1)", "_"),
            row.format(2, "bus", "(EntityID=3|MarkableID=m3)", "_"),
            row.format(
                3, "wheel", "(EntityID=2|MarkableID=m2)", f"(MarkableID=m2|Rel=part|MentionAnchor={anchor})"
            ),
        ]
        return "# newdoc id = d\n" + "\n".join(lines) + "\n"

    links = ts.score(text("m1"), text("m3"), "bridging.mention", task="coref")["bridging.mention"]
    assert links.items[0].alignment.errors == {"wrong link antecedent": 1}


def test_one_sentence():
    gold = """#begin document (d)
d	0	0	Ann	(1)
d	0	1	met	-
d	0	2	old	(2
d	0	3	Leo	2)

d	0	0	She	(1)
d	0	1	likes	-
d	0	2	him	(2)
#end document
"""
    pred = gold.replace("old\t(2", "old\t-").replace("Leo\t2)", "Leo\t(2)").replace("him\t(2)", "him\t(1)")
    whole = alignment(gold, pred, "b3")
    assert whole.errors == {"wrong boundary": 1, "merged entity": 1}
    second = whole.sentences.restrict(whole, "2")
    assert second.errors == {"merged entity": 1}
    assert second.sides == ("[She]1 likes [him]2", "[She]1 likes [him]1")
    inner = [mention.gold.words for pair in second.matched for mention in pair.inner[""].matched]
    assert inner == ["She", "him"]
    assert whole.sentences.names == ["1", "2"]
    assert alignment(document(MAYOR), document(MAYOR)).sentences is None
