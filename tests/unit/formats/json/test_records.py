"""Records that are read together are those that are read one by one."""

from decimal import Decimal

from hypothesis import example, given
from hypothesis import strategies as st

from tallystick.formats.json.text import parse_record, parse_records

#: What may make two broken lines look like whole ones, or one line like two.
PIECES = [
    "{",
    "}",
    "[",
    "]",
    '"',
    ",",
    ":",
    "1",
    "2.50",
    '"a"',
    '"b"',
    '"a": 1',
    " ",
    "\\",
    "null",
    "1e9999",
    "é",
]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=8).map("".join) | st.sampled_from(
    ['{"a": 1}', '{"b": "x"}', '{"a": "x:y"}', '{"a": 1, "a": 2}', "{}", ' {"a": 1}']
)


@given(st.lists(TEXTS, max_size=6))
@example(['{"a": "x', '{", "b": 2}'])
@example(['{"a": "x', '{", "b": 2}', '{"a": 1}, 2'])
@example(['{"a": 1}', '{"a": 1} '])
@example(['{"a": 1', '"b": 2}', '{"a": 1}, {"b": 2}'])
def test_together_and_one_by_one(texts: list[str]) -> None:
    together = parse_records(texts)
    for text, record in zip(texts, together, strict=True):
        # White space behind a record needs no closer look.
        assert record == parse_record(text.rstrip())


def test_numbers_are_as_written() -> None:
    first, second = parse_records(['{"a": 1.50}', '{"a": 2}'])
    assert first is not None
    assert second is not None
    assert str(first["a"]) == str(Decimal("1.50"))
    assert next(iter(first)) is next(iter(second)), "equal keys are one string"
