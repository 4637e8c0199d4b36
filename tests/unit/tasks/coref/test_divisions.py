"""Breakdowns by part of speech, length and distance; mentions and documents that are left out on request."""

import pytest

import tallystick as ts
from tallystick.formats.base import Source
from tallystick.formats.coref.corefud.reader import CorefudDocuments
from tallystick.tasks.coref.divisions import by_distance, by_length, by_upos

ROWS = """\
# newdoc id = d
# global.Entity = eid-etype-head-other
1\tAnn\tAnn\tPROPN\t_\t_\t0\troot\t_\tEntity=(e1-x-1-
2\tSmith\tSmith\tPROPN\t_\t_\t1\tflat\t_\tEntity=e1)
3\tleft\tleave\tVERB\t_\t_\t1\tdep\t_\tEntity=(e2-x-1-)
3.1\t_\t_\t_\t_\t_\t_\t_\t3:nsubj\tEntity=(e1-x-1-)

1\tShe\tshe\tPRON\t_\t_\t2\tnsubj\t_\tEntity=(e1-x-1-)
2\tsaw\tsee\tVERB\t_\t_\t0\troot\t_\t_
3\tthe\tthe\tDET\t_\t_\t4\tdet\t_\tEntity=(e3-x-2-
4\tcar\tcar\tNOUN\t_\t_\t2\tobj\t_\t_
5\tof\tof\tADP\t_\t_\t6\tcase\t_\t_
6\tAnn\tAnn\tPROPN\t_\t_\t4\tnmod\t_\tEntity=e3)(e3-x-1-)
"""


def document(text=ROWS):
    reader = CorefudDocuments()
    (block,) = reader.blocks(Source("x.conllu", text))
    item = reader.item(block)
    assert item.value is not None, item.problems
    return item.value


def sizes(parts):
    return {label: len(part.identity) for label, part in parts.items()}


def test_by_part_of_speech():
    # e1 has names and pronouns (its zero is one), e2 a verb, e3 a noun and a name.
    assert sizes(by_upos(document())) == {"NOUN": 2, "PRON": 3, "PROPN": 5, "VERB": 1}


def test_by_length():
    assert sizes(by_length(document())) == {"1": 1, "2": 2, "3": 3}


def test_by_distance():
    assert sizes(by_distance(document())) == {"0": 5, "1": 3, "none": 1}


def test_a_table(tmp_path):
    path = tmp_path / "x.conllu"
    path.write_text(ROWS)
    report = ts.score(path, path, "conll", task="coref", by="upos")
    rows = report.to_dict()["by"]["upos"]
    assert {label: row["scores"]["conll"]["f1"] for label, row in rows.items()} == {
        "NOUN": 1, "PRON": 1, "PROPN": 1, "VERB": pytest.approx(2 / 3),
    }  # fmt: skip


@pytest.mark.parametrize("by", ["upos", "distance"])
def test_what_a_format_does_not_say_is_an_error(tmp_path, by):
    path = tmp_path / "x.jsonl"
    path.write_text('{"id": "d", "tokens": ["a", "b"], "clusters": [[[0, 0], [1, 1]]]}\n')
    with pytest.raises(ts.DataError, match="the format has no"):
        ts.score(path, path, "b3", task="coref", by=by)


def scored(gold, pred, metric="mentions", **options):
    return ts.score([gold], [pred], metric, task="coref", **options)[metric].tally


@pytest.mark.parametrize(
    ("options", "mentions"),
    [
        ({}, 6),
        ({"mention_type": "noun-phrases"}, 5),
        ({"nested_mentions": "drop"}, 5),
        ({"zero_mentions": "drop"}, 5),
    ],
)
def test_mentions_that_are_left_out(options, mentions):
    found = document()
    options = {name.replace("_", "-"): value for name, value in options.items()}
    assert scored(found, found, **options).gold_total == mentions


def test_minimal_spans():
    gold = document()
    # "Smith" alone is not the name; "Ann Smith" with the verb has the same minimal span.
    longer = ROWS.replace("Entity=e1)", "_").replace("Entity=(e2-x-1-)", "Entity=e1)(e2-x-1-)")
    assert scored(gold, document(longer)).matched_gold == 5
    assert scored(gold, document(longer), match="minimal").matched_gold == 6
    shorter = ROWS.replace("Entity=(e1-x-1-\n", "Entity=(e1-x-1-)\n").replace("Entity=e1)", "_")
    assert scored(gold, document(shorter), match="minimal").matched_gold == 5
    assert scored(gold, document(shorter), match="head").matched_gold == 6


SETS = '{"id": "d", "clusters": [[[0, 0]], [[1, 1]], [[2, 2]]], "components": [[], [], [0, 1]]}'
PLAIN = '{"id": "e", "clusters": [[[0, 0]], [[1, 1]], [[2, 2]]]}'


def test_documents_with_split_antecedents_only(tmp_path):
    gold, pred = tmp_path / "gold.jsonl", tmp_path / "pred.jsonl"
    gold.write_text(f"{SETS}\n{PLAIN}\n")
    pred.write_text(f"{SETS}\n{PLAIN}\n")
    everything = ts.score(gold, pred, "mentions,conll,mor", task="coref")
    some = ts.score(gold, pred, "mentions,conll,mor", task="coref", documents="with-sets")
    assert (everything["mentions"].tally.gold_total, some["mentions"].tally.gold_total) == (6, 3)
    assert some["mor"].tally.gold_total == 3


@pytest.mark.parametrize("options", [{"by": "upos"}, {"mention_type": "noun-phrases"}])
def test_a_document_without_parts_of_speech_is_refused(tmp_path, options):
    # Every mention of the prediction would count as missed, though the clusters are the same.
    gold, pred = tmp_path / "gold.conllu", tmp_path / "pred.conllu"
    gold.write_text(ROWS + "\n", "utf-8")
    bare = [line.split("\t") for line in ROWS.splitlines()]
    rows = [[*cells[:3], "_", *cells[4:]] if len(cells) > 1 else cells for cells in bare]
    pred.write_text("\n".join("\t".join(cells) for cells in rows) + "\n\n", "utf-8")
    with pytest.raises(ts.DataError, match="no parts of speech"):
        ts.score(gold, pred, "mentions", task="coref", **options)
