"""The schema that is printed is the one that scoring without a schema assumes."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from tallystick.tasks.json.infer import infer_shape
from tallystick.tasks.json.schema.describe import describe_documents
from tallystick.tasks.json.schema.load import as_schema
from tallystick.tasks.json.shape import Shape

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(0, 9) | st.sampled_from(["", "a", "b"]) | st.just(0.5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
    | st.fixed_dictionaries({"$any": st.lists(inner, max_size=2)}),
    max_leaves=12,
)  # fmt: skip


def rows(shape: Shape, path: str = "") -> Iterator[tuple[str, str]]:
    yield path, shape.order or "free"
    for key, part in shape.properties.items():
        yield from rows(part, f"{path}.{key}")
    if shape.items is not None:
        yield from rows(shape.items, f"{path}[]")


@given(st.lists(JSON, min_size=1, max_size=4))
def test_the_printed_schema_is_the_inferred_one(documents: list[object]) -> None:
    inferred = {row for row in rows(infer_shape(documents)[0]) if "position" in row}
    printed = {row for row in rows(as_schema(describe_documents(documents)).shape) if "position" in row}
    assert printed == inferred


def test_types_and_keys() -> None:
    documents = [
        {
            "n": 1,
            "rows": [{"sku": "a", "no": 1, "t": "x"}, {"sku": "b", "no": 1, "t": None}],
            "box": [1, 2.5],
        },
        {"n": None, "rows": [{"sku": "a", "no": 1}], "box": [], "x": {"y": True}},
        {"n": 2.5, "rows": [{"sku": "a", "no": 2, "t": "y"}, {"sku": "c", "no": 3, "t": "z"}]},
    ]
    assert describe_documents(documents) == {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "n": {"type": ["null", "number"]},
            "rows": {
                "type": "array",
                "$comment": "could be matched by key: sku",
                "x-tally": {"order": "free"},
                "items": {
                    "type": "object",
                    "properties": {
                        "sku": {"type": "string"},
                        "no": {"type": "integer"},
                        "t": {"type": ["null", "string"]},
                    },
                },
            },
            "box": {"type": "array", "x-tally": {"order": "position"}, "items": {"type": "number"}},
            "x": {"type": "object", "properties": {"y": {"type": "boolean"}}},
        },
    }


def test_a_key_is_complete_in_all_lists() -> None:
    lists = [[{"k": 1}, {"k": 1.0}], [{"k": 1}, {"j": 2}], [{"k": [1]}, {"k": [2]}], [1, 2, {"k": 1}]]
    for values in lists:
        assert "$comment" not in describe_documents([values])
