"""Coreference metrics against scorch 0.2.0, run as it is."""

import json
import subprocess
from functools import cache
from pathlib import Path
from random import Random

import pytest
from tests.shared import ROOT

from tallystick.tasks.coref.clusters import clusters
from tallystick.tasks.coref.task import TASK

PYTHON = ROOT / ".venv-peers" / "bin" / "python"
PROGRAM = Path(__file__).with_name("peer_scorch.py")

pytestmark = pytest.mark.skipif(
    not PYTHON.is_file(), reason=f"the other programs are not at {PYTHON} (make bench)"
)


def partition(random, mentions, entities):
    """Some of the mentions, divided at random."""
    found = {}
    for mention in random.sample(range(mentions), random.randint(2, mentions)):
        found.setdefault(random.randrange(entities), []).append(mention)
    return [sorted(own) for own in found.values()]


PAIRS = [
    [partition(random, 20, entities), partition(random, 20, entities)]
    for entities in (2, 4, 8)
    for random in map(Random, range(60))
]


@cache
def peer():
    done = subprocess.run(
        [PYTHON, PROGRAM], input=json.dumps(PAIRS), capture_output=True, text=True, check=True, timeout=300
    )
    return json.loads(done.stdout)


def ours(name, gold, pred, **options):
    metric = TASK.metric(name)
    scorer = metric.build(metric.settle(options))
    documents = [clusters([[(m, m) for m in own] for own in side]) for side in (gold, pred)]
    values = scorer.reading(scorer.tally(*documents))
    return [values["recall"], values["precision"], values["f1"]]


@pytest.mark.parametrize("name", ["muc", "b3", "ceaf-m", "ceaf-e"])
def test_the_numbers_agree(name):
    compared = 0
    for (gold, pred), theirs in zip(PAIRS, peer(), strict=True):
        if theirs[name] is None:  # scorch 0.2.0 stops where two clusterings have nothing in common
            continue
        compared += 1
        # It prints 0 for 0/0.
        assert [value or 0 for value in ours(name, gold, pred)] == pytest.approx(theirs[name], abs=1e-9)
    assert compared > 150


def links(side):
    within = sum(len(own) * (len(own) - 1) // 2 for own in side)
    mentions = sum(map(len, side))
    return within, mentions * (mentions - 1) // 2 - within


def test_blanc_agrees_under_the_rule_of_the_reference_scorer():
    compared = 0
    for (gold, pred), theirs in zip(PAIRS, peer(), strict=True):
        # Without any links in the gold scorch has a rule of its own.
        if theirs["blanc"] is not None and any(links(gold)):
            compared += 1
            found = ours("blanc", gold, pred, **{"blanc-edge": "reference"})
            assert found == pytest.approx(theirs["blanc"], abs=1e-9)
    assert compared > 150
