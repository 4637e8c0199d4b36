"""JSON written piece by piece is what the library writes."""

import json

from hypothesis import given
from hypothesis import strategies as st

from tallystick.tasks.views.json_writer import JsonWriter


@given(st.lists(st.text()))
def test_strings(texts: list[str]) -> None:
    for text in texts:
        writer = JsonWriter()
        writer.string(text)
        assert writer.value() == json.dumps(text).encode("ascii")
    writer = JsonWriter()
    writer.strings(texts)
    assert writer.value() == json.dumps(texts, separators=(",", ":")).encode("ascii")


@given(st.lists(st.integers(-(2**63) + 1, 2**63 - 1)))
def test_integers(numbers: list[int]) -> None:
    writer = JsonWriter()
    writer.integers(numbers)
    assert writer.value() == json.dumps(numbers, separators=(",", ":")).encode("ascii")


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_numbers_are_rounded(number: float) -> None:
    writer = JsonWriter()
    writer.number(number)
    # Halves may be rounded in either direction.
    assert abs(json.loads(writer.value()) - number) <= 0.5000001e-6 + 1e-15 * abs(number)


def test_numbers_without_a_fraction_have_no_point() -> None:
    writer = JsonWriter()
    for number in (1.0, 0.5, 1e-9, 999_999.9999999, 12.000010):
        writer.number(number)
        writer.text(b" ")
    assert writer.value() == b"1 0.5 0 1000000 12.00001 "


@given(st.integers(0, 20_000), st.integers(0, 9_000))
def test_a_writer_grows(first: int, second: int) -> None:
    writer = JsonWriter()
    writer.text(b"a" * first)
    writer.string("b" * second)
    assert writer.value() == b"a" * first + b'"' + b"b" * second + b'"'
    writer.text(b"again")
    assert writer.value() == b"again"
