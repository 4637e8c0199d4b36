"""The errors of dependencies by kind."""

import pytest

import tallystick as ts

ROW = "{0}\t{1}\t{1}\t{4}\t_\t_\t{2}\t{3}\t{5}\t_"
GOLD = [
    ("the", 2, "det", "DET"),
    ("cat", 3, "nsubj", "NOUN"),
    ("sleeps", 0, "root", "VERB"),
    ("now", 3, "advmod", "ADV"),
]


def text(rows, enhanced=()):
    deps = dict(enhanced)
    lines = [ROW.format(number, *row, deps.get(number, "_")) for number, row in enumerate(rows, 1)]
    return "# sent_id = s1\n# text = the cat sleeps now\n" + "\n".join(lines) + "\n\n"


def changed(number, head=None, relation=None, upos=None):
    rows = list(GOLD)
    form, own_head, own_relation, own_upos = rows[number - 1]
    rows[number - 1] = (form, own_head if head is None else head, relation or own_relation, upos or own_upos)
    return rows


def errors(metric, pred, gold=None, **options):
    report = ts.score(gold or text(GOLD), pred, metric, task="dependencies", **options)
    return report[metric].items[0].alignment.errors


@pytest.mark.parametrize(
    ("metric", "rows", "expected"),
    [
        ("las", GOLD, {}),
        ("las", changed(4, head=2), {"wrong head": 1}),
        ("las", changed(4, relation="obl"), {"wrong relation": 1}),
        ("las", changed(4, head=2, relation="nmod"), {"wrong head and relation": 1}),
        ("uas", changed(4, head=2, relation="nmod"), {"wrong head": 1}),
        ("upos", changed(4, upos="NOUN"), {"wrong UPOS": 1}),
        ("words", changed(4, head=2), {}),
    ],
)
def test_words(metric, rows, expected):
    assert errors(metric, text(rows)) == expected


def test_words_without_a_partner():
    pred = [("the", 2, "det", "DET"), ("cats", 3, "nsubj", "NOUN"), ("leeps", 0, "root", "VERB"), GOLD[3]]
    pred_text = text(pred).replace("the cat sleeps", "the cats leeps")
    assert errors("las", pred_text) == {"wrong head": 2, "missing word": 2, "spurious word": 2}
    assert errors("tokens", pred_text) == {"wrong boundary": 2}


def test_enhanced_edges():
    gold = text(GOLD, {1: "2:det", 2: "3:nsubj", 3: "0:root", 4: "3:advmod"}.items())
    pred = text(GOLD, {1: "2:det", 2: "3:obj", 3: "0:root", 4: "2:advmod|3:mark"}.items())
    assert errors("elas", pred, gold) == {"wrong relation": 1, "wrong head": 1, "spurious edge": 1}


def test_lists_of_edges():
    gold = {"id": "s", "edges": [{"gov": 0, "dep": 1, "rel": "root"}, {"gov": 1, "dep": 2, "rel": "obj"}]}
    pred = {"id": "s", "edges": [{"gov": 0, "dep": 1, "rel": "root"}, {"gov": 1, "dep": 2, "rel": "iobj"}]}
    report = ts.score([gold], [pred], "las", task="dependencies")
    assert report["las"].items[0].alignment.errors == {"wrong relation": 1}
