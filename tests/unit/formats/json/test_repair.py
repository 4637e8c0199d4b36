"""Repair of model output: every edit of the closed list, and nothing else."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.formats.json.repair.edits import apply
from tallystick.formats.json.repair.extract import LEVELS, repair
from tallystick.formats.json.repair.lenient import UnrepairableError, read_value
from tallystick.formats.json.text import MOST_DEPTH, parse_exact

EXTRACT = [
    ("\ufeff[1]", [1], ["byte order mark"]),
    ("\ufeff 12", 12, ["byte order mark"]),
    ('```json\n{"a": 1}\n```', {"a": 1}, ["code fence"] * 2),
    ('```\n{"a": 1}\n```\n', {"a": 1}, ["code fence"] * 2),
    ('```JSON\r\n{"a": 1}\r\n```', {"a": 1}, ["code fence"] * 2),
    ("```json\n5\n```", 5, ["code fence"] * 2),
    ('Use {braces}:\n```json\n{"a": 1}\n```\nDone.', {"a": 1}, ["code fence"] * 2),
    ('```json\n{"a": "x\\n```y"}\n```', {"a": "x\n```y"}, ["code fence"] * 2),
    ('```python\nx = {1: 2}\n```\n```json\n{"a": 1}\n```', {"a": 1}, ["code fence"] * 2),
    ('```\npip install it\n```\n```json\n{"a": 1}\n```', {"a": 1}, ["code fence"] * 2),
    ("```json\n[1]\n```\nAgain:\n```json\n[1.0]\n```", [1], ["code fence"] * 2),
    ('Answer: {"a": 1}', {"a": 1}, ["prose"]),
    ('{"a": 1} is the answer.', {"a": 1}, ["prose"]),
    ('First {"a": 1}, again {"a": 1.0}.', {"a": 1}, ["prose"] * 2),
    ('Inline ```json {"a": "}"}``` fence', {"a": "}"}, ["prose"] * 2),
    ('```json\n{"a": 1}', {"a": 1}, ["prose"]),
]

LENIENT = [
    ("[1, 2,]", [1, 2], ["trailing comma"]),
    ('{"a": 1,}', {"a": 1}, ["trailing comma"]),
    ('// first\n{"a": 1 /* one */} // last', {"a": 1}, ["comment"] * 3),
    ('["// no comment" /* one */]', ["// no comment"], ["comment"]),
    ("['it\\'s', 'a\"b', '\\u00e9']", ["it's", 'a"b', "é"], ["single quotes"] * 3),
    ("[True, False, None]", [True, False, None], ["Python literal"] * 3),
    ("True", True, ["Python literal"]),
    ("{a: 1, é_2: 2, 3: 4, $x: 5}", {"a": 1, "é_2": 2, "3": 4, "$x": 5}, ["bare key"] * 4),
    ('["a\nb\r\nc"]', ["a\nb\r\nc"], ["line break in a string"] * 2),
    ("['a\nb']", ["a\nb"], ["single quotes"]),
    ('{"a": 1, "b": 2, "a": 3}', {"a": 3, "b": 2}, ["repeated key"]),
    ('{"a": {"a": 1, "a": 2}, "a": 3}', {"a": 3}, ["repeated key"]),
    ('{"a": NaN}', {"a": None}, ["NaN"]),
    ("```json\n{a: 1}\n```", {"a": 1}, ["code fence", "bare key", "code fence"]),
    ("Here: {a: 1} and {'a': 1.0}", {"a": 1}, ["prose", "bare key", "prose"]),
]

CUT = [
    ("{", {}),
    ("[", []),
    ("[1,", [1]),
    ("[1, 2", [1]),
    ("[1, 2 ", [1, 2]),
    ("[1, 2.", [1]),
    ("[1, -", [1]),
    ("[1, 2e+", [1]),
    ("[true", [True]),
    ("[null, fals", [None]),
    ("[True, Non", [True]),
    ('["a", "b', ["a"]),
    ('["a", "b\\', ["a"]),
    ("['a', 'b", ["a"]),
    ('{"a": 1, "b', {"a": 1}),
    ('{"a": 1, "b"', {"a": 1}),
    ('{"a": 1, "b":', {"a": 1}),
    ('{"a": 1, "b": "x', {"a": 1}),
    ("{a: [1], b", {"a": [1]}),
    ('{"a": [{"b": [1, {"c": "d"', {"a": [{"b": [1, {"c": "d"}]}]}),
    ('{"a": [1], // more', {"a": [1]}),
    ('{"a": [1] /* more', {"a": [1]}),
    ('{"a": [1], /', {"a": [1]}),
    ('{"a": 1, "a": "x', {"a": 1}),
    ('```json\n{"a": [1],\n', {"a": [1]}),
    ('```json\n{"a": 1}\n``', {"a": 1}),
    ('Here it is: {"a": [1], "b', {"a": [1]}),
]

UNREPAIRED = [
    "",
    "  ",
    "No invoice.",
    '{"a": 1}\nor\n{"a": 2}',
    '{"a": true} or {"a": 1}',
    "```json\n[1]\n```\n```json\n[2]\n```",
    '{"a": 1 "b": 2}',
    "[1 2]",
    '{"a": Acme Ltd}',
    "[1, 2}",
    "[1, 2]]",
    '{"a": 1}, "b": 2}',
    "[,]",
    "[1,,]",
    "{,}",
    '{"a" 1}',
    "[01]",
    "[+1]",
    "[.5]",
    "[1.]",
    "[1_000]",
    "[Infinity]",
    "[-NaN]",
    "['it's']",
    '["it\\\'s"]',
    '["a\tb"]',
    '["\\x"]',
    '["a\\\nb"]',
    '["\\ud800"]',
    "# comment\n[1}",
    'see {x}: {"a": 1}',
    '"unfinished',
    "[1e99999]",
    "[1e99999,]",
    f"[{'1' * 5000},]",
]


@pytest.mark.parametrize(("text", "value", "kinds"), EXTRACT)
def test_extract_takes_one_certain_value(text: str, value: object, kinds: list[str]) -> None:
    assert repair(text).flaws[0].hint == "--repair extract can read this text"
    for level in ("extract", "lenient"):
        repaired = repair(text, level)
        assert repaired.value == value
        assert [edit.kind for edit in repaired.edits] == kinds
        _check_edits(text, repaired.edits, repaired.value)


@pytest.mark.parametrize(("text", "value", "kinds"), LENIENT)
def test_lenient_edits(text: str, value: object, kinds: list[str]) -> None:
    assert repair(text, "extract").flaws[0].hint == "--repair lenient can read this text"
    repaired = repair(text, "lenient")
    assert repaired.value == value
    assert [edit.kind for edit in repaired.edits] == kinds
    _check_edits(text, repaired.edits, repaired.value)


@pytest.mark.parametrize(("text", "value"), CUT)
def test_a_missing_end_drops_what_is_unfinished(text: str, value: object) -> None:
    repaired = repair(text, "lenient")
    assert not repaired.flaws
    assert repaired.value == value
    _check_edits(text, repaired.edits, repaired.value)


@pytest.mark.parametrize("text", UNREPAIRED)
def test_what_the_list_does_not_cover_is_not_repaired(text: str) -> None:
    repaired = repair(text, "lenient")
    assert repaired.flaws
    assert not repaired.edits


def test_a_complete_text_is_not_edited() -> None:
    for level in LEVELS:
        assert repair(' {"a": [1, 1.50, "x", null]} ', level).edits == ()
    assert repair("[1.50]").value == [Decimal("1.50")]


def test_edits_say_what_they_changed() -> None:
    edits = repair("Sure: {'a': [1,], b", "lenient").edits
    assert [str(edit) for edit in edits] == [
        "prose: removed 'Sure: '",
        """single quotes: ''a'' became '"a"'""",
        "trailing comma: removed ','",
        "missing end: ', b' became '}'",
    ]
    assert [edit.offset for edit in edits] == [0, 7, 14, 16]
    assert str(repair('["a\nb"]', "lenient").edits[0]) == "line break in a string: escaped"


#: Characters or parts of a long text.
SIZE = 200_000
LONG_TEXTS = (
    "[" * SIZE,
    "{a:" * SIZE,
    '{"a":{"a":' * (SIZE // 2),
    "[1," * SIZE,
    "/*" * SIZE,
    "```\n" * SIZE,
    "```json\n[1]\n```\n" * (SIZE // 20),
    "[1] " * (SIZE // 4) + "{",
    "{'a': 1, 'a': 2, " + "'a': 3, " * (SIZE // 10),
    "\"'" * SIZE,
    '["' + "\\" * SIZE,
    "`" * SIZE,
)


@pytest.mark.parametrize("text", LONG_TEXTS, ids=lambda text: text[:8])
def test_deep_and_long_texts_take_linear_time(text) -> None:
    """Each of these would take minutes if a part were read again for each part before it."""
    for level in LEVELS:
        repair(text, level)


def test_deep_values_are_refused_where_they_begin_to_be_too_deep() -> None:
    deep = "[" * (MOST_DEPTH + 1) + "]" * (MOST_DEPTH + 1)
    assert not parse_exact(deep[1:-1]).flaws
    flaw = repair(deep, "lenient").flaws[0]
    assert (flaw.code, flaw.offset) == ("nesting", MOST_DEPTH)
    assert repair(f"Here: {deep}", "lenient").flaws
    assert repair("[" * 10_000 + "]" * 10_000).flaws[0].offset == MOST_DEPTH


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text()
    | st.decimals(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


def _written(value: object) -> str:
    """Write a value with its decimals as they are."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)}: {_written(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_written, value)) + "]"
    return str(value) if isinstance(value, Decimal) else json.dumps(value)


