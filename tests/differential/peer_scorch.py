"""Runs scorch on pairs of clusterings: JSON in, JSON out. For the environment of the other programs."""

import json
import sys
from statistics import StatisticsError

from scorch import scores

METRICS = {
    "muc": scores.muc,
    "b3": scores.b_cubed,
    "ceaf-m": scores.ceaf_m,
    "ceaf-e": scores.ceaf_e,
    "blanc": scores.blanc,
}


def run(metric, gold, pred):
    """Recall, precision and F1; None where the program stops."""
    try:
        return list(map(float, METRICS[metric]([set(own) for own in gold], [set(own) for own in pred])))
    except (StatisticsError, ZeroDivisionError, ValueError):
        return None


found = [{name: run(name, gold, pred) for name in METRICS} for gold, pred in json.load(sys.stdin)]
json.dump(found, sys.stdout)
