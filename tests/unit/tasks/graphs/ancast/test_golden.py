"""AnCast against golden values: our default, and the program ancast 0.1.1 with its matrices step by step."""

import json
from functools import cache

import pytest
from tests.shared import SHARED, needs_shared

from tallystick.compat.ancast.alignment import align_released
from tallystick.formats.base import Source
from tallystick.formats.penman.reader import Graph, PenmanReader
from tallystick.tasks.graphs.ancast import METRICS, explain_rounds

GOLDENS = SHARED / "goldens"
BY_NAME = {metric.name: metric for metric in METRICS}


@cache
def graphs(path):
    """The readable graphs of a file, by their ids."""
    reader = PenmanReader()
    items = map(reader.item, reader.blocks(Source.of(GOLDENS / path)))
    return {item.id: item.value for item in items if item.value is not None}


def golden_cases():
    found = []
    for family in ("amr", "amr-default"):
        path = GOLDENS / family / "cases.json"
        if path.is_file():
            cases = json.loads(path.read_text("utf-8"))
            # A case without values for each item is checked by the command alone.
            found += [case for case in cases if "ancast" in case["args"] and case.get("expect_items")]
    return found


@needs_shared
@pytest.mark.parametrize("case", golden_cases(), ids=lambda case: case["id"])
def test_golden_values(case):
    arguments = case["args"]
    options = {"convention": arguments[arguments.index("--preset") + 1]} if "--preset" in arguments else {}
    scorers = {name: metric.build(metric.settle(options)) for name, metric in BY_NAME.items()}
    gold, pred = graphs(case["gold"]), graphs(case["pred"])
    checked, wrong = 0, []
    for item in case["expect_items"]:
        for key, expected in item["expect"].items():
            if not key.startswith("ancast."):
                continue
            name, number = key.rsplit(".", 1)
            scorer = scorers[name]
            value = scorer.reading(scorer.tally(gold[item["id"]], pred[item["id"]]))[number]
            checked += 1
            if value is None or expected is None:
                if value is not expected:
                    wrong.append((item["id"], key, expected, value))
            elif abs(value - expected) > case["tol"]:
                wrong.append((item["id"], key, expected, value))
    assert checked
    assert not wrong


@needs_shared
def test_matrices_of_the_released_program():
    traces = json.loads((GOLDENS / "amr" / "ancast_traces.json").read_text("utf-8"))
    checked = 0
    for item, trace in traces.items():
        if item == "umr1":
            continue  # traced with a sentence text, which the preset leaves out for UMR
        name = f"amr/{trace['set']}"
        gold, pred = graphs(f"{name}.gold.amr")[item], graphs(f"{name}.pred.amr")[item]
        convention = "ancast-0.1.1-umr" if trace["fmt"] == "umr" else "ancast-0.1.1"
        state = align_released(gold, pred, umr=trace["fmt"] == "umr")
        assert state.pred.facts == {tuple(fact) for fact in trace["relations_a"]}
        assert state.gold.facts == {tuple(fact) for fact in trace["relations_b"]}
        found = {
            state.pred.variables[i]: state.gold.variables[j] for i, j in enumerate(state.columns) if j >= 0
        }
        assert found == {
            here: there for here, there in trace["alignment"].items() if there in state.gold.variables
        }
        shown = explain_rounds(gold, pred, {"convention": convention})
        expected = [trace["S"]]
        for number in trace["rounds"]:
            expected += [number["A_converged"], number["F"]]
        assert len(shown) == len(expected) + 1
        for matrix, rows in zip(shown, expected, strict=False):
            for here, there in zip(matrix.values, rows, strict=True):
                assert here == pytest.approx(there, abs=2e-6)
        checked += 1
    assert checked == 53


def edge_cases():
    """The edge cases that our reader accepts and the program could score."""
    path = GOLDENS / "amr" / "edge_cases.json"
    cases = json.loads(path.read_text("utf-8")) if path.is_file() else []
    refused = {"extra_close", "dup_var", "two_roots"}  # malformed to us
    return [case for case in cases if "error" not in case["ancast"] and case["id"] not in refused]


@needs_shared
@pytest.mark.parametrize("case", edge_cases(), ids=lambda case: case["id"])
def test_edge_cases_of_the_released_program(case):
    pred, gold = Graph.of(case["a"]), Graph.of(case["b"])
    expected = case["ancast"]
    convention = "ancast-0.1.1-umr" if case["fmt"] == "umr" else "ancast-0.1.1"
    found = {}
    for name, metric in BY_NAME.items():
        scorer = metric.build(metric.settle({"convention": convention}))
        for number, value in scorer.reading(scorer.tally(gold, pred)).items():
            found[f"{name}.{number}"] = value
    assert found["ancast.concept.precision"] == pytest.approx(expected["concept_p"])
    assert found["ancast.relation.precision"] == pytest.approx(expected["lr_p"])
    assert found["ancast.relation.recall"] == pytest.approx(expected["lr_r"])
    assert found["ancast.relation.f1"] == pytest.approx(expected["lr_f"])
    assert found["ancast.unlabeled.f1"] == pytest.approx(expected["ulr_f"])
    assert found["ancast.smatch.f1"] == pytest.approx(expected["smatch_f"])


@needs_shared
@pytest.mark.parametrize("name", ["bamboo_sts300", "lpp300", "ufal", "ancast_samples"])
def test_sides_can_be_exchanged_on_real_graphs(name):
    scorers = [metric.build(metric.settle({})) for metric in METRICS]
    gold, pred = graphs(f"amr/{name}.gold.amr"), graphs(f"amr/{name}.pred.amr")
    for item in gold.keys() & pred.keys():
        for scorer in scorers:
            assert scorer.tally(gold[item], pred[item]) == scorer.tally(pred[item], gold[item]).swapped()
