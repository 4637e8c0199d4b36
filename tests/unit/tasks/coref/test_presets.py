"""Presets are data: every option exists, every metric too; documents are compared once for all metrics."""

import pytest

from tallystick import registry
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.coref.clusters import clusters
from tallystick.tasks.coref.parameters import match_options
from tallystick.tasks.coref.presets import PRESETS
from tallystick.tasks.coref.scorers import compare_entities
from tallystick.tasks.coref.task import TASK

KNOWN = {parameter.name: parameter for metric in TASK.metrics for parameter in metric.parameters}


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_every_option_and_every_metric_exists(preset):
    for name, value in preset.options.items():
        assert KNOWN[name].parse(value) == value
    chosen = registry.choose(TASK, (), None, preset)
    assert chosen
    assert not preset.metrics or all(choice.requested for choice in chosen)
    for one in chosen:
        assert one.options.items() >= {n: v for n, v in preset.options.items() if n in one.options}.items()


def test_the_names_of_the_shared_tasks():
    assert [preset.name for preset in PRESETS] == [
        "conll-2012", "crac-2022", "crac-2023", "crac-2024", "crac-2025", "crac-2026", "crac-2018", "craft-2019",
        "crac-table", "codi-crac-2022-ar", "codi-crac-2022-dd", "codi-crac-2022-br", "ua-scorer-1.0",
    ]  # fmt: skip


def test_documents_are_compared_once_for_all_metrics():
    metrics = [TASK.metric(name) for name in ("muc", "b3", "blanc")]
    scorers = [metric.scorer(metric.settle({})) for metric in metrics]
    pair = PairAnalysis(clusters([[(0, 0), (1, 1)]]), clusters([[(0, 0)], [(1, 1)]]))
    first = pair.once(compare_entities, scorers[0].options)
    assert pair.once(compare_entities, scorers[2].options) is first
    assert scorers[0].count(pair).gold_total == 1
    assert scorers[0].count(PairAnalysis(pair.pred, pair.gold)).gold_total == 0


def test_other_options_are_another_comparison():
    pair = PairAnalysis(clusters([[(0, 0), (1, 1)]]), clusters([[(0, 0)], [(1, 1)]]))
    plain = pair.once(compare_entities, match_options({}))
    assert pair.once(compare_entities, match_options({"match": "exact"})) is plain
    assert pair.once(compare_entities, match_options({"split-antecedents": "ignore"})) is not plain
