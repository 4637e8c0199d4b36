"""The metric for `evaluate`: with that package where it is installed, and with a stand-in for it."""

import importlib
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

import tallystick as ts
from tallystick.integrations import evaluate_module

GOLD = ["# ::id 1\n(b / boy)", "# ::id 2\n(g / girl)"]
PRED = ["# ::id 2\n(g / girl)", "# ::id 1\n(c / cat)"]
EXPECTED = ts.score("\n\n".join(GOLD), "\n\n".join(PRED), "smatch")["smatch"]


class Metric:
    """As much of `evaluate.Metric` as a metric meets: the name of its configuration, and what it is asked."""

    def __init__(self, config_name=None, **settings):
        self.config_name, self.settings = config_name, settings
        self.info = self._info()

    def compute(self, *, predictions, references, **options):
        return self._compute(predictions=predictions, references=references, **options)


@pytest.fixture
def module(monkeypatch):
    stand_in = SimpleNamespace(Metric=Metric, MetricInfo=SimpleNamespace)
    monkeypatch.setitem(sys.modules, "evaluate", stand_in)
    monkeypatch.setitem(sys.modules, "datasets", SimpleNamespace(Value=str, Features=dict))
    yield importlib.reload(evaluate_module)
    monkeypatch.undo()
    importlib.reload(evaluate_module)


def test_with_a_stand_in(module):
    metric = module.evaluate_metric("amr", num_process=1)
    found = metric.compute(predictions=PRED, references=GOLD, metrics=["smatch"])
    assert found == {
        "smatch.precision": EXPECTED.precision, "smatch.recall": EXPECTED.recall, "smatch.f1": EXPECTED.f1,
        "items": 2, "skipped": 0, "zeroed": 0,
    }  # fmt: skip
    assert metric.info.features == {"predictions": "string", "references": "string"}
    assert "smatch.f1" in metric.info.inputs_description
    standard = metric.compute(predictions=PRED, references=GOLD)
    assert {name.rpartition(".")[0] for name in standard} >= {"smatch"}


def test_options_are_those_of_score(module):
    metric = module.evaluate_metric("amr")
    bad = [PRED[0], "# ::id 1\n(c / "]
    with pytest.raises(ts.DataError, match="<pred 2>:2"):
        metric.compute(predictions=bad, references=GOLD)
    found = metric.compute(predictions=bad, references=GOLD, metrics="smatch", on_error="zero", root="none")
    assert found["zeroed"] == 1
    # Without the marks of the roots, one triple of two is found, and none is spurious.
    assert (found["smatch.precision"], found["smatch.recall"]) == (1.0, 0.5)


def test_the_task_is_the_configuration(module):
    with pytest.raises(ts.UsageError, match="name the task as the configuration"):
        module.evaluate_metric("armr")


def test_without_the_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "evaluate", None)
    module = importlib.reload(evaluate_module)
    with pytest.raises(ts.UsageError, match=r"pip install tallystick\[evaluate\]"):
        module.evaluate_metric("amr")
    monkeypatch.undo()
    importlib.reload(evaluate_module)


SCRIPT = """
import socket
def refuse(*_, **__): raise RuntimeError("there is no network")
socket.socket.connect = socket.getaddrinfo = refuse
import evaluate
from tallystick.integrations import evaluate_module
metric = evaluate.load(evaluate_module.__file__, "amr", cache_dir="cache")
metric.add_batch(predictions=["(b / boy)"], references=["(b / boy)"])
metric.add(prediction="(b / boy)", reference="(g / girl)")
print(metric.compute(metrics="smatch")["smatch.f1"])
direct = evaluate_module.evaluate_metric("amr", cache_dir="cache")
print(direct.compute(predictions=["(b / boy)"], references=["(b / boy)"], metrics="smatch")["smatch.f1"])
"""


def test_with_the_package_itself(tmp_path):
    """Loaded as a script, without a network. Of four triples (two mark roots), three match."""
    pytest.importorskip("evaluate")
    environment = os.environ | {"HF_HOME": str(tmp_path), "HF_HUB_OFFLINE": "1", "HF_EVALUATE_OFFLINE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == ["0.75", "1.0"], done.stderr
