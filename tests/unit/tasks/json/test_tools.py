"""Tool calls: the shapes of providers, the types of arguments, alternatives, and order."""

import json

import pytest

import tallystick as ts
from tallystick.errors import DataError, UsageError
from tallystick.tasks.json.tools.calls import as_calls
from tallystick.tasks.json.tools.definitions import as_tools, load_tools

BOOK = {"name": "book", "arguments": {"city": "A", "nights": 2}}
PAY = {"name": "pay", "arguments": {"sum": 5}}


def as_text(call):
    return {**call, "arguments": json.dumps(call["arguments"])}


OPENAI = [{"id": "c1", "type": "function", "function": as_text(call)} for call in (BOOK, PAY)]
ANTHROPIC = [
    {"type": "tool_use", "id": "t1", "name": call["name"], "input": call["arguments"]} for call in (BOOK, PAY)
]
RESPONSES = [{"type": "function_call", "call_id": "c1", **as_text(call)} for call in (BOOK, PAY)]
BFCL = [{call["name"]: call["arguments"]} for call in (BOOK, PAY)]
LANGCHAIN = [
    {"name": call["name"], "args": call["arguments"], "id": "c1", "type": "tool_call"} for call in (BOOK, PAY)
]
GOOGLE = [{"functionCall": {"name": call["name"], "args": call["arguments"]}} for call in (BOOK, PAY)]


@pytest.mark.parametrize(
    "value",
    [
        [BOOK, PAY],
        [as_text(BOOK), as_text(PAY)],
        OPENAI,
        {"role": "assistant", "content": None, "tool_calls": OPENAI},
        {"choices": [{"index": 0, "message": {"role": "assistant", "tool_calls": OPENAI}}]},
        {"output": [{"type": "reasoning", "summary": []}, *RESPONSES]},
        ANTHROPIC,
        {"role": "assistant", "content": [{"type": "text", "text": "Let me see."}, *ANTHROPIC]},
        {"stop_reason": "tool_use", "content": ANTHROPIC},
        LANGCHAIN,
        {"candidates": [{"content": {"role": "model", "parts": [{"text": "Now."}, *GOOGLE]}}]},
        BFCL,
        [{call["name"]: json.dumps(call["arguments"])} for call in (BOOK, PAY)],
        {"result": json.dumps(BFCL), "latency": 1.5},
        {"result": "[book(city='A', nights=2), pay(sum=5)]"},
        'book(city="A", nights=2), pay(sum=5)',
    ],
)
def test_shapes_of_providers(value):
    assert as_calls(value) == [BOOK, PAY]


@pytest.mark.parametrize(
    "value",
    [None, [], "", {"role": "assistant", "content": "Which city?"}, [{"type": "text", "text": "Which city?"}],
     {"role": "assistant", "content": None, "tool_calls": None}],
)  # fmt: skip
def test_answers_without_calls(value):
    assert as_calls(value) == []


def test_a_single_call_and_calls_without_arguments():
    assert as_calls(BOOK) == [BOOK]
    assert as_calls({"function_call": as_text(PAY)}) == [PAY]
    assert as_calls([{"name": "now"}]) == as_calls("now()") == [{"name": "now", "arguments": {}}]
    assert as_calls([{"name": "now", "arguments": ""}]) == [{"name": "now", "arguments": {}}]


@pytest.mark.parametrize("value", [5, "no call", {"a": 1, "b": 2}, [["x"]], "[1, 2]"])
def test_what_is_no_call_is_refused(value):
    with pytest.raises(DataError, match="contains no tool calls"):
        as_calls(value)


def test_arguments_that_are_no_json_cost_the_arguments_alone():
    metric = ts.json(calls="tools")
    score = metric.score([BOOK], [{"name": "book", "arguments": '{"city": "A", "nights": '}])
    assert (score.tally.matched_gold, score.tally.pred_total, score.tally.gold_total) == (1, 2, 3)


def test_calls_of_one_name_meet():
    pred = [PAY, {"name": "book", "arguments": {"city": "A", "nights": 3}},
            {"name": "book", "arguments": {"city": "Z", "nights": 1}}]  # fmt: skip
    score = ts.json(calls="tools").score([BOOK, PAY], pred)
    assert (score.tally.matched_gold, score.tally.pred_total, score.tally.gold_total) == (4, 8, 5)
    # Another tool with the same arguments earns nothing.
    assert ts.json(calls="tools").score([BOOK], [{**BOOK, "name": "cancel"}]).f1 == 0


def test_trajectories_in_order():
    metric = ts.json(calls="tools", ordered=["."])
    assert metric.score([BOOK, PAY], [PAY, BOOK]).tally.matched_gold == 3
    assert ts.json(calls="tools").score([BOOK, PAY], [PAY, BOOK]).f1 == 1


