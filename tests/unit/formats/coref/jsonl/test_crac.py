"""The formats of the CRAC shared tasks for language models, and JSON lines of coreference systems."""

from __future__ import annotations

import json

import pytest

import tallystick as ts
from tallystick.formats.base import Block, Item, Source
from tallystick.formats.coref.corefud.reader import CorefudDocuments
from tallystick.formats.coref.document import CorefDocument, position
from tallystick.formats.coref.jsonl.plain_text import PlainDocuments, looks_like_plain
from tallystick.formats.coref.jsonl.reader import ClusterDocuments
from tallystick.formats.coref.write import write

PLAIN = PlainDocuments()
HEADER = "# newdoc id = d\n# global.Entity = eid-etype-head-other\n"


def plain(text: str) -> list[Item]:
    return [PLAIN.item(block) for block in PLAIN.blocks(Source("x.txt", text))]


def document(item: Item) -> CorefDocument:
    assert isinstance(item.value, CorefDocument), item.problems
    return item.value


def row(number: str, form: str, misc: str = "_", deps: str = "_") -> str:
    return f"{number}\t{form}\t_\tX\t_\t_\t_\t_\t{deps}\t{misc}\n"


def corefud(*rows: str) -> CorefDocument:
    reader = CorefudDocuments()
    (block,) = reader.blocks(Source("x.conllu", HEADER + "".join(rows)))
    return document(reader.item(block))


def test_plain_text() -> None:
    one, two = plain("Ann|[e1] met old|[e2 Leo|e2],[e3] . ##|[e1] left\n\nYes|[e1\n")
    found = document(one)
    assert found.identity.names == ("e1", "e2", "e3")
    assert list(found.identity.first) == [
        position(0), position(2), position(3), position(4, 1),
    ]  # fmt: skip
    assert list(found.identity.last)[1:3] == [position(3), position(3)]
    assert found.tokens.count == 6
    assert [problem.code for problem in two.problems] == ["coref-unclosed"]


def test_bars_that_are_words() -> None:
    (one,) = plain("a|b | c|[e1] |")
    assert document(one).tokens.count == 4


@pytest.mark.parametrize(
    ("text", "certain"),
    [("Ann|[e1] left", True), ("a|b c", False), ('{"a": "b|[e1]"}', False), ("x|e1]", False)],
)
def test_recognised(text: str, certain: bool) -> None:
    assert looks_like_plain(text) is certain


SENTENCES = {
    "doc_key": "d", "sentences": [["Ann", "met"], ["Leo", "."]], "clusters": [[[0, 0], [2, 2]]],
    "speakers": [["a", "a"], ["b", "b"]], "pronouns": [],
}  # fmt: skip


def test_the_lines_of_coreference_systems() -> None:
    found = document(ClusterDocuments().item(Block(json.dumps(SENTENCES))))
    assert found.tokens.count == 4
    assert len(found.sentences) == 2
    (line,) = write([found], "jsonl-sentences").text.splitlines()
    assert json.loads(line.replace('"doc_key": ""', '"doc_key": "d"')) == {
        key: SENTENCES[key] for key in ("doc_key", "sentences", "clusters")
    }


def test_the_lines_of_the_shared_task() -> None:
    line = {
        "doc_id": "d",
        "tokens": ["Ann", "left", "##él", "came"],
        "clusters_token_offsets": [[[0, 0], [2, 3]]],
    }
    item = ClusterDocuments().item(Block(json.dumps(line)))
    found = document(item)
    assert item.id == "d"
    assert found.tokens.count == 3
    assert list(found.identity.first) == [position(0), position(1, 1)]
    assert json.loads(write([found], "crac-json").text) == line


@pytest.mark.parametrize(
    "line",
    [
        {"id": "d"},
        {"clusters": [], "clusters_token_offsets": []},
        {"clusters": [], "tokens": [], "sentences": []},
        {"clusters_token_offsets": [[[0, 3]]], "tokens": ["a"]},
    ],
)
def test_lines_that_say_too_little_or_too_much(line: dict[str, object]) -> None:
    item = ClusterDocuments().item(Block(json.dumps(line)))
    assert [problem.code for problem in item.problems] == ["coref-clusters"]


def test_predictions_beside_gold_are_not_passed_over() -> None:
    item = ClusterDocuments().item(Block('{"clusters": [[[0, 0]]], "predicted_clusters": [[[1, 1]]]}'))
    assert item.malformed


ROWS = (
    row("1", "Ana", "Entity=(e1-x-1-)"),
    row("2", "came"),
    "\n",
    row("0.1", "_", "Entity=(e1-x-1-)", "1:nsubj"),
    row("1", "Left"),
    row("1.1", "él", "Entity=(e1-x-1-)", "1:obj"),
    row("2", "home", "Entity=(e2-x-1-)"),
)


@pytest.mark.parametrize("target", ["crac-text", "crac-json"])
def test_there_and_back(target: str, tmp_path) -> None:
    gold = corefud(*ROWS)
    text = write([gold], target).text
    reader = PlainDocuments() if target == "crac-text" else ClusterDocuments()
    (block,) = reader.blocks(Source("x", text))
    back = document(reader.item(block))
    assert back.tokens == gold.tokens
    assert (len(back.empty_nodes), len(back.identity)) == (2, 4)
    # The zero before the first word of a sentence is found where the other format has no sentences.
    report = ts.score([gold], [back], "mentions,b3", task="coref")
    assert (report["mentions"].f1, report["b3"].f1) == (1, 1)


def test_an_empty_name_in_conll_2012(tmp_path) -> None:
    for side in ("gold", "pred"):
        (tmp_path / side).mkdir()
        for name in ("a", "b"):
            (tmp_path / side / f"{name}.conll").write_text("#begin document \nx 0 0 Ann (1)\n#end document\n")
    assert ts.score(tmp_path / "gold", tmp_path / "pred", "mentions", task="coref").items == 2
