"""Presets are data: every option exists, every metric too; documents are compared once for all metrics."""

import pytest

from tallystick import registry
from tallystick.tasks.coref.clusters import clusters
from tallystick.tasks.coref.parameters import match_options
from tallystick.tasks.coref.presets import PRESETS
from tallystick.tasks.coref.scorers import shared
from tallystick.tasks.coref.task import TASK

KNOWN = {parameter.name: parameter for metric in TASK.metrics for parameter in metric.parameters}


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_every_option_and_every_metric_exists(preset):
    for name, value in preset.options.items():
        assert KNOWN[name].parse(value) == value
    chosen = registry.choose(TASK, (), None, preset)
    assert chosen
    assert not preset.metrics or all(one.asked for one in chosen)
    for one in chosen:
        assert one.options.items() >= {n: v for n, v in preset.options.items() if n in one.options}.items()


def test_the_names_of_the_shared_tasks():
    assert [preset.name for preset in PRESETS] == [
        "conll-2012", "crac-2022", "crac-2023", "crac-2024", "crac-2025", "crac-2026", "crac-2018", "craft-2019",
        "crac-table", "codi-crac-2022-ar", "codi-crac-2022-dd", "codi-crac-2022-br", "ua-scorer-1.0",
    ]  # fmt: skip


def test_documents_are_compared_once_for_all_metrics():
    metrics = [TASK.metric(name) for name in ("muc", "b3", "blanc")]
    scorers = [metric.build(metric.settle({})) for metric in metrics]
    assert len({id(scorer.shared) for scorer in scorers}) == 1
    gold, pred = clusters([[(0, 0), (1, 1)]]), clusters([[(0, 0)], [(1, 1)]])
    first = scorers[0].shared.comparison(gold, pred)
    assert scorers[2].shared.comparison(gold, pred) is first
    assert scorers[2].shared.comparison(pred, gold) is not first
    assert scorers[0].tally(gold, pred).gold_total == 1
    assert scorers[0].tally(pred, gold).gold_total == 0


def test_other_options_are_another_comparison():
    plain = shared(match_options({}))
    assert shared(match_options({"match": "exact"})) is plain
    assert shared(match_options({"split-antecedents": "ignore"})) is not plain
    assert match_options({"split-antecedents": "ignore"}).split_antecedents is False


def test_what_is_shown_only_where_it_occurs():
    occasional = {metric.name for metric in TASK.metrics if metric.occasional}
    assert occasional == {
        "zeros", "nonreferring", *(f"bridging.{level}" for level in ("anaphor", "mention", "entity")),
        *(f"split.{name}" for name in ("muc", "b3", "ceaf-m", "ceaf-e", "lea", "blanc")),
    }  # fmt: skip
