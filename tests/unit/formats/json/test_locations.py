"""Where in a JSON text a value stands."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.formats.json.locations import Lines, duplicate_keys, locate, offsets
from tallystick.formats.json.mismatch import Key

TEXT = '  {"a": [1, {"b\\u0063": "x, }", "c": {}}, [] ], "d" : -1.5e3, "a]": null}'


@pytest.mark.parametrize(
    ("path", "rest"),
    [
        ((), '{"a"'),
        (("a",), "[1"),
        (("a", 0), "1,"),
        (("a", 1), '{"b'),
        (("a", 1, "bc"), '"x, }"'),
        (("a", 1, Key("bc")), '"b\\u0063"'),
        (("a", 1, "c"), "{}}"),
        (("a", 2), "[] ]"),
        (("d",), "-1.5e3"),
        ((Key("d"),), '"d" :'),
        (("a]",), "null"),
        (("a", 9, "x"), "[1"),
        (("x",), '{"a"'),
    ],
)
def test_places(path: tuple[str | int, ...], rest: str) -> None:
    assert TEXT[locate(TEXT, path) - 1 :].startswith(rest)


def test_the_last_of_equal_keys_counts() -> None:
    text = '{"a": {"b": 1}, "a": {"c": 2}}'
    assert text[locate(text, ("a", "c")) - 1 :].startswith("2")
    assert text[locate(text, ("a", "b")) - 1 :].startswith('{"c"')
    assert text[locate(text, (Key("a"),)) - 1 :].startswith('"a": {"c"')


def test_repeated_keys() -> None:
    text = '{"a": 1, "b": [{"a": 1, "\\u0061": 2}], "c": "a", "b": 3}'
    assert [(text[offset:][:8], name) for offset, name in duplicate_keys(text)] == [
        ('"\\u0061"', "a"),
        ('"b": 3}', "b"),
    ]


def test_linear_in_the_number_of_paths() -> None:
    text = json.dumps([[index] for index in range(100_000)])
    # Quadratic work would not end while anybody waits.
    found = offsets(text, [(index, 0) for index in range(100_000)])
    assert text[found[99_999] :] == "99999]]"


def test_deep() -> None:
    assert locate("[" * 100_000, (0,) * 100_000) == 100_000


def test_lines() -> None:
    lines = Lines("ab\r\ncd\n")
    assert [lines.location(offset) for offset in (0, 3, 4, 7)] == [(1, 1), (1, 4), (2, 1), (3, 1)]
    assert [lines.line(number) for number in (1, 2, 3)] == ["ab", "cd", ""]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(json_values, st.booleans(), st.sampled_from([None, 1, "\t"]))
def test_every_value_is_found(value: object, ascii_only: bool, indent: int | str | None) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    remaining: list[tuple[tuple[str | int, ...], object]] = [((), value)]
    paths, values = [], []
    while remaining:
        path, part = remaining.pop()
        paths.append(path)
        values.append(part)
        if isinstance(part, list):
            remaining += [((*path, index), inner) for index, inner in enumerate(part)]
        elif isinstance(part, dict):
            remaining += [((*path, key), inner) for key, inner in part.items()]
    for offset, part in zip(offsets(text, paths), values, strict=True):
        assert json.JSONDecoder().raw_decode(text, offset)[0] == part


@given(st.text('[]{},:"\\a1 '), st.lists(st.sampled_from(["a", 0, 1, Key("a")])))
def test_any_text(text: str, path: list[str | int]) -> None:
    assert 1 <= locate(text, tuple(path)) <= max(1, len(text))
