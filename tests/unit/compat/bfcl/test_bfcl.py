"""BFCL's verdicts. Expected values are those that bfcl-eval 2026.3.23 gives for these calls."""

import pytest

import tallystick as ts

TOOLS = [
    {
        "name": "geo.route",
        "parameters": {
            "type": "dict",
            "properties": {
                "start": {"type": "string"},
                "stops": {"type": "array", "items": {"type": "float"}},
                "point": {"type": "array", "items": {"type": "float"}},
                "count": {"type": "integer"},
                "speed": {"type": "float"},
                "options": {"type": "dict", "properties": {"lane": {"type": "integer"}}},
            },
            "required": ["start", "count", "point"],
        },
    }
]
GOLD = [
    {
        "geo.route": {
            "start": ["New York, NY", "NYC"],
            "stops": [[1.5, 2.0], ""],
            "point": [[1.0, 2.0]],
            "count": [2, ""],
            "speed": [5.0, ""],
            "options": [{"lane": [3, ""], "mode": ["car's"]}, ""],
        }
    }
]


def verdict(pred, gold=GOLD, tools=TOOLS):
    return ts.json(metric="document", calls="bfcl", tools=tools).score({"ground_truth": gold}, pred).f1 == 1


@pytest.mark.parametrize(
    ("arguments", "valid"),
    [
        ({"start": "NYC", "count": 2}, True),
        ({"start": "NYC", "count": 2, "point": [1.0, 2]}, False),
        ({"start": "new_york NY", "count": 2}, True),
        ({"start": "New York!", "count": 2}, False),
        ({"start": "NYC"}, False),  # required, whatever the gold lists
        ({"start": "NYC", "count": 2.0}, False),
        ({"start": "NYC", "count": "2"}, False),
        ({"start": "NYC", "count": 2, "speed": 5}, True),
        ({"start": "NYC", "count": 2, "speed": 6}, False),
        ({"start": "NYC", "count": 2, "stops": [1.5, 2.0]}, True),
        ({"start": "NYC", "count": 2, "stops": [2.0, 1.5]}, False),
        ({"start": "NYC", "count": 2, "stops": [1.5, 2]}, True),
        ({"start": "NYC", "count": 2, "options": {"lane": 3.0, "mode": 'CAR"S'}}, True),
        ({"start": "NYC", "count": 2, "options": {"lane": 3}}, False),
        ({"start": "NYC", "count": 2, "extra": 1}, False),
    ],
)
def test_verdicts(arguments, valid):
    arguments = {"point": [1.0, 2.0], **arguments}
    assert verdict([{"geo.route": arguments}]) == valid
    # Interfaces that allow no dots in names write underscores.
    assert verdict([{"geo_route": arguments}]) == valid


def test_calls_are_matched_as_well_as_possible():
    # BFCL takes the first call that fits, and rejects one of these two orders.
    gold = [{"f": {"a": [1, 2]}}, {"f": {"a": [1]}}]
    assert verdict([{"f": {"a": 1}}, {"f": {"a": 2}}], gold, None)
    assert verdict([{"f": {"a": 2}}, {"f": {"a": 1}}], gold, None)
    assert not verdict([{"f": {"a": 2}}, {"f": {"a": 2}}], gold, None)
    assert not verdict([{"f": {"a": 1}}], gold, None)


def test_files_as_bfcl_writes_them(tmp_path):
    gold, pred = tmp_path / "answers.json", tmp_path / "results.json"
    gold.write_text('{"id": "s_0", "ground_truth": [{"f": {"a": [1], "b": ["x", ""]}}]}\n', "utf-8")
    pred.write_text('{"id": "s_0", "result": "[f(a=1)]", "latency": 0.5}\n', "utf-8")
    report = ts.score(str(gold), str(pred), task="json", preset="bfcl")
    assert list(report.metrics) == ["document"]
    assert report["document"].f1 == 1