@given(JSON)
def test_lenient_reads_json_as_strict(value: object) -> None:
    text = _written(value) + "\n"
    read = read_value(text)
    assert (read.value, read.changes) == (parse_exact(text).value, [])
    assert read.value == value


@given(JSON, st.data())
def test_every_cut_of_a_list_or_object_is_repaired(value: object, data: st.DataObject) -> None:
    text = _written([value])
    end = data.draw(st.integers(1, len(text)))
    repaired = repair(text[:end], "lenient")
    assert not repaired.flaws
    _check_edits(text[:end], repaired.edits, repaired.value)


@given(JSON, st.data())
def test_mutations_are_read_or_refused(value: object, data: st.DataObject) -> None:
    """Whatever becomes of a text: an answer without an exception, whose edits make it JSON of the same value."""
    text = data.draw(st.sampled_from(["", "```json\n", "So: ", "// so\n"])) + _written(value)
    for _ in range(data.draw(st.integers(0, 4))):
        at = data.draw(st.integers(0, len(text)))
        piece = data.draw(
            st.sampled_from([*"{}[],:'\"\\/*`\n x1-", "//", "None", "NaN", "```", "\ufeff"]) | st.text()
        )
        text = text[:at] + piece + text[at + data.draw(st.integers(0, 2)) :]
    strict, extract, lenient = (repair(text, level) for level in LEVELS)
    if not strict.flaws:
        assert strict == extract == lenient
    elif not extract.flaws:
        assert extract == lenient
    for repaired in (extract, lenient):
        if not repaired.flaws:
            _check_edits(text, repaired.edits, repaired.value)


def _check_edits(text: str, edits: object, value: object) -> None:
    """Applying the edits gives JSON that has the value."""
    parsed = parse_exact(apply(text, edits))  # type: ignore[arg-type]
    assert not parsed.flaws
    assert parsed.value == value


def test_an_offset_says_where_a_text_cannot_be_repaired() -> None:
    with pytest.raises(UnrepairableError) as caught:
        read_value("[1, 2}")
    assert caught.value.offset == 5


@pytest.mark.parametrize("blank", ["\x1f", "\u00a0", "\f"])
def test_blank_characters_that_are_no_white_space_of_json_are_an_edit(blank: str) -> None:
    repaired = repair(f'{{"a": 1}}{blank}', "extract")
    assert [edit.kind for edit in repaired.edits] == ["prose"]
    _check_edits(f'{{"a": 1}}{blank}', repaired.edits, {"a": 1})
    assert repair(f"9{blank}", "lenient").flaws
