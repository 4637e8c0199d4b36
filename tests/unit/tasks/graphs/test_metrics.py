"""The metrics of sentence graphs as they are declared."""

import pytest

from tallystick.formats.penman.reader import Graph
from tallystick.tasks.amr.task import TASK
from tallystick.tasks.graphs.metrics import FACETS, SMATCH

METRICS = TASK.metrics


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_every_metric_is_defined_and_referred(metric):
    assert metric.summary
    assert metric.definition
    assert metric.reference
    scorer = metric.build(metric.settle({}))
    graph = Graph.of("(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))")
    value = scorer.reading(scorer.tally(graph, graph))[scorer.reading.headline]
    assert value is None or value == pytest.approx(1)


def test_names():
    names = [metric.name for metric in METRICS]
    assert len(set(names)) == len(names)
    assert {"smatch", "ancast.concept", "sembleu", "wlk"} <= set(names)
    assert len(FACETS) == 12


def test_every_preset_settles_for_some_metric():
    for preset in TASK.presets:
        fitting = [m for m in METRICS if set(preset.options) <= {option.name for option in m.parameters}]
        assert fitting
        for metric in fitting:
            metric.build(metric.settle(dict(preset.options)))


GOLD = '(w / Want-01 :ARG0 (b / boy :mod "X") :ARG0 b :location (c / city))'
PRED = '(w / want-01 :ARG0 (b / boy :mod "x") :ARG1-of (l / be-located-at-91 :ARG2 (c / city)))'


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        # Gold: 3 concepts, mod, ARG0 once, location, TOP. Pred: 4 concepts, mod, ARG0, ARG1, ARG2, TOP.
        ({}, (6, 9, 7)),
        ({"root": "none"}, (5, 8, 6)),
        ({"root": "concept"}, (6, 9, 7)),
        ({"duplicates": "count"}, (6, 9, 8)),
        ({"duplicates": "multiply"}, (7, 9, 8)),
        ({"case": "keep"}, (4, 9, 7)),  # neither Want-01 nor X
        ({"case": "keep", "root": "concept"}, (3, 9, 7)),
        ({"dereify": "yes"}, (7, 7, 7)),
        # mod is a frame too: its concept and one relation more on both sides
        ({"reify": "yes"}, (11, 11, 11)),
        ({"standardize": "none"}, (4, 9, 8)),  # boy, city, ARG0, root
        ({"standardize": "generic"}, (6, 9, 8)),
        ({"standardize": "amr"}, (7, 7, 7)),
        ({"standardize": "smatch-1.0.4"}, (5, 8, 7)),  # mod on a constant is lost
        ({"solver": "climb"}, (6, 9, 7)),
    ],
)
def test_options(options, expected):
    tally = SMATCH.build(SMATCH.settle(options)).tally(Graph.of(GOLD), Graph.of(PRED))
    assert (tally.matched_pred, tally.pred_total, tally.gold_total) == expected


def test_the_empty_item_and_sizes():
    assert TASK.empty() == Graph.nothing()
    graph = Graph.of("# ::snt the boy wants\n(w / want-01)")
    assert {name: size(graph) for name, size in TASK.sizes.items()} == {"tokens": 3.0, "sentences": 1.0}
