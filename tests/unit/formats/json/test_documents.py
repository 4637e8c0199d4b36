"""Documents of any shape: lines, wrappers, files, folders, texts of models."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.errors import UsageError
from tallystick.formats.base import Item, Source
from tallystick.formats.json.document import Document
from tallystick.formats.json.documents import JsonDocuments


def items(text: str, reader: JsonDocuments | None = None, path: str = "x.jsonl") -> list[Item]:
    reader = reader or JsonDocuments()
    return [
        Item(None, block.id, block.problems) if block.problems else reader.item(block)
        for block in reader.blocks(Source(path, text))
    ]


def values(text: str, reader: JsonDocuments | None = None, path: str = "x.jsonl") -> list[object]:
    return [
        item.value.value if isinstance(item.value, Document) else None for item in items(text, reader, path)
    ]


def locations(item: Item) -> list[tuple[int, int]]:
    return [(problem.line, problem.column) for problem in item.problems]


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ('{"value": {"x": 1}}', {"x": 1}),
        ('{"id": "a", "value": {"id": "b", "x": 1}}', {"id": "b", "x": 1}),
        ('{"id": "a", "value": null}', None),
        ('{"value": "text"}', "text"),
        ('{"output": "{\\"x\\": 1}"}', {"x": 1}),
        ('{"output": {"x": 1}}', {"x": 1}),
        ('{"output": [1], "meta": {"k": 1}, "id": 3}', [1]),
        ('{"value": 3, "unit": "m"}', {"value": 3, "unit": "m"}),
        ('{"meta": {"k": 1}}', {"meta": {"k": 1}}),
        ('{"x": 1}', {"x": 1}),
        ("[1, 2]", [1, 2]),
        ("null", None),
        ('"text"', "text"),
    ],
)
def test_a_line_is_a_wrapper_or_the_document(line: str, value: object) -> None:
    assert values(line) == [value]


def test_the_id_that_pairs_is_no_field_of_a_bare_document() -> None:
    reader = JsonDocuments()
    (block,) = reader.blocks(Source("x", '{"x": 1, "id": 7}'))
    assert block.id == "7"
    assert reader.item(block).value == Document({"x": 1})
    (nameless,) = reader.blocks(Source("x", '{"x": 1, "id": [7]}'))
    assert nameless.id is None
    assert reader.item(nameless).value == Document({"x": 1, "id": [7]})


def test_meta_of_a_wrapper_makes_groups() -> None:
    (item,) = items('{"value": 1, "meta": {"lang": "de", "year": 2024, "ok": true, "tags": [1], "x": null}}')
    assert item.meta == {"lang": "de", "year": "2024", "ok": "true"}


def test_the_gold_is_not_repaired_and_nobody_offers_it() -> None:
    (item,) = items('{"id": "a", "value": {"n": 1,}}')
    assert (locations(item), item.problems[0].hint) == ([(1, 29)], "remove the comma")
    (text,) = items('{"id": "a", "output": "```json\\n[1]\\n```"}')
    assert text.malformed
    assert text.problems[0].hint is None


def test_predictions_are_repaired_up_to_a_level() -> None:
    line = '{"id": "a", "output": "So:\\n{\\"n\\": [1,]}"}'
    (refused,) = items(line, JsonDocuments().for_predictions("extract", ""))
    assert refused.problems[0].hint == "--repair lenient can read this text"
    (item,) = items(line, JsonDocuments().for_predictions("lenient", ""))
    assert item.value.value == {"n": [1]}
    assert [(note.code, note.level) for note in item.problems] == [("repaired", "note")] * 2
    # The columns are those of the line, in which line breaks and quotes are escaped.
    assert [line[column - 1 :][:1] for _, column in locations(item)] == ["S", ","]
    assert not item.malformed


def test_a_line_itself_is_repaired() -> None:
    reader = JsonDocuments().for_predictions("lenient", "")
    (block,) = reader.blocks(Source("x", "{'n': 1, 'id': 'a'}"))
    assert block.id == "a"
    assert reader.item(block).value.value == {"n": 1}
    (inner,) = items("{'output': '{a: 1}'}", reader)
    assert inner.value.value == {"a": 1}
    assert len(inner.value.edits) == 3


def test_a_pointer_leads_to_the_text_of_a_model() -> None:
    reader = JsonDocuments().for_predictions("none", "/choices/0/text")
    lines = (
        '{"id": "a", "choices": [{"text": "{\\"x\\": 1}"}]}\n'
        '{"id": "b", "choices": [{"text": {"x": 2}}]}\n'
        '{"id": "c", "choices": []}'
    )
    assert values(lines, reader) == [{"x": 1}, {"x": 2}, None]
    broken = items(lines, reader)[2]
    assert (locations(broken), broken.problems[0].message) == ([(3, 24)], "'0' is missing from an empty list")
    with pytest.raises(UsageError, match="not a JSON Pointer"):
        JsonDocuments().for_predictions("none", "choices/0")


def test_a_file_may_hold_one_document() -> None:
    assert values('{\n  "a": 1,\n\n  "b": [1, 2]\n}\n') == [{"a": 1, "b": [1, 2]}]
    assert values('{"a": 1,\n "b": 2}', path="x.json") == [{"a": 1, "b": 2}]
    assert values('{"a": 1}\n{"a": 2}', path="x.json") == [{"a": 1}, {"a": 2}]
    (broken,) = items('{\n  "a": 1,\n\n  "b": [1, 2\n}\n')
    assert locations(broken) == [(5, 1)]
    (array,) = items('[\n  {"a": 1},\n  {"a": 2}\n]\n')
    assert array.problems[0].code == "json-lines"
    assert "jq -c '.[]'" in str(array.problems[0].hint)


def test_a_list_on_the_only_line_may_be_a_list_of_documents() -> None:
    wrapped = '[{"id": "1", "value": {"a": 1}}, {"id": "2", "value": {"a": 2}}]'
    for text, path in ((wrapped, "x.json"), (wrapped, "x.jsonl"), ('[{"a": 1}, {"a": 2}]', "x.json")):
        (array,) = items(text, path=path)
        assert array.problems[0].code == "json-lines"
    assert values('[{"a": 1}, {"a": 2}]', path="x.jsonl") == [[{"a": 1}, {"a": 2}]]
    assert values("[]", path="x.json") == [[]]


def test_a_folder_is_a_source_with_a_document_in_each_file(tmp_path: Path) -> None:
    (tmp_path / "b.json").write_text('{\n"x": 2}')
    (tmp_path / "a.txt").write_text('Here it is:\n\n```json\n{"x": 1}\n```\n')
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "c.1.json").write_text("[3]")
    reader = JsonDocuments().for_predictions("extract", "")
    assert reader.reads_folder(tmp_path)
    blocks = list(reader.blocks(Source(str(tmp_path))))
    assert [block.id for block in blocks] == ["a", "b", "sub/c.1"]
    read = [reader.item(block) for block in blocks]
    assert [item.value.value for item in read] == [{"x": 1}, {"x": 2}, [3]]
    assert locations(read[0]) == [(1, 1), (4, 9)]
    (tmp_path / "notes.md").write_text("no document")
    assert not reader.reads_folder(tmp_path)


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ('{"a": 1, "a": 2}', "duplicate-key", 10),
        ('{"a": NaN}', "json", 7),
        ('["\\ud800"]', "encoding", 3),
        ("[1, 1e999999999999]", "number", 5),
        (f"[{'9' * 5000}]", "number", 2),
        ("[" * 10_000 + "]" * 10_000, "nesting", 201),
        ('{"a":' * 10_000 + "1" + "}" * 10_000, "nesting", 1001),
        ('{"value": ' + "[" * 10_000 + "]" * 10_000 + "}", "nesting", 210),
    ],
)
def test_hostile_json_is_refused_where_it_is(text: str, code: str, column: int) -> None:
    for reader in (JsonDocuments(), JsonDocuments().for_predictions("extract", "")):
        (item,) = items(text, reader)
        assert (item.problems[0].code, locations(item)[0]) == (code, (1, column))
