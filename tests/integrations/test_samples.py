"""Samples scored one at a time give the score of the corpus; in each framework that is installed."""

import json
import math

import pytest

import tallystick as ts
from tallystick.integrations.inspect_scorer import inspect_scorer
from tallystick.integrations.lm_eval_task import LmEvalMetric
from tallystick.integrations.samples import SampleScorer
from tallystick.integrations.torch_metric import torch_metric

GOLDS = ["(b / boy)", "(g / go-02 :ARG0 (b / boy))", "(s / see-01 :ARG0 (i / i) :ARG1 (d / dog))"]
PREDS = ["(b / boy)", "(g / go-02 :ARG0 (c / cat))", "(s / see-01 :ARG0 "]
EXPECTED = ts.score(GOLDS, PREDS, "smatch", task="amr", on_error="zero")["smatch"]

CLUSTERS = [{"clusters": [[[0, 0], [2, 2], [5, 5]], [[7, 7], [9, 9]]]}, {"clusters": [[[1, 1], [3, 3]]]}]
PREDICTED = [{"clusters": [[[0, 0], [2, 2]], [[5, 5], [7, 7], [9, 9]]]}, {"clusters": [[[1, 1], [4, 4]]]}]


def test_counts_survive_a_log_file():
    scorer = SampleScorer("smatch", task="amr")
    samples = [scorer(gold, pred) for gold, pred in zip(GOLDS, PREDS, strict=True)]
    logged = json.loads(json.dumps([sample.counts for sample in samples]))
    assert scorer.numbers(logged) == EXPECTED.values
    assert scorer.headline(logged) == EXPECTED.f1
    assert [sample.item.zeroed for sample in samples] == [False, False, True]


def test_composite_metrics():
    scorer = SampleScorer("conll", task="coref")
    samples = [scorer(gold, pred) for gold, pred in zip(CLUSTERS, PREDICTED, strict=True)]
    expected = ts.score(CLUSTERS, PREDICTED, "conll", task="coref")["conll"]
    assert scorer.numbers(sample.counts for sample in samples) == expected.values


def test_one_metric_only():
    with pytest.raises(ts.UsageError, match="names"):
        SampleScorer("smatch*", task="amr")(GOLDS[0], PREDS[0])
    with pytest.raises(ts.UsageError, match="score a sample first"):
        SampleScorer("smatch", task="amr").numbers([])


def test_options_reach_the_score():
    scorer = SampleScorer("leaf", task="json", repair="extract")
    assert scorer('{"a": 1}', 'Here it is:\n```json\n{"a": 1}\n```').value == 1
    with pytest.raises(ts.DataError):
        SampleScorer("smatch", task="amr", on_error="fail")("(b / boy)", "(b / ")


def test_lm_eval_functions():
    smatch = LmEvalMetric("smatch", task="amr", gold=lambda doc: doc["meaning"]["graph"])
    results = [
        smatch.process_results({"meaning": {"graph": gold}}, [pred])
        for gold, pred in zip(GOLDS, PREDS, strict=True)
    ]
    assert smatch.aggregate([result["smatch"] for result in results]) == EXPECTED.f1


def test_lm_eval_itself(tmp_path):
    pytest.importorskip("lm_eval")
    from lm_eval.api.task import ConfigurableTask

    smatch = LmEvalMetric("smatch", task="amr", gold="graph")
    data = tmp_path / "data.jsonl"
    data.write_text("".join(json.dumps({"graph": gold}) + "\n" for gold in GOLDS))
    task = ConfigurableTask(
        config={
            "task": "parsing",
            "dataset_path": "json",
            "dataset_kwargs": {"data_files": {"test": str(data)}, "cache_dir": str(tmp_path)},
            "test_split": "test",
            "output_type": "generate_until",
            "doc_to_text": "",
            "doc_to_target": "{{graph}}",
            "process_results": smatch.process_results,
            "metric_list": [{"metric": "smatch", "aggregation": smatch.aggregate, "higher_is_better": True}],
        }
    )
    results = [task.process_results(doc, [pred]) for doc, pred in zip(task.test_docs(), PREDS, strict=True)]
    assert task.aggregation()["smatch"]([result["smatch"] for result in results]) == EXPECTED.f1


def test_inspect(tmp_path):
    inspect_ai = pytest.importorskip("inspect_ai")
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    outputs = [ModelOutput.from_content("mockllm/model", text) for text in PREDS]
    for output in outputs:
        output.usage = ModelUsage()  # else a tokenizer is fetched to count tokens
    task = inspect_ai.Task(
        dataset=[Sample(input="parse", target=gold) for gold in GOLDS],
        scorer=inspect_scorer("smatch", task="amr"),
    )
    (log,) = inspect_ai.eval(
        task,
        model=get_model("mockllm/model", custom_outputs=outputs),
        log_dir=str(tmp_path),
        display="none",
        max_samples=1,
    )
    assert log.status == "success", log.error
    numbers = {name: metric.value for score in log.results.scores for name, metric in score.metrics.items()}
    assert numbers["f1"] == pytest.approx(EXPECTED.f1, abs=1e-15)
    assert "c / cat" in log.samples[1].scores["smatch"].explanation


def test_torchmetrics():
    pytest.importorskip("torchmetrics")
    metric = torch_metric("smatch", task="amr")
    metric.update(PREDS[:1], GOLDS[:1])
    metric.update(PREDS[1:], GOLDS[1:])
    assert metric.compute()["f1"].item() == EXPECTED.f1
    metric.reset()
    metric.update(PREDS[:1], GOLDS[:1])
    assert metric.compute()["f1"].item() == 1
    with pytest.raises(ts.UsageError, match="1 predictions for 2"):
        metric.update(PREDS[:1], GOLDS[:2])
    conll = torch_metric("conll", task="coref")
    conll.update(PREDICTED, CLUSTERS)
    expected = ts.score(CLUSTERS, PREDICTED, "conll", task="coref")["conll"]
    assert conll.compute()["f1"].item() == pytest.approx(expected.f1, abs=1e-15)


@pytest.mark.parametrize(
    ("make", "package"), [(inspect_scorer, "inspect_ai"), (torch_metric, "torchmetrics")]
)
def test_what_is_missing_is_named(make, package, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, package, None)
    with pytest.raises(ts.UsageError, match="pip install"):
        make("smatch", task="amr")


def test_flat_numbers_for_loggers():
    report = ts.score(GOLDS, PREDS, "smatch", task="amr", on_error="zero")
    flat = report.flat()
    assert flat["smatch.f1"] == EXPECTED.f1
    assert (flat["items"], flat["zeroed"]) == (3, 1)
    empty = ts.score([{"spans": []}], [{"spans": []}], "span", task="spans").flat()
    assert "span.f1" not in empty, "undefined numbers are left out"
    assert not any(isinstance(value, float) and math.isnan(value) for value in empty.values())