def test_alternatives_and_optional_arguments():
    gold = [
        {
            "name": "weather",
            "arguments": {"city": {"$any": ["NYC", "New York"]}, "unit": {"$any": ["C", None]}},
        }
    ]
    metric = ts.json(calls="tools")
    assert metric.score(gold, [{"name": "weather", "arguments": {"city": "New York"}}]).f1 == 1
    assert metric.score(gold, [{"name": "weather", "arguments": {"city": "NYC", "unit": "C"}}]).f1 == 1
    assert metric.score(gold, [{"name": "weather", "arguments": {"city": "NYC", "unit": "F"}}]).f1 == 0.8


TOOLS = [
    {"type": "function", "function": {"name": "book", "parameters": {"type": "object", "properties": {
        "city": {"type": "string"}, "nights": {"type": "integer", "default": 1}}}}},
    {"name": "pay", "input_schema": {"type": "object", "properties": {
        "sum": {"type": "number", "x-tally": {"compare": {"number": {"abs": 1}}}}}}},
    {"name": "at", "parameters": {"type": "dict", "properties": {
        "point": {"type": "tuple", "items": {"type": "float"}, "minItems": 2, "maxItems": 2},
        "on": {"type": "string", "format": "date-time"}}}},
]  # fmt: skip


def test_arguments_by_the_parameters_of_each_tool():
    metric = ts.json(calls="tools", tools=TOOLS)
    assert metric.score([PAY], [{"name": "pay", "arguments": {"sum": 6}}]).f1 == 1
    assert metric.score([PAY], [{"name": "pay", "arguments": {"sum": 7}}]).f1 == 0.5
    gold = [{"name": "at", "arguments": {"point": [1, 2], "on": "2024-03-04T10:00:00Z"}}]
    swapped = [{"name": "at", "arguments": {"point": [2, 1], "on": "2024-03-04T12:00:00+02:00"}}]
    assert metric.score(gold, swapped).tally.matched_gold == 2
    # A tool that is not defined is compared as calls without definitions are.
    assert (
        metric.score([{"name": "x", "arguments": {"a": 1}}], [{"name": "x", "arguments": {"a": 1}}]).f1 == 1
    )


def test_defaults_of_arguments():
    short = [{"name": "book", "arguments": {"city": "A"}}]
    full = [{"name": "book", "arguments": {"city": "A", "nights": 1}}]
    assert ts.json(calls="tools", tools=TOOLS).score(full, short).f1 == 0.8
    assert ts.json(calls="tools", tools=TOOLS, defaults="apply").score(full, short).f1 == 1


def test_definitions_in_files(tmp_path):
    listed, lines = tmp_path / "tools.json", tmp_path / "tools.jsonl"
    listed.write_text(json.dumps({"tools": TOOLS}), "utf-8")
    lines.write_text(
        "\n".join(json.dumps({"id": str(i), "function": [tool]}) for i, tool in enumerate(TOOLS)), "utf-8"
    )
    names = {"book", "pay", "at"}
    assert set(load_tools(str(listed)).parameters) == set(load_tools(str(lines)).parameters) == names
    assert load_tools(str(listed)).fingerprint == as_tools(TOOLS).fingerprint
    listed.write_text('{"tools": [', "utf-8")
    with pytest.raises(DataError, match=r"tools\.json"):
        load_tools(str(listed))
    with pytest.raises(DataError, match="not a tool definition"):
        as_tools([{"parameters": {}}])


def test_options_that_exclude_each_other():
    with pytest.raises(UsageError, match="--preset tools"):
        ts.json(tools=TOOLS).score([], [])
    with pytest.raises(UsageError, match="--tools"):
        ts.json({"type": "object"}, calls="tools").score([], [])


def test_the_preset():
    gold = [{"id": "1", "value": [BOOK, PAY]}, {"id": "2", "value": []}]
    pred = [{"id": "1", "value": OPENAI}, {"id": "2", "value": {"role": "assistant", "content": "Done."}}]
    report = ts.score(gold, pred, task="json", preset="tools")
    assert list(report.metrics) == ["leaf", "item", "document"]
    assert [metric.f1 for metric in report.metrics.values()] == [1, 1, 1]


def test_bad_predictions_follow_the_policy():
    gold, pred = [[BOOK]], [{"a": 1, "b": 2}]
    with pytest.raises(DataError, match="contains no tool calls"):
        ts.score(gold, pred, task="json", preset="tools")
    report = ts.score(gold, pred, task="json", preset="tools", on_error="zero")
    assert report.zeroed == 1
    assert report["leaf"].score.tally.gold_total == 3
