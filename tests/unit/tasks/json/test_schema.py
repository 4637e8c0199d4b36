"""JSON Schema as shapes: every keyword that concerns scoring, and everything that can be wrong with a schema."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tallystick as ts
from tallystick.errors import DataError
from tallystick.formats.json.document import Document
from tallystick.tasks.json.schema.load import as_schema, load_schema
from tallystick.tasks.json.shape import Compare, Shape


def shape(schema: object) -> Shape:
    return as_schema(schema).shape


def problems(schema: object) -> list[str]:
    with pytest.raises(DataError) as caught:
        as_schema(schema)
    return [problem.message for problem in caught.value.problems]


def test_nothing_is_declared() -> None:
    for schema in ({}, True, False, {"description": "x", "examples": [1], "title": "y", "x-other": 2}):
        assert not shape(schema).properties
        assert shape(schema).types is None


# --- the keywords of the specification ---------------------------------------------------------------------------


def test_types_and_properties() -> None:
    made = shape({"type": "object", "properties": {"a": {"type": "string"}, "b": True, "c": {}}})
    assert made.types == {"object"}
    assert made.properties["a"].types == {"string"}
    assert list(made.properties) == ["a", "b", "c"]


def test_type_lists_and_nullable() -> None:
    assert shape({"type": ["string", "null"]}).types == {"string", "null"}
    assert shape({"type": "string", "nullable": True}).types == {"string", "null"}
    assert shape({"type": "string", "nullable": False}).types == {"string"}


def test_items_and_prefix_items() -> None:
    made = shape({"type": "array", "items": {"type": "number"}})
    assert made.items is not None
    assert (made.items.types, made.order, made.prefix) == ({"number"}, None, [])
    by_position = shape(
        {"prefixItems": [{"type": "string"}, {"type": "number"}], "items": {"type": "boolean"}}
    )
    assert [part.types for part in by_position.prefix] == [{"string"}, {"number"}]
    assert by_position.items is not None
    assert (by_position.items.types, by_position.order) == ({"boolean"}, "position")


def test_items_of_older_drafts() -> None:
    made = shape({"items": [{"type": "string"}, {"type": "number"}], "additionalItems": {"type": "boolean"}})
    assert [part.types for part in made.prefix] == [{"string"}, {"number"}]
    assert made.items is not None
    assert (made.items.types, made.order) == ({"boolean"}, "position")


@pytest.mark.parametrize(
    ("schema", "order"),
    [
        ({"items": {"type": "number"}, "minItems": 4, "maxItems": 4}, "position"),
        ({"items": {"type": ["number", "null"]}, "minItems": 2, "maxItems": 2}, "position"),
        ({"items": {"$ref": "#/$defs/n"}, "minItems": 2, "maxItems": 2, "$defs": {"n": {"type": "integer"}}},
         "position"),
        ({"items": {"type": "number"}, "minItems": 1, "maxItems": 1}, None),
        ({"items": {"type": "number"}, "minItems": 2, "maxItems": 3}, None),
        ({"items": {"type": "number"}, "minItems": 2}, None),
        ({"items": {"type": "object"}, "minItems": 2, "maxItems": 2}, None),
        ({"items": {}, "minItems": 2, "maxItems": 2}, None),
        ({"minItems": 2, "maxItems": 2}, None),
        ({"items": {"type": "number"}, "minItems": "2", "maxItems": "2"}, None),
        ({"items": {"type": "number"}, "minItems": 2, "maxItems": 2, "x-tally": {"order": "free"}}, "free"),
        ({"prefixItems": [{}], "x-tally": {"order": "strict"}}, "strict"),
    ],
)  # fmt: skip
def test_lists_of_a_fixed_number_of_scalars_are_by_position(schema: object, order: str | None) -> None:
    assert shape(schema).order == order


def test_repeated_predictions_are_spurious_in_a_set() -> None:
    """By the matching itself: it is one-to-one, so that ``uniqueItems`` has nothing to add."""
    for unique in (True, False):
        score = ts.json({"type": "array", "uniqueItems": unique}).score(["a", "b"], ["a", "a", "b"])
        row = score.by_field["[]"]
        assert (row.correct, row.spurious, row.missed) == (2, 1, 0)


def test_additional_and_pattern_properties() -> None:
    made = shape(
        {"additionalProperties": {"type": "number"}, "patternProperties": {"^x": {"type": "string"}}}
    )
    assert made.additional is not None
    assert made.additional.types == {"number"}
    assert [(pattern, entry.types) for pattern, entry in made.patterns] == [("^x", {"string"})]
    for plain in (True, False):
        assert shape({"additionalProperties": plain}).additional is None
    assert shape({"additionalProperties": {}}).additional is not None


def test_enum_and_const_are_compared_as_text() -> None:
    for schema in ({"enum": ["a", "b"]}, {"const": "a"}, {"enum": ["a"], "format": "date"}):
        assert shape(schema).compare == Compare("text")
    assert shape({"enum": ["a", None]}).values == ("a", None)
    assert shape({"const": 1}).values == (1,)
    assert shape({"const": None}).values == (None,)
    assert shape({"enum": ["a", " "]}).blank_is_value
    assert shape({"const": ""}).blank_is_value
    assert not shape({"enum": ["a"]}).blank_is_value
    assert shape({"type": "boolean"}).compare is None


@pytest.mark.parametrize(
    ("name", "comparator"),
    [("date", "date"), ("date-time", "date"), ("time", "time"), ("duration", "duration"), ("uuid", "uuid")],
)
def test_formats_with_a_comparison_of_their_own(name: str, comparator: str) -> None:
    assert shape({"type": "string", "format": name}).compare == Compare(comparator)
    assert shape({"format": name, "x-tally": {"compare": "exact"}}).compare == Compare("exact")


@pytest.mark.parametrize("name", ["email", "uri", "hostname", "regex", "no-such-format", 3])
def test_other_formats_are_text(name: object) -> None:
    assert shape({"type": "string", "format": name}).compare is None


@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
def test_unions_by_kind(keyword: str) -> None:
    made = shape({keyword: [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]})
    assert made.branches is not None
    assert [branch.shape.types for branch in made.branches.options] == [{"string"}, {"array"}]
    assert not made.branches.discriminated


@pytest.mark.parametrize("null", [{"type": "null"}, {"type": ["null"]}, {"enum": [None]}, {"const": None}])
def test_one_alternative_or_null_is_no_union(null: object) -> None:
    made = shape({"anyOf": [{"type": "object", "properties": {"a": {}}}, null], "x-tally": {"weight": 2}})
    assert made.branches is None
    assert (made.types, list(made.properties), made.weight) == ({"object", "null"}, ["a"], 2)


def test_constants_choose_between_objects() -> None:
    cat = {"type": "object", "properties": {"kind": {"const": "cat"}, "lives": {}}}
    dog = {"type": "object", "properties": {"kind": {"$ref": "#/$defs/dog"}}}
    made = shape({"oneOf": [cat, dog], "$defs": {"dog": {"const": "dog"}}})
    assert made.branches is not None
    assert made.branches.discriminated
    assert [branch.constants for branch in made.branches.options] == [{"kind": ("cat",)}, {"kind": ("dog",)}]
    alone = shape({"oneOf": [cat, {"type": "object"}]})
    assert alone.branches is not None
    assert not alone.branches.discriminated


def test_discriminators_of_openapi() -> None:
    definitions = {"Cat": {"type": "object"}, "Dog": {"type": "object"}}
    union = [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}]
    for discriminator, constants in (
        ({"propertyName": "kind"}, [{"kind": ("Cat",)}, {"kind": ("Dog",)}]),
        (
            {"propertyName": "kind", "mapping": {"c": "#/$defs/Cat", "k": "Cat", "d": "#/$defs/Dog"}},
            [{"kind": ("c", "k")}, {"kind": ("d",)}],
        ),
    ):
        made = shape({"oneOf": union, "discriminator": discriminator, "$defs": definitions})
        assert made.branches is not None
        assert made.branches.discriminated
        assert [branch.constants for branch in made.branches.options] == constants


def test_keywords_beside_a_union_take_precedence() -> None:
    made = shape(
        {
            "x-tally": {"weight": 3},
            "properties": {"a": {"type": "string"}},
            "anyOf": [
                {
                    "properties": {"a": {"type": "number", "x-tally": {"weight": 5}}, "b": {}},
                    "x-tally": {"weight": 7},
                },
                {"type": "array"},
            ],
        }
    )
    assert made.branches is not None
    first = made.branches.options[0].shape
    assert (first.weight, list(first.properties), first.branches) == (3, ["a", "b"], None)
    assert (first.properties["a"].types, first.properties["a"].weight) == ({"string"}, 5)


def test_unions_inside_and_beside_unions() -> None:
    made = shape(
        {
            "anyOf": [{"anyOf": [{"type": "string"}, {"type": "number"}]}, {"type": "object"}],
            "oneOf": [{"x-tally": {"weight": 2}}, {"x-tally": {"weight": 3}}],
        }
    )
    seen = []
    waiting = [made]
    while waiting:
        here = waiting.pop()
        if here.branches is None:
            seen.append((here.types, here.weight))
        else:
            waiting += [branch.shape for branch in here.branches.options]
    assert sorted(map(str, seen)) == sorted(
        str((frozenset({name}), Fraction(weight)))
        for name in ("string", "number", "object")
        for weight in (2, 3)
    )


def test_all_of_is_merged() -> None:
    made = shape(
        {
            "allOf": [
                {"properties": {"a": {"type": "string"}}, "x-tally": {"weight": 5, "item-from": 0.5}},
                {"$ref": "#/definitions/b"},
            ],
            "properties": {"a": {"format": "date"}},
            "x-tally": {"weight": 2},
            "definitions": {"b": {"properties": {"b": {"const": 1}}, "required": ["b"]}},
        }
    )
    assert list(made.properties) == ["a", "b"]
    assert (made.properties["a"].types, made.properties["a"].compare) == ({"string"}, Compare("date"))
    assert (made.weight, made.item_from) == (2, Fraction(1, 2))


def test_references() -> None:
    schema = {
        "$id": "https://example.org/tree.json",
        "$ref": "#/$defs/node",
        "$defs": {
            "node": {
                "properties": {
                    "children": {"items": {"$ref": "#/$defs/node"}},
                    "whole": {"$ref": "#"},
                    "by-anchor": {"$ref": "#leaf"},
                    "by-id": {"$ref": "leaf.json"},
                    "by-address": {"$ref": "https://example.org/tree.json#/$defs/a~1b%20c"},
                    "weighted": {"$ref": "#/$defs/leaf", "x-tally": {"weight": 2}},
                }
            },
            "leaf": {"$anchor": "leaf", "$id": "https://example.org/leaf.json", "type": "string"},
            "a/b c": {"type": "number"},
        },
    }
    made = shape(schema)
    node = made.properties["children"].items
    assert node is not None
    assert node.properties["children"].items is node
    assert made.properties["whole"] is made
    assert made.properties["by-anchor"] is made.properties["by-id"]
    assert made.properties["by-anchor"].types == {"string"}
    assert made.properties["by-address"].types == {"number"}
    weighted = made.properties["weighted"]
    assert (weighted.types, weighted.weight) == ({"string"}, 2)
    assert made.properties["by-id"].weight is None


@pytest.mark.parametrize(
    "schema", [{"$ref": "#"}, {"anyOf": [{"$ref": "#"}, {"type": "null"}]}, {"allOf": [{"$ref": "#"}]}]
)
def test_references_that_go_round_in_circles(schema: object) -> None:
    assert shape(schema).types is None


def test_keywords_of_validity_change_nothing() -> None:
    schema = {
        "type": "object", "required": ["a"], "minProperties": 1, "maxProperties": 3, "dependentRequired": {"a": ["b"]},
        "not": {"type": "string"}, "if": {"type": "object"}, "then": {"properties": {"z": {}}}, "else": False,
        "propertyNames": {"pattern": "x"}, "unevaluatedProperties": False, "dependentSchemas": {"a": {}},
        "properties": {"a": {"type": "string", "minLength": 1, "maxLength": 2, "pattern": "(", "contentEncoding": "x"},
                       "n": {"type": "number", "minimum": 1, "exclusiveMaximum": 5, "multipleOf": 2}},
    }  # fmt: skip
    made = shape(schema)
    assert list(made.properties) == ["a", "n"]
    assert all(part.compare is None and part.weight is None for part in made.properties.values())


def test_defaults_are_kept() -> None:
    assert shape({"default": {"a": 1}}).default == {"a": 1}


# --- x-tally -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("member", "attribute", "value"),
    [
        ({"compare": "exact"}, "compare", Compare("exact")),
        ({"compare": "number(abs=2)"}, "compare", Compare("number", {"abs": Fraction(2)})),
        ({"compare": {"number": {"abs": 0.01}}}, "compare", Compare("number", {"abs": Fraction(1, 100)})),
        ({"compare": "levenshtein", "from": 0.6}, "compare", Compare("levenshtein", least=Fraction(3, 5))),
        ({"compare": "jaro", "at": 1}, "compare", Compare("jaro", full=Fraction(1))),
        ({"from": 0.5}, "compare", Compare(least=Fraction(1, 2))),
        ({"normalise": ["case", "accents"]}, "compare", Compare(normalise=("case", "accents"))),
        ({"normalise": "case"}, "compare", Compare(normalise=("case",))),
        ({"same": [["NYC", "New York"]]}, "compare", Compare(same=(("NYC", "New York"),))),
        ({"weight": 0}, "weight", Fraction(0)),
        ({"weight": 2.5}, "weight", Fraction(5, 2)),
        ({"ignore": True}, "ignore", True),
        ({"order": "strict"}, "order", "strict"),
        ({"key": "sku"}, "key", ("sku",)),
        ({"key": ["a", "b"]}, "key", ("a", "b")),
        ({"item-from": 0.7}, "item_from", Fraction(7, 10)),
        ({"count": "items"}, "count", "items"),
        ({"keys": "free"}, "keys", "free"),
        ({"alternatives": True}, "alternatives", True),
    ],
)
def test_members(member: dict[str, object], attribute: str, value: object) -> None:
    assert getattr(shape({"x-tally": member}), attribute) == value


@pytest.mark.parametrize(
    "member",
    [
        {"compare": "levenstein"}, {"compare": {"number": {"absolute": 1}}}, {"compare": 3}, {"from": 0}, {"at": 1.5},
        {"from": "much"}, {"normalise": ["spelling"]}, {"normalise": []}, {"same": ["a", "b"]}, {"weight": -1},
        {"weight": "3"}, {"weight": True}, {"ignore": "yes"}, {"order": "sorted"}, {"key": []}, {"key": [1]},
        {"item-from": -0.5}, {"count": "rows"}, {"keys": "any"}, {"alternatives": 1}, {"wieght": 3},
    ],
)  # fmt: skip
def test_wrong_members_are_refused_with_their_location(member: dict[str, object]) -> None:
    (name,) = member
    (message,) = problems({"properties": {"a": {"x-tally": member}}})
    assert message.startswith(f"#/properties/a/x-tally/{name}: ")


def test_x_tally_that_is_no_object() -> None:
    assert problems({"x-tally": "exact"})[0].startswith("#/x-tally: x-tally must be an object")


# --- what is wrong with a schema ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ({"properties": {"name": {"type": "strnig"}}},
         "#/properties/name/type: unknown type 'strnig'; did you mean 'string'?"),
        ({"type": ["string", 3]}, "#/type: unknown type 3"),
        ({"properties": {"name": 12}}, "#/properties/name: expected a schema: an object, true or false"),
        ({"properties": ["a"]}, "#/properties: expected an object with a schema for each key"),
        ({"items": "x"}, "#/items: expected a schema: an object, true or false"),
        ({"prefixItems": {}}, "#/prefixItems: expected a list of schemas"),
        ({"anyOf": []}, "#/anyOf: expected a list of schemas"),
        ({"oneOf": {}}, "#/oneOf: expected a list of schemas"),
        ({"allOf": {}}, "#/allOf: expected a list of schemas"),
        ({"enum": "a"}, "#/enum: expected a list of values"),
        ({"$ref": "#/$defs/Name"}, "#/$ref: #/$defs/Name does not exist"),
        ({"$ref": "#name"}, "#/$ref: #name does not exist"),
        ({"$ref": 3}, "#/$ref: a reference must be a string"),
        ({"$ref": "https://example.org/x.json"},
         "#/$ref: https://example.org/x.json refers to another file or URL, which is not read"),
    ],
)  # fmt: skip
def test_problems(schema: object, message: str) -> None:
    assert problems(schema) == [message]


def test_patterns_have_to_be_regular_expressions() -> None:
    (message,) = problems({"patternProperties": {"(": {}}})
    assert message.startswith("#/patternProperties/(: the pattern is not a valid Python regular expression")


def test_a_remote_reference_says_how_to_give_the_schema() -> None:
    with pytest.raises(DataError) as caught:
        as_schema({"$ref": "other.json#/x"})
    assert caught.value.problems[0].hint == (
        "copy the schema that it names into $defs, and refer to it as #/$defs/NAME"
    )


def test_all_problems_of_a_file_are_listed_with_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "schema.json"
    path.write_text(
        '{\n  "properties": {\n    "a": {"type": "text"},\n    "b": {"x-tally": {"wight": 2}}\n  }\n}\n'
    )
    with pytest.raises(DataError) as caught:
        load_schema(str(path))
    assert [(problem.line, problem.column) for problem in caught.value.problems] == [(3, 19), (4, 32)]
    path.write_text('{"type": "object",}')
    with pytest.raises(DataError) as caught:
        load_schema(str(path))
    assert (caught.value.problems[0].line, caught.value.problems[0].column) == (1, 18)
    with pytest.raises(DataError, match="cannot read the schema"):
        load_schema(str(tmp_path / "none.json"))


# --- large and strange schemas -----------------------------------------------------------------------------------


def test_five_thousand_definitions_in_a_circle() -> None:
    size = 5000
    definitions = {
        f"d{number}": {"properties": {"next": {"$ref": f"#/$defs/d{(number + 1) % size}"}}}
        for number in range(size)
    }
    start = here = shape({"$ref": "#/$defs/d0", "$defs": definitions})
    for _ in range(size):
        here = here.properties["next"]
    assert here.properties["next"] is start.properties["next"]


def test_digests_depend_on_the_content_alone(tmp_path: Path) -> None:
    first, second, third = tmp_path / "a.json", tmp_path / "b.json", tmp_path / "c.json"
    first.write_text('{"type": "object", "minItems": 1}')
    second.write_text('{"minItems": 1.0,\n "type": "object"}')
    third.write_text('{"type": "object", "minItems": 2}')
    digests = [load_schema(str(path)).digest for path in (first, second, third)]
    assert digests[0] == digests[1] == as_schema({"type": "object", "minItems": 1}).digest
    assert digests[0] != digests[2]


KEYWORDS = [
    "type",
    "properties",
    "items",
    "prefixItems",
    "uniqueItems",
    "additionalProperties",
    "patternProperties",
    "enum",
    "const",
    "format",
    "anyOf",
    "oneOf",
    "allOf",
    "$ref",
    "$defs",
    "definitions",
    "required",
    "minItems",
    "maxItems",
    "nullable",
    "discriminator",
    "default",
    "x-tally",
    "additionalItems",
]
SCHEMAS = st.recursive(
    st.booleans() | st.just({})
    | st.fixed_dictionaries({"type": st.sampled_from(["string", "number", "object", "array"])})
    | st.fixed_dictionaries({"$ref": st.sampled_from(["#", "#/$defs/a", "#/properties/a", "#/items"])})
    | st.fixed_dictionaries({"const": st.none() | st.integers() | st.text(max_size=2)})
    | st.fixed_dictionaries({"enum": st.lists(st.none() | st.integers() | st.text(max_size=2), min_size=1)}),
    lambda inner: st.fixed_dictionaries({}, optional={
        "type": st.sampled_from(["object", "array", ["object", "null"]]),
        "properties": st.dictionaries(st.sampled_from(["a", "b", "kind"]), inner, max_size=3),
        "patternProperties": st.dictionaries(st.sampled_from(["^a", "."]), inner, max_size=2),
        "additionalProperties": inner, "items": inner | st.lists(inner, max_size=2), "additionalItems": inner,
        "prefixItems": st.lists(inner, min_size=1, max_size=2), "uniqueItems": st.booleans(),
        "anyOf": st.lists(inner, min_size=1, max_size=3), "oneOf": st.lists(inner, min_size=1, max_size=3),
        "allOf": st.lists(inner, min_size=1, max_size=3), "$defs": st.fixed_dictionaries({"a": inner}),
        "minItems": st.integers(0, 3), "maxItems": st.integers(0, 3), "nullable": st.booleans(),
        "discriminator": st.just({"propertyName": "kind"}), "default": st.integers(),
        "format": st.sampled_from(["date", "date-time", "time", "duration", "uuid", "email"]),
        "required": st.lists(st.sampled_from(["a", "b"]), unique=True), "minimum": st.integers(0, 3),
        "pattern": st.just("^a"), "not": inner, "if": inner, "then": inner, "else": inner, "contains": inner,
        "dependentRequired": st.just({"a": ["b"]}), "dependencies": st.just({"a": ["b"]}), "propertyNames": inner,
        "unevaluatedProperties": inner, "title": st.text(max_size=2), "examples": st.lists(st.integers(), max_size=2),
        "x-tally": st.fixed_dictionaries({}, optional={
            "weight": st.integers(0, 3), "order": st.sampled_from(["free", "strict", "position"]),
            "ignore": st.booleans(), "key": st.just(["a"]), "item-from": st.just(0.5), "count": st.just("items"),
            "keys": st.sampled_from(["exact", "free"]), "compare": st.sampled_from(["anls", "date", "iou", "exact"]),
            "alternatives": st.booleans(),
        }),
    }),
    max_leaves=12,
)  # fmt: skip
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | st.sampled_from(["string", "#", "#/items", "a", "date"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYWORDS), inner, max_size=4),
    max_leaves=15,
)


def refused(schema: object) -> list[str]:
    """What is wrong with a schema; nothing if it can be read."""
    try:
        assert isinstance(shape(schema), Shape)
    except DataError as error:
        return [problem.message for problem in error.problems]
    return []


@given(SCHEMAS)
def test_generated_schemas_are_read(schema: object) -> None:
    """The only problem that they may have is a reference to nothing, or to what is no schema."""
    for message in refused(schema):
        assert "does not exist" in message or "expected a schema" in message


DOCUMENTS = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | st.sampled_from(["", "a", "2024-01-02", "x y"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "b", "kind"]), inner),
    max_leaves=10,
)


@given(SCHEMAS, DOCUMENTS, DOCUMENTS)
def test_documents_are_scored_under_generated_schemas(schema: object, gold: object, pred: object) -> None:
    """Whatever the schema asks for and whatever the documents are: counts within bounds, and fields that add up."""
    if refused(schema):
        return
    metric = ts.json(schema)
    score = metric.score(Document(gold), Document(pred))  # a text would be read as JSON
    tally = score.tally
    assert 0 <= tally.matched_pred <= min(tally.pred_total, tally.gold_total) + 1e-9
    for count in ("matched_pred", "pred_total", "gold_total"):
        rows = sum(getattr(row.tally, count) for row in score.by_field.values())
        assert rows == pytest.approx(getattr(tally, count), abs=1e-9)


@given(st.dictionaries(st.sampled_from(KEYWORDS), ANYTHING, max_size=6))
def test_anything_is_read_or_refused(schema: dict[str, object]) -> None:
    assert all(message.startswith("#") for message in refused(schema))
